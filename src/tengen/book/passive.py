"""Passive use of a book: the most frequent move instead of a search (Mullins & Drake's combined book).

Baier & Winands (2011), section 6.2: the whole board first, then the corner of the last move, then the other
corners in random order.
"""

import random

from tengen.book.explain import BookMove, book_moves
from tengen.book.hashes import N_CORNERS
from tengen.book.store import Book
from tengen.core.game import Game
from tengen.core.points import NO_MOVE


def passive_move(book: Book, game: Game, rng: random.Random) -> BookMove | None:
    """The move to play without thinking, or None if the books know no legal one.

    Among equally frequent moves of a board or corner the choice is random, so that not every game begins
    in the same corner. The middle lines lie in two corners, and a last move there leads to both.
    """
    known = book_moves(book, game)
    for part in _parts(book, game, rng):
        moves = [move for move in known if move.corner == part]
        if moves:
            most = max(move.times for move in moves)
            return rng.choice([move for move in moves if move.times == most])
    return None


def _parts(book: Book, game: Game, rng: random.Random) -> list[int | None]:
    """In which order the whole board (None) and the corners are asked."""
    last = game.last_move
    mask = int(book.geometry.corners[last]) if last is not None and last > NO_MOVE else 0
    near = [corner for corner in range(N_CORNERS) if mask >> corner & 1]
    others = [corner for corner in range(N_CORNERS) if corner not in near]
    rng.shuffle(others)
    return [None, *near, *others]
