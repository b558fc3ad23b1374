"""All that playouts remember, whatever the policy: one record, shared by the threads of a search.

A policy touches only its own part; pages of memory that nothing touches cost nothing.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit
from tengen.playout.contextual import learn_tiles
from tengen.playout.counts import COUNTS, learn_and_count
from tengen.playout.lgr import REPLIES, learn_first_replies, learn_replies
from tengen.playout.lgr3 import REPLIES_TO_THREE, learn_replies_to_three
from tengen.playout.parameters import (
    CMC,
    DEFAULT,
    LGRF1_ND,
    LGRF3,
    PAST,
    SOFTMAX1,
    forgets,
    uses_two_moves,
)
from tengen.playout.past import learn_predicates
from tengen.playout.rates import RATES
from tengen.playout.softmax import learn_reply_rates

MEMORY = np.dtype(
    [
        ("replies", REPLIES),  # lgr1, lgr2, lgrf1, lgrf2, lgrf1-nd, lgrf3
        ("replies_to_three", REPLIES_TO_THREE),  # lgrf3
        ("rates", RATES),  # softmax1, cmc, past
        ("counts", COUNTS),  # if counting
    ],
    align=True,
)


def new_memory() -> Any:
    """A memory of nothing."""
    return np.zeros(1, MEMORY).view(np.recarray)[0]


@jit
def learn(memory, parameters, playout, first_colour, winner, third, before, previous):
    """Let the policy learn from a playout; the last three moves of the real game are its first context."""
    policy = parameters.policy
    moves, n_moves = playout.moves, playout.n_moves
    if policy == DEFAULT:
        return
    if policy == SOFTMAX1:
        learn_reply_rates(memory.rates, moves, n_moves, first_colour, winner, previous)
    elif policy == CMC:
        learn_tiles(memory.rates, playout.seen, moves, n_moves, first_colour, winner)
    elif policy == PAST:
        learn_predicates(memory.rates, playout.predicates, moves, n_moves, first_colour, winner)
    elif policy == LGRF1_ND:
        learn_first_replies(memory.replies, playout.seen, moves, n_moves, first_colour, winner, previous)
    else:
        with_two = uses_two_moves(policy)
        forget = forgets(policy)
        if policy == LGRF3:
            learn_replies_to_three(
                memory.replies_to_three, moves, n_moves, first_colour, winner, third, before, previous
            )
        if parameters.counting:
            learn_and_count(
                memory.counts, memory.replies, moves, n_moves, first_colour, winner, before, previous,
                with_two, forget,
            )  # fmt: skip
        else:
            learn_replies(
                memory.replies, moves, n_moves, first_colour, winner, before, previous, with_two, forget
            )
