"""Drawing a move by the Gibbs (Boltzmann) distribution: with probability ~ exp(value / T)."""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import PASS
from tengen.core.rng import random_below

_RESOLUTION = 1 << 31


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
