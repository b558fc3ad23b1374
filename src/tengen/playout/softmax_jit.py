# mypy: allow-untyped-defs, no-check-untyped-defs
"""Win rates of moves in contexts: the memory behind Softmax-1, contextual Monte Carlo and PAST.

Every policy here counts, for each context and each move, the playouts and the wins. What differs is
what a context is. A move never tried in a context is worth one half.

Drawing a move by the Gibbs (Boltzmann) distribution: with probability ~ exp(value / T).

Softmax-1: every reply to the previous move has a win rate, and a reply is drawn by it.

P(a) ~ exp(winrate(a) / T) over all available moves (Baier & Drake 2010, section IV.D). It always
finds a move if there is one, so the rules of the default policy never come to word. The paper leaves
the win rate of an untried reply open; one half is ours.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import N_POINTS, PASS, opponent
from tengen.core.random_jit import random_below
from tengen.playout.lgrf_jit import is_playable

# Contexts beyond the points: the predicates of playout/context_jit.py need a few more rows.
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


# --- Drawing by win rates -------------------------------------------------------------------------


_RESOLUTION = 1 << 31


@jit
def draw_by_rates(board, rates, scratch, n_contexts, opening, temperature, colour, rng_state):
    """A move drawn by its best win rate over the contexts in `scratch.rows` that have seen it, or PASS.

    A move that none of them has seen is worth UNTRIED.
    """
    mover = np.uint32(colour)
    n_points = 0
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        if is_playable(board, point, colour, opening):
            scratch.points[n_points] = point
            scratch.values[n_points] = _best_rate(rates, mover, scratch.rows, n_contexts, point)
            n_points += 1
    return draw_gibbs(scratch.points, scratch.values, n_points, temperature, rng_state)


@jit
def _best_rate(rates, colour, rows, n_contexts, point):
    """The best win rate of a move over the rows that have seen it, or UNTRIED."""
    best = -1.0
    for number in range(n_contexts):
        row = np.uint32(rows[number])
        if rates.runs[colour, row, point] > 0:
            best = max(best, win_rate(rates, colour, row, point))
    return best if best >= 0.0 else UNTRIED


@jit
def draw_gibbs(points, values, n_points, temperature, rng_state):
    """One of the points, or PASS if there is none.

    points, values -- (n,) the moves and what they are worth; values are overwritten by weights
    """
    if n_points == 0:
        return np.uint32(PASS)
    best = values[0]
    for index in range(1, n_points):
        best = max(best, values[index])
    total = 0.0
    for index in range(n_points):
        values[index] = np.exp((values[index] - best) / temperature)  # the best weighs 1: no overflow
        total += values[index]
    target = total * np.float64(random_below(rng_state, _RESOLUTION)) / _RESOLUTION
    for index in range(n_points - 1):
        target -= values[index]
        if target < 0.0:
            return np.uint32(points[index])
    return np.uint32(points[n_points - 1])


# --- Softmax-1 (section IV.D) ---------------------------------------------------------------------


@jit
def select_softmax(board, rates, scratch, opening, temperature, previous, colour, rng_state):
    """A move drawn by the win rates of the replies to the previous move, or PASS."""
    scratch.rows[0] = previous
    return draw_by_rates(board, rates, scratch, 1, opening, temperature, colour, rng_state)


@jit
def learn_reply_rates(rates, moves, n_moves, first_colour, winner, previous):
    """Count every move of a playout as a reply to the one before it."""
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        if move != PASS:
            count_move(rates, colour, previous, move, colour == winner)
        previous = move
        colour = np.uint32(opponent(colour))
