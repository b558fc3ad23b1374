# mypy: allow-untyped-defs, no-check-untyped-defs
"""The chains of a position and how strong they are: eyes, liberties of four orders, weakest enemies.

Wu & Baldi's group features (Table 1); their "group" is our chain. What the paper leaves open, and our choice:

- *True eyes* of a chain are the eyes beside it. An eye is an empty region of at most `LARGEST_EYE` points
  with stones of one colour alone around it; a region of one point must also pass the test of its diagonals
  that playouts use (`core.board.is_eye`). Larger regions are territory or open board, not yet an eye.
- *Liberties of order n* are the empty points at n steps from the chain, walking over empty points: those of
  the second order are liberties of the first-order ones that were not counted before, and so on.
- *Strength* is the order by eyes, then by first-order liberties. Weakness is the reverse.

Cost: for each chain its stones and the empty points within four steps.
"""

import numpy as np

from tengen.core.board_jit import is_eye, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import (
    BLACK,
    EMPTY,
    MAX_AREA,
    N_POINTS,
    WHITE,
    east,
    north,
    opponent,
    point_at,
    south,
    west,
)

N_ORDERS = 4
N_WEAKEST = 2
LARGEST_EYE = 7  # points
NO_CHAIN = MAX_AREA  # has a slot of its own in every array, all 0
_EYE_STRENGTH = 1024  # more than any number of liberties

CHAINS = np.dtype(
    [
        ("n_chains", np.int64),
        ("number", np.uint16, N_POINTS),  # the chain on a point, from 0, or NO_CHAIN
        ("colours", np.uint8, MAX_AREA + 1),  # by chain
        ("stone", np.uint16, MAX_AREA + 1),  # by chain: one of its stones
        ("eyes", np.int32, MAX_AREA + 1),  # by chain: true eyes
        ("liberties", np.int32, (MAX_AREA + 1, N_ORDERS)),  # by chain: of 1st to 4th order
        ("strength", np.int32, MAX_AREA + 1),  # by chain: a number that puts them in order
        ("weakest", np.uint16, (MAX_AREA + 1, N_WEAKEST)),  # by chain: enemy chains beside it, or NO_CHAIN
        ("seen", np.int64, N_POINTS),  # scratch: the last walk that met a point
        ("seen_chain", np.int64, MAX_AREA + 1),  # scratch: the last region that met a chain
        ("walk", np.int64),  # the number of the last walk
        ("queue", np.uint16, MAX_AREA),  # scratch
    ],
    align=True,
)


@jit
def find_chains(board, chains):
    """Number the chains of the board and write all that CHAINS holds."""
    _number_chains(board, chains)
    _count_eyes(board, chains)
    for chain in range(chains.n_chains):
        _count_liberties(board, chains, chain)
        chains.strength[chain] = _EYE_STRENGTH * chains.eyes[chain] + chains.liberties[chain, 0]
    for chain in range(chains.n_chains):
        _find_weakest(board, chains, chain)


@jit
def _number_chains(board, chains):
    """Give the chains numbers, row by row."""
    chains.n_chains = 0
    chains.number[:] = NO_CHAIN
    chains.weakest[NO_CHAIN, :] = NO_CHAIN
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            if board.colour[point] == EMPTY:
                continue
            name = np.uint32(board.chain[point])
            if chains.number[name] == NO_CHAIN:
                chains.number[name] = chains.n_chains
                chains.colours[chains.n_chains] = board.colour[point]
                chains.stone[chains.n_chains] = point
                chains.eyes[chains.n_chains] = 0
                chains.n_chains += 1
            chains.number[point] = chains.number[name]


@jit
def _count_eyes(board, chains):
    """Count for each chain the eyes beside it."""
    first_walk = chains.walk
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            if board.colour[point] == EMPTY and chains.seen[point] <= first_walk:
                n_points, around = _flood(board, chains, point)
                if n_points <= LARGEST_EYE and around in (BLACK, WHITE):
                    own_side, other_side = sides(board, point, around)
                    if n_points > 1 or is_eye(own_side, other_side):
                        _give_eye(chains, n_points)


