"""The tree as the page shows it: counts that add up, nodes by their moves, the most visited branches."""

import pytest
from numba import config

from tengen import Game
from tengen.core.errors import GoError
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import PASS
from tengen.mcts.searcher import Searcher
from tengen.players.mcts_player import MctsPlayer
from tengen.web.inspect.tree import ROOT, branches, candidate_rows, tree_view
from tengen.web.messages.search import Branch

N_PLAYOUTS = 15 if config.DISABLE_JIT else 150


def searched(game: Game, playouts: int = N_PLAYOUTS, **settings: object) -> Searcher:
    """A searcher that has thought about a game."""
    player = MctsPlayer(memory_mb=2, seed=3, **settings)
    player.analyse(game, playouts=playouts)
    assert player.searcher is not None
    return player.searcher


def all_nodes(searcher: Searcher, game: Game, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], int]:
    """The visits of every move of the tree by the moves that lead there, found by asking node after node.

    Wherever one comes by, also by an order of moves in which the node was not made, they must add up.
    """
    try:
        view = tree_view(searcher, game, list(path))
    except GoError:
        return {}
    assert sum(row.visits for row in view.rows) == view.visits
    found = {(*path, row.vertex): row.visits for row in view.rows if row.visits}
    for way in list(found):
        if way[-2:] != ("pass", "pass"):
            found.update(all_nodes(searcher, game, way))
    return found


def drawn(branch: Branch, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], int]:
    """The same from a picture."""
    found = {}
    for child in branch.children:
        found[(*path, child.vertex)] = child.visits
        found.update(drawn(child, (*path, child.vertex)))
    return found


def test_the_rows_of_the_root_are_what_the_search_tells() -> None:
    game = Game(5)
    searcher = searched(game)
    rows, told = candidate_rows(searcher, game), searcher.root.candidates()
    assert sum(row.visits for row in rows) == N_PLAYOUTS
    assert [(row.vertex, row.visits, row.win_rate, row.lower_bound, row.prior) for row in rows] == [
        (format_vertex(one.move, 5), one.visits, one.win_rate, one.lower_bound, one.prior) for one in told
    ]
    lines = [searcher.root.line(one.move) for one in told]
    assert [row.line for row in rows] == [[format_vertex(move, 5) for move in line] for line in lines]
    assert candidate_rows(searcher, Game(5, komi=0.5)) == rows  # the position counts
    game.play("A1")
    game.play("A2")
    assert candidate_rows(MctsPlayer(memory_mb=1).searcher_for(game), game) == []


@pytest.mark.parametrize("settings", [{}, {"preset": "orego", "prior": 20.0, "learned": 0.0}])
def test_rave_counts_are_those_of_all_playouts_in_which_the_colour_came_first(settings) -> None:
    game = Game(5)
    player = MctsPlayer(memory_mb=2, **settings)
    searcher = player.searcher_for(game)
    expected: dict[str, list[int]] = {}
    for _ in range(N_PLAYOUTS):
        searcher.think(game, playouts=1)
        playout = searcher.threads[0].worker.playout
        moves = playout.moves[: playout.n_moves].tolist()
        for index, move in enumerate(moves):
            if move != PASS and move not in moves[:index] and index % 2 == 0 and playout.winner:
                counts = expected.setdefault(format_vertex(move, 5), [0, 0])
                counts[0] += 1
                counts[1] += playout.winner == game.to_play
    for row in candidate_rows(searcher, game):
        visits, wins = expected.get(row.vertex, [0, 0])
        assert row.rave_visits == visits
        assert row.rave == (pytest.approx(wins / visits) if visits else None)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"preset": "orego", "prior": 20.0, "learned": 0.0},
        {"prior_net": "small", "prior_at": 4, "value_weight": 5.0},
    ],
    ids=["learned priors", "playout priors", "advice"],
)
def test_below_the_root_the_moves_of_a_node_have_its_playouts_whatever_priors_it_began_with(settings) -> None:
    if config.DISABLE_JIT and "prior_net" in settings:
        pytest.skip("a net is slow when it is interpreted")
    game = Game(5)
    game.play("C3")
    searcher = searched(game, **settings)
    path: list[str] = []
    while True:
        view = tree_view(searcher, game, path)
        assert sum(row.visits for row in view.rows) == view.visits
        assert all(0 <= row.win_rate <= 1 for row in view.rows)
        path.append(max(view.rows, key=lambda row: row.visits).vertex)
        try:
            tree_view(searcher, game, path)
        except GoError:
            break
    assert len(path) >= (1 if config.DISABLE_JIT else 3)


