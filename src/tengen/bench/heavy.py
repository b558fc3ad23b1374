"""Heavy playouts without a tree: what the policy alone costs."""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import BLACK, NO_MOVE, WHITE
from tengen.playout.memory import learn
from tengen.playout.parameters import MOVE_LIMIT_PER_POINT
from tengen.playout.playout import heavy_playout, lead_after_two_passes


@jit
def heavy_playouts(
    start, start_ataris, boards, all_ataris, memory, book, parameters, n_playouts, rng_state, playout
):
    """Many heavy playouts from one position, each learned from; returns the moves of all.

    boards, all_ataris -- (1,) BOARD, (1,) ATARIS, scratch: the position is copied there for each playout
    """
    board, ataris = boards[0], all_ataris[0]
    move_limit = MOVE_LIMIT_PER_POINT * np.int64(start.board_size) * np.int64(start.board_size)
    none = np.uint32(NO_MOVE)
    n_moves = 0
    for _ in range(n_playouts):
        boards[0] = start
        all_ataris[0] = start_ataris
        playout.third, playout.before, playout.previous = none, none, none
        playout.n_moves = 0
        playout.n_passes = 0
        heavy_playout(board, ataris, memory, book, parameters, playout, move_limit, rng_state)
        winner = BLACK if lead_after_two_passes(board) > parameters.komi else WHITE
        learn(memory, parameters, playout, start.to_play, winner, none, none, none)
        n_moves += playout.n_moves
    return n_moves
