# mypy: allow-untyped-defs, no-check-untyped-defs
"""Points and colours: one padded layout with a constant stride for every board size.

A *point* is an index into arrays of N_POINTS entries. Rows run from the top of the diagram to its
bottom, columns from left to right, both from 0. One column of border separates the rows, so the
right border of a row is the left border of the next, and a point finds its neighbours by adding a
constant, whatever the size. A *move* is a point, PASS, or (as context only) NO_MOVE; the last two
are border points, so that a table indexed by moves needs no extra slots.

Points travel through compiled code as uint32: an unsigned index spares Numba's test for negative
ones, and mixed with signed numbers it still gives signed results.

The eight symmetries of a square board.

A symmetry is a number from 0 to 7: bit 0 mirrors the columns, bit 1 the rows, and bit 2 exchanges
rows and columns before that. 0 changes nothing.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit, jit_inline

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

# Neighbours in the order of the bits of `around` (see core/board_jit.py): four beside, four diagonal.
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


# --- Symmetries -----------------------------------------------------------------------------------


N_SYMMETRIES = 8

# The symmetry that undoes each one: only the two quarter turns are not their own inverse.
INVERSE = np.array([0, 1, 2, 3, 4, 6, 5, 7], np.int64)


@jit
def transform_point(point, symmetry, size):
    """Where a symmetry takes a move; a pass stays a pass."""
    if point == PASS:
        return np.uint32(PASS)
    row, column = transform_place(np.int64(row_of(point)), np.int64(column_of(point)), symmetry, size)
    return point_at(row, column)


@jit_inline
def transform_place(row, column, symmetry, size):
    """Where a symmetry takes a row and column; with size 1, a step by so many rows and columns."""
    if symmetry & 4:
        row, column = column, row
    if symmetry & 2:
        row = size - 1 - row
    if symmetry & 1:
        column = size - 1 - column
    return row, column


def transform_points(size: int) -> npt.NDArray[np.uint16]:
    """The table (8, N_POINTS) uint16 of all symmetries on a size; points off the board stay put."""
    table = np.tile(np.arange(N_POINTS, dtype=np.uint16), (N_SYMMETRIES, 1))
    for symmetry in range(N_SYMMETRIES):
        for row in range(size):
            for column in range(size):
                point = int(point_at(row, column))
                table[symmetry, point] = transform_point(point, symmetry, size)
    return table
