"""Book moves in playouts: legal and feasible, each with the same chance, and as often as asked for."""

from collections import Counter

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.book.cursor_jit import compile_book, find_book_moves, select_book
from tengen.book.hashes_jit import hash_position
from tengen.core.random_jit import rng_state
from tests.book.small_book import GAMES, SIZE, naive_book, small_book
from tests.book.test_cursor import new_bookmark
from tests.core.positions import to_pair, to_point
from tests.playout.recorded import boards_of, recorded_search
from tests.reference.board import NaiveBoard
from tests.reference.reply_policies import is_playable

N_DRAWS = 60 if config.DISABLE_JIT else 2000
N_PLAYOUTS = 6 if config.DISABLE_JIT else 120


def place(game):
    """A book, and a bookmark at the position of a game."""
    book, bookmark = compile_book(small_book()), new_bookmark()
    hash_position(game.board.colour, book.geometry.words, bookmark.hashes)
    bookmark.number = len(game.moves)
    return book, bookmark


def playable(board, colour, number, opening=True):
    """The known moves that a playout may make: point -> weight."""
    known = naive_book().known_moves(board, colour, number)
    return {point: weight for point, weight in known.items() if is_playable(board, point, colour, opening)}


@pytest.mark.parametrize("opening", [True, False])
def test_only_moves_that_may_be_played_are_found(opening):
    n_left_out = 0
    for moves, _ in GAMES[:3]:
        game, board, colour = Game(SIZE), NaiveBoard.empty(SIZE), "X"
        for number, move in enumerate(moves[:14]):
            book, bookmark = place(game)
            n_found = find_book_moves(game.board, book, bookmark, opening)
            found = [to_pair(point) for point in bookmark.points[:n_found].tolist()]
            expected = playable(board, colour, number, opening)
            assert dict(zip(found, bookmark.weights[:n_found].tolist())) == pytest.approx(expected)
            n_left_out += len(naive_book().known_moves(board, colour, number)) - len(expected)
            game.play(to_point(move))
            board, colour = board.play(colour, move), "O" if colour == "X" else "X"
    assert n_left_out > 0 or not opening


def test_every_known_move_has_the_same_chance():
    game, (book, bookmark), state = Game(SIZE), place(Game(SIZE)), rng_state(4)
    expected = playable(NaiveBoard.empty(SIZE), "X", 0, opening=False)
    draws = Counter(
        to_pair(int(select_book(game.board, book, bookmark, False, state))) for _ in range(N_DRAWS)
    )
    assert set(draws) <= set(expected)
    if not config.DISABLE_JIT:
        assert set(draws) == set(expected)
        spread = np.sqrt(N_DRAWS / len(expected))
        assert max(draws.values()) - min(draws.values()) < 8 * spread


def book_shares(chance):
    """How many moves playouts made where the book knew one, and the share that are book moves."""
    _, playouts = recorded_search("default", SIZE, N_PLAYOUTS, opened=compile_book(small_book()), book=chance)
    n_known = n_followed = 0
    for one in playouts:
        for index, (board, colour, _, _, _, move) in enumerate(boards_of(one)):
            if index < one.n_tree_moves:
                continue
            if expected := playable(board, colour, one.number + index):
                n_known += 1
                n_followed += move in expected
            elif one.number + index >= 14:
                break
    return n_known, n_followed / n_known


def test_pruned_playouts_make_book_moves_only_where_there_are_any():
    n_known, share = book_shares(1.0)
    assert n_known > N_PLAYOUTS
    assert share == 1.0


@pytest.mark.skipif(config.DISABLE_JIT, reason="too few playouts to see a share")
def test_biased_playouts_make_them_more_often_than_others():
    shares = [book_shares(chance)[1] for chance in (0.0, 0.5, 0.9)]
    assert shares[0] < 0.5 < shares[1] < 0.95 < 0.999 > shares[2] > shares[1]
