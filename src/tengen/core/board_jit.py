# mypy: allow-untyped-defs, no-check-untyped-defs
"""Pseudo-liberties in one word: how many, their sum, and the sum of their squares.

A chain counts a liberty once for each of its stones beside it. Count, sum of the points and sum of
their squares are packed into one int64, so that adding or removing a liberty, or joining two
chains, is one addition; yet the word tells atari exactly: all pseudo-liberties are the same point
if and only if count times the sum of squares equals the square of the sum (Cauchy-Schwarz).

Bits 0 to 10 hold the count (at most 4 x 361), 11 to 30 the sum (below 2^20), 31 up the squares.

The board: one NumPy record, one block of memory, copied in one go.

Everything that changes from move to move is in the record; compiled code takes the record and
changes it in place. Arrays over points have N_POINTS entries, border included, on every size.

A *chain* is named by one of its stones. An empty or border point names itself, and its slots in
the arrays of chains are scratch: the hot loop may write there instead of testing for an edge.

`around` holds what the eight neighbours of a point are: bit d of the low byte is set if neighbour
d counts as black, bit d of the high byte if it counts as white, and both at the border. Order of
the neighbours: north, west, east, south, then the diagonals (NEIGHBOUR_OFFSETS). Eyes, legality
and 3x3 patterns are read off this one word.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import (
    BLACK,
    BORDER,
    EMPTY,
    MAX_AREA,
    MAX_SIZE,
    MIN_SIZE,
    N_POINTS,
    NEIGHBOUR_OFFSETS,
    NO_MOVE,
    PASS,
    point_at,
)

_SUM_SHIFT = 11
_SQUARES_SHIFT = 31
_COUNT_MASK = (1 << _SUM_SHIFT) - 1
_SUM_MASK = (1 << (_SQUARES_SHIFT - _SUM_SHIFT)) - 1

LIBERTY_WORD = np.array(
    [1 + (point << _SUM_SHIFT) + (point * point << _SQUARES_SHIFT) for point in range(N_POINTS)], np.int64
)


@jit_inline
def pseudo_liberties(word):
    """How many pseudo-liberties the word holds."""
    return word & _COUNT_MASK


@jit_inline
def is_atari(word):
    """Whether exactly one point is left; also true of a word without any liberty."""
    total = (word >> _SUM_SHIFT) & _SUM_MASK
    return (word & _COUNT_MASK) * (word >> _SQUARES_SHIFT) == total * total


@jit_inline
def is_atari_at(word, point):
    """Whether the point, known to be a liberty, is the only one: cheaper than `is_atari`."""
    return word == (word & _COUNT_MASK) * LIBERTY_WORD[point]


@jit_inline
def last_liberty(word):
    """The only liberty of a word in atari."""
    return np.uint32(((word >> _SUM_SHIFT) & _SUM_MASK) // (word & _COUNT_MASK))


# --- The board ------------------------------------------------------------------------------------


BOARD = np.dtype(
    [
        ("hash", np.uint64),  # Zobrist hash of the stones
        ("liberties", np.int64, N_POINTS),  # by chain: pseudo-liberties
        ("around", np.uint16, N_POINTS),  # the eight neighbours in two bits each
        ("chain", np.uint16, N_POINTS),  # the chain of a stone; other points name themselves
        ("next_stone", np.uint16, N_POINTS),  # the stones of a chain in a circle
        ("n_stones", np.uint16, N_POINTS),  # by chain: how many stones
        ("place", np.uint16, N_POINTS),  # where a point is in `candidate`, or SETTLED
        ("candidate", np.uint16, MAX_AREA),  # empty points that are not settled, in any order
        ("colour", np.uint8, N_POINTS),  # EMPTY, BLACK, WHITE or BORDER
        ("board_size", np.uint32),  # not `size`: interpreted, a NumPy record has that attribute already
        ("n_candidates", np.uint32),
        ("n_settled", np.uint32),
        ("to_play", np.uint32),
        ("ko", np.uint32),  # the point that may not be retaken at once, or PASS
        ("ko_colour", np.uint32),  # the colour that may not retake it
        ("last_move", np.uint32),
        ("stones", np.uint32, 3),  # [colour]: stones on the board
        ("prisoners", np.uint32, 3),  # [colour]: stones taken by the colour
    ],
    align=True,
)

BESIDE = 15  # the bits of the four neighbours that share a line with the point


def new_board(size: int) -> np.record:
    """An empty board with Black to play, in memory of its own."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
    board: np.record = new_boards(1)[0]
    clear_board(board, size)
    return board


def new_boards(count: int) -> Any:
    """Room for several boards, (count,) records of BOARD, all zero: copy boards into it."""
    return np.zeros(count, BOARD).view(np.recarray)


def copy_board(board: np.record) -> np.record:
    """A copy in memory of its own."""
    copies = new_boards(1)
    copies[0] = board
    copy: np.record = copies[0]
    return copy


@jit
def clear_board(board, size):
    """Make the board an empty one of the given size, Black to play."""
    board.hash = np.uint64(0)
    board.board_size = size
    board.n_candidates = 0
    board.n_settled = 0
    board.to_play = BLACK
    board.ko = PASS
    board.ko_colour = EMPTY
    board.last_move = NO_MOVE
    board.stones[:] = 0
    board.prisoners[:] = 0
    for point in range(N_POINTS):
        board.colour[point] = BORDER
        board.chain[point] = point
        board.next_stone[point] = point
        board.n_stones[point] = 0
        board.liberties[point] = 0
        board.around[point] = 0
        board.place[point] = 0
    board.candidate[:] = 0
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            board.colour[point] = EMPTY
            board.place[point] = board.n_candidates
            board.candidate[board.n_candidates] = point
            board.n_candidates += 1
    _draw_border(board, size)


@jit
def _draw_border(board, size):
    """Set both bits of `around` where a neighbour is off the board."""
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            for direction, offset in enumerate(NEIGHBOUR_OFFSETS):
                if board.colour[np.uint32(np.int64(point) + offset)] == BORDER:
                    board.around[point] |= (1 << direction) | (256 << direction)


@jit_inline
def sides(board, point, colour):
    """The eight neighbours as two bytes: those that count as the colour's, and as its opponent's."""
    around = np.int64(board.around[point])
    shift = 8 * (np.int64(colour) - 1)
    return (around >> shift) & 255, (around >> (8 - shift)) & 255


@jit_inline
def is_surrounded(own_side, other_side):
    """Whether no neighbour beside the point is empty; a point that is not can always be played."""
    return (own_side | other_side) & BESIDE == BESIDE


@jit_inline
def is_eye(own_side, other_side):
    """The one-point eye that playouts do not fill.

    All neighbours beside it are own stones (or border), and of its diagonals the opponent holds
    fewer than two, or none at the edge.
    """
    enemies = (other_side & ~own_side) >> 4
    border = own_side & other_side
    few_enemies = (enemies == 0) | ((enemies & (enemies - 1) == 0) & (border == 0))
    return (own_side & BESIDE == BESIDE) & few_enemies
