"""Figure 1 of Wu & Baldi: which unit of the net listens to which, found out by asking the net.

Nothing here knows how the planes run. A net of the paper's form gets weights that make it a net of lamps: the
input of a point lights its units, a unit behind an open door lights up if one that it listens to is lit, and
the output tells which units are lit. With one lamp and one door the answer is one edge of the graph; with all
doors open it is all that a lamp can reach. So the figure changes if the compiled net does.
"""

from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.dag_rnn.architecture import N_BEFORE, Architecture, Array, weight_shapes
from tengen.dag_rnn.evaluator import load_pretrained
from tengen.dag_rnn.network import TerritoryNet
from tengen.dag_rnn.sweep_jit import N_PLANES, OWNER
from tengen.experiments.dag_rnn.held_out_games import label_of, net_of
from tengen.experiments.experiment import Run, Watch

SIZE = 5  # of the board in the figure

# Of the paper: the units before a unit, by plane; i counts to the right and j up.
EQUATION_2 = {
    "NE": ((-1, 0), (0, -1)),
    "NW": ((1, 0), (0, -1)),
    "SW": ((1, 0), (0, 1)),
    "SE": ((-1, 0), (0, 1)),
}

_N_CHANGES = 16  # positions in which inputs are changed
_LAMP, _DOOR = 0, 1  # inputs of the net of lamps
_SHARP = np.float32(40.0)  # of a logistic unit: 0 or 1 for all that matters
LAMPS = Architecture(n_inputs=2, hidden=N_PLANES + 1, states=1)

Lit = npt.NDArray[np.bool_]  # (positions, N_PLANES + 1, area): a point's lamp, and its unit in each plane
Edge = list[int]  # from a point to a point, both row by row


class Unit(NamedTuple):
    """A node of the graph."""

    plane: str | int  # input, output, or the number of a hidden plane
    point: int


def find_graph(run: Run, watch: Watch) -> Any:
    """Edges, networks and claims of the figure, as plain values."""
    net = net_of(run)
    asked = load_pretrained(net).net
    lamps = replace(LAMPS, border_networks=asked.architecture.border_networks)
    planes, columns, reach = ask_planes(lamps, SIZE), ask_columns(lamps, SIZE), ask_reach(lamps, SIZE)
    return {
        "net": label_of(net),
        "size": SIZE,
        "planes": planes,
        "columns": columns,
        "served": ask_networks(lamps, SIZE),
        "is equation 2": [are_of_equation_2(edges, SIZE) for edges in planes],
        "longest": longest_path(planes, columns),
        "reach": [int(one.sum()) for one in reach],
        "reach of all": int(reach.any(0).sum()),
        "changes": felt_changes(asked, SIZE).tolist(),
        "mirrored": mirror_distance(asked, planes, SIZE),
        "networks": count_weights(asked.architecture),
    }


# --- Asking the net of lamps ---------------------------------------------------------------------------


def ask_planes(lamps: Architecture, size: int) -> list[list[Edge]]:
    """The edges of each hidden plane: a unit behind the only open door is lit if it listens to the lamp's."""
    area, edges = size * size, [list[Edge]() for _ in range(N_PLANES)]
    for door in range(area):
        inputs = np.zeros((area, area, 2), np.float32)
        inputs[range(area), range(area), _LAMP] = 1
        inputs[:, door, _DOOR] = 1
        lit = _light(lamps, lamp_weights(lamps), inputs)
        for plane in range(N_PLANES):
            tails = np.flatnonzero(lit[:, 1 + plane, door]).tolist()
            edges[plane] += [[tail, door] for tail in tails if tail != door]
    return edges


def ask_columns(lamps: Architecture, size: int) -> list[list[Edge]]:
    """From which input an output hears: of the input itself, and through the unit in each hidden plane."""
    lit = _light(lamps, lamp_weights(lamps), _one_lamp_each(size, door=0))
    return [np.argwhere(lit[:, shown]).tolist() for shown in range(N_PLANES + 1)]


