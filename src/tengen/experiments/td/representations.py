"""Figure 1 of Mayer: one position as the three representations see it, for both colours to move.

The paper's drawing is not in its text, which gives the values of the marked point. The position here has the
same values; it is computed from the code, and the page says for each value whether it is the paper's.
"""

from typing import Any

import numpy as np

from tengen.core.notation import parse_diagram
from tengen.core.points_jit import BLACK, WHITE, point_at
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.figures import COLOURS, draw_board, panels
from tengen.td.network import REPRESENTATIONS

POSITION = """
    . . . . .
    . . X X .
    . O O X .
    . . . . .
    . . . . .
"""
MARKED = (2, 2)  # row from the top and column
PAPERS_VALUES = {  # of the marked point: White to move, Black to move
    "koten": (1.0, -1.0),
    "roban": (-1 / 9, 1 / 9),
    "katatsugi": (0.0, 0.0),
}
REPRESENTATION_CLAIMS = ("koten has 1 for White and -1 for Black, roban -1/9 and 1/9, katatsugi 0 for both",)

_COLOURS = {"White": WHITE, "Black": BLACK}


def see_position(run: Run, watch: Watch) -> Any:
    """All inputs for White and for Black to move, and which of them is that of the marked point."""
    size, colours = parse_diagram(POSITION)
    stones = [int(colours[point_at(*divmod(place, size))]) for place in range(size * size)]
    marked = MARKED[0] * size + MARKED[1]
    found: dict[str, Any] = {"size": size, "stones": stones, "marked": marked, "seen": {}}
    for name, representation in REPRESENTATIONS.items():
        weights = representation(size)
        seen = [
            weights @ [0 if one == 0 else 1 if one == own else -1 for one in stones]
            for own in _COLOURS.values()
        ]
        own_input = (MARKED[0] - 1) * (size - 2) + MARKED[1] - 1 if name == "roban" else marked
        found["seen"][name] = {"inputs": [row.tolist() for row in seen], "marked": own_input}
    return found


def show_representations(name: str, found: Any) -> list[Block]:
    """The page of Figure 1."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet.")]
    rows = tuple(_value_row(one, found["seen"][one]) for one in PAPERS_VALUES)
    wholes = [inputs[-1] for inputs in found["seen"]["roban"]["inputs"]]
    return [
        Heading("Setting"),
        Paragraph(
            "The paper's drawing is not in its text. This position has the values that the text gives for "
            "the marked point, which bears a white stone. Own stones count 1, the opponent's -1."
        ),
        Heading("Result"),
        Figure(
            name,
            "One position as koten, roban and katatsugi see it; frames: the marked point and its square",
            _draw(found),
        ),
        Table(("representation", "inputs", "White to move", "Black to move", "the paper", "the same"), rows),
        Bullets(
            (
                "Koten: each point by itself.",
                "Roban: the mean of each 3x3 square, drawn at its centre, and of the whole board, "
                f"{wholes[0]:+.2f} for White and {wholes[1]:+.2f} for Black.",
                "Katatsugi: each point with its four neighbours, 0.2 each.",
            )
        ),
    ]


def _value_row(name: str, seen: Any) -> tuple[str, ...]:
    ours = [inputs[seen["marked"]] for inputs in seen["inputs"]]
    papers = PAPERS_VALUES[name]
    texts = [" and ".join(_fraction(value) for value in values) for values in (ours, papers)]
    white, black = texts[0].split(" and ")
    is_same = bool(np.allclose(ours, papers))
    return name, str(len(seen["inputs"][0])), white, black, texts[1], "yes" if is_same else "no"


def _fraction(value: float) -> str:
    """Ninths are written as such."""
    ninths = round(9 * value)
    is_ninth = abs(9 * value - ninths) < 1e-9 and ninths % 9
    return f"{ninths}/9" if is_ninth else f"{value + 0.0:g}"


def _draw(found: Any) -> bytes:
    """A row for each colour to move: the board, then what the three representations make of it."""
    size = found["size"]
    with panels(len(_COLOURS), 4, width=10.0, height=5.4) as drawings:
        for row, colour in enumerate(_COLOURS):
            board, *grids = drawings[4 * row : 4 * row + 4]
            _draw_position(board.axes, found)
            board.axes.set_ylabel(f"{colour} to move", fontsize=11)
            for drawn, (name, seen) in zip(grids, found["seen"].items(), strict=True):
                side = size - 2 if name == "roban" else size
                _draw_inputs(drawn.axes, np.array(seen["inputs"][row][: side * side]), side, seen["marked"])
                if row == 0:
                    drawn.axes.set_title(name, fontsize=11)
    return drawings[0].svg


def _draw_position(axes: Any, found: Any) -> None:
    size = found["size"]
    points = [int(point_at(*divmod(place, size))) for place in range(size * size)]
    stones = {point: colour for point, colour in zip(points, found["stones"], strict=True) if colour}
    draw_board(axes, size, stones, {points[found["marked"]]: "×"}, font_size=13)
    x, y = MARKED[1], size - 1 - MARKED[0]
    _frame(axes, x - 1.5, y - 1.5, 3, "--")


def _draw_inputs(axes: Any, values: Any, side: int, marked: int) -> None:
    """Inputs as shaded squares with their numbers."""
    grid = values.reshape(side, side)
    axes.imshow(grid, cmap="RdBu_r", vmin=-2, vmax=2)
    for (row, column), value in np.ndenumerate(grid):
        text = (
            _fraction(value) if side == 3 else f"{value + 0.0:.1f}".replace("-0.0", "0.0").removesuffix(".0")
        )
        axes.text(column, row, text, fontsize=9, ha="center", va="center")
    row, column = divmod(marked, side)
    _frame(axes, column - 0.5, row - 0.5, 1, "-")
    axes.spines[:].set_visible(False)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.grid(visible=False)


def _frame(axes: Any, x: float, y: float, side: float, line: str) -> None:
    from matplotlib.patches import Rectangle

    frame = Rectangle(
        (x, y), side, side, fill=False, edgecolor=COLOURS[5], linewidth=1.8, linestyle=line, zorder=4
    )
    frame.set_clip_on(False)
    axes.add_patch(frame)
