"""The recursive network of Wu & Baldi (2006, section 3.2): its architecture as a value, and its weights.

Six planes of the board's size: inputs, four planes of states, outputs. Each plane of states starts at one
corner of the board and runs to the opposite one; a state follows from the inputs of its point and from the
states of the two points that lie before it (Equation 2). One *lateral* network serves the four planes.
The output network sees the inputs of a point and its four states. Nothing depends on the size of the board.

Our reading of the border networks: a plane uses the *corner* network where it starts (no point lies before
it), the *side* network on the two sides that meet there (one point lies before), and the lateral network
everywhere else, also on the two far sides. With 70 inputs the paper's net then has 5,865 weights; the paper
says close to 6,000. Without border networks the lateral one takes zeros for the missing states.

Beyond the paper: a gated cell, several sweeps on top of each other, and more than one output.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.array_files import check_numbers
from tengen.core.errors import GoError
from tengen.dag_rnn.sweep_jit import MAX_SWEEPS, N_PLANES

Array = npt.NDArray[np.float32]
Weights = Mapping[str, Array]  # by the names of `weight_shapes`

LOGISTIC, GATED = "logistic", "gated"  # cells
MAX_OUTPUTS = 2

# Networks of a cell by how many points are missing before theirs, and how many each sees.
NETWORKS = ("lateral", "side", "corner")
N_BEFORE = {"lateral": 2, "side": 1, "corner": 0}

# A gated cell: new state = update * candidate + (1 - update) * (share * vertical + (1 - share) * horizontal).
# The side network has one state before its point, share of which is kept; the corner network has none.
GATES = ("candidate", "update", "share")
_FIRST_UPDATE = -1.0  # bias of the update gate: at first states travel some way across the board


@dataclass(frozen=True)
class Architecture:
    """What a net is made of. The defaults are the paper's."""

    n_inputs: int  # for each point
    hidden: int = 16  # hidden units of the output network, and of a logistic cell
    states: int = 8  # of a point, in each plane
    sweeps: int = 1  # a later sweep sees the inputs and the states of the one before it
    cell: str = LOGISTIC
    n_outputs: int = 1
    border_networks: bool = True  # corners and sides have networks of their own

    def __post_init__(self) -> None:
        for name, least, most in (
            ("n_inputs", 1, 10_000),
            ("hidden", 1, 10_000),
            ("states", 1, 10_000),
            ("sweeps", 1, MAX_SWEEPS),
            ("n_outputs", 1, MAX_OUTPUTS),
        ):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise GoError(f"{name} of a net must be a whole number from {least} to {most}, not {value!r}")
        if self.cell not in (LOGISTIC, GATED):
            raise GoError(f"cell of a net must be {LOGISTIC} or {GATED}, not {self.cell!r}")
        if type(self.border_networks) is not bool:
            raise GoError(f"border_networks of a net must be true or false, not {self.border_networks!r}")

    def networks(self) -> tuple[str, ...]:
        """The networks of a cell."""
        return NETWORKS if self.border_networks else NETWORKS[:1]

    def n_seen(self, sweep: int) -> int:
        """How many values a sweep sees of its own point: inputs, and the states of the sweep before."""
        return self.n_inputs + (N_PLANES * self.states if sweep else 0)

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for headers of files."""
        return asdict(self)


def paper_net(n_inputs: int) -> Architecture:
    """The net of the paper: logistic, 16 hidden units, 8 states; 5,865 weights with 70 inputs."""
    return Architecture(n_inputs)


def nine_net(n_inputs: int) -> Architecture:
    """A gated net for territory alone, to be taught on 9x9 games; 32,161 weights with 70 inputs."""
    return Architecture(n_inputs, hidden=96, states=32, cell=GATED, border_networks=False)


def small_net(n_inputs: int) -> Architecture:
    """A gated net with the move output that a search can afford; 32,258 weights with 70 inputs."""
    return Architecture(n_inputs, hidden=96, states=32, cell=GATED, n_outputs=2, border_networks=False)


def large_net(n_inputs: int) -> Architecture:
    """Two gated sweeps of 96 states and the move output; 291,330 weights with 70 inputs."""
    return Architecture(
        n_inputs, hidden=64, states=96, sweeps=2, cell=GATED, n_outputs=2, border_networks=False
    )


def n_gates(network: str) -> int:
    """How many gates a network of a gated cell has; the corner has nothing to share."""
    return 2 if network == "corner" else len(GATES)


def weight_shapes(architecture: Architecture) -> dict[str, tuple[int, ...]]:
    """Names and shapes of all weight arrays, matrices as (inputs, units).

    Rows of a cell's first matrix: what it sees of its point, the state before it in its column (vertical),
    then the one in its row (horizontal).
    """
    shapes: dict[str, tuple[int, ...]] = {}
    hidden, states = architecture.hidden, architecture.states
    for sweep in range(architecture.sweeps):
        for network in architecture.networks():
            name = f"sweep{sweep}.{network}"
            n_rows = architecture.n_seen(sweep) + N_BEFORE[network] * states
            if architecture.cell == GATED:
                shapes |= _layer(f"{name}.gates", n_rows, n_gates(network) * states)
            else:
                shapes |= _layer(f"{name}.hidden", n_rows, hidden)
                shapes |= _layer(f"{name}.state", hidden, states)
    shapes |= _layer("output.hidden", architecture.n_inputs + N_PLANES * states, hidden)
    shapes |= _layer("output.logits", hidden, architecture.n_outputs)
    return shapes


def _layer(name: str, n_rows: int, n_units: int) -> dict[str, tuple[int, ...]]:
    return {name: (n_rows, n_units), f"{name}_bias": (n_units,)}


def n_weights(architecture: Architecture) -> int:
    """How many numbers a net has learned."""
    return sum(int(np.prod(shape)) for shape in weight_shapes(architecture).values())


def initial_weights(architecture: Architecture, seed: int) -> dict[str, Array]:
    """Random weights to start from: uniform, by the number of inputs and units of each layer.

    Layers of logistic units get four times as much, since the logistic function is at most a quarter as steep
    as its argument; otherwise nothing would come through to the far end of a board.
    """
    generator = np.random.default_rng(seed)
    weights = {}
    for name, shape in weight_shapes(architecture).items():
        if len(shape) == 1:
            weights[name] = np.zeros(shape, np.float32)
            if name.endswith(".gates_bias"):
                weights[name][architecture.states : 2 * architecture.states] = _FIRST_UPDATE
        else:
            steep = 4 if architecture.cell == LOGISTIC and name != "output.logits" else 1
            largest = steep * (6 / sum(shape)) ** 0.5
            weights[name] = generator.uniform(-largest, largest, shape).astype(np.float32)
    return weights


def check_weights(architecture: Architecture, weights: Weights, where: str) -> None:
    """GoError, beginning with `where`, unless these are all weights of such a net, finite and not absurd."""
    shapes = weight_shapes(architecture)
    for name, shape in shapes.items():
        if name not in weights:
            raise GoError(f"{where} lacks {name}")
        found = weights[name]
        if found.shape != shape or found.dtype != np.float32:
            raise GoError(f"{where} has {name} as {found.dtype} {found.shape}, not as float32 {shape}")
        check_numbers(name, found, where)
    for name in weights:
        if name not in shapes:
            raise GoError(f"{where} has {name}, which no such net has")
