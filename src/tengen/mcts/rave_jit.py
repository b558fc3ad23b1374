# mypy: allow-untyped-defs, no-check-untyped-defs
"""RAVE: what happened to a move later in a playout also tells about playing it now (Gelly & Silver)."""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import PASS
from tengen.mcts.tree_jit import RAVE_RUNS, RAVE_WINS, RUNS, WINS

VALUE_UNIT = np.float32(1 << 28)  # values are whole numbers of 2^-28: their maximum is found in vectors
EXCLUDED = np.float32(-1)


@jit
def write_values(stats, node, bias, exploration, values):
    """The value of each move, (row,) int32: its win rate and its RAVE win rate, mixed.

    With b = rn / (rn + n + rn n B) the mixture (1 - b) w / n + b rw / rn has one common denominator.
    A pass has no RAVE counts, so that its win rate is left. Excluded moves have -inf wins.
    exploration -- c in UCB1's c sqrt(log N / n), added where it is not 0
    """
    row = stats.shape[2]
    for entry in range(row):
        runs = stats[node, RUNS, entry]
        rave_runs = stats[node, RAVE_RUNS, entry]
        numerator = (
            stats[node, WINS, entry] * (np.float32(1) + rave_runs * bias) + stats[node, RAVE_WINS, entry]
        )
        value = numerator / (rave_runs + runs + rave_runs * runs * bias)
        value = value if value > EXCLUDED else EXCLUDED
        values[entry] = np.int32(value * VALUE_UNIT)
    if exploration > 0:
        _add_exploration(stats, node, exploration, values)


@jit
def _add_exploration(stats, node, exploration, values):
    """The upper confidence bound of UCB1: seldom tried moves promise more."""
    total = np.float32(0)
    for entry in range(stats.shape[2]):
        if np.isfinite(stats[node, WINS, entry]):
            total += stats[node, RUNS, entry]
    for entry in range(stats.shape[2]):
        if values[entry] >= 0:
            bonus = exploration * np.sqrt(np.log(total) / stats[node, RUNS, entry])
            values[entry] += np.int32(min(bonus, np.float32(4)) * VALUE_UNIT)


@jit
def best_value(values, row):
    """The largest of the first values."""
    best = values[0]
    for entry in range(1, row):
        best = values[entry] if values[entry] > best else best
    return best


@jit_inline
def write_earlier(entries, n_moves, last_seen, earlier):
    """For each move of a playout the last time its point was played before, or -1."""
    for index in range(n_moves):
        entry = np.uint32(entries[np.uint32(index)])
        earlier[np.uint32(index)] = last_seen[entry]
        last_seen[entry] = index
    for index in range(n_moves):
        last_seen[entries[np.uint32(index)]] = -1


@jit_inline
def update_rave(stats, node, entries, earlier, n_moves, depth, won):
    """Count the node's colour's later moves, each point once and only if nobody played there since."""
    index = depth
    while index < n_moves:
        entry = np.uint32(entries[np.uint32(index)])
        if (entry != PASS) & (earlier[np.uint32(index)] < depth):
            stats[node, RAVE_RUNS, entry] += np.float32(1)
            stats[node, RAVE_WINS, entry] += won
        index += 2
