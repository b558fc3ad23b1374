"""The eight symmetries of a square board.

A symmetry is a number from 0 to 7: bit 0 mirrors the columns, bit 1 the rows, and bit 2 exchanges
rows and columns before that. 0 changes nothing.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit, jit_inline
from tengen.core.points import N_POINTS, PASS, column_of, point_at, row_of

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
