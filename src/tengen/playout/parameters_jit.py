# mypy: allow-untyped-defs, no-check-untyped-defs
"""What a playout can be told: which rules, how often, and which memory of replies.

Compiled code gets one record of numbers; names are for people and live in `POLICIES`.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.random_jit import random_below

MOVE_LIMIT_PER_POINT = 3  # a playout of more moves is void
ALWAYS = 1 << 16  # probabilities are counted in parts of this

DEFAULT, LGR1, LGR2, LGRF1, LGRF2, LGRF1_ND, LGRF3, SOFTMAX1, CMC, PAST = range(10)

# What each policy remembers of earlier playouts, beyond the rules of the default policy.
POLICIES = {
    "default": DEFAULT,  # nothing
    "lgr1": LGR1,  # the last good reply to a move
    "lgr2": LGR2,  # to two moves, else to one
    "lgrf1": LGRF1,  # lgr1 with forgetting
    "lgrf2": LGRF2,  # lgr2 with forgetting
    "lgrf1-nd": LGRF1_ND,  # lgrf1 without duplicates
    "lgrf3": LGRF3,  # three moves of context before those of lgrf2
    "softmax1": SOFTMAX1,  # the win rate of every reply to a move
    "cmc": CMC,  # the win rate of every pair of moves of one player
    "past": PAST,  # the win rate of every move under every predicate
}

PARAMETERS = np.dtype(
    [
        ("komi", np.float64),
        ("temperature", np.float64),  # of softmax1 and past
        ("policy", np.int64),  # one of POLICIES
        ("escape", np.int64),  # how often each rule is asked, in parts of ALWAYS
        ("pattern", np.int64),
        ("capture", np.int64),
        ("contextual", np.int64),  # how often cmc asks its tiles
        ("book", np.int64),  # how often the opening book is asked first
        ("refuse", np.int64),  # how often patterns and random draws refuse idle self-ataris
        ("opening", np.bool_),  # keep to the neighbourhood of stones (core/playable_jit.py)
        ("mercy", np.bool_),  # end when one side has half the board more stones than the other
        ("counting", np.bool_),  # keep the counters of playout/reply_stats_jit.py
    ],
    align=True,
)


def new_parameters(
    policy: str = "default",
    komi: float = 7.5,
    *,
    escape: float = 1.0,
    pattern: float = 1.0,
    capture: float = 1.0,
    contextual: float = 0.5,
    book: float = 0.0,
    refuse: float = 0.0,
    temperature: float = 0.1,
    opening: bool = True,
    mercy: bool = True,
    counting: bool = False,
) -> Any:
    """Parameters by name; probabilities from 0 to 1."""
    parameters = np.zeros(1, PARAMETERS).view(np.recarray)[0]
    parameters.komi = komi
    parameters.temperature = temperature
    parameters.policy = POLICIES[policy]
    parameters.escape = round(escape * ALWAYS)
    parameters.pattern = round(pattern * ALWAYS)
    parameters.capture = round(capture * ALWAYS)
    parameters.contextual = round(contextual * ALWAYS)
    parameters.book = round(book * ALWAYS)
    parameters.refuse = round(refuse * ALWAYS)
    parameters.opening = opening
    parameters.mercy = mercy
    parameters.counting = counting
    return parameters


@jit_inline
def uses_two_moves(policy):
    """Whether a policy keeps replies to two moves."""
    return (policy == LGR2) | (policy == LGRF2) | (policy == LGRF3)


@jit_inline
def forgets(policy):
    """Whether a policy deletes replies that lost."""
    return (policy == LGRF1) | (policy == LGRF2) | (policy == LGRF3)


@jit_inline
def happens(probability, rng_state):
    """Whether something of this probability (in parts of ALWAYS) happens; certainty costs no draw."""
    if probability >= ALWAYS:
        return True
    return random_below(rng_state, ALWAYS) < probability
