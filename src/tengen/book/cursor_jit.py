# mypy: allow-untyped-defs, no-check-untyped-defs
"""A book as a search asks it: both tables, and a bookmark that goes along with the game.

A bookmark keeps the hashes of the position on the board (book/hashes_jit.py), its last move and its number of
moves, so that a look-up costs the same wherever it is made. It holds the moves known there, too: those of the
whole board and of the four corners together, each move once, with two numbers:

- the weight is its count as a share of that of the most frequent move of the same board or corner;
- the chance is how likely strong players make it at once. Where the whole board is known, that is its share
  there, and corners have nothing to add. Else it is its share in its corner times how often the next move
  of the game is made in such a corner: the last move's, an empty one, or another. Of others nothing is
  expected, for a corner's book tells where the next move *there* is made, whenever that is (docs/books.md).

Of a move known twice the larger number counts.

Book moves in playouts (Baier & Winands 2011, section 5, 2c and 2d): any move that the books know here.

With probability 1 this is the paper's book pruning of simulations, with a smaller one its bias.
"""

from typing import NamedTuple

import numpy as np

from tengen.book.book_file import Book
from tengen.book.hashes_jit import (
    N_CORNERS,
    N_HASHES,
    Geometry,
    board_key,
    corner_key,
    corner_slot,
    note_move,
)
from tengen.book.table_jit import (
    NOT_FOUND,
    BookTable,
    board_moves_at,
    book_table,
    corner_moves_at,
    find_position,
)
from tengen.core.jit import jit, jit_inline
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, PASS
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import is_legal

# How likely the next move is one that the book knows in a corner: counted in professional games where none
# is empty; where one is, tried out against players without a book, who leave corners empty (docs/books.md).
_CHANCE_NEAR = np.float32(0.75)  # that of the last move
_CHANCE_BESIDE_EMPTY = np.float32(0.4)  # ... when a corner is empty
_CHANCE_OF_EMPTY = np.float32(0.35)  # all empty corners together

BOOKMARK = np.dtype(
    [
        ("hashes", np.uint64, N_HASHES),
        ("number", np.int64),  # moves of the game up to the position
        ("last", np.uint32),  # the last of them
        ("points", np.uint16, MAX_AREA),  # the moves known there
        ("weights", np.float32, MAX_AREA),
        ("chances", np.float32, MAX_AREA),
        ("place_of", np.uint16, N_POINTS),  # scratch, all 0 between look-ups: places in `points` from 1
        ("places", np.int64, N_CORNERS + 1),  # scratch: of the corners and the board in the books
        ("found", np.uint16, MAX_AREA),  # scratch: what one board or corner answers
        ("counts", np.uint32, MAX_AREA),
    ],
    align=True,
)


class CompiledBook(NamedTuple):
    """What compiled code takes; a depth is the number of moves before which a book is asked."""

    fuseki: BookTable
    joseki: BookTable
    geometry: Geometry
    fuseki_depth: int
    joseki_depth: int


def compile_book(book: Book) -> CompiledBook:
    """A book for compiled code."""
    depths = book.settings.fuseki_depth, book.settings.joseki_depth
    return CompiledBook(book.fuseki, book.joseki, book.geometry, *depths)


def _empty_table() -> BookTable:
    none = np.zeros(0, np.int64)
    return book_table(
        none.astype(np.uint64), none.astype(np.uint32), none.astype(np.uint8), none,
        none.astype(np.uint16), none.astype(np.uint32),
    )  # fmt: skip


_NO_GEOMETRY = Geometry(
    np.zeros((3, 1, N_HASHES), np.uint64), np.zeros((8, 1), np.uint16), np.zeros(1, np.uint8)
)
NO_BOOK = CompiledBook(_empty_table(), _empty_table(), _NO_GEOMETRY, 0, 0)  # is never asked


@jit_inline
def place_bookmark(bookmark, hashes, number, last):
    """Go to a position by its hashes, (N_HASHES,) uint64, its number of moves and the last of them."""
    for index in range(N_HASHES):
        bookmark.hashes[index] = hashes[index]
    bookmark.number = number
    bookmark.last = last


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
        bookmark.last = move


