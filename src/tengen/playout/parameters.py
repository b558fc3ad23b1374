"""What a playout can be told: which rules, how often, and which memory of replies.

Compiled code gets one record of numbers; names are for people and live in `POLICIES`.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.rng import random_below

ALWAYS = 1 << 16  # probabilities are counted in parts of this

DEFAULT = 0
LGR1 = 1
LGR2 = 2
LGRF1 = 3
LGRF2 = 4

POLICIES = {"default": DEFAULT, "lgr1": LGR1, "lgr2": LGR2, "lgrf1": LGRF1, "lgrf2": LGRF2}

PARAMETERS = np.dtype(
    [
        ("komi", np.float64),
        ("policy", np.int64),  # one of POLICIES
        ("escape", np.int64),  # how often each rule is asked, in parts of ALWAYS
        ("pattern", np.int64),
        ("capture", np.int64),
        ("opening", np.bool_),  # keep to the neighbourhood of stones (feasibility.py)
        ("mercy", np.bool_),  # end when one side has half the board more stones than the other
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
    opening: bool = True,
    mercy: bool = True,
) -> Any:
    """Parameters by name; probabilities from 0 to 1."""
    parameters = np.zeros(1, PARAMETERS).view(np.recarray)[0]
    parameters.komi = komi
    parameters.policy = POLICIES[policy]
    parameters.escape = round(escape * ALWAYS)
    parameters.pattern = round(pattern * ALWAYS)
    parameters.capture = round(capture * ALWAYS)
    parameters.opening = opening
    parameters.mercy = mercy
    return parameters


@jit_inline
def happens(probability, rng_state):
    """Whether something of this probability (in parts of ALWAYS) happens; certainty costs no draw."""
    if probability >= ALWAYS:
        return True
    return random_below(rng_state, ALWAYS) < probability
