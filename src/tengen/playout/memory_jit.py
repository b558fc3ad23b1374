# mypy: allow-untyped-defs, no-check-untyped-defs
"""Reply tables for several threads: two copies, each of which learns from all playouts.

Threads that write into one table take its lines of cache from each other all the time: with one table of
replies to two moves two threads searched 1.55 times as fast as one, with two copies 1.8 times. So a
thread asks and teaches the copy that its number leads to, and keeps a journal of its last playouts. The
thread beside it, which has the other copy, reads the journal after each playout of its own and teaches that
copy: whatever the number of threads, each learns from two playouts for every one it plays.

A copy may lag behind the other by the playouts that are running. A reader that was held up for more than
N_SLOTS playouts leaves out those that are overwritten.

All that playouts remember, whatever the policy: one record, shared by the threads of a search.

A policy touches only its own part; pages of memory that nothing touches cost nothing.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit
from tengen.core.points_jit import MAX_AREA
from tengen.playout.context_jit import learn_predicates, learn_tiles
from tengen.playout.lgrf_jit import (
    REPLIES,
    REPLIES_TO_THREE,
    learn_first_replies,
    learn_replies,
    learn_replies_to_three,
)
from tengen.playout.parameters_jit import (
    CMC,
    DEFAULT,
    LGRF1_ND,
    LGRF3,
    MOVE_LIMIT_PER_POINT,
    PAST,
    SOFTMAX1,
    forgets,
    uses_two_moves,
)
from tengen.playout.reply_stats_jit import COUNTS, learn_and_count
from tengen.playout.softmax_jit import RATES, learn_reply_rates

N_COPIES = 2
N_SLOTS = 16
MAX_THREADS = 256

PLAYED = np.dtype(
    [
        ("moves", np.uint16, MOVE_LIMIT_PER_POINT * MAX_AREA),
        ("n_moves", np.int64),
        ("first_colour", np.int64),
        ("winner", np.int64),
        ("before", np.uint32),  # the last two moves of the real game
        ("previous", np.uint32),
    ],
    align=True,
)

JOURNAL = np.dtype(
    [
        ("n_read", np.int64),  # playouts of the neighbour that this thread has learned from
        ("room", np.int64, 7),  # the next one is written by this thread and read by its neighbour
        ("n_written", np.int64),
        ("played", PLAYED, N_SLOTS),  # the last ones, in turn
    ],
    align=True,
)


@jit
def learn_in_copy(replies, policy, seen, moves, n_moves, first_colour, winner, before, previous):
    """Teach one copy of the tables a playout."""
    if policy == LGRF1_ND:
        learn_first_replies(replies, seen, moves, n_moves, first_colour, winner, previous)
    else:
        learn_replies(
            replies, moves, n_moves, first_colour, winner, before, previous,
            uses_two_moves(policy), forgets(policy),
        )  # fmt: skip


@jit
def share_playout(copies, journals, policy, playout, first_colour, winner, before, previous):
    """After an own playout is learned: let the other copy learn it, too, and learn what happened there."""
    number = np.int64(playout.thread)
    neighbour = number ^ 1
    if neighbour >= playout.n_threads:  # the last of an odd number has nobody to do it
        learn_in_copy(
            copies[neighbour % N_COPIES], policy, playout.seen, playout.moves, playout.n_moves,
            first_colour, winner, before, previous,
        )  # fmt: skip
        return
    _write(journals[number], playout, first_colour, winner, before, previous)
    journal = journals[neighbour]
    n_written = journal.n_written
    n_read = max(journals[number].n_read, n_written - N_SLOTS)
    while n_read < n_written:
        played = journal.played[n_read % N_SLOTS]
        learn_in_copy(
            copies[number % N_COPIES], policy, playout.seen, played.moves, played.n_moves,
            played.first_colour, played.winner, np.uint32(played.before), np.uint32(played.previous),
        )  # fmt: skip
        n_read += 1
    journals[number].n_read = n_read


@jit
def _write(journal, playout, first_colour, winner, before, previous):
    """Note a playout for the neighbour."""
    played = journal.played[journal.n_written % N_SLOTS]
    for index in range(playout.n_moves):
        played.moves[index] = playout.moves[index]
    played.n_moves = playout.n_moves
    played.first_colour = first_colour
    played.winner = winner
    played.before = before
    played.previous = previous
    journal.n_written += 1


# --- All memories in one record -------------------------------------------------------------------


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
