"""Stones in danger, found without a record of ataris: taking the other's and saving one's own.

The empty points are walked, and the chains beside each tell what a move there does. So nothing has to be
kept from move to move; on small boards that is cheaper than keeping it. Ties are broken at random. The
board is not changed; `points`, (MAX_AREA,) uint16, is scratch.
"""

import numpy as np

from tengen.core.board import BESIDE, is_eye, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.legality import chains_in_atari_at, is_legal
from tengen.core.play import first_neighbour
from tengen.core.points import EMPTY, PASS, east, north, south, west
from tengen.core.rng import random_below


@jit
def take_most(board, colour, rng_state):
    """The legal move that takes the most stones, or PASS if none takes any."""
    best = np.uint32(PASS)
    most = np.int64(0)
    n_ties = np.int64(0)
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        own_side, other_side = sides(board, point, colour)
        dead = other_side & ~own_side & BESIDE & chains_in_atari_at(board, point)
        if dead == 0:
            continue
        n_taken = _n_stones_beside(board, point, dead)
        if n_taken < most or not is_legal(board, point, colour, False):
            continue
        n_ties = n_ties + 1 if n_taken == most else 1
        most = n_taken
        if random_below(rng_state, n_ties) == 0:
            best = point
    return best


@jit
def save_most(board, colour, n_left, points, rng_state):
    """The move that gives the most own stones with so many liberties left, 1 or 2, more of them, or PASS.

    To be asked when nothing can be taken: then liberties are easily counted. Of moves for equally many
    stones it is the one that gives most liberties. Stones that no move gives more are left to themselves.
    """
    best = np.uint32(PASS)
    most = np.int64(0)
    widest = np.int64(0)
    n_ties = np.int64(0)
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        own_side, other_side = sides(board, point, colour)
        own = own_side & ~other_side & BESIDE
        weak = _chains_left_with(board, point, own, n_left)
        if weak == 0 or (n_left > 1 and is_eye(own_side, other_side)):
            continue
        n_saved = _n_stones_beside(board, point, weak)
        if n_saved < most or not is_legal(board, point, colour, False):
            continue
        n_liberties = _liberties_after(board, point, own_side, other_side, points)
        if n_liberties <= n_left or (n_saved == most and n_liberties < widest):
            continue
        n_ties = n_ties + 1 if n_saved == most and n_liberties == widest else 1
        most, widest = n_saved, n_liberties
        if random_below(rng_state, n_ties) == 0:
            best = point
    return best


@jit_inline
def _chains_left_with(board, point, own, n_left):
    """Mask of the own neighbours beside a point whose chain has so many liberties left, 1 or 2."""
    ataris = own & chains_in_atari_at(board, point)
    if n_left == 1:
        return ataris
    found = np.int64(0)
    rest = own & ~ataris
    while rest:
        if _has_two_liberties(board, first_neighbour(point, rest)):
            found |= rest & -rest
        rest &= rest - 1
    return found


@jit
def _has_two_liberties(board, first):
    """Whether a stone's chain, which is not in atari, has no third liberty."""
    one = np.uint32(PASS)
    other = np.uint32(PASS)
    stone = first
    while True:
        for neighbour in (north(stone), west(stone), east(stone), south(stone)):
            if board.colour[neighbour] == EMPTY and neighbour != one and neighbour != other:
                if other != PASS:
                    return False
                one, other = neighbour, one
        stone = np.uint32(board.next_stone[stone])
        if stone == first:
            return True


@jit
def _n_stones_beside(board, point, mask):
    """How many stones the different chains among the neighbours of a mask have."""
    n_stones = np.int64(0)
    while mask:
        chain = board.chain[first_neighbour(point, mask)]
        mask &= mask - 1
        rest = mask
        is_seen_again = False
        while rest:
            is_seen_again |= board.chain[first_neighbour(point, rest)] == chain
            rest &= rest - 1
        if not is_seen_again:
            n_stones += np.int64(board.n_stones[chain])
    return n_stones


@jit
def _liberties_after(board, point, own_side, other_side, points):
    """How many liberties the chain of a move that takes nothing will have."""
    n_points = np.int64(0)
    empty = ~(own_side | other_side) & BESIDE
    while empty:
        points[n_points] = first_neighbour(point, empty)
        n_points += 1
        empty &= empty - 1
    own = own_side & ~other_side & BESIDE
    while own:
        n_points = _add_liberties(board, first_neighbour(point, own), point, points, n_points)
        own &= own - 1
    return n_points


@jit
def _add_liberties(board, first, move, points, n_points):
    """Add a chain's liberties, without the move, to the first n points; returns how many these are then."""
    stone = first
    while True:
        for neighbour in (north(stone), west(stone), east(stone), south(stone)):
            if board.colour[neighbour] == EMPTY and neighbour != move:
                n_points = _add_once(points, n_points, neighbour)
        stone = np.uint32(board.next_stone[stone])
        if stone == first:
            return n_points


@jit_inline
def _add_once(points, n_points, point):
    """Add a point to the first n points if it is not among them; returns how many then."""
    for index in range(n_points):
        if points[index] == point:
            return n_points
    points[n_points] = point
    return n_points + 1
