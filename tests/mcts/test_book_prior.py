"""Opening books in the tree: virtual wins, or nothing but book moves, against dictionaries."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.book.cursor_jit import compile_book
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NO_NODE, RAVE_RUNS, RUNS, UNTRIED, WINS
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.book.small_book import GAMES, SIZE, naive_book, small_book
from tests.book.test_book_rule import playable
from tests.core.positions import to_point
from tests.playout.recorded import boards_of, recorded_search
from tests.reference.board import NaiveBoard

N_PLAYOUTS = 12 if config.DISABLE_JIT else 150


def searcher_with(**search):
    parameters, search = new_parameters("default"), new_search_parameters(prior=0, **search)
    return Searcher(SIZE, parameters, search, memory_mb=1, book=compile_book(small_book()))


def positions():
    """A game after each of its first moves, for the compiled board and the naive one."""
    game, board, colour = Game(SIZE), NaiveBoard.empty(SIZE), "X"
    for number, move in enumerate(GAMES[1][0][:14]):
        yield game, playable(board, colour, number)
        game.play(to_point(move))
        board, colour = board.play(colour, move), "O" if colour == "X" else "X"


def changes(searcher, game):
    """What the book changes in the root of a fresh tree: runs and wins by point of the board."""
    plain = Searcher(SIZE, searcher.parameters, new_search_parameters(prior=0), memory_mb=1)
    for one in (searcher, plain):
        one.clear()
        one.set_root(game)
    stats, before = searcher.tree.stats[searcher.root_node], plain.tree.stats[plain.root_node]
    assert (stats[RAVE_RUNS:] == before[RAVE_RUNS:]).all()
    with np.errstate(invalid="ignore"):
        return stats[RUNS] - before[RUNS], stats[WINS] - before[WINS], before[WINS]


def entry_of(point):
    return 1 + point[0] * SIZE + point[1]


@pytest.mark.parametrize("by_frequency", [False, True])
def test_book_moves_get_virtual_wins(by_frequency):
    book_by = "frequency" if by_frequency else "uniform"
    searcher, n_weights = searcher_with(book_wins=40.0, book_by=book_by), set()
    for game, known in positions():
        runs, wins, before = changes(searcher, game)
        expected = np.zeros(len(runs))
        for point, weight in known.items():
            expected[entry_of(point)] = 40 * weight if by_frequency else 40
            n_weights.add(round(weight, 3))
        assert runs == pytest.approx(expected, rel=1e-5)
        finite = np.isfinite(before)
        assert wins[finite] == pytest.approx(expected[finite], rel=1e-5)
    assert len(n_weights) > 1


def test_likely_book_moves_get_virtual_wins_by_the_root_of_their_chance():
    searcher, board, seen = searcher_with(book_wins=100.0, book_by="likelihood"), NaiveBoard.empty(SIZE), []
    for number, ((game, known), move) in enumerate(zip(positions(), GAMES[1][0])):
        runs, _, _ = changes(searcher, game)
        chances = naive_book().chances(board, "XO"[number % 2], number)
        expected = np.zeros(len(runs))
        for point in known:
            expected[entry_of(point)] = 100 * np.sqrt(chances[point])
            seen.append(chances[point] > 0)
        assert runs == pytest.approx(expected, rel=1e-5)
        board = board.play("XO"[number % 2], move)
    assert min(seen.count(True), seen.count(False)) > 2


def test_pruning_leaves_book_moves_only_where_there_are_any():
    searcher, n_pruned = searcher_with(book_prune=True), 0
    for game, known in positions():
        searcher.clear()
        searcher.set_root(game)
        left = set(np.flatnonzero(np.isfinite(searcher.tree.stats[searcher.root_node, WINS])).tolist())
        if known:
            assert left == {entry_of(point) for point in known}
            n_pruned += 1
        else:
            assert 0 in left
            assert len(left) > 20
    assert n_pruned > 5


def test_a_pruned_search_tries_nothing_else_in_any_node():
    search = new_search_parameters(book_prune=True)
    _, playouts = recorded_search(
        "lgrf2", SIZE, N_PLAYOUTS, search=search, opened=compile_book(small_book()), opening=False
    )
    n_known = 0
    for one in playouts:
        for index, (board, colour, _, _, _, move) in enumerate(boards_of(one)):
            if index == one.n_tree_moves:
                break
            if known := playable(board, colour, one.number + index, opening=False):
                assert move in known
                n_known += 1
    assert n_known > N_PLAYOUTS


def test_what_the_book_adds_is_not_counted_as_playouts():
    searcher = searcher_with(book_wins=40.0)
    searcher.think(Game(SIZE, komi=0.5), playouts=20)
    assert searcher.root.visits == 20
    assert sum(candidate.visits for candidate in searcher.root.candidates()) == 20
    assert max(candidate.prior for candidate in searcher.root.candidates()) > 0


def test_a_book_move_gets_its_node_by_playouts_and_not_by_virtual_wins():
    searcher = searcher_with(book_wins=40.0)
    game, known = next((game.copy(), known) for game, known in positions() if len(known) > 1)
    searcher.think(game, playouts=1)
    children = searcher.tree.children[searcher.root_node]
    entries = [entry_of(point) for point in known]
    assert sorted(children[entries]) == [UNTRIED] * (len(known) - 1) + [NO_NODE]
    searcher.think(game, playouts=2 * len(known))
    assert max(children[entries]) > NO_NODE
