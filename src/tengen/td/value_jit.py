# mypy: allow-untyped-defs, no-check-untyped-defs
"""What a net says of a move: the value of the position after it, for the colour that made it.

The sums of the first layer are kept as Black sees the position; White sees their negatives. A move adds the
row of its stone and, for stones it takes, their rows once more: they counted against the mover before.

Costs of a move: the units of the first layer, plus the weights of the second.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.board_jit import BESIDE, sides
from tengen.core.dense_jit import BLOCK, logistic_all
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour
from tengen.core.points_jit import BLACK, PASS, column_of, row_of
from tengen.core.rules_jit import chains_in_atari_at, is_legal
from tengen.td.network import TdNet

_ONE = np.float32(1.0)
_ZERO = np.float32(0.0)


class Accumulator(NamedTuple):
    """A position as a net sees it, and scratch; of one thread, made by `new_accumulator`."""

    stones: np.ndarray  # (whole tiles,) float32: 1 Black, -1 White, by place: row by row
    sums: np.ndarray  # (width,) float32: sums of the first layer as Black sees them
    moves: np.ndarray  # (area + 1,) uint32: moves to choose from
    values: np.ndarray  # (area + 1,) float32: what they are worth
    taken: np.ndarray  # (area,) uint32: places of the stones a move takes
    units: np.ndarray  # (2, width) float32: the hidden layers


def new_accumulator(net: TdNet) -> Accumulator:
    """The empty board."""
    area, width = net.by_stone.shape
    last_width = max(width, len(net.output))
    return Accumulator(
        np.zeros(net.alike.shape[1], np.float32),
        np.zeros(width, np.float32),
        np.zeros(area + 1, np.uint32),
        np.zeros(area + 1, np.float32),
        np.zeros(area, np.uint32),
        np.zeros((2, last_width), np.float32),
    )


@jit_inline
def sign_of(colour):
    """1 for Black, -1 for White, by which Black's sums become the colour's."""
    return _ONE if colour == BLACK else -_ONE


@jit_inline
def place_of(board, point):
    """Which place a point has when the board is counted row by row."""
    return np.uint32(row_of(point) * np.int64(board.board_size) + column_of(point))


@jit
def set_sight(net, sight, board):
    """See the position of a board."""
    sight.stones[:] = _ZERO
    sight.sums[:] = _ZERO
    for point in range(len(board.colour)):
        colour = board.colour[point]
        if colour == 1 or colour == 2:
            put_stone(net, sight, place_of(board, point), sign_of(colour))


@jit_inline
def put_stone(net, sight, place, sign):
    """A stone of the sign's colour comes, or one of the other colour goes."""
    sight.stones[place] += sign
    add_row(net.by_stone[place], sign, sight.sums)


@jit_inline
def apply_move(net, sight, board, move, colour):
    """Follow a move, before it is played on the board."""
    if move != PASS:
        n_taken = stones_taken(board, move, colour, sight.taken)
        put_stone(net, sight, place_of(board, move), sign_of(colour))
        for index in range(n_taken):
            put_stone(net, sight, sight.taken[index], sign_of(colour))


@jit_inline
def list_moves(board, colour, moves):
    """Write all legal moves (simple ko, no suicide), the pass last; returns how many."""
    n_moves = 0
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[index])
        if is_legal(board, point, colour, False):
            moves[n_moves] = point
            n_moves += 1
    moves[n_moves] = PASS
    return n_moves + 1


@jit_inline
def stones_taken(board, point, colour, places):
    """Write the places of the stones that a legal move takes; returns how many."""
    own_side, other_side = sides(board, point, colour)
    dead = other_side & ~own_side & BESIDE
    if dead == 0:
        return 0
    dead &= chains_in_atari_at(board, point)
    n_taken = 0
    while dead:
        first = first_neighbour(point, dead)
        if not _is_listed(places, n_taken, place_of(board, first)):
            stone = first
            while True:
                places[n_taken] = place_of(board, stone)
                n_taken += 1
                stone = np.uint32(board.next_stone[stone])
                if stone == first:
                    break
        dead &= dead - 1
    return n_taken


@jit_inline
def _is_listed(places, n_places, place):
    found = False
    for index in range(n_places):
        found |= places[index] == place
    return found


@jit_inline
def weigh_move(net, sight, board, move, colour, units):
    """Write the sums of the first layer after a move, as its colour sees them."""
    sign = sign_of(colour)
    if move == PASS:
        scale_row(sight.sums, sign, units)
        return
    add_rows(sight.sums, sign, net.by_stone[place_of(board, move)], units)
    n_taken = stones_taken(board, move, colour, sight.taken)
    for index in range(n_taken):
        add_row(net.by_stone[sight.taken[index]], _ONE, units)


@jit_inline
def value_moves(net, sight, board, colour):
    """Write all legal moves and their values; returns how many."""
    n_moves = list_moves(board, colour, sight.moves)
    for index in range(n_moves):
        weigh_move(net, sight, board, sight.moves[index], colour, sight.units[0])
        sight.values[index] = value_of_sums(net, sight)
    return n_moves


@jit_inline
def value_of_sums(net, sight):
    """The output for the sums in `sight.units[0]`, which are bent in place."""
    layer = 0
    logistic_all(sight.units[0], net.by_stone.shape[1])
    if len(net.second) > 0:
        weigh_second(net, sight)
        logistic_all(sight.units[1], len(net.output))
        layer = 1
    return dot(sight.units[layer], net.output)


@jit_inline
def weigh_second(net, sight):
    """Write the sums of the second layer; the filling of the first has no weight there."""
    scale_row(net.second[0], sight.units[0, 0], sight.units[1])
    for index in range(1, net.n_units[0]):
        add_row(net.second[index], sight.units[0, index], sight.units[1])


@jit_inline
def dot(row, other):
    """The sum of products of two rows of whole blocks, as eight sums that need not wait for each other."""
    s0, s1, s2, s3, s4, s5, s6, s7 = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
    for first in range(0, len(other), BLOCK):
        s0 += row[first] * other[first]
        s1 += row[first + 1] * other[first + 1]
        s2 += row[first + 2] * other[first + 2]
        s3 += row[first + 3] * other[first + 3]
        s4 += row[first + 4] * other[first + 4]
        s5 += row[first + 5] * other[first + 5]
        s6 += row[first + 6] * other[first + 6]
        s7 += row[first + 7] * other[first + 7]
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))


# The lengths of these loops are not constants on purpose: LLVM would unroll them and then find no vectors.


@jit_inline
def scale_row(row, factor, units):
    """Write a row times a factor."""
    for unit in range(len(row)):
        units[unit] = factor * row[unit]


@jit_inline
def add_row(row, factor, units):
    """Add a row times a factor to units, of which there are at least as many."""
    for unit in range(len(row)):
        units[unit] += factor * row[unit]


@jit_inline
def add_rows(row, factor, other, units):
    """Write the sum of a row times a factor and of another row."""
    for unit in range(len(row)):
        units[unit] = factor * row[unit] + other[unit]