@jit
def find_known_moves(book, bookmark, to_play):
    """Write the moves known for the position, weights and chances into the bookmark; returns how many."""
    hashes, found, counts = bookmark.hashes, bookmark.found, bookmark.counts
    _find_places(book, bookmark, to_play)
    n_found = board_moves_at(
        book.fuseki, bookmark.places[N_CORNERS], book.geometry, hashes, to_play, found, counts
    )
    is_board_known = n_found > 0
    n_known = _add_found(bookmark, 0, n_found, np.float32(1))
    n_empty = _count_empty_corners(hashes)
    for corner in range(N_CORNERS):
        n_found = corner_moves_at(
            book.joseki, bookmark.places[corner], book.geometry, hashes, corner, to_play, found, counts
        )
        chance = np.float32(0)
        if n_found > 0 and not is_board_known:
            is_near = (book.geometry.corners[bookmark.last] >> corner) & 1 == 1
            chance = _chance_of_corner(is_near, _is_empty(hashes, corner), n_empty)
        n_known = _add_found(bookmark, n_known, n_found, chance)
    for index in range(n_known):
        bookmark.place_of[bookmark.points[index]] = 0
    return n_known


@jit_inline
def _find_places(book, bookmark, to_play):
    """Where the corners and the board are in the books: all at once, so that their cache misses overlap."""
    places = bookmark.places
    for place in range(N_CORNERS + 1):
        places[place] = NOT_FOUND
    if bookmark.number < book.joseki_depth:
        for corner in range(N_CORNERS):
            places[corner] = find_position(book.joseki, corner_key(bookmark.hashes, corner, to_play))
    if bookmark.number < book.fuseki_depth:
        places[N_CORNERS] = find_position(book.fuseki, board_key(bookmark.hashes, to_play))


@jit_inline
def _is_empty(hashes, corner):
    return hashes[corner_slot(corner, 0, BLACK)] == 0


@jit_inline
def _count_empty_corners(hashes):
    n_empty = 0
    for corner in range(N_CORNERS):
        n_empty += _is_empty(hashes, corner)
    return n_empty


@jit_inline
def _chance_of_corner(is_near, is_empty, n_empty):
    """How likely the next move of the game is one that the book knows in a corner."""
    if is_empty:
        return _CHANCE_OF_EMPTY / np.float32(n_empty)
    if is_near:
        return _CHANCE_BESIDE_EMPTY if n_empty > 0 else _CHANCE_NEAR
    return np.float32(0)


@jit_inline
def _add_found(bookmark, n_known, n_found, likely):
    """Add what one board or corner has answered, the most frequent move first; returns how many are known.

    likely -- how likely the next move of the game is one of these
    """
    total = np.float32(0)
    for index in range(n_found):
        total += np.float32(bookmark.counts[index])
    for index in range(n_found):
        point, count = np.uint32(bookmark.found[index]), np.float32(bookmark.counts[index])
        weight = count / np.float32(bookmark.counts[0])
        chance = likely * count / total
        if bookmark.place_of[point] == 0:
            bookmark.points[n_known] = point
            bookmark.weights[n_known] = weight
            bookmark.chances[n_known] = chance
            n_known += 1
            bookmark.place_of[point] = n_known
        else:
            place = np.uint32(bookmark.place_of[point] - 1)
            bookmark.weights[place] = max(bookmark.weights[place], weight)
            bookmark.chances[place] = max(bookmark.chances[place], chance)
    return n_known


# --- Book moves in playouts (section 5, 2c and 2d) ------------------------------------------------


@jit
def find_book_moves(board, book, bookmark, opening):
    """Leave in the bookmark the known moves that are legal and feasible; returns how many.

    The opening heuristic is asked, too: what it forbids is never tried, and a tree pruned to such moves
    would be empty.
    """
    colour = np.int64(board.to_play)
    n_kept = 0
    for index in range(find_known_moves(book, bookmark, colour)):
        point = np.uint32(bookmark.points[index])
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, opening):
            bookmark.points[n_kept] = point
            bookmark.weights[n_kept] = bookmark.weights[index]
            bookmark.chances[n_kept] = bookmark.chances[index]
            n_kept += 1
    return n_kept


@jit
def select_book(board, book, bookmark, opening, rng_state):
    """One of the known moves, each with the same chance, or PASS if there is none."""
    n_moves = find_book_moves(board, book, bookmark, opening)
    if n_moves == 0:
        return np.uint32(PASS)
    return np.uint32(bookmark.points[random_below(rng_state, n_moves)])
