"""The Naive player of Mayer's experiments: takes what it can, saves what it can, else plays at random.

The paper (section III): it "is able to save and capture stones, and knows when stones are definitely lost.
Weak stones, i.e., stones in danger of being captured, are saved by connecting them to a larger group, so
that a weak stone becomes a member of a living group (or at least of one with more liberties)". Which rule
comes first is ours:

1. take the most stones that can be taken;
2. save the most own stones from atari, by connecting or extending; where that gives no second liberty
   they are lost, and nothing is spent on them;
3. the same for stones with two liberties, which a third makes safer;
4. any legal move but own eyes and idle self-ataris;
5. pass.
"""

import numpy as np

from tengen.core.board import is_eye, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.legality import is_legal
from tengen.core.points import PASS
from tengen.core.rng import random_below
from tengen.playout.danger import save_most, take_most
from tengen.playout.parameters import ALWAYS
from tengen.playout.self_atari import is_refused


@jit
def select_naive(board, colour, points, rng_state):
    """The move of the Naive player, or PASS; the board is not changed, `points` is (MAX_AREA,) scratch."""
    move = take_or_save(board, colour, points, rng_state)
    if move != PASS:
        return move
    move = save_most(board, colour, 2, points, rng_state)
    if move != PASS:
        return move
    return draw_sensible(board, colour, points, rng_state)


@jit
def take_or_save(board, colour, points, rng_state):
    """The move that takes the most stones, else the one that saves the most from atari, else PASS."""
    move = take_most(board, colour, rng_state)
    if move != PASS:
        return move
    return save_most(board, colour, 1, points, rng_state)


@jit
def draw_sensible(board, colour, points, rng_state):
    """A sensible move drawn uniformly, or PASS."""
    n_left = np.uint32(board.n_candidates)
    for index in range(n_left):
        points[index] = board.candidate[np.uint32(index)]
    while n_left > 0:
        drawn = random_below(rng_state, n_left)
        point = np.uint32(points[drawn])
        if is_sensible(board, point, colour, rng_state):
            return point
        n_left = np.uint32(n_left - 1)
        points[drawn] = points[n_left]
    return np.uint32(PASS)


@jit_inline
def is_sensible(board, point, colour, rng_state):
    """Whether a move is legal, no own eye and no idle self-atari."""
    own_side, other_side = sides(board, point, colour)
    if is_eye(own_side, other_side) or not is_legal(board, point, colour, False):
        return False
    return not is_refused(board, point, colour, own_side, other_side, ALWAYS, rng_state)
