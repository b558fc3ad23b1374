"""The page of Figure 1 of Wu & Baldi: edges and networks of a net, and the paper's claims about them."""

from typing import Any

import numpy as np

from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.net_graph import direction_of, name_of
from tengen.experiments.net_graph_drawing import draw_graph
from tengen.nets.dag_rnn import N_PLANES

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
