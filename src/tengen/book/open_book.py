"""A book as a search asks it: both tables, and a bookmark that goes along with the game.

A bookmark keeps the hashes of the position on the board (book/hashes.py) and its number of moves, so that
a look-up costs the same wherever it is made. It holds the moves known there, too: those of the whole board
and of the four corners together, each move once. The weight of a move is its count as a share of that
of the most frequent move of the same board or corner; of a move known twice the larger one counts.
"""

from typing import NamedTuple

import numpy as np

from tengen.book.hashes import N_CORNERS, N_HASHES, Geometry, note_move
from tengen.book.lookup import board_moves, corner_moves
from tengen.book.store import Book
from tengen.book.table import BookTable, book_table
from tengen.core.jit import jit, jit_inline
from tengen.core.points import MAX_AREA, PASS

BOOKMARK = np.dtype(
    [
        ("hashes", np.uint64, N_HASHES),
        ("number", np.int64),  # moves of the game up to the position
        ("points", np.uint16, MAX_AREA),  # the moves known there
        ("weights", np.float32, MAX_AREA),
        ("found", np.uint16, MAX_AREA),  # scratch: what one board or corner answers
        ("counts", np.uint32, MAX_AREA),
    ],
    align=True,
)


class OpenBook(NamedTuple):
    """What compiled code takes; a depth is the number of moves before which a book is asked."""

    fuseki: BookTable
    joseki: BookTable
    geometry: Geometry
    fuseki_depth: int
    joseki_depth: int


def open_book(book: Book) -> OpenBook:
    """A book for compiled code."""
    depths = book.settings.fuseki_depth, book.settings.joseki_depth
    return OpenBook(book.fuseki, book.joseki, book.geometry, *depths)


def _empty_table() -> BookTable:
    none = np.zeros(0, np.int64)
    return book_table(
        none.astype(np.uint64), none.astype(np.uint32), none.astype(np.uint8), none,
        none.astype(np.uint16), none.astype(np.uint32),
    )  # fmt: skip


_NO_GEOMETRY = Geometry(
    np.zeros((3, 1, N_HASHES), np.uint64), np.zeros((8, 1), np.uint16), np.zeros(1, np.uint8)
)
NO_BOOK = OpenBook(_empty_table(), _empty_table(), _NO_GEOMETRY, 0, 0)  # is never asked


@jit_inline
def place_bookmark(bookmark, hashes, number):
    """Go to a position by its hashes, (N_HASHES,) uint64, and its number of moves."""
    for index in range(N_HASHES):
        bookmark.hashes[index] = hashes[index]
    bookmark.number = number


@jit_inline
def is_within(book, bookmark):
    """Whether the position is one that a book may know."""
    return (bookmark.number < book.fuseki_depth) | (bookmark.number < book.joseki_depth)


@jit_inline
def turn_page(book, bookmark, board, move, colour):
    """A move is about to be played: the bookmark follows as long as the book may be asked; no suicide."""
    if is_within(book, bookmark):
        if move != PASS:
            note_move(board, np.uint32(move), colour, book.geometry.words, bookmark.hashes)
        bookmark.number += 1


@jit
def find_known_moves(book, bookmark, to_play):
    """Write the moves known for the position and their weights into the bookmark; returns how many."""
    n_known = 0
    if bookmark.number < book.fuseki_depth:
        n_found = board_moves(
            book.fuseki, book.geometry, bookmark.hashes, to_play, bookmark.found, bookmark.counts
        )
        n_known = _add_found(bookmark, n_known, n_found)
    if bookmark.number < book.joseki_depth:
        for corner in range(N_CORNERS):
            n_found = corner_moves(
                book.joseki, book.geometry, bookmark.hashes, corner, to_play, bookmark.found, bookmark.counts
            )
            n_known = _add_found(bookmark, n_known, n_found)
    return n_known


@jit
def _add_found(bookmark, n_known, n_found):
    """Add what one board or corner has answered, the most frequent move first; returns how many are known."""
    for index in range(n_found):
        weight = np.float32(bookmark.counts[index]) / np.float32(bookmark.counts[0])
        place = 0
        while place < n_known and bookmark.points[place] != bookmark.found[index]:
            place += 1
        if place == n_known:
            bookmark.points[place] = bookmark.found[index]
            bookmark.weights[place] = weight
            n_known += 1
        else:
            bookmark.weights[place] = max(bookmark.weights[place], weight)
    return n_known
