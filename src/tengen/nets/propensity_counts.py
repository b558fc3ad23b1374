"""Counting who owned the points of 3x3 patterns at the end: the compiled loop of propensity learning."""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit
from tengen.core.play import play_move
from tengen.core.points import BLACK, EMPTY, point_at
from tengen.nets.propensity import N_CELLS, N_LINES, NO_STONE, column_code, line_of_window

LEAD, TOTAL = 0, 1  # NB - NW, and NB + NW
N_COUNTS = 2


@jit
def count_game(board, size, moves, owners, counts):
    """Replay a legal game and count all windows of all its positions, as Black sees them.

    owners -- (size * size,) uint8: BLACK, WHITE, or EMPTY for points that nobody owns, row by row
    counts -- (N_PLACES, N_PATTERNS, N_CELLS, N_COUNTS) int32
    """
    clear_board(board, size)
    _count_position(board, owners, counts)
    for index in range(len(moves)):
        play_move(board, np.uint32(moves[index]), np.int64(board.to_play))
        _count_position(board, owners, counts)


@jit
def _count_position(board, owners, counts):
    """Count all windows of one position."""
    size = np.int64(board.board_size)
    for row in range(size - 2):
        place = N_LINES * line_of_window(row, size)
        left, middle = 0, 0
        for column in range(size):
            right = column_code(board, point_at(row, column), BLACK)
            if column >= 2:
                pattern = np.uint32(left + 3 * middle + 9 * right + NO_STONE)
                cells = counts[np.uint32(place + line_of_window(column - 2, size)), pattern]
                for cell in range(N_CELLS):
                    owner = np.int64(owners[(row + cell // 3) * size + column - 2 + cell % 3])
                    if owner != EMPTY:
                        cells[cell, LEAD] += 3 - 2 * owner
                        cells[cell, TOTAL] += 1
            left, middle = middle, right
