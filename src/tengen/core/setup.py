"""Setting up a position from an array of colours, without playing it move by move."""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit
from tengen.core.play import add_stone
from tengen.core.points import EMPTY, point_at


@jit
def set_up(board, size, colours):
    """Make the board show the colours, (N_POINTS,) uint8, Black to play.

    Returns False, with the board in no usable state, if some chain has no liberty.
    """
    clear_board(board, size)
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if colours[point] != EMPTY:
                add_stone(board, point, np.int64(colours[point]))
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if board.colour[point] != EMPTY and board.liberties[board.chain[point]] == 0:
                return False
    return True
