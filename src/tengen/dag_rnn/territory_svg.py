"""Pictures of who will own what: shades around the points of a board, and bars that stand on it.

Shades and bars go from orange (White's) over near white (open) to blue (Black's), which people of any colour
vision tell apart. The bars are those of Wu & Baldi's Figure 3: as high as the probability that Black will own
the point.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.core.notation import COLUMN_LETTERS, board_svg
from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE, point_at

_WHITES, _OPEN, _BLACKS = (230, 97, 1), (247, 247, 247), (33, 102, 172)
_STEP = 24  # pixels between two lines, as on other boards
_LINE = 22  # pixels of a line of text
_HALF_WIDTH, _HALF_DEPTH = 16, 9  # pixels of a bar's floor, seen from a corner
_FLOOR = 0.86  # share of the floor that a bar covers
_FULL_HEIGHT = 46  # pixels of a bar that is surely Black's
_N_LEGEND = 11


@dataclass(frozen=True)
class TerritoryDiagram:
    """A position and who will own it, with a line of text for below the picture."""

    colours: npt.NDArray[np.uint8]  # (N_POINTS,)
    owners: npt.NDArray[np.float64]  # (size, size): the probability that Black will own each point
    last_move: int = PASS
    caption: str = ""

    @property
    def size(self) -> int:
        """Lines of the board."""
        return len(self.owners)

    def colour_at(self, row: int, column: int) -> int:
        """The stone of a point."""
        return int(self.colours[point_at(row, column)])

    def is_dead(self, row: int, column: int) -> bool:
        """Whether there is a stone whose point the other colour is more likely to own."""
        colour, owner = self.colour_at(row, column), self.owners[row, column]
        return bool((colour == BLACK and owner < 0.5) or (colour == WHITE and owner > 0.5))


def territory_svg(scenes: list[TerritoryDiagram]) -> str:
    """The boards of some scenes side by side with shades; small squares mark stones that seem dead."""
    side = _STEP * (scenes[0].size + 2)
    parts = []
    for number, scene in enumerate(scenes):
        points = {divmod(index, scene.size): p for index, p in enumerate(scene.owners.ravel().tolist())}
        board = board_svg(
            scene.colours,
            scene.size,
            scene.last_move,
            grounds={int(point_at(*place)): shade(p) for place, p in points.items()},
            spots={
                int(point_at(*place)): shade(round(p)) for place, p in points.items() if scene.is_dead(*place)
            },
        )
        parts.append(board.replace("<svg ", f'<svg x="{side * number}" ', 1))
    return _sheet(parts, scenes, side, side)


def bars_svg(scenes: list[TerritoryDiagram]) -> str:
    """The bars of some scenes side by side, the top left corner of the board at the back.

    A bar has the shade of its height; its top shows the stone of the point.
    """
    size = scenes[0].size
    width = 2 * _HALF_WIDTH * (size + 1)
    height = 2 * _HALF_DEPTH * (size + 2) + _FULL_HEIGHT
    parts = []
    for number, scene in enumerate(scenes):
        middle = width * number + width // 2
        parts.append(f'<g transform="translate({middle} {_FULL_HEIGHT + 2 * _HALF_DEPTH})">')
        parts.append(_floor(size))
        for diagonal in range(2 * size - 1):  # from the back to the front
            for row in range(max(0, diagonal - size + 1), min(size, diagonal + 1)):
                parts += _bar(scene, row, diagonal - row)
        parts += [*_bar_coordinates(size), "</g>"]
    return _sheet(parts, scenes, width, height)


def shade(p: float) -> str:
    """The colour of a probability that Black will own a point."""
    end = _BLACKS if p > 0.5 else _WHITES
    share = abs(2 * p - 1)
    return _hex([middle + share * (far - middle) for middle, far in zip(_OPEN, end)])


def _hex(parts: list[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _darker(colour: str, share: float) -> str:
    return _hex([share * int(colour[first : first + 2], 16) for first in (1, 3, 5)])


def _sheet(parts: list[str], scenes: list[TerritoryDiagram], width: int, height: int) -> str:
    """Drawings side by side, each with its caption, and the legend below them."""
    whole_width, whole_height = width * len(scenes), height + 2 * _LINE
    captions = [
        f'<text x="{width * number + width // 2}" y="{height + 15}">{scene.caption}</text>'
        for number, scene in enumerate(scenes)
    ]
    opened = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole_width}" height="{whole_height}" '
        f'viewBox="0 0 {whole_width} {whole_height}" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle"><rect width="{whole_width}" height="{whole_height}" fill="#fff"/>'
    )
    return "".join([opened, *parts, *captions, *_legend(whole_width // 2, height + _LINE), "</svg>"])


def _legend(middle: int, top: int) -> list[str]:
    """A strip of all shades with the colours' names at its ends."""
    side = 14
    left = middle - _N_LEGEND * side // 2
    strip = [
        f'<rect x="{left + side * n}" y="{top}" width="{side}" height="{side}" '
        f'fill="{shade(n / (_N_LEGEND - 1))}" stroke="#999" stroke-width="0.5"/>'
        for n in range(_N_LEGEND)
    ]
    names = ((left - 24, "White"), (left + _N_LEGEND * side + 24, "Black"))
    return strip + [f'<text x="{x}" y="{top + 11}">{name}</text>' for x, name in names]


