"""One book as arrays, and how a position is found in it: by the low bits of its name.

Names are sorted, as in the file. A table of slots leads from the low bits of a name to its place; where two
names want the same slot, the later one takes the next free one. At most half of the slots are taken, so a
look takes one or two steps; a binary search took five times as long. The low bits of the least of several
hashes are as random as those of any of them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit, jit_inline

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
