"""Moves without a search: the whole board first, the corner of the last move, then any other."""

import random

from numba import config

from tengen import Game
from tengen.book.book_file import shipped_book
from tengen.book.usage import passive_move
from tests.book.small_book import GAMES, SIZE, naive_book, small_book
from tests.core.positions import to_pair, to_point
from tests.reference.board import NaiveBoard
from tests.reference.opening_book import CORNERS

LINES = 4  # of a corner of the small book


def corners_of(point):
    """The corners that a point of the small board lies in, by hand."""
    row, column = point
    rows = [word for word, is_there in (("top", row < LINES), ("bottom", row >= SIZE - LINES)) if is_there]
    columns = [
        word for word, is_there in (("left", column < LINES), ("right", column >= SIZE - LINES)) if is_there
    ]
    return {f"{one} {other}" for one in rows for other in columns}


def allowed(board, colour, last):
    """The moves that may be played passively, from dictionaries."""
    whole = naive_book().on_board(board, colour) if len(board.moves) < 8 else {}
    near = corners_of(last) if last else set()
    answers = {corner: naive_book().in_corner(board, colour, corner) for corner in CORNERS}
    groups = [[whole], [answers[one] for one in near], [answers[one] for one in CORNERS if one not in near]]
    for group in groups:
        legal = [{p: n for p, n in part.items() if board.is_legal(colour, p)} for part in group]
        if any(legal):
            return {point for part in legal for point, n in part.items() if n == max(part.values())}
    return set()


def test_the_order_of_the_combined_book():
    n_from_corners = 0
    for moves, _ in GAMES[: 2 if config.DISABLE_JIT else 8]:
        game, board, colour, last = Game(SIZE), NaiveBoard.empty(SIZE), "X", None
        for move in moves[:13]:
            expected = allowed(board, colour, last)
            chosen = {
                found and to_pair(found.point)
                for seed in range(12)
                for found in [passive_move(small_book(), game, random.Random(seed))]
            }
            assert chosen <= expected if expected else chosen == {None}
            n_from_corners += bool(expected) and not naive_book().on_board(board, colour)
            game.play(to_point(move))
            board, colour, last = board.play(colour, move), "O" if colour == "X" else "X", move
    assert n_from_corners > 3


def test_equally_frequent_moves_have_the_same_chance():
    """On the empty board the most frequent move is one and its images."""
    found = [passive_move(shipped_book(19), Game(19), random.Random(seed)) for seed in range(40)]
    assert len({move.times for move in found}) == 1
    assert len({move.point for move in found}) == 4
    assert passive_move(shipped_book(19), Game(19), random.Random(3)) == found[3]
