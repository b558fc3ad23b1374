# mypy: allow-untyped-defs, no-check-untyped-defs
"""What a move looks like before anything is searched: five facts about it, each a slot in one row of weights.

The weights are learned from games (Coulom 2007 learns such patterns for the same end): how much more
often strong players choose a move of which a fact is true. The facts:

- shape     what the eight neighbours are
- tactics   what it does to the chains beside it: takes, saves, gives atari, puts itself into atari
- last      how far it is from the last move
- before    how far it is from the move before that
- place     where it is on the board, and how full the board is
"""

import numpy as np

from tengen.core.board_jit import BESIDE, is_atari, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour
from tengen.core.points_jit import BLACK, NO_MOVE, column_of, row_of
from tengen.core.rules_jit import chains_in_atari_at
from tengen.playout.self_atari_jit import is_self_atari, other_liberties

N_SHAPES = 1 << 16  # a word of `around`, as Black to move would see it
N_TACTICS = 3 * 2 * 3 * 3 * 3
N_DISTANCES = 20
N_LINES = 5  # from the edge; all further in are alike
N_PHASES = 4
N_PLACES = N_LINES * (N_LINES + 1) // 2 * N_PHASES

# Where each kind of fact begins in a row of weights.
TACTICS_AT = N_SHAPES
LAST_AT = TACTICS_AT + N_TACTICS
BEFORE_AT = LAST_AT + N_DISTANCES
PLACE_AT = BEFORE_AT + N_DISTANCES
N_WEIGHTS = PLACE_AT + N_PLACES

_NO_DISTANCE = N_DISTANCES - 1
_FURTHEST = N_DISTANCES - 2
_PHASE_ENDS = (8, 25, 50)  # stones in % of the area


@jit_inline
def strength(board, point, colour, last, before, weights):
    """The sum of the weights of all facts about a move; e to this power is its odds."""
    shape, tactics, near_last, near_before, place = facts_of(board, point, colour, last, before)
    return weights[shape] + weights[tactics] + weights[near_last] + weights[near_before] + weights[place]


@jit_inline
def facts_of(board, point, colour, last, before):
    """The slots of the five facts about a legal move; `last` and `before` may be PASS or NO_MOVE."""
    return (
        shape_of(board, point, colour),
        TACTICS_AT + tactics_of(board, point, colour, last),
        LAST_AT + distance(point, last),
        BEFORE_AT + distance(point, before),
        PLACE_AT + place_of(board, point),
    )


@jit_inline
def shape_of(board, point, colour):
    """The eight neighbours in one word; for White with colours exchanged."""
    around = np.int64(board.around[point])
    if colour == BLACK:
        return around
    return (around >> 8) | ((around & 255) << 8)


@jit
def tactics_of(board, point, colour, last):
    """What a move does to the chains beside it, five small numbers in one.

    takes       -- 0 nothing, 1 single stones, 2 a larger chain
    takes_last  -- 1 if the last move's chain is taken
    saves       -- of an own chain in atari: 0 none, 1 saved, 2 in vain
    gives_atari -- 0 none, 1 some chain, 2 the last move's
    self_atari  -- 0 no, 1 of a lone stone, 2 of a chain
    """
    own_side, other_side = sides(board, point, colour)
    in_atari = chains_in_atari_at(board, point)
    own = own_side & ~other_side & BESIDE
    other = other_side & ~own_side & BESIDE
    takes, takes_last, gives_atari = 0, 0, 0
    rest = other
    while rest:
        chain = np.uint32(board.chain[first_neighbour(point, rest)])
        is_last = chain == board.chain[last]
        if rest & -rest & in_atari:
            takes = max(takes, 2 if board.n_stones[chain] > 1 else 1)
            takes_last |= np.int64(is_last)
        elif is_atari(other_liberties(board, chain, point)):
            gives_atari = max(gives_atari, 2 if is_last else 1)
        rest &= rest - 1
    empty = ~(own_side | other_side) & BESIDE
    is_self = empty & (empty - 1) == 0 and is_self_atari(board, point, colour)
    self_atari = 0 if not is_self else 2 if own else 1
    saves = 0 if not own & in_atari else 2 if is_self else 1
    return (((takes * 2 + takes_last) * 3 + saves) * 3 + gives_atari) * 3 + self_atari


@jit_inline
def distance(point, move):
    """Rows plus columns plus the larger of both between two moves, cut off; its own number for none."""
    if move <= NO_MOVE:
        return _NO_DISTANCE
    rows = abs(row_of(point) - row_of(move))
    columns = abs(column_of(point) - column_of(move))
    return min(rows + columns + max(rows, columns), _FURTHEST)


@jit_inline
def place_of(board, point):
    """The lines of the point, the nearer edge first and cut off, by how full the board is."""
    size = np.int64(board.board_size)
    row, column = row_of(point), column_of(point)
    first = min(row, size - 1 - row, N_LINES - 1)
    second = min(column, size - 1 - column, N_LINES - 1)
    low, high = min(first, second), max(first, second)
    n_stones = np.int64(board.stones[1]) + np.int64(board.stones[2])
    share = 100 * n_stones // (size * size)
    phase = 0
    for end in _PHASE_ENDS:
        phase += share >= end
    return (high * (high + 1) // 2 + low) * N_PHASES + phase
