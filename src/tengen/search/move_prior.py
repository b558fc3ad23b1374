"""Priors by the probability of a move: virtual wins for moves that strong players would choose.

In a fresh node the odds of a move are e to the sum of the weights of what is true of it (move_facts.py),
learned from games; where an advisor is asked (advice.py), they are the advisor's. A move's share of all odds
is the probability that it is played. Virtual wins grow with the square root of that probability, as in
Pachi: the second and third choice must not starve.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.points import PASS
from tengen.playout.feasibility import is_feasible
from tengen.search.move_facts import N_WEIGHTS, strength
from tengen.search.tree import RUNS, WINS

NO_WEIGHTS = np.zeros(N_WEIGHTS, np.float32)  # every move is as likely as any other

_LEAST = np.float32(0.001)  # moves less likely than this get nothing


@jit
def add_learned_priors(stats, node, points, worker, weights, scale):
    """Virtual wins for the moves of the position on the worker's board; scale times the root of p."""
    board = worker.board
    colour = np.int64(board.to_play)
    last, before = np.uint32(worker.playout.previous), np.uint32(worker.playout.before)
    odds = worker.odds
    total = np.float32(0)
    for entry in range(1, len(points)):
        point = np.uint32(points[entry])
        odds[entry] = 0
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, False):
            odds[entry] = np.exp(strength(board, point, colour, last, before, weights))
            total += odds[entry]
    for entry in range(1, len(points)):
        if odds[entry] > _LEAST * total:
            wins = scale * np.sqrt(odds[entry] / total)
            stats[node, RUNS, entry] += wins
            stats[node, WINS, entry] += wins


@jit
def write_advised_wins(board, points, odds, opening, scale, wins):
    """Virtual wins of each move by an advisor's odds, (row,): scale times the root of p.

    Only moves that may be tried share the odds: legal ones (repetition aside) that are feasible.
    odds -- (area,) row by row of the board
    """
    colour = np.int64(board.to_play)
    total = np.float32(0)
    wins[PASS] = 0
    for entry in range(1, len(points)):
        point = np.uint32(points[entry])
        wins[entry] = 0
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, opening):
            wins[entry] = odds[entry - 1]
            total += odds[entry - 1]
    for entry in range(1, len(points)):
        is_likely = wins[entry] > _LEAST * total
        wins[entry] = scale * np.sqrt(wins[entry] / total) if is_likely else np.float32(0)
