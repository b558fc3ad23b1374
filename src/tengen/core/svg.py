"""One drawing of a board as SVG, for notebooks and reports."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tengen.core.points import BLACK, EMPTY, PASS, column_of, point_at, row_of
from tengen.core.vertex import COLUMN_LETTERS

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