def ask_reach(lamps: Architecture, size: int) -> Lit:
    """(N_PLANES, area, area): whether a lamp lights a unit when all doors are open."""
    return _light(lamps, lamp_weights(lamps), _one_lamp_each(size, door=1))[:, 1:].transpose(1, 0, 2)


def ask_networks(lamps: Architecture, size: int) -> dict[str, list[list[int]]]:
    """The points that each network serves, by plane: those that are lit if its units are always on."""
    served = {}
    for network in lamps.networks():
        weights = lamp_weights(lamps)
        weights[f"sweep0.{network}.state_bias"] += 2 * _SHARP
        (lit,) = _light(lamps, weights, np.zeros((1, size * size, 2), np.float32))
        served[network] = [np.flatnonzero(lit[1 + plane]).tolist() for plane in range(N_PLANES)]
    return served


def lamp_weights(lamps: Architecture) -> dict[str, Array]:
    """Weights with which a net of the paper's form is a net of lamps.

    A cell has two hidden units at work: the lamp is on; the door is open and a unit before it is lit. Each
    hidden unit of the output network watches one thing and counts as a power of two.
    """
    weights = {name: np.zeros(shape, np.float32) for name, shape in weight_shapes(lamps).items()}
    for network in lamps.networks():
        name, n_before = f"sweep0.{network}", N_BEFORE[network]
        weights[f"{name}.hidden"][_LAMP, 0] = 1
        weights[f"{name}.hidden_bias"][0] = -0.5
        weights[f"{name}.hidden"][_DOOR, 1] = 2
        weights[f"{name}.hidden"][2 : 2 + n_before, 1] = 1
        weights[f"{name}.hidden_bias"][1] = -2.5
        weights[f"{name}.state"][:2, 0] = 1
        weights[f"{name}.state_bias"][0] = -0.5
    for unit, row in enumerate((_LAMP, *range(2, 2 + N_PLANES))):
        weights["output.hidden"][row, unit] = 1
        weights["output.hidden_bias"][unit] = -0.5
    sharp = {name: _SHARP * array for name, array in weights.items()}
    sharp["output.logits"][:, 0] = 2.0 ** np.arange(N_PLANES + 1)
    return sharp


def _one_lamp_each(size: int, door: int) -> Array:
    """As many positions as points, with the lamp of one point on; doors all open or all closed."""
    area = size * size
    inputs = np.full((area, area, 2), door, np.float32)
    inputs[..., _LAMP] = np.eye(area)
    return inputs


def _light(lamps: Architecture, weights: dict[str, Array], inputs: Array) -> Lit:
    """What is lit at each point of some positions."""
    numbers = np.rint(TerritoryNet(lamps, weights).logits(inputs)[..., 0]).astype(np.int64)
    return (numbers[:, None, :] >> np.arange(N_PLANES + 1)[:, None] & 1).astype(np.bool_)


# --- What the paper says of the graph ------------------------------------------------------------------


def longest_path(planes: list[list[Edge]], columns: list[list[Edge]]) -> int:
    """Edges on the longest way from an input to an output; 0 if the graph has a cycle."""
    before: dict[Unit, set[Unit]] = {}
    for tail, head in columns[0]:
        before.setdefault(Unit("output", head), set()).add(Unit("input", tail))
    for plane, (edges, heard) in enumerate(zip(planes, columns[1:])):
        for tail, head in edges:
            before.setdefault(Unit(plane, head), set()).add(Unit(plane, tail))
        for tail, head in heard:
            before.setdefault(Unit(plane, tail), set()).add(Unit("input", tail))
            before.setdefault(Unit("output", head), set()).add(Unit(plane, tail))
    try:
        order = list(TopologicalSorter(before).static_order())
    except CycleError:
        return 0
    depth = dict.fromkeys(order, 0)
    for unit in order:
        depth[unit] = max((depth[one] + 1 for one in before.get(unit, ())), default=0)
    return max(depth.values())


