"""All that playouts remember, whatever the policy: one record, shared by the threads of a search.

A policy touches only its own part; pages of memory that nothing touches cost nothing.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit
from tengen.playout.contextual import learn_tiles
from tengen.playout.counts import COUNTS, learn_and_count
from tengen.playout.lgr import REPLIES
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
from tengen.playout.sharing import JOURNAL, MAX_THREADS, N_COPIES, learn_in_copy, share_playout
from tengen.playout.softmax import learn_reply_rates

MEMORY = np.dtype(
    [
        ("replies", REPLIES, N_COPIES),  # lgr1, lgr2, lgrf1, lgrf2, lgrf1-nd, lgrf3
        ("replies_to_three", REPLIES_TO_THREE),  # lgrf3
        ("rates", RATES),  # softmax1, cmc, past
        ("counts", COUNTS),  # if counting
        ("journals", JOURNAL, MAX_THREADS),  # what threads tell each other
    ],
    align=True,
)


def new_memory() -> Any:
    """A memory of nothing."""
    return np.zeros(1, MEMORY).view(np.recarray)[0]


def bytes_touched(parameters: Any, n_threads: int) -> int:
    """How much of a memory the playouts of a policy touch at most."""
    touched = {"rates"} if parameters.policy in (SOFTMAX1, CMC, PAST) else {"replies"}
    if parameters.policy == LGRF3:
        touched.add("replies_to_three")
    if parameters.counting:
        touched.add("counts")
    if n_threads > 1:
        touched.add("journals")
    return sum(MEMORY[name].itemsize for name in touched)


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
    else:
        if policy == LGRF3:
            learn_replies_to_three(
                memory.replies_to_three, moves, n_moves, first_colour, winner, third, before, previous
            )
        replies = memory.replies[playout.thread % N_COPIES]
        if parameters.counting & (policy != LGRF1_ND):
            learn_and_count(
                memory.counts, replies, moves, n_moves, first_colour, winner, before, previous,
                uses_two_moves(policy), forgets(policy),
            )  # fmt: skip
        else:
            learn_in_copy(
                replies, policy, playout.seen, moves, n_moves, first_colour, winner, before, previous
            )
        if playout.n_threads > 1:
            share_playout(
                memory.replies, memory.journals, policy, playout, first_colour, winner, before, previous
            )
