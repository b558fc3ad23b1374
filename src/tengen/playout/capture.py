"""The capture rule: take the most stones that can be taken anywhere on the board."""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.legality import is_legal
from tengen.core.liberties import last_liberty
from tengen.core.points import PASS, opponent
from tengen.core.rng import random_below
from tengen.playout.ataris import drop, is_chain_in_atari


@jit_inline
def select_capture(board, ataris, colour, rng_state):
    """The legal move that captures most stones, ties by a random start, or PASS if none captures."""
    victim = np.uint32(opponent(colour))
    index = np.uint32(0)
    while index < ataris.n_chains[victim]:
        if is_chain_in_atari(board, np.uint32(ataris.chain[victim, index]), victim):
            index = np.uint32(index + 1)
        else:
            drop(ataris, victim, index)
    n_chains = np.uint32(ataris.n_chains[victim])
    best = np.uint32(PASS)
    if n_chains == 0:
        return best
    most = 0
    start = random_below(rng_state, n_chains)
    for step in range(n_chains):
        index = np.uint32((start + step) % n_chains)
        point = last_liberty(board.liberties[ataris.chain[victim, index]])
        n_taken = _n_taken(board, ataris, victim, point)
        if n_taken > most and is_legal(board, point, colour, False):
            best = point
            most = n_taken
    return best


@jit_inline
def _n_taken(board, ataris, victim, point):
    """How many stones a move takes: chains may share their last liberty."""
    n_taken = 0
    for index in range(ataris.n_chains[victim]):
        chain = np.uint32(ataris.chain[victim, np.uint32(index)])
        if last_liberty(board.liberties[chain]) == point:
            n_taken += np.int64(board.n_stones[chain])
    return n_taken
