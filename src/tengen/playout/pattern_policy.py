"""The stand-in for GOjen, the best opponent of Mayer's experiments: takes, saves, and plays good shape.

GOjen "knows standard Go playing techniques (saving and capturing stones), and searches the board for 32
well-known Go patterns and its symmetrical transformations" (section III). The rules in their order:

1. take or save stones as the Naive player does;
2. the sensible move that shows the first of the shapes of shapes.py, ties broken at random;
3. any sensible move;
4. pass.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import PASS
from tengen.core.rng import random_below
from tengen.playout.naive_policy import draw_sensible, is_sensible, take_or_save
from tengen.playout.shapes import N_SHAPES, first_shape


@jit
def select_by_shape(board, colour, points, rng_state):
    """The move of the pattern player, or PASS; the board is not changed, `points` is (MAX_AREA,) scratch."""
    move = take_or_save(board, colour, points, rng_state)
    if move != PASS:
        return move
    move = _best_shape(board, colour, rng_state)
    if move != PASS:
        return move
    return draw_sensible(board, colour, points, rng_state)


@jit
def _best_shape(board, colour, rng_state):
    """The sensible move with the first shape on the board, or PASS if no shape is to be seen."""
    best = np.uint32(PASS)
    first = np.int64(N_SHAPES - 1)
    n_ties = np.int64(0)
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        shape = first_shape(board, point, colour, first + 1)
        if shape > first or not is_sensible(board, point, colour, rng_state):
            continue
        n_ties = n_ties + 1 if shape == first else 1
        first = shape
        if random_below(rng_state, n_ties) == 0:
            best = point
    return best
