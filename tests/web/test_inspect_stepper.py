"""A lesson tells what the real search did: each step against counts and tables kept by hand."""

import pytest
from numba import config

from tengen import Game
from tengen.core.errors import GoError
from tengen.core.notation import format_vertex
from tengen.mcts.searcher import Searcher
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player
from tengen.web.inspect.stepper import SearchStepper
from tengen.web.messages.search import Branch, StepDone
from tests.reference import playout_rules as naive

N_STEPS = 6 if config.DISABLE_JIT else 20
SIGNS = {"black": "X", "white": "O", None: "."}
PLAYERS = ["mcts", "mcts:policy=lgr1,preset=orego", "mcts:policy=lgrf1,expand=1,win_stay=no"]


def begun(size: int = 5) -> Game:
    game = Game(size)
    for move in ("C3", "pass"):
        game.play(move)
    return game


def last_playout(searcher: Searcher) -> list[str]:
    """The moves that the compiled search has just made."""
    playout = searcher.threads[0].worker.playout
    return [format_vertex(int(move), int(searcher.root.size)) for move in playout.moves[: playout.n_moves]]


@pytest.mark.parametrize("player", PLAYERS)
def test_each_step_tells_the_playout_that_the_search_made(player) -> None:
    lesson = SearchStepper(begun(), player)
    for number in range(1, N_STEPS + 1):
        done = lesson.step(1)
        assert done.number == number
        assert [move.vertex for move in done.playout.moves] == last_playout(lesson._searcher)
        rules = [move.rule for move in done.playout.moves]
        assert rules[: len(done.selected)] == ["tree"] * len(done.selected)
        assert "tree" not in rules[len(done.selected) :]
        assert [move.vertex for move in done.playout.moves][: len(done.selected)] == done.selected


@pytest.mark.skipif(config.DISABLE_JIT, reason="a net is slow when it is interpreted")
def test_a_playout_that_waits_for_advice_is_told_as_it_was_made_afterwards() -> None:
    lesson = SearchStepper(begun(), "mcts:prior_net=small,prior_at=2,value_weight=10")
    for number in range(1, 31):
        done = lesson.step(1)
        assert done.number == number == done.tree.visits
        assert [move.vertex for move in done.playout.moves] == last_playout(lesson._searcher)


def test_a_lesson_is_the_search_of_its_player_step_by_step() -> None:
    text, game = "mcts:seed=5,memory_mb=32", begun()
    lesson = SearchStepper(game, text)
    lesson.step(N_STEPS // 2)
    done = lesson.step(N_STEPS - N_STEPS // 2)
    player = make_player(text)
    assert isinstance(player, MctsPlayer)
    searcher = player.searcher_for(game)
    searcher.think(game, playouts=N_STEPS)
    assert done.number == done.tree.visits == N_STEPS
    assert last_playout(lesson._searcher) == last_playout(searcher)
    assert lesson._searcher.tree.stats.tobytes() == searcher.tree.stats.tobytes()


def learned(tables: tuple[dict, dict], game: Game, done: StepDone, *, forget: bool) -> None:
    """Let plain dictionaries learn a step's playout."""
    moves = [None if move.vertex == "pass" else move.vertex for move in done.playout.moves]
    line = ["start", "start", *(None if move == 0 else format_vertex(move, 5) for _, move in game.moves)]
    colour, winner = SIGNS[done.playout.moves[0].colour], SIGNS[done.playout.winner]
    naive.learn(*tables, moves, colour, winner, *line[-2:], forget)


@pytest.mark.parametrize("player", PLAYERS)
def test_what_the_tables_learn_and_forget_is_what_plain_dictionaries_do(player) -> None:
    game, lesson, tables = begun(), SearchStepper(begun(), player), ({}, {})
    with_two, forget = player == "mcts", "lgr1," not in player
    n_forgotten = 0
    for _ in range(N_STEPS):
        before = [dict(table) for table in tables]
        done = lesson.step(1)
        if done.playout.winner:
            learned(tables, game, done, forget=forget)
        expected = {}
        for then, now in list(zip(before, tables))[: 2 if with_two else 1]:
            for context in then.keys() | now.keys():
                if then.get(context) != now.get(context):
                    expected[context] = then.get(context), now.get(context)
        told = {
            (SIGNS[row.colour], *([row.before] if row.before else []), row.previous): (row.old, row.new)
            for row in done.replies
        }
        assert {
            tuple("pass" if one is None else one for one in key): new for key, new in expected.items()
        } == told
        n_forgotten += sum(row.new is None for row in done.replies)
    assert (n_forgotten > 0) == forget


@pytest.mark.parametrize("player", PLAYERS)
def test_counts_on_the_way_are_those_of_all_steps_so_far(player) -> None:
    game, lesson = begun(), SearchStepper(begun(), player)
    counts: dict[tuple[str, int, str], list[int]] = {}
    n_expanded = 0
    for _ in range(N_STEPS):
        done, at = lesson.step(1), game.copy()
        assert len(done.selected) <= len(done.backed_up) <= len(done.selected) + 1
        for told, move in zip(done.backed_up, done.playout.moves):
            runs = counts.setdefault(
                (at.diagram().replace("(", " ").replace(")", " "), at.to_play, move.vertex), [0, 0]
            )
            runs[0] += 1
            runs[1] += move.colour == done.playout.winner
            assert (told.vertex, told.visits, told.children) == (move.vertex, runs[0], [])
            assert told.win_rate == pytest.approx((runs[1] + 1) / (runs[0] + 2))
            if told is not done.backed_up[-1]:
                at.play(move.vertex)
        if done.expanded is not None:
            assert done.expanded == done.selected
            n_expanded += 1
    n_nodes = int(lesson._searcher.tree.nodes["is_used"].sum())
    assert n_expanded == n_nodes - 1  # the root was there
    assert n_expanded > 0


def n_branches(branch: Branch) -> int:
    return 1 + sum(n_branches(child) for child in branch.children)


def test_the_picture_of_the_tree_grows_up_to_its_limit() -> None:
    lesson = SearchStepper(begun(), "mcts:expand=1")
    first = lesson.step(1).tree
    assert [child.visits for child in first.children] == [1]
    if not config.DISABLE_JIT:
        assert n_branches(lesson.step(200).tree) == 60


def test_only_a_tree_search_gives_lessons() -> None:
    with pytest.raises(GoError, match="a lesson needs a player that searches a tree, mcts, and not random"):
        SearchStepper(Game(5), "random")
    with pytest.raises(GoError, match="unknown setting 'speed'"):
        SearchStepper(Game(5), "mcts:speed=9")


def test_many_threads_and_much_memory_are_not_for_lessons() -> None:
    lesson = SearchStepper(Game(5), "mcts:threads=4,memory_mb=4000")
    assert len(lesson._searcher.threads) == 1
    assert lesson._searcher.tree.stats.nbytes < 100_000_000
