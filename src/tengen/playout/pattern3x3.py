"""3x3 patterns around the last move: the hand-made set of MoGo (Gelly, Wang, Munos & Teytaud 2006).

A pattern says what the eight neighbours of an empty point are; `board.around` holds just that, so
a test is one look-up in a table of 65,536 truths for each colour to move.

drawings.py explains the signs. `?` does not match off the board, so no pattern applies in a corner.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.board import sides
from tengen.core.jit import jit_inline
from tengen.core.legality import is_legal
from tengen.core.points import BLACK, NEIGHBOUR_OFFSETS, PASS, WHITE
from tengen.core.rng import random_below
from tengen.playout.drawings import N_WORDS, Pattern, pattern_matches
from tengen.playout.feasibility import is_feasible
from tengen.playout.self_atari import is_refused

PATTERNS = (
    Pattern("hane 1", ("#O#", ".*.", "???"), both_colours=True),
    Pattern("hane 2", ("#O.", ".*.", "?.?"), both_colours=True),
    Pattern("hane 3", ("#O?", "#*.", "?.?"), both_colours=True),
    Pattern("hane 4", ("#OO", ".*.", "?.?"), both_colours=False),
    Pattern(
        "cut 1",
        ("#O?", "O*?", "???"),
        both_colours=True,
        unless=(("#O?", "O*O", "?.?"), ("#O?", "O*.", "?O?")),
    ),
    Pattern("cut 2", ("?#?", "O*O", "+++"), both_colours=True),
    Pattern("edge 1", ("#.?", "O*?", "==="), both_colours=True),
    Pattern("edge 2", ("?#?", "o*O", "==="), both_colours=True),
    Pattern("edge 3", ("?#O", "?*?", "==="), both_colours=False),
    Pattern("edge 4", ("?O#", "?*+", "==="), both_colours=False),
    Pattern("edge 5", ("?O#", "#*O", "==="), both_colours=False),
)


def _packed_table() -> npt.NDArray[np.uint64]:
    """(3, 1024) uint64: one bit for each word of `around`, so that the table stays in the first cache."""
    table = np.zeros((3, N_WORDS), np.bool_)
    for mover in (BLACK, WHITE):
        for pattern in PATTERNS:
            table[mover] |= pattern_matches(pattern, mover)
    return np.packbits(table, axis=1, bitorder="little").view(np.uint64)


_OFFSETS = np.array(NEIGHBOUR_OFFSETS, np.int64)
_LOWEST_BIT = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 256)], np.int64)

MATCHES = _packed_table()  # [colour to move, word >> 6], bit word & 63


@jit_inline
def matches_pattern(board, point, colour):
    """Whether an empty point looks like one of the patterns to the colour that would move there."""
    around = np.uint32(board.around[point])
    return (MATCHES[np.uint32(colour), np.uint32(around >> 6)] >> np.uint64(around & 63)) & np.uint64(1) != 0


@jit_inline
def select_pattern(board, last_move, colour, opening, refuse, rng_state):
    """A feasible, legal point around the last move that matches a pattern, from a random start, or PASS.

    refuse -- how often idle self-ataris are passed over, as in self_atari.py
    """
    black_side, white_side = sides(board, last_move, BLACK)
    found = np.int64(0)
    rest = ~(black_side | white_side) & 255
    while rest:
        if matches_pattern(board, neighbour_at(last_move, rest), colour):
            found |= rest & -rest
        rest &= rest - 1
    if found == 0:
        return np.uint32(PASS)
    start = np.int64(random_below(rng_state, 8))
    found = ((found >> start) | (found << (8 - start))) & 255
    while found:
        direction = (_LOWEST_BIT[np.uint32(found)] + start) & 7
        point = np.uint32(last_move + _OFFSETS[np.uint32(direction)])
        if is_feasible(board, point, colour, opening) and is_legal(board, point, colour, False):
            own_side, other_side = sides(board, point, colour)
            if not is_refused(board, point, colour, own_side, other_side, refuse, rng_state):
                return point
        found &= found - 1
    return np.uint32(PASS)


@jit_inline
def neighbour_at(point, mask):
    """The first of the eight neighbours in a mask."""
    return np.uint32(point + _OFFSETS[np.uint32(_LOWEST_BIT[np.uint32(mask)])])
