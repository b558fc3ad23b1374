"""Vertices: points as people write them in GTP, "D4" or "pass", letters without I."""

import re

from tengen.core.errors import GoError
from tengen.core.points import MAX_SIZE, PASS, column_of, point_at, row_of

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRST"
_VERTEX = re.compile(r"([A-HJ-T])([1-9][0-9]?)", re.ASCII)


def parse_vertex(text: str, size: int) -> int:
    """The point of a vertex on a board of the given size, or PASS; any case is understood."""
    upper = text.upper() if text.isascii() else ""
    if upper == "PASS":
        return PASS
    match = _VERTEX.fullmatch(upper)
    if match:
        column = COLUMN_LETTERS.index(match[1])
        row = size - int(match[2])
        if column < size and row >= 0:
            return int(point_at(row, column))
    last = format_vertex(int(point_at(0, size - 1)), size)
    raise GoError(f"{text[:20]!r} is not a point from A1 to {last} (letters without I), nor pass")


def format_vertex(move: int, size: int) -> str:
    """The vertex of a point, or "pass"."""
    if move == PASS:
        return "pass"
    return f"{COLUMN_LETTERS[column_of(move)]}{size - row_of(move)}"


def is_on_board(point: int, size: int) -> bool:
    """Whether the index is a point of a board of this size, not border or pass."""
    row, column = int(row_of(point)), int(column_of(point))
    return 0 <= row < size <= MAX_SIZE and 0 <= column < size
