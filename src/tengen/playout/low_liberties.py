"""Fights over chains with two liberties beside the last move, one step before an atari.

First the attack: if the last move's chain has two liberties, play the one that leaves it no way out,
that is, with at most one empty point beside the other liberty. Else the defence: an own chain beside
the last move with two liberties plays one of them where it gains two new ones. Of several such moves
the one with most empty points beside it; moves into atari are never chosen.
"""

import numpy as np

from tengen.core.board import BESIDE, sides
from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.liberties import is_atari
from tengen.core.play import first_neighbour
from tengen.core.points import BLACK, EMPTY, PASS, east, north, south, west
from tengen.playout.self_atari import is_self_atari

_MOST_WAYS_OUT = 1
_LEAST_GAIN = 2


@jit
def select_low_liberty(board, last_move, colour):
    """A move that attacks or defends a chain with two liberties, or PASS."""
    move = _attack(board, np.uint32(board.chain[last_move]), colour)
    if move != PASS:
        return move
    own_side, other_side = sides(board, last_move, colour)
    rest = own_side & ~other_side & BESIDE
    while rest:
        move = _defend(board, np.uint32(board.chain[first_neighbour(last_move, rest)]), colour)
        if move != PASS:
            return move
        rest &= rest - 1
    return np.uint32(PASS)


@jit
def _attack(board, chain, colour):
    """The liberty of an enemy chain with two that leaves it no way out, or PASS."""
    n_liberties, one, other = two_liberties(board, chain)
    if n_liberties != 2:
        return np.uint32(PASS)
    first = _ways_out(board, other, one) <= _MOST_WAYS_OUT and _is_sound(board, one, colour)
    second = _ways_out(board, one, other) <= _MOST_WAYS_OUT and _is_sound(board, other, colour)
    return _better(board, one, other, first, second)


@jit
def _defend(board, chain, colour):
    """The liberty of an own chain with two where it gains most, two at least, or PASS."""
    n_liberties, one, other = two_liberties(board, chain)
    if n_liberties != 2:
        return np.uint32(PASS)
    first = _ways_out(board, one, other) >= _LEAST_GAIN and _is_sound(board, one, colour)
    second = _ways_out(board, other, one) >= _LEAST_GAIN and _is_sound(board, other, colour)
    return _better(board, one, other, first, second)


@jit
def _better(board, one, other, is_one_good, is_other_good):
    """The good one of two moves; of two that with more empty points beside it, the first of equals."""
    if is_one_good and is_other_good:
        n_one, n_other = _ways_out(board, one, PASS), _ways_out(board, other, PASS)
        return one if n_one >= n_other else other
    if is_one_good:
        return one
    return other if is_other_good else np.uint32(PASS)


@jit
def _is_sound(board, point, colour):
    return is_legal(board, point, colour, False) and not is_self_atari(board, point, colour)


@jit
def _ways_out(board, point, other):
    """How many points beside a liberty are empty, the other liberty not counted."""
    black_side, white_side = sides(board, point, BLACK)
    rest = ~(black_side | white_side) & BESIDE
    n_empty = 0
    while rest:
        n_empty += first_neighbour(point, rest) != other
        rest &= rest - 1
    return n_empty


@jit
def two_liberties(board, chain):
    """The number of liberties of a chain, 3 for more than two, and the first two of them or PASS."""
    one = other = np.uint32(PASS)
    if board.colour[chain] == EMPTY or is_atari(board.liberties[chain]):
        return 1, one, other
    stone = chain
    while True:
        for point in (north(stone), west(stone), east(stone), south(stone)):
            if board.colour[point] == EMPTY and point != one and point != other:
                if one == PASS:
                    one = point
                elif other == PASS:
                    other = point
                else:
                    return 3, one, other
        stone = np.uint32(board.next_stone[stone])
        if stone == chain:
            return 2, one, other
