# mypy: allow-untyped-defs, no-check-untyped-defs
"""Self-atari: a move after which its own chain has one liberty left.

The escape rule never extends into one. A playout can also be told to refuse most of those that take
nothing, when it looks for a pattern or draws a point: they mostly lose stones for nothing.
"""

import numpy as np

from tengen.core.board_jit import BESIDE, LIBERTY_WORD, is_atari, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour
from tengen.core.points_jit import east, north, south, west
from tengen.core.rules_jit import chains_in_atari_at
from tengen.playout.parameters_jit import happens


@jit_inline
def is_refused(board, point, colour, own_side, other_side, refuse, rng_state):
    """Whether a legal move is a self-atari that takes nothing, and chance refuses it.

    own_side, other_side -- what `sides` says about the point
    refuse -- how often such a move is refused, in parts of ALWAYS
    """
    empty = ~(own_side | other_side) & BESIDE
    if (refuse == 0) | (empty & (empty - 1) != 0):  # two empty neighbours are two liberties
        return False
    return happens(refuse, rng_state) and is_idle_self_atari(board, point, colour)


@jit
def is_idle_self_atari(board, point, colour):
    """Whether a legal move takes nothing and leaves its chain with one liberty."""
    own_side, other_side = sides(board, point, colour)
    takes = other_side & ~own_side & BESIDE & chains_in_atari_at(board, point)
    return takes == 0 and is_self_atari(board, point, colour)


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
        word += other_liberties(board, np.uint32(board.chain[first_neighbour(point, rest)]), point)
        rest &= rest - 1
    if dead == 0:
        return is_atari(word)
    return _is_atari_after_capture(board, point, own, dead, word)


@jit_inline
def other_liberties(board, chain, point):
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
