"""Priors of a fresh node: virtual wins for what the playout rules would suggest (Orego)."""

import numpy as np

from tengen.core.board import sides
from tengen.core.jit import jit, jit_inline
from tengen.core.liberties import last_liberty
from tengen.core.points import BLACK, NEIGHBOUR_OFFSETS, NO_MOVE, east, north, opponent, south, west
from tengen.playout.ataris import is_chain_in_atari
from tengen.playout.pattern3x3 import matches_pattern, neighbour_at
from tengen.search.tree import RUNS, WINS


@jit
def add_prior(stats, node, entry, wins):
    """Count a move as tried and won so many times."""
    stats[node, RUNS, entry] += wins
    stats[node, WINS, entry] += wins


@jit
def add_playout_priors(stats, node, entry_of, board, ataris, previous, weight):
    """Priors of escape, pattern and capture for the colour to play; contributions add up."""
    colour = np.int64(board.to_play)
    if previous > NO_MOVE:
        for direction in range(4):
            chain = _chain_beside(board, previous, direction)
            is_seen = False
            for earlier in range(direction):
                is_seen |= _chain_beside(board, previous, earlier) == chain
            if not is_seen and is_chain_in_atari(board, chain, colour):
                _add_escape_prior(stats, node, entry_of, board, ataris, chain, colour, weight)
        black_side, white_side = sides(board, previous, BLACK)
        rest = ~(black_side | white_side) & 255
        while rest:
            point = neighbour_at(previous, rest)
            if matches_pattern(board, point, colour):
                add_prior(stats, node, entry_of[point], weight)
            rest &= rest - 1
    victim = np.uint32(opponent(colour))
    for index in range(ataris.n_chains[victim]):
        chain = np.uint32(ataris.chain[victim, np.uint32(index)])
        if is_chain_in_atari(board, chain, victim):
            point = last_liberty(board.liberties[chain])
            add_prior(stats, node, entry_of[point], weight * np.float32(board.n_stones[chain]))


@jit_inline
def _chain_beside(board, point, direction):
    """The chain of the neighbour to the north, west, east or south."""
    return np.uint32(board.chain[np.int64(point) + NEIGHBOUR_OFFSETS[direction]])


@jit
def _add_escape_prior(stats, node, entry_of, board, ataris, chain, colour, weight):
    """An own chain in atari: its last liberty, and that of each enemy chain in atari that touches it."""
    add_prior(stats, node, entry_of[last_liberty(board.liberties[chain])], weight)
    victim = np.uint32(opponent(colour))
    for index in range(ataris.n_chains[victim]):
        enemy = np.uint32(ataris.chain[victim, np.uint32(index)])
        if is_chain_in_atari(board, enemy, victim) and _touches(board, enemy, chain):
            add_prior(stats, node, entry_of[last_liberty(board.liberties[enemy])], weight)


@jit
def _touches(board, chain, other):
    """Whether a stone of a chain lies beside one of another chain."""
    stone = chain
    while True:
        for beside in (north(stone), west(stone), east(stone), south(stone)):
            if board.chain[beside] == other:
                return True
        stone = np.uint32(board.next_stone[stone])
        if stone == chain:
            return False
