# mypy: allow-untyped-defs, no-check-untyped-defs
"""Last good replies: LGR-1, LGR-2 and their forgetting versions (Baier & Drake 2010, section IV).

A reply that won the last playout it appeared in is tried again when its context comes up: the
previous move (LGR-1) or the previous two (LGR-2). With forgetting (LGRF) a reply that lost is
deleted. Tables are kept for the whole game; playout/memory_jit.py tells how threads share them.

LGRF-3: replies to the last three moves, the step that Baier & Drake leave open.

Three moves make 2 * 363^3 contexts on 19x19, far too many for a plain table. They are hashed into
2^18 slots; a slot remembers the whole context, so that a reply is never taken for another context's,
and a new context simply takes the slot. Behind it stand the tables of LGRF-2.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import EMPTY, N_POINTS, PASS, opponent
from tengen.core.rules_jit import is_legal

NO_REPLY = PASS  # a pass is never stored as a reply, so it can mark the absence of one; it is never vacant

REPLIES = np.dtype(
    [
        ("to_one", np.uint16, (3, N_POINTS)),  # [colour, previous move]
        ("to_two", np.uint16, (3, N_POINTS, N_POINTS)),  # [colour, move before, previous move]
    ],
    align=True,
)


@jit_inline
def look_up(replies, with_two, before, previous, colour):
    """The stored replies to the last move and to the last two; NO_REPLY where there is none.

    Asked as soon as the moves are known: the tables are large, and the answer may come while the
    move is still being played on the board.
    """
    mover = np.uint32(colour)
    to_one = np.uint32(replies.to_one[mover, previous])
    to_two = np.uint32(replies.to_two[mover, before, previous]) if with_two else np.uint32(NO_REPLY)
    return to_one, to_two


@jit_inline
def find_reply(board, to_one, to_two, opening, colour):
    """The stored reply to the last two moves, else to the last one, if it can be played; or PASS.

    Which stored move is vacant is decided without a branch: it is a toss-up, and a branch on it would
    be predicted wrongly half the time.
    """
    is_one_vacant = board.colour[to_one] == EMPTY
    is_two_vacant = board.colour[to_two] == EMPTY
    if not (is_one_vacant | is_two_vacant):
        return np.uint32(PASS)
    reply = to_two if is_two_vacant else to_one
    second = to_one if is_two_vacant & is_one_vacant else np.uint32(NO_REPLY)
    if is_playable(board, reply, colour, opening):
        return reply
    if second != NO_REPLY and is_playable(board, second, colour, opening):
        return second
    return np.uint32(PASS)


@jit_inline
def is_playable(board, point, colour, opening):
    """Whether a vacant point is feasible and legal, as a reply must be."""
    return is_feasible(board, point, colour, opening) and is_legal(board, point, colour, False)


@jit_inline
def learn_replies(replies, moves, n_moves, first_colour, winner, before, previous, with_two, forget):
    """Keep the winner's replies of one playout and, with forgetting, delete the loser's.

    One colour after the other: they write to different parts of the tables.
    moves    -- (n,) uint16, all moves since the real position, tree and playout alike
    before, previous -- the last two moves of the real game, context of the first moves
    """
    if n_moves == 0:
        return
    loser = opponent(np.int64(winner))
    first = np.uint32(moves[0])
    if first_colour == winner:
        _keep_replies(replies, np.uint32(winner), moves, 0, n_moves, before, previous, with_two)
        if forget:
            _delete_replies(replies, np.uint32(loser), moves, 1, n_moves, previous, first, with_two)
    else:
        _keep_replies(replies, np.uint32(winner), moves, 1, n_moves, previous, first, with_two)
        if forget:
            _delete_replies(replies, np.uint32(loser), moves, 0, n_moves, before, previous, with_two)


@jit_inline
def _keep_replies(replies, colour, moves, index, n_moves, before, previous, with_two):
    """Every second move from an index on is the reply to the two before it; passes are no replies."""
    while index < n_moves:
        move = np.uint32(moves[np.uint32(index)])
        if move != PASS:
            replies.to_one[colour, previous] = move
            if with_two:
                replies.to_two[colour, before, previous] = move
        before = move
        previous = np.uint32(moves[np.uint32(min(index + 1, n_moves - 1))])
        index += 2


@jit_inline
def _delete_replies(replies, colour, moves, index, n_moves, before, previous, with_two):
    """Every second move from an index on was no good reply: where it is stored, it is no longer.

    Without branches, as in find_reply.
    """
    while index < n_moves:
        move = np.uint32(moves[np.uint32(index)])
        old = np.uint32(replies.to_one[colour, previous])
        replies.to_one[colour, previous] = np.uint32(NO_REPLY) if old == move else old
        if with_two:
            old = np.uint32(replies.to_two[colour, before, previous])
            replies.to_two[colour, before, previous] = np.uint32(NO_REPLY) if old == move else old
        before = move
        previous = np.uint32(moves[np.uint32(min(index + 1, n_moves - 1))])
        index += 2


@jit_inline
def learned(old, move, won, forget):
    """What a table holds after a move was played in a context: without branches, as in find_reply."""
    kept = np.uint32(NO_REPLY) if forget & (old == move) else old
    learned = move if won else kept
    return old if move == PASS else learned


@jit
def learn_first_replies(replies, seen, moves, n_moves, first_colour, winner, previous):
    """LGRF-1-ND: like LGRF-1, but only replies to the first appearance of a move in the playout count.

    A repeated context is skipped whole: its reply is neither kept nor deleted. seen -- (3, N_POINTS)
    uint8, scratch: all 0 before and after.
    """
    first_previous = previous
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        if seen[colour, previous] == 0:
            seen[colour, previous] = 1
            old = np.uint32(replies.to_one[colour, previous])
            replies.to_one[colour, previous] = learned(old, move, colour == winner, True)
        previous = move
        colour = np.uint32(opponent(colour))
    seen[1, first_previous] = 0
    seen[2, first_previous] = 0
    for index in range(n_moves):
        seen[1, moves[np.uint32(index)]] = 0
        seen[2, moves[np.uint32(index)]] = 0


# --- LGRF-3: replies to three moves ---------------------------------------------------------------


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
