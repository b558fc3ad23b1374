# mypy: allow-untyped-defs, no-check-untyped-defs
"""Patterns as drawings: what stands around an empty point, under all eight symmetries.

Signs: # the mover or, in patterns of both colours, one side; O the other side; . empty; + # or empty;
o O or empty; ? anything on the board; = off the board; _ anything, also off the board; * the move, in
the middle of a square.

What the eight neighbours are is one word of `board.around`, so that a table over the 65,536 words tells
which drawings match.

3x3 patterns around the last move: the hand-made set of MoGo (Gelly, Wang, Munos & Teytaud 2006).

A pattern says what the eight neighbours of an empty point are; `board.around` holds just that, so
a test is one look-up in a table of 65,536 truths for each colour to move.

`?` does not match off the board, so no pattern applies in a corner.
"""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import sides
from tengen.core.jit import jit_inline
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import BLACK, BORDER, EMPTY, NEIGHBOUR_OFFSETS, PASS, WHITE
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import is_legal
from tengen.playout.self_atari_jit import is_refused

Rows = tuple[str, ...]


class Pattern(NamedTuple):
    """A drawing, and whether it also holds with colours exchanged."""

    name: str
    rows: Rows
    both_colours: bool = False
    unless: tuple[Rows, ...] = ()


MEANING = {
    "#": {BLACK},
    "O": {WHITE},
    ".": {EMPTY},
    "+": {BLACK, EMPTY},
    "o": {WHITE, EMPTY},
    "?": {EMPTY, BLACK, WHITE},
    "=": {BORDER},
    "_": {EMPTY, BLACK, WHITE, BORDER},
}
# Where the neighbours of `around` stand in the nine signs of a drawing read row by row.
_PLACES = (1, 3, 5, 7, 0, 2, 6, 8)
N_WORDS = 1 << 16


def images(rows: Rows) -> list[str]:
    """The drawing under the eight symmetries, each read row by row; the same order for all drawings."""
    found = []
    grid = [list(row) for row in rows]
    for _ in range(4):
        grid = [list(row) for row in zip(*grid[::-1])]
        found.append("".join(itertools.chain(*grid)))
        found.append("".join(itertools.chain(*(row[::-1] for row in grid))))
    return found


def _matched(image: str, mover: int) -> npt.NDArray[np.bool_]:
    """(65536,) bool: the words that one image of 3x3 matches if # is the given colour.

    They are listed, neighbour by neighbour, rather than looked for: every start of the program waits.
    """
    seen = {EMPTY: EMPTY, mover: BLACK, 3 - mover: WHITE, BORDER: BORDER}
    words = np.zeros(1, np.int64)
    for bit, place in enumerate(_PLACES):
        allowed = [colour for colour in range(4) if seen[colour] in MEANING[image[place]]]
        signs = np.array([(colour & 1) << bit | (colour >> 1) << (bit + 8) for colour in allowed])
        words = (words[:, None] | signs).ravel()
    matched = np.zeros(N_WORDS, np.bool_)
    matched[words] = True
    return matched


def pattern_matches(pattern: Pattern, mover: int) -> npt.NDArray[np.bool_]:
    """(65536,) bool: the words of `around` that a pattern of 3x3 matches for a colour to move."""
    matched = np.zeros(N_WORDS, np.bool_)
    exceptions = [images(rows) for rows in pattern.unless]
    for side in (BLACK, WHITE) if pattern.both_colours else (mover,):
        for number, image in enumerate(images(pattern.rows)):
            found = _matched(image, side)
            for excepted in exceptions:
                found &= ~_matched(excepted[number], side)
            matched |= found
    return matched


# --- The patterns of MoGo -------------------------------------------------------------------------


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

    refuse -- how often idle self-ataris are passed over, as in playout/self_atari_jit.py
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
