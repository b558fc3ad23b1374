"""Choosing a playout move: replies first, then escape, pattern, capture, and at last any feasible point."""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.legality import is_legal
from tengen.core.points import EMPTY, NO_MOVE, PASS
from tengen.playout.capture import select_capture
from tengen.playout.escape import select_escape
from tengen.playout.feasibility import is_feasible
from tengen.playout.lgr import NO_REPLY
from tengen.playout.parameters import DEFAULT, LGR2, LGRF2, happens
from tengen.playout.pattern3x3 import select_pattern
from tengen.playout.uniform import select_uniform


@jit_inline
def select_move(board, ataris, replies, parameters, before, previous, rng_state):
    """The move of a heavy playout for the colour to play, given the last two moves."""
    colour = np.int64(board.to_play)
    if parameters.policy != DEFAULT:
        move = _select_reply(board, replies, parameters, before, previous, colour)
        if move != PASS:
            return move
    if previous > NO_MOVE:
        if happens(parameters.escape, rng_state):
            move = select_escape(board, previous, colour)
            if move != PASS:
                return move
        if happens(parameters.pattern, rng_state):
            move = select_pattern(board, previous, colour, parameters.opening, rng_state)
            if move != PASS:
                return move
    if happens(parameters.capture, rng_state):
        move = select_capture(board, ataris, colour, rng_state)
        if move != PASS:
            return move
    return select_uniform(board, colour, parameters.opening, rng_state)


@jit_inline
def _select_reply(board, replies, parameters, before, previous, colour):
    """The stored reply to the last two moves, else to the last one, if it can be played; or PASS."""
    if (parameters.policy == LGR2) | (parameters.policy == LGRF2):
        reply = np.uint32(replies.to_two[np.uint32(colour), before, previous])
        if (reply != NO_REPLY) and _is_playable(board, reply, colour, parameters.opening):
            return reply
    reply = np.uint32(replies.to_one[np.uint32(colour), previous])
    if (reply != NO_REPLY) and _is_playable(board, reply, colour, parameters.opening):
        return reply
    return np.uint32(PASS)


@jit_inline
def _is_playable(board, point, colour, opening):
    """Vacant, feasible and legal, as a reply must be."""
    return (
        board.colour[point] == EMPTY
        and is_feasible(board, point, colour, opening)
        and is_legal(board, point, colour, False)
    )
