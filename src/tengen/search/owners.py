"""Who owns each point when playouts end: territory as a search sees it."""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import BLACK, WHITE, point_at
from tengen.core.scoring import area_lead


@jit
def count_owners(worker):
    """Count the end of a playout: the owner of each point, and the lead of Black in points."""
    board, playout = worker.board, worker.playout
    lead = np.float64(area_lead(board.colour, board.board_size, playout.owner, playout.stack))
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            owner = playout.owner[point]
            worker.owner_balance[point] += np.int32(owner == BLACK) - np.int32(owner == WHITE)
    worker.n_owned += 1
    worker.lead_sum += lead
    worker.lead_square_sum += lead * lead
