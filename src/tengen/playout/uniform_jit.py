# mypy: allow-untyped-defs, no-check-untyped-defs
"""The uniform policy: any playable point with equal chance.

Playable is what is legal by simple ko and no suicide, and not an own one-point eye. Candidates are
drawn without replacement, so the choice is exactly uniform, and a pass comes only when no point is
left. Expected cost: one draw early in a game, below two near its end (settled points are not drawn).

Any legal move, own eyes and the pass included: the Random player of Mayer's experiments.

It plays on in a decided game and fills its own eyes, unlike the uniform policy of playouts.
"""

import numpy as np

from tengen.core.board_jit import is_eye, is_surrounded, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.playable_jit import is_near_play, settle
from tengen.core.points_jit import PASS, point_at
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import chains_in_atari_at, is_capture_or_safe, is_legal
from tengen.playout.self_atari_jit import is_refused


@jit_inline
def select_uniform(board, colour, opening, refuse, rng_state):
    """A playable point drawn uniformly, or PASS; points found settled leave the candidates.

    opening -- draw only points near play, as the opening heuristic of core/playable_jit.py wants it
    refuse  -- how often idle self-ataris are not drawn, as in playout/self_atari_jit.py
    """
    n_left = np.uint32(board.n_candidates)
    while n_left > 0:
        drawn = random_below(rng_state, n_left)
        point = np.uint32(board.candidate[drawn])
        own_side, other_side = sides(board, point, colour)
        if not is_surrounded(own_side, other_side):
            is_near = (not opening) or is_near_play(board, point)
            if is_near and not is_refused(board, point, colour, own_side, other_side, refuse, rng_state):
                return point
            n_left = np.uint32(n_left - 1)
            _exchange(board, point, drawn, n_left)
            continue
        ataris = chains_in_atari_at(board, point)
        own_eye = is_eye(own_side, other_side)
        is_playable = is_capture_or_safe(own_side, other_side, ataris) & (not own_eye) & (point != board.ko)
        if is_playable and not is_refused(board, point, colour, own_side, other_side, refuse, rng_state):
            return point
        n_left = np.uint32(n_left - 1)
        _exchange(board, point, drawn, n_left)
        border = own_side & other_side
        if (ataris & ~border == 0) & (own_eye | is_eye(other_side, own_side)):
            settle(board, point)
    return np.uint32(PASS)


@jit_inline
def _exchange(board, point, drawn, end):
    """Put a rejected candidate behind those still to be drawn."""
    last = board.candidate[end]
    board.candidate[drawn] = last
    board.place[last] = drawn
    board.candidate[end] = point
    board.place[point] = end


@jit
def draw_unless_eye(board, colour, points, n_points, rng_state):
    """One of the given points that is no own eye, drawn uniformly, or PASS; `points` is used up."""
    while n_points > 0:
        drawn = random_below(rng_state, n_points)
        point = np.uint32(points[drawn])
        own_side, other_side = sides(board, point, colour)
        if not is_eye(own_side, other_side):
            return point
        n_points -= 1
        points[drawn] = points[n_points]
    return np.uint32(PASS)


# --- Any legal move -------------------------------------------------------------------------------


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
