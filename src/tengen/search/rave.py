"""RAVE: what happened to a move later in a playout also tells about playing it now (Gelly & Silver)."""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points import PASS
from tengen.search.tree import RAVE_RUNS, RAVE_WINS, RUNS, WINS


@jit
def write_values(stats, node, bias, values):
    """The value of each move, (row,) float32: its win rate and its RAVE win rate, mixed.

    With b = rn / (rn + n + rn n B) the mixture (1 - b) w / n + b rw / rn has one common denominator.
    """
    for point in range(stats.shape[2]):
        runs = stats[node, RUNS, point]
        rave_runs = stats[node, RAVE_RUNS, point]
        numerator = (
            stats[node, WINS, point] * (np.float32(1) + rave_runs * bias) + stats[node, RAVE_WINS, point]
        )
        values[point] = numerator / (rave_runs + runs + rave_runs * runs * bias)


@jit_inline
def write_earlier(moves, n_moves, last_seen, earlier):
    """For each move of a playout the last time its point was played before, or -1."""
    for index in range(n_moves):
        earlier[np.uint32(index)] = last_seen[moves[np.uint32(index)]]
        last_seen[moves[np.uint32(index)]] = index
    for index in range(n_moves):
        last_seen[moves[np.uint32(index)]] = -1


@jit_inline
def update_rave(stats, node, moves, earlier, n_moves, depth, won):
    """Count the node's colour's later moves, each point once and only if nobody played there since."""
    index = depth
    while index < n_moves:
        point = np.uint32(moves[np.uint32(index)])
        if (point != PASS) & (earlier[np.uint32(index)] < depth):
            stats[node, RAVE_RUNS, point] += np.float32(1)
            stats[node, RAVE_WINS, point] += won
        index += 2
