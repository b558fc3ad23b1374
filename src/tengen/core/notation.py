"""Vertices: points as people write them in GTP, "D4" or "pass", letters without I.

Boards as text, for people, tests and error messages.

    . X O
    X . O      rows from the top, X black, O white, . empty; blanks and coordinates are optional
    . X .

What `format_diagram` writes, `parse_diagram` reads.

One drawing of a board as SVG, for notebooks and reports.
"""

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.points_jit import (
    BLACK,
    BORDER,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    N_POINTS,
    PASS,
    WHITE,
    column_of,
    point_at,
    row_of,
)

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


# --- Diagrams -------------------------------------------------------------------------------------


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


# --- SVG ------------------------------------------------------------------------------------------


_STEP = 24  # pixels between two lines
_STAR_DISTANCE = {size: 3 if size >= 13 else 2 for size in range(7, 20)}


def star_points(size: int) -> list[int]:
    """The points marked with a dot on a board of this size."""
    if size not in _STAR_DISTANCE:
        return []
    near = _STAR_DISTANCE[size]
    lines = [near, size - 1 - near]
    points = [int(point_at(row, column)) for row in lines for column in lines]
    if size % 2:
        middle = size // 2
        points.append(int(point_at(middle, middle)))
        if size >= 15:
            points += [int(point_at(row, middle)) for row in lines]
            points += [int(point_at(middle, column)) for column in lines]
    return points


def board_svg(
    colours: npt.NDArray[np.uint8],
    size: int,
    last_move: int = PASS,
    labels: Mapping[int, str] | None = None,
    grounds: Mapping[int, str] | None = None,
    spots: Mapping[int, str] | None = None,
) -> str:
    """Draw colours, (N_POINTS,) uint8, with coordinates; a ring marks the last move.

    labels  -- short texts on stones or empty points
    grounds -- colours of the ground around some points
    spots   -- colours of small squares on some points
    """
    length = _STEP * (size + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{length}" height="{length}" '
        f'viewBox="0 0 {length} {length}" font-family="sans-serif" font-size="11" text-anchor="middle">',
        f'<rect width="{length}" height="{length}" fill="#e8c98a"/>',
        *_squares(grounds or {}, _STEP),
        _grid(size),
    ]
    parts += [f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in map(_centre, star_points(size))]
    parts += _coordinates(size)
    for row in range(size):
        for column in range(size):
            point = int(point_at(row, column))
            if colours[point] != EMPTY:
                parts.append(_stone(point, int(colours[point]), is_last=point == last_move))
    parts += _squares(spots or {}, _STEP // 3)
    parts += [_label(point, int(colours[point]), text) for point, text in (labels or {}).items()]
    return "".join([*parts, "</svg>"])


def _centre(point: int) -> tuple[int, int]:
    return _STEP * (column_of(point) + 1) + _STEP // 2, _STEP * (row_of(point) + 1) + _STEP // 2


def _squares(colours: Mapping[int, str], side: int) -> list[str]:
    squares = []
    for point, colour in colours.items():
        x, y = _centre(point)
        where = f'x="{x - side // 2}" y="{y - side // 2}"'
        squares.append(f'<rect {where} width="{side}" height="{side}" fill="{colour}"/>')
    return squares


def _grid(size: int) -> str:
    first = _STEP + _STEP // 2
    last = first + _STEP * (size - 1)
    path = "".join(f"M{first} {at}H{last}M{at} {first}V{last}" for at in range(first, last + 1, _STEP))
    return f'<path d="{path}" stroke="#333" fill="none"/>'


def _coordinates(size: int) -> list[str]:
    near, far = _STEP // 2, _STEP * (size + 1) + _STEP // 2
    texts = []
    for index in range(size):
        at = _STEP * (index + 1) + _STEP // 2
        for edge in (near, far):
            texts.append(f'<text x="{at}" y="{edge + 4}">{COLUMN_LETTERS[index]}</text>')
            texts.append(f'<text x="{edge}" y="{at + 4}">{size - index}</text>')
    return texts


def _stone(point: int, colour: int, *, is_last: bool) -> str:
    x, y = _centre(point)
    fill, ring = ("#111", "#fff") if colour == BLACK else ("#fff", "#111")
    stone = f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#111"/>'
    if is_last:
        stone += f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="{ring}" stroke-width="2"/>'
    return stone


def _label(point: int, colour: int, text: str) -> str:
    """A text in a point; on an empty one the lines below it are covered."""
    x, y = _centre(point)
    ground = f'<circle cx="{x}" cy="{y}" r="9" fill="#e8c98a"/>' if colour == EMPTY else ""
    ink = "#fff" if colour == BLACK else "#111"
    return f'{ground}<text x="{x}" y="{y + 4}" fill="{ink}">{text}</text>'
