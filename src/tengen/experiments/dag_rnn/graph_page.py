"""Figure 1 of Wu & Baldi, drawn from what a net told of its graph (graph.py): planes, and one column.

The page of Figure 1 of Wu & Baldi: edges and networks of a net, and the paper's claims about them.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tengen.dag_rnn.sweep_jit import N_PLANES
from tengen.experiments.dag_rnn.graph import direction_of, listened_to, name_of
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.figures import COLOURS, PAPER_COLOUR, drawing

_PLANE_COLOURS = (COLOURS[4], COLOURS[5], COLOURS[3], COLOURS[6])
_FILLED = {"corner": 1.0, "side": 0.35, "lateral": 0.0}  # how much of its plane's colour a unit has

# Oblique view: a row farther back is this far to the right and up; planes lie above each other.
_RIGHT, _UP, _HIGH = 0.75, 0.5, 2.75
_COLUMN_AT = 21.0  # panel b: where the column stands
_HIDDEN_AT = (-7.7, -3.7, 3.7, 7.7)  # its hidden units, from there
_STEP = 1.9  # from a hidden unit to one that it listens to
_SMALL, _LARGE = 4.4, 22.0  # circles: in panel a, and of the column in panel b


def draw_graph(found: Any) -> bytes:
    """Both panels, as SVG."""
    with drawing("", "", height=5.4) as drawn:
        axes, size = drawn.axes, found["size"]
        axes.set_axis_off()
        axes.set_aspect("equal")
        for level in range(N_PLANES + 2):
            _draw_plane(axes, found, level)
        _draw_verticals(axes, found, size * (size - 1))
        _draw_column(axes, found)
        _draw_legend(axes, found["served"])
        top = _place(size, N_PLANES + 1, 0)[1] + 0.5
        for x, letter in ((-2.4, "a"), (_COLUMN_AT + 1.3 * _HIDDEN_AT[0], "b")):
            axes.text(x, top, letter, fontsize=12, fontweight="bold")
    return drawn.svg


def _place(size: int, level: int, point: int) -> tuple[float, float]:
    """Where a point of a plane is drawn."""
    row, column = divmod(point, size)
    back = size - 1 - row
    return column + _RIGHT * back, _HIGH * level + _UP * back


def _draw_plane(axes: Any, found: Any, level: int) -> None:
    """Input below, then the hidden planes, output above."""
    size, area, plane = found["size"], found["size"] ** 2, level - 1
    places = np.array([_place(size, level, point) for point in range(area)])
    outline = places[[0, size - 1, area - 1, area - size]]
    outline += [(-0.35, 0.3), (0.65, 0.3), (0.35, -0.3), (-0.65, -0.3)]
    if 0 <= plane < N_PLANES:
        colour, label = _PLANE_COLOURS[plane], name_of(direction_of(found["planes"][plane], size))
        tails, heads = np.array(found["planes"][plane]).T
        _draw_lattice(axes, places[tails], places[heads], colour)
        for network, served in found["served"].items():
            _units(axes, places[served[plane]], colour, _FILLED[network])
    else:
        colour, label = COLOURS[0], "input" if plane < 0 else "output"
        _units(axes, places, colour, 1.0)
    axes.fill(*outline.T, facecolor=colour, alpha=0.08, linewidth=0)
    right, height = places[size * (size // 2) + size - 1]
    axes.text(right + 1.1, height, label, color=colour, va="center")


def _draw_lattice(axes: Any, tails: Any, heads: Any, colour: str) -> None:
    """The edges of a plane, with room for the circles at their ends."""
    steps = heads - tails
    room = 0.2 * steps / np.hypot(*steps.T)[:, None]
    starts, ways = tails + room, steps - 2 * room
    style = {"angles": "xy", "scale_units": "xy", "scale": 1, "units": "xy", "width": 0.045, "headwidth": 5}
    axes.quiver(*starts.T, *ways.T, color=colour, headlength=5, headaxislength=5, zorder=3, **style)


def _draw_verticals(axes: Any, found: Any, point: int) -> None:
    """The edges of a column, as bows beside it."""
    size, output = found["size"], N_PLANES + 1
    start = _place(size, 0, point)
    for tail, head in found["columns"][0]:
        if tail == point:
            _arrow(axes, start, _place(size, output, head), COLOURS[0], bow=-0.3)
    for plane, edges in enumerate(found["columns"][1:]):
        for tail, head in edges:
            if tail == point:
                unit = _place(size, 1 + plane, point)
                _arrow(axes, start, unit, PAPER_COLOUR, bow=-0.3)
                _arrow(axes, unit, _place(size, output, head), _PLANE_COLOURS[plane], bow=-0.2)


def _draw_column(axes: Any, found: Any) -> None:
    """Panel b: a point in the middle, its six units, and those that the hidden ones listen to.

    Planes that lead to the right stand on the left, so that what they listen to is not in the way.
    """
    size = found["size"]
    middle = size * (size // 2) + size // 2
    height = _HIGH * (N_PLANES + 1) / 2 + _UP * (size - 1) / 2
    start, end = (_COLUMN_AT, height - 6.0), (_COLUMN_AT, height + 6.0)
    is_heard = [[middle, middle] in edges for edges in found["columns"]]
    if is_heard[0]:
        _arrow(axes, start, end, COLOURS[0], gaps=(_LARGE, _LARGE))
    directions = [direction_of(edges, size) for edges in found["planes"]]
    order = sorted(range(N_PLANES), key=lambda plane: (-directions[plane][1], directions[plane][0]))
    for plane, shift in zip(order, _HIDDEN_AT):
        colour, unit = _PLANE_COLOURS[plane], (_COLUMN_AT + shift, height)
        if is_heard[1 + plane]:
            _arrow(axes, start, unit, PAPER_COLOUR, gaps=(_LARGE, _LARGE))
            _arrow(axes, unit, end, colour, gaps=(_LARGE, _LARGE))
        _name_unit(axes, unit, f"$H_{{ij}}^{{{name_of(directions[plane])}}}$", colour)
        before = listened_to(found["planes"][plane], middle, size)
        _draw_neighbours(axes, unit, before, colour)
    _name_unit(axes, start, "$I_{ij}$", COLOURS[0])
    _name_unit(axes, end, "$O_{ij}$", COLOURS[0])


def _name_unit(axes: Any, place: tuple[float, float], name: str, colour: str) -> None:
    """A circle with a name in it."""
    _units(axes, [place], colour, 0.0, _LARGE)
    axes.text(*place, name, color=colour, fontsize=9, ha="center", va="center")


def _draw_neighbours(
    axes: Any, unit: tuple[float, float], before: list[tuple[int, int]], colour: str
) -> None:
    """The units that a hidden unit listens to, seen as in panel a; their names stand where no edge runs."""
    up = -sum(j for _, j in before)
    for i, j in before:
        place = unit[0] + _STEP * (i + 0.85 * j), unit[1] + 0.6 * _STEP * j
        _arrow(axes, place, unit, colour, gaps=(6, _LARGE))
        _units(axes, [place], colour, 0.0, 6)
        side = "left" if j > 0 else "right" if j < 0 else "center"
        x, y = (place[0] + 0.4 * j, place[1]) if j else (place[0], place[1] + 0.65 * up)
        axes.text(x, y, _indices(i, j), color=colour, fontsize=6.5, ha=side, va="center")


def _indices(i: int, j: int) -> str:
    """Of the unit so far to the right and up, as the paper writes them."""
    return ", ".join(
        name + (f"{step:+d}".replace("-", "−") if step else "") for name, step in zip("ij", (i, j))
    )


def _draw_legend(axes: Any, networks: Iterable[str]) -> None:
    """How units look by the network that makes them."""
    for index, network in enumerate(networks):
        x, y = _COLUMN_AT + 4.6, 1.6 - 0.9 * index
        _units(axes, [(x, y)], PAPER_COLOUR, _FILLED[network])
        axes.text(x + 0.5, y, f"{network} network", fontsize=8, va="center")


def _units(axes: Any, places: Any, colour: str, filled: float, width: float = _SMALL) -> None:
    """Circles, as dark inside as they are filled."""
    style = {"linestyle": "none", "marker": "o", "markersize": width, "markeredgecolor": colour}
    axes.plot(*np.transpose(places), markerfacecolor=(colour, filled), **style)


def _arrow(
    axes: Any,
    tail: tuple[float, float],
    head: tuple[float, float],
    colour: str,
    *,
    gaps: tuple[float, float] = (_SMALL, _SMALL),
    bow: float = 0.0,
) -> None:
    """An edge outside the planes; the gaps at its ends are as wide as the circles there."""
    style = {
        "arrowstyle": "-|>,head_length=0.28,head_width=0.13",
        "color": colour,
        "linewidth": 0.9,
        "shrinkA": gaps[0] / 2 + 1,
        "shrinkB": gaps[1] / 2 + 1,
        "connectionstyle": f"arc3,rad={bow}",
    }
    axes.annotate("", xy=head, xytext=tail, arrowprops=style)


# --- The page -------------------------------------------------------------------------------------


GRAPH_CLAIMS = (
    "edges of a hidden plane lead towards one of the four corners, those between planes run in columns",
    "the graph is acyclic",
    "hidden planes carry information across the board",
    "one network serves the four hidden planes, one the corners and one the sides",
)

_CAPTION = (
    "a: the six planes of a board of {size}x{size}, and the vertical edges of one column. b: one column, "
    "with the units that each hidden unit listens to; i counts to the right, j up"
)


def show_graph(name: str, found: Any) -> list[Block]:
    """The page of Figure 1."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet.")]
    return [
        Heading("Setting"),
        Paragraph(
            "The drawing is what the compiled net told. A net of the paper's form gets weights that make it "
            "a net of lamps: the inputs of a point light its units, and a unit with an open door lights up "
            "if one that it listens to is lit. With one lamp and one door at a time each answer is one edge."
        ),
        Heading("Result"),
        Figure(name, _CAPTION.format(size=found["size"]), draw_graph(found)),
        Paragraph(f"The networks of the net {found['net']}, and how many points of a plane each serves:"),
        Table(("network", "serves", "inputs", "hidden units", "outputs", "weights"), _network_rows(found)),
        Heading("The paper's claims"),
        Bullets(tuple(_claims(found))),
    ]


