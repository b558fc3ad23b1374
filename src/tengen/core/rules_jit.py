# mypy: allow-untyped-defs, no-check-untyped-defs
"""Where a colour may play: vacancy, suicide, simple ko, and superko by the history of positions.

Superko compares 64-bit hashes only; core/random_jit.py states the risk. A test costs the stones captured
plus one look at each earlier position of the game.

Area scoring: a point belongs to the colour whose stone is on it, or who alone surrounds it.

Tromp-Taylor and Chinese counting give the same area; they differ in who removes dead stones first,
so colours come in as an array from which dead stones may have been taken. Cost: proportional to the
area of the board.
"""

import numpy as np

from tengen.core.board_jit import BESIDE, is_atari_at, is_surrounded, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour, mask_of_four
from tengen.core.points_jit import (
    BLACK,
    BORDER,
    EMPTY,
    PASS,
    WHITE,
    east,
    north,
    opponent,
    point_at,
    south,
    west,
)
from tengen.core.random_jit import KO_HASH, STONE_HASH, WHITE_TO_PLAY_HASH

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


# --- Area -----------------------------------------------------------------------------------------


@jit
def area_lead(colours, size, owner, stack):
    """Black's area minus White's; writes the owner of each point.

    colours -- (N_POINTS,) uint8, read only
    owner   -- (N_POINTS,) uint8, filled with BLACK, WHITE, EMPTY for neutral points, BORDER outside
    stack   -- (MAX_AREA,) uint16, scratch
    """
    owner[:] = BORDER
    lead = 0
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if colours[point] != EMPTY:
                owner[point] = colours[point]
                lead += 3 - 2 * np.int64(colours[point])
            elif owner[point] == BORDER:
                lead += _fill_region(colours, point, owner, stack)
    return lead


@jit
def _fill_region(colours, first, owner, stack):
    """Give an empty region its owner; returns its points counted for Black minus for White."""
    seen = 0
    stack[0] = first
    owner[first] = EMPTY
    n_points = 1
    index = 0
    while index < n_points:
        point = np.uint32(stack[index])
        index += 1
        for neighbour in (north(point), west(point), east(point), south(point)):
            at = colours[neighbour]
            if at in (BLACK, WHITE):
                seen |= np.int64(at)
            elif at == EMPTY and owner[neighbour] == BORDER:
                owner[neighbour] = EMPTY
                stack[n_points] = neighbour
                n_points += 1
    if seen != BLACK and seen != WHITE:
        return 0
    for index in range(n_points):
        owner[stack[index]] = seen
    return n_points * (3 - 2 * seen)


@jit_inline
def position_hash(board):
    """The key of a position: stones, ko point and side to move."""
    key = board.hash
    if board.ko != PASS:
        key ^= KO_HASH[board.ko]
    if board.to_play == WHITE:
        key ^= WHITE_TO_PLAY_HASH
    return key
