"""The escape rule: answer an atari on an own chain beside the last move.

First by taking an enemy chain in atari that touches it, else by extending on its last liberty where
that does not remain in atari. Neighbours are looked at in the order north, west, east, south.
"""

import numpy as np

from tengen.core.board import BESIDE, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.legality import is_legal
from tengen.core.liberties import is_atari, last_liberty
from tengen.core.play import first_neighbour
from tengen.core.points import PASS, east, north, opponent, south, west
from tengen.playout.self_atari import is_self_atari


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
