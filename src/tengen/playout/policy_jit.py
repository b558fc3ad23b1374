# mypy: allow-untyped-defs, no-check-untyped-defs
"""Choosing a playout move: book, memory, then escape, pattern, capture, any feasible point."""

import numpy as np

from tengen.book.cursor_jit import is_within, select_book
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.playout.atari_jit import select_capture, select_escape
from tengen.playout.context_jit import note_predicates, select_contextual, select_past
from tengen.playout.lgrf_jit import find_reply, find_reply_to_three, look_up
from tengen.playout.memory_jit import N_COPIES
from tengen.playout.parameters_jit import (
    CMC,
    DEFAULT,
    LGRF1_ND,
    LGRF3,
    PAST,
    SOFTMAX1,
    happens,
    uses_two_moves,
)
from tengen.playout.pattern3x3_jit import select_pattern
from tengen.playout.reply_stats_jit import count_lookups
from tengen.playout.softmax_jit import select_softmax
from tengen.playout.uniform_jit import select_uniform


@jit_inline
def select_move(
    board, ataris, memory, book, parameters, playout, third, before, previous, replies, rng_state
):
    """The move of a heavy playout for the colour to play.

    third, before, previous -- the last three moves
    replies -- what `look_up` found for them
    """
    colour = np.int64(board.to_play)
    policy = parameters.policy
    if (parameters.book > 0) and is_within(book, playout.bookmark) and happens(parameters.book, rng_state):
        move = select_book(board, book, playout.bookmark, parameters.opening, rng_state)
        if move != PASS:
            return move
    if policy != DEFAULT:
        if (policy <= LGRF1_ND) & (not parameters.counting):
            move = find_reply(board, replies[0], replies[1], parameters.opening, colour)
        else:
            move = _select_by_memory(
                board, memory, parameters, playout, third, before, previous, colour, rng_state
            )
        if move != PASS:
            return move
    if previous > NO_MOVE:
        if happens(parameters.escape, rng_state):
            move = select_escape(board, previous, colour)
            if move != PASS:
                return move
        if happens(parameters.pattern, rng_state):
            move = select_pattern(board, previous, colour, parameters.opening, parameters.refuse, rng_state)
            if move != PASS:
                return move
    if happens(parameters.capture, rng_state):
        move = select_capture(board, ataris, colour, rng_state)
        if move != PASS:
            return move
    return select_uniform(board, colour, parameters.opening, parameters.refuse, rng_state)


@jit
def _select_by_memory(board, memory, parameters, playout, third, before, previous, colour, rng_state):
    """The same question for the rarer policies, and for all reply tables when they are counted."""
    policy, opening = parameters.policy, parameters.opening
    if policy == SOFTMAX1:
        return select_softmax(
            board, memory.rates, playout, opening, parameters.temperature, previous, colour, rng_state
        )
    if policy == PAST:
        return select_past(
            board, memory.rates, playout, opening, parameters.temperature, before, previous, colour, rng_state
        )
    if policy == CMC:
        if happens(parameters.contextual, rng_state):
            return select_contextual(board, memory.rates, opening, before, colour)
        return np.uint32(PASS)
    if policy == LGRF3:
        move = find_reply_to_three(board, memory.replies_to_three, opening, third, before, previous, colour)
        if move != PASS:
            return move
    with_two = uses_two_moves(policy)
    replies = memory.replies[playout.thread % N_COPIES]
    if parameters.counting:
        count_lookups(memory.counts, board, replies, with_two, opening, before, previous, colour)
    to_one, to_two = look_up(replies, with_two, before, previous, colour)
    return find_reply(board, to_one, to_two, opening, colour)


@jit_inline
def note_context(board, parameters, playout, before, previous, index):
    """Before a move of the tree or the playout: what learning will want to know about it."""
    if parameters.policy == PAST:
        note_predicates(board, before, previous, np.int64(board.to_play), playout.predicates, index)
