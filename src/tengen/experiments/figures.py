"""Figures as SVG: the same rows give the same bytes, on a light ground, in colours all eyes can tell apart.

matplotlib is large (79 MB with what it needs) and only reports use it, so it is the extra `report` and
imported here alone, when a figure is drawn.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tengen.extras import check_extra

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
