"""Boards as text, for people, tests and error messages.

    . X O
    X . O      rows from the top, X black, O white, . empty; blanks and coordinates are optional
    . X .

What `format_diagram` writes, `parse_diagram` reads.
"""

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.points import (
    BLACK,
    BORDER,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    N_POINTS,
    PASS,
    WHITE,
    point_at,
)
from tengen.core.vertex import COLUMN_LETTERS

_COLOUR_OF = {".": EMPTY, "+": EMPTY, "X": BLACK, "#": BLACK, "O": WHITE}
_SIGN_OF = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_ROW_NUMBER = re.compile(r"^\s*[0-9]{1,2}(?=[\s.+X#O(])|(?<=[\s.+X#O)])[0-9]{1,2}\s*$", re.ASCII)
_COLUMN_HEADING = re.compile(r"^\s*A(\s+[B-HJ-T])*\s*$", re.ASCII)


def parse_diagram(text: str) -> tuple[int, npt.NDArray[np.uint8]]:
    """The size and the colours, (N_POINTS,) uint8, of a drawn board."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or _COLUMN_HEADING.match(line):
            continue
        signs = re.sub(r"[\s()]", "", _ROW_NUMBER.sub("", line))
        for sign in signs:
            if sign not in _COLOUR_OF:
                raise GoError(f"line {number} of the diagram: {sign!r} is none of . X O")
        rows.append((number, signs))
    size = len(rows)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise GoError(f"the diagram has {size} rows; boards have {MIN_SIZE} to {MAX_SIZE}")
    colours = np.full(N_POINTS, BORDER, np.uint8)
    for row, (number, signs) in enumerate(rows):
        if len(signs) != size:
            raise GoError(f"line {number} of the diagram has {len(signs)} points, expected {size}")
        for column, sign in enumerate(signs):
            colours[point_at(row, column)] = _COLOUR_OF[sign]
    return size, colours


def format_diagram(
    colours: npt.NDArray[np.uint8], size: int, last_move: int = PASS, labels: Mapping[int, str] | None = None
) -> str:
    """Draw colours, (N_POINTS,) uint8, with coordinates; the last move in brackets.

    labels -- signs for some points instead of their colours; such a drawing cannot be read again
    """
    labels = labels or {}
    heading = "   " + " ".join(COLUMN_LETTERS[:size])
    lines = [heading]
    for row in range(size):
        cells = ""
        for column in range(size):
            point = int(point_at(row, column))
            if point == last_move:
                before = "("
            elif column > 0 and point - 1 == last_move:
                before = ")"
            else:
                before = " "
            cells += before + labels.get(point, _SIGN_OF[int(colours[point])])
        end = ")" if int(point_at(row, size - 1)) == last_move else " "
        lines.append(f"{size - row:2}{cells}{end}{size - row}")
    lines.append(heading)
    return "\n".join(line.rstrip() for line in lines)
