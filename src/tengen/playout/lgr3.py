"""LGRF-3: replies to the last three moves, the step that Baier & Drake leave open.

Three moves make 2 * 363^3 contexts on 19x19, far too many for a plain table. They are hashed into
2^18 slots; a slot remembers the whole context, so that a reply is never taken for another context's,
and a new context simply takes the slot. Behind it stand the tables of LGRF-2.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points import EMPTY, PASS, opponent
from tengen.playout.lgr import NO_REPLY, is_playable

N_SLOTS = 1 << 18
_POINT_BITS = 9
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_SLOT_SHIFT = np.uint64(64 - 18)

REPLIES_TO_THREE = np.dtype(
    [
        ("context", np.uint32, N_SLOTS),  # what a slot is a reply to; 0 in an empty slot
        ("reply", np.uint16, N_SLOTS),
    ],
    align=True,
)


@jit_inline
def context_of(third, before, previous, colour):
    """Three moves and the colour to reply in one number above 0."""
    moves = (np.uint32(third) << 2 * _POINT_BITS) | (np.uint32(before) << _POINT_BITS) | np.uint32(previous)
    return np.uint32((np.uint32(moves) << 2) | np.uint32(colour))


@jit_inline
def slot_of(context):
    """Where the replies to a context are kept."""
    return np.uint32((np.uint64(context) * _MIXER) >> _SLOT_SHIFT)


@jit
def find_reply_to_three(board, replies, opening, third, before, previous, colour):
    """The stored reply to the last three moves if it can be played, or PASS."""
    context = context_of(third, before, previous, colour)
    slot = slot_of(context)
    reply = np.uint32(replies.reply[slot])
    if replies.context[slot] != context or board.colour[reply] != EMPTY:
        return np.uint32(PASS)
    return reply if is_playable(board, reply, colour, opening) else np.uint32(PASS)


@jit
def learn_replies_to_three(replies, moves, n_moves, first_colour, winner, third, before, previous):
    """Keep the winner's replies of one playout and delete the loser's."""
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        context = context_of(third, before, previous, colour)
        slot = slot_of(context)
        if move != PASS and colour == winner:
            replies.context[slot] = context
            replies.reply[slot] = move
        elif move != PASS and replies.context[slot] == context and replies.reply[slot] == move:
            replies.context[slot] = 0
            replies.reply[slot] = NO_REPLY
        third, before, previous = before, previous, move
        colour = np.uint32(opponent(colour))
