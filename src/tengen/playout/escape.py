"""The escape rule: answer an atari on an own chain beside the last move.

First by taking an enemy chain in atari that touches it, else by extending on its last liberty where
that does not remain in atari. Neighbours are looked at in the order north, west, east, south.
"""

import numpy as np

from tengen.core.board import BESIDE, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.legality import chains_in_atari_at, is_legal
from tengen.core.liberties import LIBERTY_WORD, is_atari, last_liberty
from tengen.core.play import first_neighbour
from tengen.core.points import PASS, east, north, opponent, south, west


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


@jit
def is_self_atari(board, point, colour):
    """Whether a legal move leaves its chain with fewer than two liberties; captures are counted."""
    own_side, other_side = sides(board, point, colour)
    empty = ~(own_side | other_side) & BESIDE
    own = own_side & ~other_side & BESIDE
    dead = other_side & ~own_side & BESIDE & chains_in_atari_at(board, point)
    word = np.int64(0)
    rest = empty
    while rest:
        word += LIBERTY_WORD[first_neighbour(point, rest)]
        rest &= rest - 1
    rest = own
    while rest:
        word += _other_liberties(board, np.uint32(board.chain[first_neighbour(point, rest)]), point)
        rest &= rest - 1
    if dead == 0:
        return is_atari(word)
    return _is_atari_after_capture(board, point, own, dead, word)


@jit_inline
def _other_liberties(board, chain, point):
    """A chain's pseudo-liberties other than the point."""
    word = board.liberties[chain]
    for neighbour in (north(point), west(point), east(point), south(point)):
        if board.chain[neighbour] == chain:
            word -= LIBERTY_WORD[point]
    return word


@jit
def _is_atari_after_capture(board, point, own, dead, word):
    """The same when stones are taken: each taken stone beside the new chain becomes a liberty."""
    while dead:
        first = first_neighbour(point, dead)
        stone = first
        while True:
            for neighbour in (north(stone), west(stone), east(stone), south(stone)):
                if neighbour == point or _is_beside(board, point, own, neighbour):
                    word += LIBERTY_WORD[stone]
            stone = np.uint32(board.next_stone[stone])
            if stone == first:
                break
        dead &= dead - 1
    return is_atari(word)


@jit_inline
def _is_beside(board, point, own, stone):
    """Whether a stone belongs to one of the own chains beside the point."""
    found = False
    while own:
        found |= board.chain[stone] == board.chain[first_neighbour(point, own)]
        own &= own - 1
    return found
