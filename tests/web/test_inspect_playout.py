"""The traced playout is the compiled one, and each move was chosen by the rule that is named."""

import pytest
from numba import config

import tengen.web.inspect.playout
from tengen import Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.mcts.searcher import Searcher
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player
from tengen.web.inspect.playout import trace_playout
from tengen.web.inspect.search_inspector import SearchInspector
from tengen.web.messages.encoding import board_rows
from tengen.web.messages.search import Playout

N_PLAYOUTS = 10 if config.DISABLE_JIT else 200
SEEDS = range(1 if config.DISABLE_JIT else 4)
SIZES = (5,) if config.DISABLE_JIT else (5, 9)


def searched(text: str, size: int, moves: str = "C3 D4 pass") -> tuple[Searcher, Game]:
    """A searcher that has learned something about a game of some moves."""
    player, game = make_player(f"mcts:memory_mb=4,{text}"), Game(size)
    assert isinstance(player, MctsPlayer)
    for move in moves.split():
        game.play(move)
    searcher = player.searcher_for(game)
    searcher.think(game, playouts=N_PLAYOUTS)
    return searcher, game


def assert_is_compiled_playout(searcher: Searcher, game: Game, seed: int) -> Playout:
    """Trace a playout, then let the compiled search make it from the same state."""
    opened = SearchInspector(searcher)
    traced = trace_playout(searcher, game, seed)
    thread = opened.new_thread(game, seed)
    assert opened.run_playout(opened.node_of(game), thread)
    worker, playout = thread.worker, thread.worker.playout
    moves = [format_vertex(int(move), game.size) for move in playout.moves[: playout.n_moves]]
    assert [move.vertex for move in traced.moves] == moves
    assert sum(move.rule == "tree" for move in traced.moves) == worker.n_virtual
    assert traced.winner == {0: None, 1: "black", 2: "white"}[int(playout.winner)]
    assert traced.final == board_rows(worker.board.colour, game.size)
    if traced.winner is None:
        assert traced.ended_by == "move limit"
    else:
        assert traced.score == playout.lead - game.komi
        assert traced.ended_by == ("mercy" if playout.is_mercy else "two passes")
    return traced


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    [
        "policy=default",
        "policy=lgr1,preset=orego",
        "policy=lgrf1,opening=no",
        "policy=lgrf1-nd,mercy=no,refuse=0",
        "policy=lgr2,virtual_loss=1,win_stay=no",
        "policy=lgrf2,counting=yes",
        "policy=lgrf2,escape=0.5,pattern=0.4,capture=0.3,refuse=0.5",
        "policy=lgrf3,exploration=0.5",
        "policy=softmax1,expand=1",
        "policy=cmc,contextual=0.7",
        "policy=past,temperature=0.5",
    ],
)
def test_a_traced_playout_is_the_one_that_the_search_makes(text, size) -> None:
    searcher, game = searched(text, size)
    for seed in SEEDS:
        assert_is_compiled_playout(searcher, game, seed)


@pytest.mark.parametrize("size", [2, 3])
def test_while_a_tree_grows_so_deep_that_positions_repeat_the_trace_keeps_to_superko(size) -> None:
    game = Game(size, komi=0.5)
    searcher = MctsPlayer(memory_mb=4).searcher_for(game)
    searcher.think(game, playouts=2)
    for seed in range(3 if config.DISABLE_JIT else 150):
        assert_is_compiled_playout(searcher, game, seed)


@pytest.mark.skipif(config.DISABLE_JIT, reason="19x19 is slow when it is interpreted")
@pytest.mark.parametrize("use", ["bias-bias", "prune-prune"])
def test_book_moves_are_traced_on_the_board_that_has_a_book(use) -> None:
    searcher, game = searched(f"book={use}", 19, "Q16 D4")
    rules = {
        move.rule for seed in range(3) for move in assert_is_compiled_playout(searcher, game, seed).moves
    }
    assert {
        "tree",
        "book",
        "reply to two",
        "reply to one",
        "escape",
        "pattern",
        "capture",
        "any",
        "pass",
    } == rules


def test_a_position_without_a_tree_is_played_out_by_rules_alone() -> None:
    searcher, game = searched("policy=lgrf2", 5)
    game.play("B2")
    game.play("A5")
    traced = trace_playout(searcher, game, 1)
    assert "tree" not in {move.rule for move in traced.moves}
    assert traced.start == board_rows(game.board.colour, 5)


def test_tracing_leaves_search_and_tables_as_they_are() -> None:
    searcher, game = searched("policy=lgrf2,counting=yes,virtual_loss=2", 5)
    tree, memory = searcher.tree, searcher.memory
    before = [array.tobytes() for array in tree], memory.replies.tobytes(), memory.counts.tobytes()
    for seed in SEEDS:
        trace_playout(searcher, game, seed)
    assert before == ([array.tobytes() for array in tree], memory.replies.tobytes(), memory.counts.tobytes())


@pytest.mark.parametrize("policy", ["lgrf1", "lgrf2"])
def test_replies_and_captures_are_what_their_names_say(policy) -> None:
    size = SIZES[-1]
    searcher, game = searched(f"policy={policy}", size)
    replies, seen = searcher.memory.replies[0], set()
    for seed in range(2 * len(SEEDS)):
        at, line = game.copy(), [move for _, move in game.moves]
        for move in trace_playout(searcher, game, seed).moves:
            point, colour = parse_vertex(move.vertex, size), at.to_play
            if move.rule == "reply to two":
                assert replies.to_two[colour, line[-2], line[-1]] == point
            if move.rule == "reply to one":
                assert replies.to_one[colour, line[-1]] == point
                assert policy == "lgrf1" or replies.to_two[colour, line[-2], line[-1]] != point
            if move.rule == "capture":
                assert move.captured
            if move.rule == "pass":
                assert move.vertex == "pass"
            before = int(at.board.prisoners[colour])
            if not at.is_legal(point):
                break  # playouts know no superko
            at.play(point)
            assert len(move.captured) == at.board.prisoners[colour] - before
            assert all(at.board.colour[parse_vertex(stone, size)] == 0 for stone in move.captured)
            line.append(point)
            seen.add(move.rule)
    assert {"tree", "reply to one", "any"} <= seen
    assert ("reply to two" in seen) == (policy == "lgrf2")


def test_a_rule_that_is_never_asked_chooses_nothing() -> None:
    searcher, game = searched("policy=default,escape=0,pattern=0,capture=0", 5)
    rules = {move.rule for seed in SEEDS for move in trace_playout(searcher, game, seed).moves}
    assert rules <= {"tree", "any", "pass"}


def test_a_playout_of_too_many_moves_is_won_by_nobody(monkeypatch) -> None:
    monkeypatch.setattr(tengen.web.inspect.playout, "MOVE_LIMIT_PER_POINT", 0.2)
    searcher, game = searched("policy=default", 5)
    traced = trace_playout(searcher, game, 1)
    assert len(traced.moves) == 5
    assert (traced.winner, traced.ended_by) == (None, "move limit")