def _network_rows(found: Any) -> tuple[tuple[str, ...], ...]:
    area, rows = found["size"] ** 2, []
    for one in found["networks"]:
        network, units = one["network"].rpartition(".")[2], one["units"]
        n_points = len(found["served"][network][0]) if network in found["served"] else area
        label = one["network"].replace("sweep0.", "").replace("sweep1.", "second sweep, ")
        hidden = str(units[1]) if len(units) > 2 else ""
        rows.append(
            (label, f"{n_points} of {area}", str(units[0]), hidden, str(units[-1]), f"{one['weights']:,}")
        )
    total = sum(one["weights"] for one in found["networks"])
    return (*rows, ("all", "", "", "", "", f"{total:,}"))


def _claims(found: Any) -> list[str]:
    """What the paper says of the graph, and what the net told."""
    size, n_edges = found["size"], sum(map(len, found["planes"]))
    names = ", ".join(name_of(direction_of(edges, size)) for edges in found["planes"])
    in_columns = all(tail == head for edges in found["columns"] for tail, head in edges)
    acyclic = f"yes, its longest way has {found['longest']} edges" if found["longest"] else "no"
    return [
        f"Edges of the hidden planes lead towards the corners: {names}, {n_edges} edges in all. "
        f"{sum(found['is equation 2'])} of {N_PLANES} planes are as in Equation 2, at every point.",
        "All other edges run in columns, from the input to the hidden planes and from all five to the "
        f"output: {'yes' if in_columns else 'no'}.",
        f"The graph is acyclic: {acyclic}.",
        _about_reach(found),
        "One network serves the four planes: asked about boards that are mirrored for them, they differ by "
        f"{found['mirrored']:.2g} at most.{_about_sweeps(found)}",
        *_about_borders(found),
    ]


