"""Where a colour may play: vacancy, suicide, simple ko, and superko by the history of positions.

Superko compares 64-bit hashes only; zobrist.py states the risk. A test costs the stones captured
plus one look at each earlier position of the game.
"""

import numpy as np

from tengen.core.board import BESIDE, is_surrounded, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.liberties import is_atari_at
from tengen.core.play import first_neighbour, mask_of_four
from tengen.core.points import EMPTY, WHITE, east, north, opponent, point_at, south, west
from tengen.core.zobrist import STONE_HASH, WHITE_TO_PLAY_HASH

SIMPLE_KO = 0
POSITIONAL_SUPERKO = 1
SITUATIONAL_SUPERKO = 2


@jit_inline
def chains_in_atari_at(board, point):
    """Mask of the neighbours beside an empty point whose chain has it as its only liberty.

    Bits of empty and border neighbours mean nothing: mask them out.
    """
    return mask_of_four(
        is_atari_at(board.liberties[board.chain[north(point)]], point),
        is_atari_at(board.liberties[board.chain[west(point)]], point),
        is_atari_at(board.liberties[board.chain[east(point)]], point),
        is_atari_at(board.liberties[board.chain[south(point)]], point),
    )


@jit_inline
def is_capture_or_safe(own_side, other_side, ataris):
    """On a surrounded point: a move captures a chain in atari, or joins one that is not."""
    border = own_side & other_side
    return (ataris ^ own_side) & ~border & BESIDE != 0


@jit_inline
def is_legal(board, point, colour, suicide):
    """Whether the colour may play there by vacancy, simple ko and the suicide rule (not superko)."""
    if board.colour[point] != EMPTY:
        return False
    own_side, other_side = sides(board, point, colour)
    if not is_surrounded(own_side, other_side):
        return True
    if (point == board.ko) & (colour == board.ko_colour):
        return False
    return suicide or is_capture_or_safe(own_side, other_side, chains_in_atari_at(board, point))


@jit_inline
def position_key(hash_of_stones, to_play, superko):
    """What superko compares: the stones, and for situational superko also who is to play."""
    if superko == SITUATIONAL_SUPERKO and to_play == WHITE:
        return hash_of_stones ^ WHITE_TO_PLAY_HASH
    return hash_of_stones


@jit_inline
def chain_hash(board, stone, colour):
    """The exclusive or of the hashes of all stones of a chain."""
    total = np.uint64(0)
    walker = np.uint32(stone)
    while True:
        total ^= STONE_HASH[np.uint32(colour), walker]
        walker = np.uint32(board.next_stone[walker])
        if walker == stone:
            return total


@jit
def hash_after(board, point, colour):
    """The hash of the stones after a move, without playing it; chains that die are taken off."""
    own_side, other_side = sides(board, point, colour)
    after = board.hash ^ STONE_HASH[np.uint32(colour), point]
    ataris = chains_in_atari_at(board, point)
    dead = other_side & ~own_side & BESIDE & ataris
    if dead:
        return after ^ _hash_of_chains(board, point, dead, opponent(colour))
    if is_surrounded(own_side, other_side) and not is_capture_or_safe(own_side, other_side, ataris):
        lost = own_side & ~other_side & BESIDE
        return board.hash ^ _hash_of_chains(board, point, lost, colour)
    return after


@jit_inline
def _hash_of_chains(board, point, mask, colour):
    """The hash of all stones of the different chains among the neighbours of a mask."""
    total = np.uint64(0)
    while mask:
        neighbour = first_neighbour(point, mask)
        mask &= mask - 1
        rest = mask
        seen_again = False
        while rest:
            seen_again |= board.chain[first_neighbour(point, rest)] == board.chain[neighbour]
            rest &= rest - 1
        if not seen_again:
            total ^= chain_hash(board, neighbour, colour)
    return total


@jit
def repeats_position(board, point, colour, superko, history, n_history):
    """Whether a legal move would bring back one of the first n positions of the history.

    The last of them is the present position, in which the colour itself is to play. So a move can
    repeat it by positional superko (a lone stone's suicide), but never by situational superko.
    """
    if superko == SIMPLE_KO:
        return False
    if superko == SITUATIONAL_SUPERKO:
        n_history -= 1
    key = position_key(hash_after(board, point, colour), opponent(colour), superko)
    for index in range(n_history):  # noqa: SIM110 - Numba has no any() over a generator
        if history[index] == key:
            return True
    return False


@jit
def legal_points(board, colour, suicide, superko, history, n_history, points):
    """Write all points where the colour may play into `points`, row by row; returns how many."""
    n_points = 0
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            if not is_legal(board, point, colour, suicide):
                continue
            if not repeats_position(board, point, colour, superko, history, n_history):
                points[n_points] = point
                n_points += 1
    return n_points
