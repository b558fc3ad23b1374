"""Passive use of a book: the most frequent move instead of a search (Mullins & Drake's combined book).

Baier & Winands (2011), section 6.2: the whole board first, then the corner of the last move, then the other
corners in random order.

A player's opening book, and how it is used, as one word: `none`, `passive`, or TREE-SIMULATIONS.

The words are those of Baier & Winands (2011): `bias-default` biases the tree and leaves simulations as
they are. Tree and simulations can each be left alone (`default`), pruned to book moves or biased
towards them; all eight combinations that do anything are here.
"""

import random
from pathlib import Path

from tengen.book.book_file import SHIPPED, Book, load_book, shipped_book
from tengen.book.cursor_jit import NO_BOOK, CompiledBook, compile_book
from tengen.book.hashes_jit import N_CORNERS
from tengen.book.query import CORNER_NAMES, BookMove, book_moves
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import NO_MOVE


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


_NONE, _PASSIVE = "none", "passive"


# --- As a player's setting ------------------------------------------------------------------------


_HOW = ("default", "prune", "bias")
_ACTIVE = {
    f"{tree}-{simulations}": (tree, simulations) for tree in _HOW for simulations in _HOW
    if (tree, simulations) != ("default", "default")
}  # fmt: skip
BOOK_USES = (_NONE, _PASSIVE, *_ACTIVE)


class PlayerBook:
    """The book of a file, or the shipped ones, read when they are first needed."""

    def __init__(self, use: str, file: str | None) -> None:
        """How a book is used, and its file; GoError if that is no book."""
        self.tree, self.simulations = _ACTIVE.get(use, ("default", "default"))
        self._use = use
        self._book = load_book(Path(file)) if file is not None else None

    def moves(self, game: Game) -> list[BookMove]:
        """The moves that the book knows here; none if it is not used or for another board."""
        book = self._of(game.size)
        return book_moves(book, game) if book is not None else []

    def passive_move(self, game: Game, seed: int) -> BookMove | None:
        """The move to play without a search, if that is how the book is used and it knows one."""
        book = self._of(game.size)
        if self._use != _PASSIVE or book is None:
            return None
        return passive_move(book, game, random.Random(f"{seed} {len(game.moves)}"))

    def opened(self, size: int) -> CompiledBook:
        """What the search takes."""
        book = self._of(size) if self._use in _ACTIVE else None
        return compile_book(book) if book is not None else NO_BOOK

    def _of(self, size: int) -> Book | None:
        """The book if it is used and for boards of this size."""
        if self._use == _NONE:
            return None
        if self._book is None:
            return shipped_book(size) if size in SHIPPED else None
        return self._book if self._book.settings.size == size else None


def describe_book_move(move: BookMove, size: int) -> str:
    """A book move in words."""
    where = "whole board" if move.corner is None else f"{CORNER_NAMES[move.corner]} corner"
    return f"{format_vertex(move.point, size)} ({where}, {move.times} of {move.seen})"
