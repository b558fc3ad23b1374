# mypy: allow-untyped-defs, no-check-untyped-defs
"""One book as arrays, and how a position is found in it: by the low bits of its name.

Names are sorted, as in the file. A table of slots leads from the low bits of a name to its place; where two
names want the same slot, the later one takes the next free one. At most half of the slots are taken, so a
look takes one or two steps; a binary search took five times as long. The low bits of the least of several
hashes are as random as those of any of them.

Finding a position in a book, in compiled code, from the hashes that book/hashes_jit.py keeps.

Moves come out as points of the board in front of us, the most frequent first. Where the position is its own
mirror image, a move stands for all its images, and each of them comes with the count of all. A book knows
nothing of ko and of stones outside a corner: whoever plays a move must ask the rules.

Cost: a step or two to find the position, and some for each move found.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.book.hashes_jit import (
    CORNER_SYMMETRY,
    N_REFLECTIONS,
    board_key,
    corner_key,
    corner_slot,
    point_of_canonical,
)
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import N_SYMMETRIES, WHITE
from tengen.core.random_jit import WHITE_TO_PLAY_HASH

NOT_FOUND = -1


class BookTable(NamedTuple):
    """One book: the moves of the position `keys[i]` lie from `first[i]` up to `first[i + 1]`.

    The most frequent move comes first; of equally frequent ones the smallest point.
    """

    slots: npt.NDArray[np.int32]  # (a power of 2,) places in `keys`, or NOT_FOUND
    keys: npt.NDArray[np.uint64]  # (n,) ascending: names of positions
    seen: npt.NDArray[np.uint32]  # (n,) samples of the position, also of moves that were not kept
    stones: npt.NDArray[np.uint8]  # (n,) stones of the position
    first: npt.NDArray[np.int64]  # (n + 1,)
    points: npt.NDArray[np.uint16]  # (m,) canonical moves
    counts: npt.NDArray[np.uint32]  # (m,) samples of the move


def book_table(
    keys: npt.NDArray[np.uint64],
    seen: npt.NDArray[np.uint32],
    stones: npt.NDArray[np.uint8],
    n_moves: npt.NDArray[np.int64],
    points: npt.NDArray[np.uint16],
    counts: npt.NDArray[np.uint32],
) -> BookTable:
    """A table from its columns; n_moves (n,) are the numbers of moves of the positions."""
    slots = np.full(1 << (2 * len(keys)).bit_length(), NOT_FOUND, np.int32)
    fill_slots(slots, keys)
    first = np.concatenate([[0], np.cumsum(n_moves)]).astype(np.int64)
    return BookTable(slots, keys, seen, stones, first, points, counts)


@jit
def fill_slots(slots, keys):
    """Give every name a free slot."""
    mask = len(slots) - 1
    for index in range(len(keys)):
        slot = _slot_of(keys[index], mask)
        while slots[slot] != NOT_FOUND:
            slot = (slot + 1) & mask
        slots[slot] = index


@jit_inline
def _slot_of(key, mask):
    """Where a name is looked for first."""
    return np.int64(key & np.uint64(mask))


@jit
def find_position(table, key):
    """The place of a name in `keys`, or NOT_FOUND."""
    mask = len(table.slots) - 1
    slot = _slot_of(key, mask)
    while True:
        index = table.slots[slot]
        if index == NOT_FOUND or table.keys[index] == key:
            return index
        slot = (slot + 1) & mask


# --- Look-ups -------------------------------------------------------------------------------------


@jit
def board_moves(table, geometry, hashes, to_play, points, counts):
    """Write the moves of the fuseki book for the whole board, (MAX_AREA,) each; returns how many."""
    position = find_position(table, board_key(hashes, to_play))
    return board_moves_at(table, position, geometry, hashes, to_play, points, counts)


@jit_inline
def board_moves_at(table, position, geometry, hashes, to_play, points, counts):
    """The same where the place of the position in the book, or NOT_FOUND, is known already."""
    if position == NOT_FOUND:
        return 0
    key = table.keys[position]
    least = key ^ WHITE_TO_PLAY_HASH if to_play == WHITE else key
    n_found = 0
    for index in range(table.first[position], table.first[position + 1]):
        begin = n_found
        for symmetry in range(N_SYMMETRIES):
            if hashes[symmetry] == least:
                point = point_of_canonical(geometry.images, symmetry, table.points[index])
                n_found = _add(points, counts, begin, n_found, point, table.counts[index])
    return n_found


@jit
def corner_moves(table, geometry, hashes, corner, to_play, points, counts):
    """Write the moves of the joseki book for one corner, (MAX_AREA,) each; returns how many."""
    position = find_position(table, corner_key(hashes, corner, to_play))
    return corner_moves_at(table, position, geometry, hashes, corner, to_play, points, counts)


@jit_inline
def corner_moves_at(table, position, geometry, hashes, corner, to_play, points, counts):
    """The same where the place of the corner in the book, or NOT_FOUND, is known already."""
    if position == NOT_FOUND:
        return 0
    key = table.keys[position]
    n_found = 0
    for index in range(table.first[position], table.first[position + 1]):
        begin = n_found
        for reflection in range(N_REFLECTIONS):
            if hashes[corner_slot(corner, reflection, to_play)] == key:
                symmetry = CORNER_SYMMETRY[corner, reflection]
                point = point_of_canonical(geometry.images, symmetry, table.points[index])
                n_found = _add(points, counts, begin, n_found, point, table.counts[index])
    return n_found


@jit
def _add(points, counts, begin, n_found, point, count):
    """Write a move unless an image of the same stored move is already there; returns how many there are."""
    for index in range(begin, n_found):
        if points[index] == point:
            return n_found
    points[n_found] = point
    counts[n_found] = count
    return n_found + 1