def felt_changes(net: TerritoryNet, size: int) -> npt.NDArray[np.float64]:
    """(area, area): how much a logit of owning a point changes with all inputs of a point, at most.

    The inputs are random, from 0 to 1, in some positions.
    """
    area, generator = size * size, np.random.default_rng(1)
    changes = np.zeros((area, area))
    for _ in range(_N_CHANGES):
        usual, other = generator.uniform(0, 1, (2, area, net.architecture.n_inputs)).astype(np.float32)
        changed = np.repeat(usual[None], area, 0)
        changed[range(area), range(area)] = other
        difference = net.logits(changed)[..., OWNER] - net.logits(usual[None])[..., OWNER]
        changes = np.maximum(changes, abs(difference))
    return changes


def direction_of(edges: list[Edge], size: int) -> tuple[int, int]:
    """Where the edges of a plane lead: 1 or -1 for down or up, and for right or left; 0 for both or none."""
    steps = np.array([np.subtract(divmod(head, size), divmod(tail, size)) for tail, head in edges])
    down, right = ({int(np.sign(step)) for step in column} - {0} for column in steps.reshape(-1, 2).T)
    return (down.pop() if len(down) == 1 else 0, right.pop() if len(right) == 1 else 0)


def name_of(direction: tuple[int, int]) -> str:
    """NE, NW, SW or SE."""
    down, right = direction
    return {-1: "N", 0: "", 1: "S"}[down] + {-1: "W", 0: "", 1: "E"}[right]


def listened_to(edges: list[Edge], point: int, size: int) -> list[tuple[int, int]]:
    """The units that a unit listens to, in the paper's indices: how far to the right, and how far up."""
    row, column = divmod(point, size)
    return sorted((tail % size - column, row - tail // size) for tail, head in edges if head == point)


def are_of_equation_2(edges: list[Edge], size: int) -> bool:
    """Whether all units of a plane listen to those that the paper says, as far as these are on the board."""
    steps = EQUATION_2.get(name_of(direction_of(edges, size)), ())
    for point in range(size * size):
        row, column = divmod(point, size)
        there = [(i, j) for i, j in steps if 0 <= column + i < size and 0 <= row - j < size]
        if listened_to(edges, point, size) != sorted(there):
            return False
    return bool(steps)


def mirror_distance(net: TerritoryNet, planes: list[list[Edge]], size: int) -> float:
    """How far the planes are from mirror images of each other: 0 if they share all their weights.

    The output network is made to watch one plane, and the board is mirrored so that the plane leads down and
    to the right: what it says, mirrored back, must then be the same for all planes.
    """
    shape = (size, size, net.architecture.n_inputs)
    inputs = np.random.default_rng(1).uniform(0, 1, shape).astype(np.float32)
    outputs = []
    for plane, edges in enumerate(planes):
        axes = tuple(axis for axis, step in enumerate(direction_of(edges, size)) if step < 0)
        mirrored = np.flip(inputs, axes).reshape(1, size * size, -1)
        found = _watching(net, plane).logits(mirrored)[0, :, 0].reshape(size, size)
        outputs.append(np.flip(found, axes))
    return float(np.ptp(np.array(outputs), axis=0).max())


def _watching(net: TerritoryNet, plane: int) -> TerritoryNet:
    """The net with an output network that sees one plane alone, by the weights of the first."""
    n_inputs, states = net.architecture.n_inputs, net.architecture.states
    usual, first = net.weights["output.hidden"], n_inputs + plane * states
    rows = np.zeros_like(usual)
    rows[first : first + states] = usual[n_inputs : n_inputs + states]
    return TerritoryNet(net.architecture, {**net.weights, "output.hidden": rows})


def count_weights(architecture: Architecture) -> list[dict[str, Any]]:
    """The networks of a net: what each takes and makes, and how many weights it has."""
    rows: dict[str, dict[str, Any]] = {}
    for name, shape in weight_shapes(architecture).items():
        network, _, layer = name.rpartition(".")
        row = rows.setdefault(network, {"network": network, "units": [], "weights": 0})
        row["weights"] += int(np.prod(shape))
        if not layer.endswith("_bias"):
            row["units"] += [*shape] if not row["units"] else [shape[1]]
    return list(rows.values())
