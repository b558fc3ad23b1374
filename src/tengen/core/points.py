"""Points and colours: one padded layout with a constant stride for every board size.

A *point* is an index into arrays of N_POINTS entries. Rows run from the top of the diagram to its
bottom, columns from left to right, both from 0. One column of border separates the rows, so the
right border of a row is the left border of the next, and a point finds its neighbours by adding a
constant, whatever the size. A *move* is a point, PASS, or (as context only) NO_MOVE; the last two
are border points, so that a table indexed by moves needs no extra slots.

Points travel through compiled code as uint32: an unsigned index spares Numba's test for negative
ones, and mixed with signed numbers it still gives signed results.
"""

import numpy as np

from tengen.core.jit import jit_inline

MIN_SIZE = 2
MAX_SIZE = 19
MAX_AREA = MAX_SIZE * MAX_SIZE
STRIDE = MAX_SIZE + 1
N_POINTS = STRIDE * (MAX_SIZE + 2) + 1

PASS = 0
NO_MOVE = 1

# The two bits of a colour say "counts as black" and "counts as white"; the border counts as both.
EMPTY = 0
BLACK = 1
WHITE = 2
BORDER = 3

# Neighbours in the order of the bits of `around` (see board.py): four beside, four diagonal.
NEIGHBOUR_OFFSETS = (
    -STRIDE, -1, 1, STRIDE,
    -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1,
)  # fmt: skip


@jit_inline
def opponent(colour):
    """The other colour."""
    return 3 - colour


@jit_inline
def point_at(row, column):
    """The point of a row (0 at the top) and a column (0 at the left)."""
    return np.uint32((row + 1) * STRIDE + column + 1)


@jit_inline
def row_of(point):
    """The row of a point, 0 at the top."""
    return np.int64(point) // STRIDE - 1


@jit_inline
def column_of(point):
    """The column of a point, 0 at the left."""
    return np.int64(point) % STRIDE - 1


@jit_inline
def north(point):
    """The neighbour above, perhaps on the border."""
    return np.uint32(point - STRIDE)


@jit_inline
def west(point):
    """The neighbour to the left, perhaps on the border."""
    return np.uint32(point - 1)


@jit_inline
def east(point):
    """The neighbour to the right, perhaps on the border."""
    return np.uint32(point + 1)


@jit_inline
def south(point):
    """The neighbour below, perhaps on the border."""
    return np.uint32(point + STRIDE)
