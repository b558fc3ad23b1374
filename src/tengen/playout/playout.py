"""The playout: both sides move by a policy until two passes or the move limit, then count.

Light playouts use the uniform policy. The cost of one is proportional to its moves, about 1.37
times the area on 9x9 and 1.26 times on 19x19; a move costs nearly the same on all sizes.
"""

import numpy as np

from tengen.core.board import BESIDE, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play import play, play_pass
from tengen.core.points import BLACK, EMPTY, MAX_AREA, N_POINTS, PASS, WHITE, opponent, point_at
from tengen.core.scoring import area_lead
from tengen.playout.uniform import select_uniform

MOVE_LIMIT_PER_POINT = 3

PLAYOUT = np.dtype(
    [
        ("moves", np.uint16, MOVE_LIMIT_PER_POINT * MAX_AREA),  # the moves, passes included
        ("owner", np.uint8, N_POINTS),  # scratch for counting
        ("stack", np.uint16, MAX_AREA),  # scratch for counting
        ("n_moves", np.int32),
        ("n_passes", np.int32),  # passes in a row at the end: 2 unless the move limit came first
        ("lead", np.int32),  # Black's area minus White's at the end, komi not counted
    ],
    align=True,
)


def new_playout() -> np.record:
    """Room for one playout: its moves, its result, and what counting needs."""
    playout: np.record = np.zeros(1, PLAYOUT).view(np.recarray)[0]
    return playout


@jit_inline
def light_playout(board, move_limit, rng_state, playout):
    """Play the board out in place by the uniform policy and write moves and result."""
    if board.ko_colour != board.to_play:
        board.ko = PASS  # in playouts colours alternate, so only the colour kept from a ko is asked
    colour = np.int64(board.to_play)
    n_moves = 0
    n_passes = 0
    while n_passes < 2 and n_moves < move_limit:
        point = select_uniform(board, colour, rng_state)
        if point == PASS:
            play_pass(board, colour)
            n_passes += 1
        else:
            play(board, point, colour)
            n_passes = 0
        playout.moves[np.uint32(n_moves)] = point
        n_moves += 1
        colour = opponent(colour)
    playout.n_moves = n_moves
    playout.n_passes = n_passes
    if n_passes == 2:
        playout.lead = _lead_after_two_passes(board)
    else:
        playout.lead = area_lead(board.colour, board.board_size, playout.owner, playout.stack)


@jit_inline
def _lead_after_two_passes(board):
    """The area lead when no two empty points are adjacent, as when neither side could move."""
    lead = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            black_side, white_side = sides(board, point, BLACK)
            balance = np.int64(black_side & BESIDE == BESIDE) - np.int64(white_side & BESIDE == BESIDE)
            lead += np.int64(board.colour[point] == EMPTY) * balance
    return lead


@jit
def light_playouts(start, boards, n_playouts, komi, rng_state, playout):
    """Many light playouts from one position; returns Black's wins, and the moves of all.

    boards -- (1,) BOARD, scratch: the position is copied there for each playout
    """
    board = boards[0]
    move_limit = MOVE_LIMIT_PER_POINT * start.board_size * start.board_size
    black_wins = 0
    n_moves = 0
    for _ in range(n_playouts):
        boards[0] = start
        light_playout(board, move_limit, rng_state, playout)
        black_wins += playout.lead > komi
        n_moves += playout.n_moves
    return black_wins, n_moves
