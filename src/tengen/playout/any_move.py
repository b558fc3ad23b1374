"""Any legal move, own eyes and the pass included: the Random player of Mayer's experiments.

It plays on in a decided game and fills its own eyes, unlike the uniform policy of playouts.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.points import PASS, point_at
from tengen.core.rng import random_below


@jit
def select_any(board, colour, points, rng_state):
    """A point where the colour may play by simple ko and without suicide, or PASS, all with equal chance."""
    n_points = 0
    for row in range(board.board_size):  # not the candidates: settled points are legal for their owner
        for column in range(board.board_size):
            point = point_at(row, column)
            if is_legal(board, point, colour, False):
                points[n_points] = point
                n_points += 1
    return draw_or_pass(points, n_points, rng_state)


@jit
def draw_or_pass(points, n_points, rng_state):
    """One of the first n points or PASS, all with equal chance."""
    drawn = random_below(rng_state, n_points + 1)
    return np.uint32(PASS) if drawn == n_points else np.uint32(points[drawn])