def _about_reach(found: Any) -> str:
    """How far information goes: in the graph, and with the weights of the net."""
    size, changes = found["size"], np.array(found["changes"])
    rows, columns = np.divmod(np.arange(size * size), size)
    far = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    near, farthest = (changes[far == steps].mean() for steps in (0, far.max()))
    return (
        f"Hidden planes carry information across the board: one plane joins {found['reach'][0]} of the "
        f"{changes.size} pairs of an input and an output, the four together {found['reach of all']}. With "
        f"the weights of {found['net']} other inputs of a point are felt in {int((changes > 0).sum())} of "
        f"{changes.size} outputs: logits change by up to {near:.2g} at the point itself, and by up to "
        f"{farthest:.1g} in the opposite corner."
    )


def _about_sweeps(found: Any) -> str:
    if not any(one["network"].startswith("sweep1") for one in found["networks"]):
        return ""
    return " A second sweep has weights of its own for each plane of the first."


def _about_borders(found: Any) -> list[str]:
    if "corner" not in found["served"]:
        return []
    starts = [_corner_name(points[0], found["size"]) for points in found["served"]["corner"]]
    return [
        "One network serves the corners and one the sides: the corner network where a plane starts "
        f"({', '.join(starts)}), the side network on the two sides that meet there. Whether the paper's "
        "serve the whole border it does not say."
    ]


def _corner_name(point: int, size: int) -> str:
    row, column = divmod(point, size)
    return f"{'bottom' if row else 'top'} {'right' if column else 'left'}"