def _seen(row: float, column: float, height: float = 0.0) -> tuple[float, float]:
    """Where a place of the board is seen from the lower right; the corner at the back is the origin."""
    return (column - row) * _HALF_WIDTH, (column + row) * _HALF_DEPTH - height * _FULL_HEIGHT


def _path(places: list[tuple[float, float]], fill: str) -> str:
    points = "L".join(f"{x:.4g} {y:.4g}" for x, y in places)
    return f'<path d="M{points}Z" fill="{fill}" stroke="#555" stroke-width="0.4"/>'


def _floor(size: int) -> str:
    corners = [(-0.5, -0.5), (-0.5, size - 0.5), (size - 0.5, size - 0.5), (size - 0.5, -0.5)]
    return _path([_seen(*corner) for corner in corners], "#e8c98a")


def _bar(scene: TerritoryDiagram, row: int, column: int) -> list[str]:
    """The two sides of a bar that are seen, and its top with the stone."""
    p = float(scene.owners[row, column])
    near, far = _FLOOR / 2, -_FLOOR / 2
    left, front, right, back = ((near, far), (near, near), (far, near), (far, far))
    colour = shade(p)

    def corner(step: tuple[float, float], height: float) -> tuple[float, float]:
        return _seen(row + step[0], column + step[1], height)

    parts = [
        _path([corner(left, 0), corner(front, 0), corner(front, p), corner(left, p)], _darker(colour, 0.8)),
        _path(
            [corner(front, 0), corner(right, 0), corner(right, p), corner(front, p)], _darker(colour, 0.65)
        ),
        _path([corner(step, p) for step in (left, front, right, back)], colour),
    ]
    if scene.colour_at(row, column) != EMPTY:
        parts.append(_stone(scene, row, column, p))
    return parts


def _stone(scene: TerritoryDiagram, row: int, column: int, p: float) -> str:
    x, y = _seen(row, column, p)
    fill, ring = ("#111", "#fff") if scene.colour_at(row, column) == BLACK else ("#fff", "#111")
    centre = f'cx="{x:.4g}" cy="{y:.4g}"'
    stone = f'<ellipse {centre} rx="9" ry="5" fill="{fill}" stroke="#111"/>'
    if int(point_at(row, column)) == scene.last_move:
        stone += f'<ellipse {centre} rx="4" ry="2.2" fill="none" stroke="{ring}" stroke-width="1.5"/>'
    return stone


def _bar_coordinates(size: int) -> list[str]:
    """Letters along the lower left edge, numbers along the lower right one."""
    texts = []
    for index in range(size):
        for (x, y), text in (
            (_seen(size + 0.1, index), COLUMN_LETTERS[index]),
            (_seen(index, size + 0.1), str(size - index)),
        ):
            texts.append(f'<text x="{x:.4g}" y="{y + 4:.4g}" font-size="10">{text}</text>')
    return texts
