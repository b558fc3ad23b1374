"""Patterns as drawings: what stands around an empty point, under all eight symmetries.

Signs: # the mover or, in patterns of both colours, one side; O the other side; . empty; + # or empty;
o O or empty; ? anything on the board; = off the board; _ anything, also off the board; * the move, in
the middle of a square.

What the eight neighbours are is one word of `board.around`, so that a table over the 65,536 words tells
which drawings match.
"""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.points import BLACK, BORDER, EMPTY, WHITE

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
