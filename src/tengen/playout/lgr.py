"""Last good replies: LGR-1, LGR-2 and their forgetting versions (Baier & Drake 2010).

A reply that won the last playout it appeared in is tried again when its context comes up: the
previous move (LGR-1) or the previous two (LGR-2). With forgetting (LGRF) a reply that lost is
deleted. Tables are shared by all threads and kept for the whole game.
"""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.points import N_POINTS, PASS, opponent

NO_REPLY = PASS  # a pass is never stored as a reply, so it can mark the absence of one

REPLIES = np.dtype(
    [
        ("to_one", np.uint16, (3, N_POINTS)),  # [colour, previous move]
        ("to_two", np.uint16, (3, N_POINTS, N_POINTS)),  # [colour, move before, previous move]
    ],
    align=True,
)


@jit_inline
def learn_replies(replies, moves, n_moves, first_colour, winner, before, previous, with_two, forget):
    """Keep the winner's replies of one playout and, with forgetting, delete the loser's.

    moves    -- (n,) uint16, all moves since the real position, tree and playout alike
    before, previous -- the last two moves of the real game, context of the first moves
    """
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        if move != PASS:
            if colour == winner:
                replies.to_one[colour, previous] = move
                if with_two:
                    replies.to_two[colour, before, previous] = move
            elif forget:
                if replies.to_one[colour, previous] == move:
                    replies.to_one[colour, previous] = NO_REPLY
                if with_two and replies.to_two[colour, before, previous] == move:
                    replies.to_two[colour, before, previous] = NO_REPLY
        before = previous
        previous = move
        colour = np.uint32(opponent(colour))
