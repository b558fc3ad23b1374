"""A net that is ready to play: weights packed for the compiled code, and its Python face.

Playing needs this and NumPy and Numba; it never imports JAX. Compiled callers take `plan`, `packed` and a
scratch of their own, and call the functions of dag_rnn/sweep_jit.py.
"""

from collections.abc import Sequence
from math import isqrt

import numpy as np
import numpy.typing as npt

from tengen.core.dense_jit import BLOCK, TILE, pack, round_up
from tengen.core.errors import GoError
from tengen.core.points_jit import INVERSE, MAX_AREA, MAX_SIZE, MIN_SIZE, N_SYMMETRIES, transform_place
from tengen.dag_rnn.architecture import (
    GATED,
    N_BEFORE,
    NETWORKS,
    Architecture,
    Array,
    Weights,
    check_weights,
    n_gates,
)
from tengen.dag_rnn.sweep_jit import N_PLANES, PLAN, Scratch, evaluate_batch, evaluate_mean


class TerritoryNet:
    """A net with its weights; the same net serves every size of board."""

    def __init__(self, architecture: Architecture, weights: Weights) -> None:
        check_weights(architecture, weights, "the net")
        self.architecture = architecture
        self.weights = dict(weights)
        self.plan, self.packed = _pack_net(architecture, weights)

    def new_scratch(self) -> Scratch:
        """Memory for one thread."""
        plan, architecture = self.plan, self.architecture
        n_units = max(N_PLANES * int(plan.n_units), int(plan.hidden_width))
        return Scratch(
            rows=np.zeros((2, MAX_AREA + 1, plan.row_width), np.float32),
            weighed=np.zeros((len(NETWORKS), MAX_AREA, plan.n_units), np.float32),
            units=np.zeros(n_units, np.float32),
            made=np.zeros(N_PLANES * int(plan.gate_width), np.float32),
            image=np.zeros((MAX_AREA, architecture.n_inputs), np.float32),
            image_logits=np.zeros((MAX_AREA, architecture.n_outputs), np.float32),
            sums=np.zeros((MAX_AREA, architecture.n_outputs)),
        )

    def logits(self, inputs: Array) -> Array:
        """(positions, area, n_outputs) of inputs (positions, area, n_inputs), points row by row."""
        size, logits = self._size_of(inputs), self._new_logits(inputs)
        evaluate_batch(_as_inputs(inputs), size, self.plan, self.packed, self.new_scratch(), logits)
        return logits

    def mean_logits(self, inputs: Array, images: npt.NDArray[np.int64]) -> Array:
        """The same, averaged over the eight images of each position; `images` is of `images_of_inputs`."""
        size, logits = self._size_of(inputs), self._new_logits(inputs)
        scratch, found = self.new_scratch(), _as_inputs(inputs)
        for position in range(len(found)):
            evaluate_mean(found[position], size, images, self.plan, self.packed, scratch, logits[position])
        return logits

    def _new_logits(self, inputs: Array) -> Array:
        return np.zeros((*inputs.shape[:2], self.architecture.n_outputs), np.float32)

    def _size_of(self, inputs: Array) -> int:
        n_inputs = self.architecture.n_inputs
        size = isqrt(inputs.shape[1]) if inputs.ndim == 3 else 0
        if not MIN_SIZE <= size <= MAX_SIZE or inputs.shape[1:] != (size * size, n_inputs):
            raise GoError(f"the net takes inputs of shape (positions, area, {n_inputs}), not {inputs.shape}")
        return size


def _as_inputs(inputs: Array) -> Array:
    return np.ascontiguousarray(inputs, np.float32)


def images_of_inputs(places: Sequence[tuple[str, int, int]]) -> npt.NDArray[np.int64]:
    """(8, inputs): which input of a position each input of its image comes from.

    places -- of each input, what it tells, and about which point: rows and columns away from its own
    """
    index_of = {place: index for index, place in enumerate(places)}
    images = np.zeros((N_SYMMETRIES, len(places)), np.int64)
    for symmetry in range(N_SYMMETRIES):
        for index, (what, row, column) in enumerate(places):
            source = (what, *transform_place(row, column, int(INVERSE[symmetry]), 1))
            if source not in index_of:
                raise GoError(
                    f"the inputs {what} look no way when the board is turned: {source[1:]} is missing"
                )
            images[symmetry, index] = index_of[source]
    return images


