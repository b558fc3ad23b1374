"""Feasible points (Orego): no own eyes, and in the opening no points far from everything.

A point is feasible if it is not eye-like for the mover, and lies on the third or fourth line or has
a stone of either colour within a large knight's move. Nearly always the eight neighbours already
tell: only points without a stone around them are looked at further.
"""

import numpy as np

from tengen.core.board import is_eye, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.points import BLACK, EMPTY, column_of, point_at, row_of

# Row and column steps to the 28 points of a large knight's move that are not in the 3x3 around.
_FAR_STEPS = tuple(
    (row, column)
    for row in range(-3, 4)
    for column in range(-3, 4)
    if max(abs(row), abs(column)) >= 2 and abs(row) + abs(column) <= 4 and {abs(row), abs(column)} != {3}
)


@jit_inline
def is_near_play(board, point):
    """The opening heuristic: third or fourth line, or a stone within a large knight's move."""
    black_side, white_side = sides(board, point, BLACK)
    if black_side != white_side:
        return True
    return _is_near_play_from_afar(board, point)


@jit
def _is_near_play_from_afar(board, point):
    size = np.int64(board.board_size)
    row = row_of(point)
    column = column_of(point)
    line = min(min(row, column), min(size - 1 - row, size - 1 - column))
    if line == 2 or line == 3:
        return True
    for row_step, column_step in _FAR_STEPS:
        far_row = row + row_step
        far_column = column + column_step
        is_on_board = 0 <= far_row < size and 0 <= far_column < size
        if is_on_board and board.colour[point_at(far_row, far_column)] != EMPTY:
            return True
    return False


@jit_inline
def is_feasible(board, point, colour, opening=True):
    """Whether a policy may propose the empty point to the colour; `opening` switches the heuristic."""
    own_side, other_side = sides(board, point, colour)
    return (not is_eye(own_side, other_side)) and ((not opening) or is_near_play(board, point))
