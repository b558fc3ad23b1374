"""Replaying a game for the nets: the stones of every position, row by row without a border."""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.play import play_move
from tengen.core.points import PASS, point_at


@jit
def replay_stones(board, size, moves, stones):
    """Write the colours before each move and after the last; False if a move is illegal.

    stones -- (len(moves) + 1, size * size) uint8
    """
    clear_board(board, size)
    for index in range(len(moves)):
        rows_of_board(board.colour, size, stones[index])
        move, colour = np.uint32(moves[index]), np.int64(board.to_play)
        if move != PASS and not is_legal(board, move, colour, False):
            return False
        play_move(board, move, colour)
    rows_of_board(board.colour, size, stones[len(moves)])
    return True


@jit
def rows_of_board(colours, size, rows):
    """Copy what is on the points of the board, (N_POINTS,), into rows without a border, (size * size,)."""
    for row in range(size):
        for column in range(size):
            rows[row * size + column] = colours[point_at(row, column)]
