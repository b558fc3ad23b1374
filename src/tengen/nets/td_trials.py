"""The strength of a net: games against the opponents of the paper (Mayer, sections II.D and III).

The net plays its best move, each colour in half of the games, without komi; strength is its share of wins,
draws counted half. Costs of a game: about those of learning one.
"""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit, jit_inline
from tengen.core.play import play_move
from tengen.core.points import BLACK, PASS, WHITE
from tengen.core.scoring import area_lead
from tengen.nets.td_learning import best_move
from tengen.nets.td_value import see_move, value_moves
from tengen.playout.any_move import select_any
from tengen.playout.naive_policy import select_naive
from tengen.playout.parameters import MOVE_LIMIT_PER_POINT
from tengen.playout.pattern_policy import select_by_shape

PATTERN, NAIVE, RANDOM = 0, 1, 2
OPPONENTS = {"pattern": PATTERN, "naive": NAIVE, "random": RANDOM}

_ZERO = np.float32(0.0)


@jit
def play_trials(net, desk, size, other, n_games, rng_state):
    """Games of a net against one of OPPONENTS; returns its wins, draws counted half."""
    board = desk.boards[0]
    points = 0.0
    for game in range(n_games):
        own_colour = BLACK if game % 2 == 0 else WHITE
        _play_game(net, desk, size, own_colour, other, rng_state)
        lead = area_lead(board.colour, board.board_size, desk.owner, desk.stack)
        points += 0.5 * (1 + np.sign(lead if own_colour == BLACK else -lead))
    return points


@jit_inline
def _play_game(net, desk, size, own_colour, other, rng_state):
    """One game on the desk's board."""
    sight, board = desk.sight, desk.boards[0]
    clear_board(board, size)
    sight.stones[:] = _ZERO
    sight.sums[:] = _ZERO
    n_passes = 0
    n_moves = 0
    while n_passes < 2 and n_moves < MOVE_LIMIT_PER_POINT * size * size:
        colour = np.int64(board.to_play)
        if colour == own_colour:
            move = sight.moves[best_move(sight.values, value_moves(net, sight, board, colour), rng_state)]
        else:
            move = _others_move(board, colour, other, desk.stack, rng_state)
        see_move(net, sight, board, move, colour)
        play_move(board, move, colour)
        n_passes = n_passes + 1 if move == PASS else 0
        n_moves += 1


@jit_inline
def _others_move(board, colour, other, points, rng_state):
    if other == PATTERN:
        return select_by_shape(board, colour, points, rng_state)
    if other == NAIVE:
        return select_naive(board, colour, points, rng_state)
    return select_any(board, colour, points, rng_state)
