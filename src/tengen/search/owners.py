"""Who owns each point when playouts end: territory as a search sees it."""

import numpy as np

from tengen.core.board import BESIDE, sides
from tengen.core.jit import jit
from tengen.core.points import BLACK, EMPTY, WHITE, point_at


@jit
def count_owners(worker):
    """Count the end of a playout: stones own their points and the empty points they surround."""
    board = worker.board
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            colour = board.colour[point]
            black_side, white_side = sides(board, point, BLACK)
            is_black = (colour == BLACK) | ((colour == EMPTY) & (black_side & BESIDE == BESIDE))
            is_white = (colour == WHITE) | ((colour == EMPTY) & (white_side & BESIDE == BESIDE))
            worker.owner_balance[point] += np.int32(is_black) - np.int32(is_white)
    lead = np.float64(worker.playout.lead)
    worker.n_owned += 1
    worker.lead_sum += lead
    worker.lead_square_sum += lead * lead
