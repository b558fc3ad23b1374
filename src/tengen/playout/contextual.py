"""Contextual Monte Carlo (Rimmel & Teytaud 2010, reviewed by Baier & Drake in section III.B).

Playouts in which one player made both of two moves form a tile; tiles overlap. A tile remembers how
often its player won. After its own previous move a player takes, with a given probability, the move
whose tile with that one won most often, if it won more than half the time; else the default policy
moves. The order of the two moves does not matter.

Learning looks at all pairs of a player's moves: its cost grows with the square of a playout's length.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import NO_MOVE, PASS
from tengen.playout.lgr import is_playable
from tengen.playout.rates import count_move, win_rate

GOOD = 0.5  # a tile must have won more often than this to be followed


@jit
def select_contextual(board, rates, opening, own_previous, colour):
    """The available move of the best tile with the own previous move, or PASS; the first of equals."""
    best = np.uint32(PASS)
    if own_previous <= NO_MOVE:
        return best
    best_rate = GOOD
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        rate = win_rate(rates, np.uint32(colour), own_previous, point)
        if rate > best_rate and is_playable(board, point, colour, opening):
            best = point
            best_rate = rate
    return best


@jit
def learn_tiles(rates, seen, moves, n_moves, first_colour, winner):
    """Count every pair of different points that one player played; each pair once, both ways round.

    seen -- (3, N_POINTS) uint8, scratch: all 0 before and after
    """
    for parity in range(2):
        colour = np.uint32(first_colour if parity == 0 else 3 - first_colour)
        for later in range(parity, n_moves, 2):
            move = np.uint32(moves[np.uint32(later)])
            if move == PASS or seen[colour, move] != 0:
                continue
            for point in range(NO_MOVE + 1, seen.shape[1]):
                if seen[colour, point] != 0:
                    count_move(rates, colour, np.uint32(point), move, colour == winner)
                    count_move(rates, colour, move, np.uint32(point), colour == winner)
            seen[colour, move] = 1
        for index in range(parity, n_moves, 2):
            seen[colour, moves[np.uint32(index)]] = 0
