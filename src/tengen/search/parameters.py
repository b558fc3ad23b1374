"""What a tree search can be told, as one record of numbers."""

from typing import Any

import numpy as np

SEARCH = np.dtype(
    [
        ("rave_bias", np.float32),  # B in b = rn / (rn + n + rn n B)
        ("expand_at", np.float32),  # a child is made when its move has more runs than this
        ("prior", np.float32),  # virtual wins for each suggestion of a playout rule
        ("win_stay", np.bool_),  # repeat the last winning move of a node until it loses
        ("superko", np.int64),
    ],
    align=True,
)


def new_search_parameters(
    *,
    rave_bias: float = 0.0009,
    expand_at: float = 2.0,
    prior: float = 20.0,
    win_stay: bool = True,
    superko: int = 1,
) -> Any:
    """Search parameters; the defaults are Orego's."""
    parameters = np.zeros(1, SEARCH).view(np.recarray)[0]
    parameters.rave_bias = rave_bias
    parameters.expand_at = expand_at
    parameters.prior = prior
    parameters.win_stay = win_stay
    parameters.superko = superko
    return parameters
