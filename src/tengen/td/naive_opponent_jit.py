# mypy: allow-untyped-defs, no-check-untyped-defs
"""Stones in danger, found without a record of ataris: taking the other's and saving one's own.

The empty points are walked, and the chains beside each tell what a move there does. So nothing has to be
kept from move to move; on small boards that is cheaper than keeping it. Ties are broken at random. The
board is not changed; `points`, (MAX_AREA,) uint16, is scratch.

The Naive player of Mayer's experiments: takes what it can, saves what it can, else plays at random.

The paper (section III): it "is able to save and capture stones, and knows when stones are definitely lost.
Weak stones, i.e., stones in danger of being captured, are saved by connecting them to a larger group, so
that a weak stone becomes a member of a living group (or at least of one with more liberties)". Which rule
comes first is ours:

1. take the most stones that can be taken;
2. save the most own stones from atari, by connecting or extending; where that gives no second liberty
   they are lost, and nothing is spent on them;
3. the same for stones with two liberties, which a third makes safer;
4. any legal move but own eyes and idle self-ataris;
5. pass.
"""

import numpy as np

from tengen.core.board_jit import BESIDE, is_eye, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour
from tengen.core.points_jit import EMPTY, PASS, east, north, south, west
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import chains_in_atari_at, is_legal
from tengen.playout.parameters_jit import ALWAYS
from tengen.playout.self_atari_jit import is_refused


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


# --- The policy -----------------------------------------------------------------------------------


@jit
def select_naive(board, colour, points, rng_state):
    """The move of the Naive player, or PASS; the board is not changed, `points` is (MAX_AREA,) scratch."""
    move = take_or_save(board, colour, points, rng_state)
    if move != PASS:
        return move
    move = save_most(board, colour, 2, points, rng_state)
    if move != PASS:
        return move
    return draw_sensible(board, colour, points, rng_state)


@jit
def take_or_save(board, colour, points, rng_state):
    """The move that takes the most stones, else the one that saves the most from atari, else PASS."""
    move = take_most(board, colour, rng_state)
    if move != PASS:
        return move
    return save_most(board, colour, 1, points, rng_state)


@jit
def draw_sensible(board, colour, points, rng_state):
    """A sensible move drawn uniformly, or PASS."""
    n_left = np.uint32(board.n_candidates)
    for index in range(n_left):
        points[index] = board.candidate[np.uint32(index)]
    while n_left > 0:
        drawn = random_below(rng_state, n_left)
        point = np.uint32(points[drawn])
        if is_sensible(board, point, colour, rng_state):
            return point
        n_left = np.uint32(n_left - 1)
        points[drawn] = points[n_left]
    return np.uint32(PASS)


@jit_inline
def is_sensible(board, point, colour, rng_state):
    """Whether a move is legal, no own eye and no idle self-atari."""
    own_side, other_side = sides(board, point, colour)
    if is_eye(own_side, other_side) or not is_legal(board, point, colour, False):
        return False
    return not is_refused(board, point, colour, own_side, other_side, ALWAYS, rng_state)