@jit
def _flood(board, chains, first):
    """Walk over an empty region: its points, in `queue`, and the colours beside it, as bits."""
    chains.walk += 1
    chains.seen[first] = chains.walk
    chains.queue[0] = first
    n_points, around, index = 1, 0, 0
    while index < n_points:
        point = np.uint32(chains.queue[np.uint32(index)])
        index += 1
        for neighbour in (north(point), west(point), east(point), south(point)):
            colour = np.int64(board.colour[neighbour])
            if colour in (BLACK, WHITE):
                around |= colour
            elif colour == EMPTY and chains.seen[neighbour] != chains.walk:
                chains.seen[neighbour] = chains.walk
                chains.queue[np.uint32(n_points)] = neighbour
                n_points += 1
    return n_points, around


@jit
def _give_eye(chains, n_points):
    """One more eye for every chain beside the region in `queue`."""
    for index in range(n_points):
        point = np.uint32(chains.queue[np.uint32(index)])
        for neighbour in (north(point), west(point), east(point), south(point)):
            chain = np.uint32(chains.number[neighbour])
            if chain != NO_CHAIN and chains.seen_chain[chain] != chains.walk:
                chains.seen_chain[chain] = chains.walk
                chains.eyes[chain] += 1


@jit
def _count_liberties(board, chains, chain):
    """Count the empty points at one to four steps from a chain."""
    chains.walk += 1
    start = np.uint32(chains.stone[chain])
    stone = start
    n_found = 0
    while True:
        n_found = _note_empty(board, chains, stone, n_found)
        stone = np.uint32(board.next_stone[stone])
        if stone == start:
            break
    chains.liberties[chain, 0] = n_found
    index = 0
    for order in range(1, N_ORDERS):
        n_before = n_found
        while index < n_before:
            n_found = _note_empty(board, chains, np.uint32(chains.queue[np.uint32(index)]), n_found)
            index += 1
        chains.liberties[chain, order] = n_found - n_before


@jit_inline
def _note_empty(board, chains, point, n_found):
    """Add the empty points beside a point to the queue, unless this walk has met them."""
    for neighbour in (north(point), west(point), east(point), south(point)):
        if board.colour[neighbour] == EMPTY and chains.seen[neighbour] != chains.walk:
            chains.seen[neighbour] = chains.walk
            chains.queue[np.uint32(n_found)] = neighbour
            n_found += 1
    return n_found


@jit
def _find_weakest(board, chains, chain):
    """Write the two weakest enemy chains beside a chain, the weakest first."""
    enemy = opponent(np.int64(chains.colours[chain]))
    start = np.uint32(chains.stone[chain])
    stone = start
    weakest, second = np.int64(NO_CHAIN), np.int64(NO_CHAIN)
    while True:
        for neighbour in (north(stone), west(stone), east(stone), south(stone)):
            if board.colour[neighbour] == enemy:
                found = np.int64(chains.number[neighbour])
                weakest, second = weaker_two(chains, enemy, weakest, second, found)
        stone = np.uint32(board.next_stone[stone])
        if stone == start:
            break
    chains.weakest[chain, 0] = weakest
    chains.weakest[chain, 1] = second


@jit_inline
def weaker_two(chains, own, weakest, second, chain):
    """The two weakest of three chains, NO_CHAIN counting as none and a chain met twice as one.

    Of two chains as strong as each other the one of the colour `own` is the weaker.
    """
    if chain in (weakest, second):
        return weakest, second
    rank = _rank(chains, own, chain)
    if weakest == NO_CHAIN or rank < _rank(chains, own, weakest):
        return chain, weakest
    if second == NO_CHAIN or rank < _rank(chains, own, second):
        return weakest, chain
    return weakest, second


@jit_inline
def _rank(chains, own, chain):
    """A number that is the smaller, the weaker a chain."""
    slot = np.uint32(chain)
    return 2 * np.int64(chains.strength[slot]) + np.int64(chains.colours[slot] != own)
