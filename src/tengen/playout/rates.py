"""Win rates of moves in contexts: the memory behind Softmax-1, contextual Monte Carlo and PAST.

Every policy here counts, for each context and each move, the playouts and the wins. What differs is
what a context is. A move never tried in a context is worth one half.
"""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.points import N_POINTS

# Contexts beyond the points: the predicates of past.py need a few more rows.
N_CONTEXTS = 2 * N_POINTS + 16
UNTRIED = 0.5

RATES = np.dtype(
    [
        ("runs", np.uint32, (3, N_CONTEXTS, N_POINTS)),  # [colour, context, move]
        ("wins", np.uint32, (3, N_CONTEXTS, N_POINTS)),
    ],
    align=True,
)


@jit_inline
def count_move(rates, colour, context, move, won):
    """One more playout in which the colour played the move in the context."""
    rates.runs[colour, context, move] += np.uint32(1)
    rates.wins[colour, context, move] += np.uint32(won)


@jit_inline
def win_rate(rates, colour, context, move):
    """Wins in playouts, or UNTRIED."""
    runs = rates.runs[colour, context, move]
    if runs == 0:
        return UNTRIED
    return np.float64(rates.wins[colour, context, move]) / np.float64(runs)
