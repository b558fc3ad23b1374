# mypy: allow-untyped-defs, no-check-untyped-defs
"""Chains in atari, kept as the game goes on, so that the whole board need not be searched.

A chain can come into atari only by a move beside it or by its own move; such chains are noted. What
becomes of them later is found out when the list is read: entries that are no longer chains in atari
are dropped then. A chain is noted at most once for each colour, so the lists never overflow.

The escape rule: answer an atari on an own chain beside the last move.

First by taking an enemy chain in atari that touches it, else by extending on its last liberty where
that does not remain in atari. Neighbours are looked at in the order north, west, east, south.

The capture rule: take the most stones that can be taken anywhere on the board.
"""

import numpy as np

from tengen.core.board_jit import BESIDE, is_atari, last_liberty, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour
from tengen.core.points_jit import (
    BLACK,
    EMPTY,
    MAX_AREA,
    N_POINTS,
    PASS,
    WHITE,
    east,
    north,
    opponent,
    point_at,
    south,
    west,
)
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import is_legal
from tengen.playout.self_atari_jit import is_self_atari

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


# --- Escaping from atari --------------------------------------------------------------------------


@jit_inline
def select_escape(board, last_move, colour):
    """A move that saves an own chain put into atari, or PASS."""
    own_side, other_side = sides(board, last_move, colour)
    own = own_side & ~other_side & BESIDE
    endangered = np.int64(0)
    rest = own
    while rest:
        if is_atari(board.liberties[board.chain[first_neighbour(last_move, rest)]]):
            endangered |= rest & -rest
        rest &= rest - 1
    if endangered == 0:
        return np.uint32(PASS)
    return _save(board, last_move, colour, endangered)


@jit
def _save(board, last_move, colour, endangered):
    """The first capture that saves one of the chains, else the first extension that does."""
    rest = endangered
    while rest:
        move = _capture_beside(board, np.uint32(board.chain[first_neighbour(last_move, rest)]), colour)
        if move != PASS:
            return move
        rest &= rest - 1
    while endangered:
        chain = np.uint32(board.chain[first_neighbour(last_move, endangered)])
        move = last_liberty(board.liberties[chain])
        if is_legal(board, move, colour, False) and not is_self_atari(board, move, colour):
            return move
        endangered &= endangered - 1
    return np.uint32(PASS)


@jit
def _capture_beside(board, chain, colour):
    """The last liberty of the first enemy chain in atari that touches the chain, or PASS."""
    enemy = opponent(colour)
    stone = chain
    while True:
        for neighbour in (north(stone), west(stone), east(stone), south(stone)):
            if board.colour[neighbour] == enemy:
                word = board.liberties[board.chain[neighbour]]
                if is_atari(word):
                    move = last_liberty(word)
                    if is_legal(board, move, colour, False):
                        return move
        stone = np.uint32(board.next_stone[stone])
        if stone == chain:
            return np.uint32(PASS)


# --- Capturing ------------------------------------------------------------------------------------


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