class _Packer:
    """Puts packed arrays behind each other and remembers where they begin."""

    def __init__(self) -> None:
        self.arrays: list[Array] = []
        self.length = 0

    def add(self, array: Array) -> int:
        """Where the array begins."""
        self.arrays.append(array)
        self.length += len(array)
        return self.length - len(array)

    def matrix(self, matrix: Array, rows: Sequence[int], columns: Sequence[int]) -> int:
        return self.add(pack(matrix, rows, columns))

    def after_units(self, matrix: Array) -> int:
        """A matrix whose inputs are units of a layer: whole tiles of them."""
        n_rows, n_columns = matrix.shape
        filled = np.pad(matrix, ((0, round_up(n_rows, TILE) - n_rows), (0, 0)))
        return self.matrix(filled, [len(filled)], [n_columns])

    def bias(self, bias: Array, columns: Sequence[int]) -> int:
        """A bias is packed like a row of a matrix."""
        return self.add(pack(bias[None], [1], columns).reshape(-1, BLOCK, TILE)[:, 0].reshape(-1))


def _pack_net(architecture: Architecture, weights: Weights) -> tuple[np.record, Array]:
    """The plan and the flat weights that the compiled code works by."""
    plan = np.zeros(1, PLAN).view(np.recarray)[0]
    hidden, states, gated = architecture.hidden, architecture.states, architecture.cell == GATED
    plan.gated, plan.border_networks = gated, architecture.border_networks
    plan.n_sweeps, plan.n_inputs = architecture.sweeps, architecture.n_inputs
    plan.n_states, plan.n_outputs = states, architecture.n_outputs
    plan.input_width, plan.state_width = round_up(architecture.n_inputs, BLOCK), round_up(states, BLOCK)
    plan.row_width = plan.input_width + N_PLANES * plan.state_width
    plan.gate_width, plan.hidden_width = round_up(states, TILE), round_up(hidden, TILE)
    plan.n_units = n_gates("lateral") * plan.gate_width if gated else plan.hidden_width
    packer, row_parts = _Packer(), [architecture.n_inputs, *[states] * N_PLANES]
    for sweep in range(architecture.sweeps):
        for number, network in enumerate(architecture.networks()):
            seen = row_parts if sweep else row_parts[:1]
            _pack_cell(plan, packer, weights, sweep, number, seen, states)
            if not gated:
                name = f"sweep{sweep}.{network}.state"
                plan.state_at[sweep, number] = packer.after_units(weights[name])
                plan.state_bias_at[sweep, number] = packer.bias(weights[name + "_bias"], [states])
    plan.output_at = packer.matrix(weights["output.hidden"], row_parts, [hidden])
    plan.output_bias_at = packer.bias(weights["output.hidden_bias"], [hidden])
    plan.logits_at = packer.after_units(weights["output.logits"])
    plan.logits_bias_at = packer.bias(weights["output.logits_bias"], [architecture.n_outputs])
    return plan, np.concatenate(packer.arrays)


def _pack_cell(
    plan: np.record, packer: _Packer, weights: Weights, sweep: int, number: int, seen: list[int], states: int
) -> None:
    """First layer of a network: what it sees of its point, and one matrix for each state before it."""
    network = NETWORKS[number]
    name = f"sweep{sweep}.{network}.{'gates' if plan.gated else 'hidden'}"
    matrix, bias = weights[name], weights[name + "_bias"]
    columns = [matrix.shape[1]]
    if plan.gated:  # a corner has one gate less than the others: its weights are zeros
        filling = (n_gates("lateral") - n_gates(network)) * states
        matrix, bias = np.pad(matrix, ((0, 0), (0, filling))), np.pad(bias, (0, filling))
        columns = [states] * n_gates("lateral")
    plan.seen_at[sweep, number] = packer.matrix(matrix[: sum(seen)], seen, columns)
    plan.bias_at[sweep, number] = packer.bias(bias, columns)
    places = [
        packer.matrix(matrix[first : first + states], [states], columns)
        for first in range(sum(seen), len(matrix), states)
    ]
    assert len(places) == N_BEFORE[network]
    if places:
        plan.vertical_at[sweep, number] = places[0]
        plan.horizontal_at[sweep, number] = places[-1]