def test_a_node_is_shown_with_its_board_and_seen_by_the_colour_to_play() -> None:
    game = Game(5)
    game.play("C3")
    searcher = searched(game)
    best = candidate_rows(searcher, game)[0]
    view = tree_view(searcher, game, [best.vertex.lower()])
    assert view.path == [best.vertex]
    after = game.copy()
    after.play(best.vertex)
    assert "".join(view.board).count("O") == 1
    column, row = parse_vertex(best.vertex, 5) % 20 - 1, parse_vertex(best.vertex, 5) // 20 - 1
    assert view.board[row][column] == "O"
    assert view.board[2][2] == "X"
    assert len(game.moves) == 1  # the game itself stays where it is


def test_a_step_that_is_not_in_the_tree_is_named() -> None:
    game = Game(5)
    searcher = searched(game)
    best = candidate_rows(searcher, game)[0].vertex
    with pytest.raises(GoError, match="move 1 of the path, A1, has no node in the search tree"):
        tree_view(searcher, game, ["A1"])
    with pytest.raises(GoError, match=f"move 2 of the path, {best}, may not be played there"):
        tree_view(searcher, game, [best, best])
    with pytest.raises(GoError, match="Z9"):
        tree_view(searcher, game, ["Z9"])
    with pytest.raises(GoError, match="has not looked at this position"):
        tree_view(MctsPlayer(memory_mb=1).searcher_for(game), game, [])


def test_the_whole_tree_is_drawn_when_there_is_room() -> None:
    game = Game(5)
    game.play("C3")
    searcher = searched(game)
    picture = branches(searcher, game, most=10**6)
    assert drawn(picture) == all_nodes(searcher, game)
    assert picture.vertex == ROOT
    assert picture.visits == searcher.root.visits == sum(child.visits for child in picture.children)
    assert picture.win_rate == pytest.approx(1 - searcher.root.win_rate)
    rates = {row.vertex: row.win_rate for row in candidate_rows(searcher, game)}
    assert all(child.win_rate == rates[child.vertex] for child in picture.children)


def test_with_less_room_the_most_visited_are_drawn_first() -> None:
    game = Game(5)
    searcher = searched(game)
    known = all_nodes(searcher, game)
    most = min(25, len(known))
    shown = {()}
    while len(shown) < most:
        shown.add(
            max((way for way in known if way[:-1] in shown and way not in shown), key=known.__getitem__)
        )
    picture = drawn(branches(searcher, game, most=most))
    assert len(picture) == most - 1  # the root is one of them
    assert sorted(picture.values()) == sorted(known[way] for way in shown if way)
    assert all(picture[way] == known[way] for way in picture)


def test_nothing_is_drawn_of_a_position_that_was_not_searched() -> None:
    game = Game(5)
    empty = branches(MctsPlayer(memory_mb=1).searcher_for(game), game)
    assert (empty.visits, empty.children) == (0, [])


def test_a_tree_may_be_looked_at_while_threads_write_it() -> None:
    game, player, looks = Game(5), MctsPlayer(memory_mb=4, threads=2), []

    def look(_analysis: object) -> None:
        assert player.searcher is not None
        rows = candidate_rows(player.searcher, game)
        picture = branches(player.searcher, game, most=30)
        assert all(0 <= row.win_rate <= 1 and row.visits >= 0 for row in rows)
        assert all(visits > 0 for visits in drawn(picture).values())
        looks.append(sum(row.visits for row in rows))

    player.analyse(game, look, every=0.01, playouts=10 * N_PLAYOUTS)
    assert looks[-1] > 9 * N_PLAYOUTS  # threads may lose a count
