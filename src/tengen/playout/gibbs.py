"""Drawing a move by the Gibbs (Boltzmann) distribution: with probability ~ exp(value / T)."""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import PASS
from tengen.core.rng import random_below
from tengen.playout.lgr import is_playable
from tengen.playout.rates import UNTRIED, win_rate

_RESOLUTION = 1 << 31


@jit
def draw_by_rates(board, rates, scratch, n_contexts, opening, temperature, colour, rng_state):
    """A move drawn by its best win rate over the contexts in `scratch.rows` that have seen it, or PASS.

    A move that none of them has seen is worth UNTRIED.
    """
    mover = np.uint32(colour)
    n_points = 0
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        if is_playable(board, point, colour, opening):
            scratch.points[n_points] = point
            scratch.values[n_points] = _best_rate(rates, mover, scratch.rows, n_contexts, point)
            n_points += 1
    return draw_gibbs(scratch.points, scratch.values, n_points, temperature, rng_state)


@jit
def _best_rate(rates, colour, rows, n_contexts, point):
    """The best win rate of a move over the rows that have seen it, or UNTRIED."""
    best = -1.0
    for number in range(n_contexts):
        row = np.uint32(rows[number])
        if rates.runs[colour, row, point] > 0:
            best = max(best, win_rate(rates, colour, row, point))
    return best if best >= 0.0 else UNTRIED


@jit
def draw_gibbs(points, values, n_points, temperature, rng_state):
    """One of the points, or PASS if there is none.

    points, values -- (n,) the moves and what they are worth; values are overwritten by weights
    """
    if n_points == 0:
        return np.uint32(PASS)
    best = values[0]
    for index in range(1, n_points):
        best = max(best, values[index])
    total = 0.0
    for index in range(n_points):
        values[index] = np.exp((values[index] - best) / temperature)  # the best weighs 1: no overflow
        total += values[index]
    target = total * np.float64(random_below(rng_state, _RESOLUTION)) / _RESOLUTION
    for index in range(n_points - 1):
        target -= values[index]
        if target < 0.0:
            return np.uint32(points[index])
    return np.uint32(points[n_points - 1])
