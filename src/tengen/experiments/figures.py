"""Figures as SVG: the same rows give the same bytes, on a light ground, in colours all eyes can tell apart.

matplotlib is large (79 MB with what it needs) and only reports use it, so it is the extra `report` and
imported here alone, when a figure is drawn.

Boards in figures: stones, texts on them, and numbered moves as in books.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tengen.core.notation import COLUMN_LETTERS
from tengen.core.points_jit import BLACK, PASS, WHITE, column_of, row_of
from tengen.core.system_info import check_extra

# Okabe & Ito's colours without the yellow, which is too pale for lines, and a brown; grey is for the paper.
COLOURS = ("#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7", "#8C510A")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
PAPER_COLOUR = "#777777"

OURS = 4  # colour and marker of our figures where the axis names the policies
_POLICIES = ("default", "lgr1", "lgr2", "lgrf1", "lgrf2")  # have the same colour in all figures

_STYLE = {
    "svg.hashsalt": "tengen",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "figure.facecolor": "white",
    "legend.frameon": False,
}


def place_of(policy: str, index: int) -> int:
    """Which colour and marker a policy gets; those without one of their own come after the others."""
    return _POLICIES.index(policy) if policy in _POLICIES else len(_POLICIES) + index


@dataclass(frozen=True)
class Series:
    """Points of one colour with intervals; `lows` and `highs` are their ends."""

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()


class Drawing:
    """A figure while it is drawn; `axes` is matplotlib's, `svg` the file once `drawing` has ended."""

    def __init__(self, axes: Any) -> None:
        self.axes = axes
        self.svg = b""

    def points(self, index: int, series: Series, *, line: bool = True) -> None:
        """Points with error bars in the colour and marker of this index, joined by a thin line."""
        if not series.xs:
            return
        below = [y - low for y, low in zip(series.ys, series.lows)]
        above = [high - y for y, high in zip(series.ys, series.highs)]
        self.axes.errorbar(
            series.xs,
            series.ys,
            yerr=[below, above] if series.lows else None,
            label=series.label,
            color=COLOURS[index % len(COLOURS)],
            marker=MARKERS[index % len(MARKERS)],
            markersize=6,
            capsize=3,
            linewidth=1 if line else 0,
            elinewidth=1.2,
            clip_on=False,
        )

    def paper_points(self, xs: Sequence[float], ys: Sequence[float], label: str = "paper") -> None:
        """The paper's values as hollow diamonds."""
        if not xs:
            return
        self.axes.plot(
            xs,
            ys,
            label=label,
            linestyle="none",
            marker="D",
            markersize=9,
            markerfacecolor="none",
            markeredgecolor=PAPER_COLOUR,
            markeredgewidth=1.5,
        )

    def band(self, index: int, series: Series) -> None:
        """A line with its intervals as a band, in the colour of this index."""
        if not series.xs:
            return
        colour = COLOURS[index % len(COLOURS)]
        self.axes.plot(series.xs, series.ys, label=series.label, color=colour, linewidth=1.6)
        self.axes.fill_between(series.xs, series.lows, series.highs, color=colour, alpha=0.2, linewidth=0)

    def legend(self) -> None:
        """Names of the series, beside the points and never over them; none without games."""
        if self.axes.get_legend_handles_labels()[1]:
            self.axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))


@contextmanager
def drawing(x_label: str, y_label: str, *, height: float = 4.2) -> Iterator[Drawing]:
    """Draw on a pair of axes; at the end the drawing has its file."""
    with panels(1, 1, width=8.0, height=height) as (drawn,):
        drawn.axes.set_xlabel(x_label)
        drawn.axes.set_ylabel(y_label)
        yield drawn


@contextmanager
def panels(n_rows: int, n_columns: int, *, width: float, height: float) -> Iterator[list[Drawing]]:
    """Draw on several pairs of axes, row by row; at the end each drawing has the file of all."""
    check_extra("report", "a report with figures")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        figure = Figure(figsize=(width, height))
        places = range(1, n_rows * n_columns + 1)
        drawings = [Drawing(figure.add_subplot(n_rows, n_columns, place)) for place in places]
        yield drawings
        file = io.BytesIO()
        figure.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
        for drawn in drawings:
            drawn.svg = file.getvalue()


# --- Boards ---------------------------------------------------------------------------------------


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
