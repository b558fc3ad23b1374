"""Boards in figures: stones, texts on them, and numbered moves as in books."""

from collections.abc import Mapping, Sequence
from typing import Any

from tengen.core.points import BLACK, PASS, WHITE, column_of, row_of
from tengen.core.vertex import COLUMN_LETTERS

_WOOD = "#f0dcb0"
_FILLS = {BLACK: "#111111", WHITE: "#ffffff"}


def draw_board(
    axes: Any, size: int, stones: Mapping[int, int], texts: Mapping[int, str], font_size: float = 9
) -> None:
    """A board with the colours of some points, and texts on points."""
    axes.set_xlim(-0.7, size - 0.3)
    axes.set_ylim(-0.7, size - 0.3)
    axes.set_aspect("equal")
    axes.set_facecolor(_WOOD)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_xticks(range(size), COLUMN_LETTERS[:size])
    axes.set_yticks(range(size), range(1, size + 1))
    for line in range(size):
        axes.plot([0, size - 1], [line, line], color="#555555", linewidth=0.8, zorder=1)
        axes.plot([line, line], [0, size - 1], color="#555555", linewidth=0.8, zorder=1)
    for point, colour in stones.items():
        _draw_stone(axes, *place_on(size, point), _FILLS[colour])
    for point, text in texts.items():
        ink = "#ffffff" if stones.get(point) == BLACK else "#111111"
        axes.text(*place_on(size, point), text, color=ink, fontsize=font_size, ha="center", va="center")


def place_on(size: int, point: int) -> tuple[float, float]:
    """Where a point is drawn."""
    return float(column_of(point)), float(size - 1 - row_of(point))


def _draw_stone(axes: Any, x: float, y: float, fill: str) -> None:
    from matplotlib.patches import Circle

    axes.add_patch(Circle((x, y), 0.46, facecolor=fill, edgecolor="#111111", linewidth=1, zorder=2))


def number_moves(moves: Sequence[tuple[int, int]]) -> tuple[dict[int, int], dict[int, str], list[str]]:
    """Colours and numbers of (colour, point) moves by point, and moves on points that have a number already.

    As in books, a stone that was taken stays on the diagram, and a later move on its point is written below
    it: "16 at 4".
    """
    stones: dict[int, int] = {}
    numbers: dict[int, str] = {}
    later = []
    for number, (colour, point) in enumerate(moves, 1):
        if point == PASS:
            continue
        if point in stones:
            later.append(f"{number} at {numbers[point]}")
        else:
            stones[point], numbers[point] = colour, str(number)
    return stones, numbers, later
