"""Softmax-1: every reply to the previous move has a win rate, and a reply is drawn by it.

P(a) ~ exp(winrate(a) / T) over all available moves (Baier & Drake 2010, section IV.D). It always
finds a move if there is one, so the rules of the default policy never come to word. The paper leaves
the win rate of an untried reply open; one half is ours.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import PASS, opponent
from tengen.playout.gibbs import draw_by_rates
from tengen.playout.rates import count_move


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
