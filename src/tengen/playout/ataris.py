"""Chains in atari, kept as the game goes on, so that the whole board need not be searched.

A chain can come into atari only by a move beside it or by its own move; such chains are noted. What
becomes of them later is found out when the list is read: entries that are no longer chains in atari
are dropped then. A chain is noted at most once for each colour, so the lists never overflow.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.liberties import is_atari
from tengen.core.points import BLACK, EMPTY, MAX_AREA, N_POINTS, WHITE, east, north, point_at, south, west

ATARIS = np.dtype(
    [
        ("chain", np.uint16, (3, MAX_AREA)),  # [colour]: chains that were in atari when noted
        ("is_noted", np.uint8, (4, N_POINTS)),  # [colour, chain], border included
        ("n_chains", np.uint32, 3),  # [colour]
    ],
    align=True,
)


@jit
def find_ataris(board, ataris):
    """Note all chains in atari on a board."""
    ataris.n_chains[:] = 0
    ataris.is_noted[:] = 0
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            if board.colour[point] != EMPTY:
                _note(board, ataris, np.uint32(board.chain[point]))


@jit_inline
def note_ataris(board, ataris, point):
    """After a move: note its chain and the chains beside it that are in atari."""
    _note(board, ataris, np.uint32(board.chain[point]))
    _note(board, ataris, np.uint32(board.chain[north(point)]))
    _note(board, ataris, np.uint32(board.chain[west(point)]))
    _note(board, ataris, np.uint32(board.chain[east(point)]))
    _note(board, ataris, np.uint32(board.chain[south(point)]))


@jit_inline
def is_chain_in_atari(board, chain, colour):
    """Whether a point names a chain of the colour that is in atari."""
    return (board.colour[chain] == colour) & (board.chain[chain] == chain) & is_atari(board.liberties[chain])


@jit_inline
def _note(board, ataris, chain):
    """Put a chain in atari on the list; empty and border points name themselves and fall out here."""
    colour = np.uint32(board.colour[chain])
    is_stone = (colour == BLACK) | (colour == WHITE)
    if is_atari(board.liberties[chain]) & is_stone & (ataris.is_noted[colour, chain] == 0):
        ataris.chain[colour, ataris.n_chains[colour]] = chain
        ataris.n_chains[colour] += 1
        ataris.is_noted[colour, chain] = 1


@jit_inline
def drop(ataris, colour, index):
    """Take an entry off the list; the last one takes its place."""
    last = np.uint32(ataris.n_chains[colour] - 1)
    ataris.is_noted[colour, ataris.chain[colour, index]] = 0
    ataris.chain[colour, index] = ataris.chain[colour, last]
    ataris.n_chains[colour] = last
