"""A player's opening book, and how it is used, as one word: `none`, `passive`, or TREE-SIMULATIONS.

The words are those of Baier & Winands (2011): `bias-default` biases the tree and leaves simulations as
they are. Tree and simulations can each be left alone (`default`), pruned to book moves or biased
towards them; all eight combinations that do anything are here.
"""

import random
from pathlib import Path

from tengen.book.explain import CORNER_NAMES, BookMove, book_moves
from tengen.book.open_book import NO_BOOK, OpenBook, open_book
from tengen.book.passive import passive_move
from tengen.book.store import SHIPPED, Book, load_book, shipped_book
from tengen.core.game import Game
from tengen.core.vertex import format_vertex

_NONE, _PASSIVE = "none", "passive"
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

    def opened(self, size: int) -> OpenBook:
        """What the search takes."""
        book = self._of(size) if self._use in _ACTIVE else None
        return open_book(book) if book is not None else NO_BOOK

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
