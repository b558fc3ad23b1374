"""A net that values positions of one board size: a representation, one or two hidden layers, one output.

Mayer's nets (section IV.A) have no biases: 25-25-1 has the paper's 650 links, 10-20-20-1 its 620. Hidden
units are logistic, the output is linear. What a position is to a net depends on the colour that asks: own
stones count 1, those of the opponent -1. With colours exchanged all sums change their sign, so with one
hidden layer the two values of a position add up to the sum of the output weights, near 1 after learning.

All three representations are sums over stones. So compiled code need not make inputs at all: `by_stone` tells
how a stone changes the sums of the first layer, and a move is valued by adding a row or two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.dense_jit import TILE, round_up
from tengen.core.errors import GoError
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE
from tengen.td.representations import katatsugi, koten, roban

REPRESENTATIONS = {"koten": koten, "roban": roban, "katatsugi": katatsugi}
MAX_UNITS = 1024

Layers = Sequence[npt.NDArray[np.float32]]


@dataclass(frozen=True)
class TdArchitecture:
    """What a net is made of."""

    representation: str
    size: int = 5  # lines of the board
    hidden: tuple[int, ...] = ()  # units of one or two hidden layers; () are those of the paper

    def __post_init__(self) -> None:
        if self.representation not in REPRESENTATIONS:
            known = ", ".join(REPRESENTATIONS)
            raise GoError(f"unknown representation {self.representation!r}: choose one of {known}")
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise GoError(f"the board size must be from {MIN_SIZE} to {MAX_SIZE}, not {self.size}")
        if not self.hidden:
            object.__setattr__(self, "hidden", papers_hidden(self.representation, self.size))
        if len(self.hidden) > 2 or not all(1 <= units <= MAX_UNITS for units in self.hidden):
            raise GoError(f"a net has one or two hidden layers of 1 to {MAX_UNITS} units, not {self.hidden}")

    def shapes(self) -> list[tuple[int, int]]:
        """Inputs and units of each layer, the output last."""
        widths = (len(REPRESENTATIONS[self.representation](self.size)), *self.hidden, 1)
        return list(pairwise(widths))

    def text(self) -> str:
        """As in `katatsugi 25-25-1 on 5x5`."""
        widths = "-".join(str(shape[0]) for shape in self.shapes())
        return f"{self.representation} {widths}-1 on {self.size}x{self.size}"


def papers_hidden(representation: str, size: int) -> tuple[int, ...]:
    """The paper's hidden layers; for other boards they grow with the area."""
    area = size * size
    return (round(0.8 * area), round(0.8 * area)) if representation == "roban" else (area,)


class TdNet(NamedTuple):
    """A net for compiled code; units are filled up with zeros to whole tiles.

    Learning changes the sums of stones, not the weights of inputs behind them: `take_lessons` does that.
    """

    first: np.ndarray  # (inputs, width) float32: weights of the first hidden layer
    by_stone: np.ndarray  # (area, width) float32: what a stone on a point adds to its sums
    lessons: np.ndarray  # (area, width) float32: what was learned from stones and `first` does not know yet
    second: np.ndarray  # (width, width) float32: weights of the second hidden layer; (0, 0) without one
    output: np.ndarray  # (width,) float32
    seen: np.ndarray  # (area, inputs) float32: what a stone on a point adds to the inputs
    alike: np.ndarray  # (area, whole tiles) float32: products of rows of `seen`, how alike two points look
    n_units: np.ndarray  # (2,) int64: units of the first and of the last hidden layer, without filling


def initial_layers(architecture: TdArchitecture, seed: int, stream: int = 0) -> list[npt.NDArray[np.float32]]:
    """Random weights between -1 and 1, layer by layer, (inputs, units) each."""
    generator = np.random.default_rng([seed, stream])
    return [generator.uniform(-1, 1, shape).astype(np.float32) for shape in architecture.shapes()]


def make_net(architecture: TdArchitecture, layers: Layers) -> TdNet:
    """The net with these layers, which are copied."""
    seen = REPRESENTATIONS[architecture.representation](architecture.size).T
    first = _filled(layers[0], 1)
    net = TdNet(
        first,
        np.zeros((len(seen), first.shape[1]), np.float32),
        np.zeros((len(seen), first.shape[1]), np.float32),
        _filled(layers[1], 0, 1) if len(layers) == 3 else np.zeros((0, 0), np.float32),
        _filled(layers[-1], 0)[:, 0].copy(),
        np.ascontiguousarray(seen, np.float32),
        _filled((seen @ seen.T).astype(np.float32), 1),
        np.array([layers[0].shape[1], len(layers[-1])], np.int64),
    )
    take_lessons(net)
    return net


def take_lessons(net: TdNet) -> None:
    """Turn lessons into weights of inputs, and weigh stones by them anew, which ends rounding errors."""
    seen = net.seen.astype(np.float64)
    net.first[:] += seen.T @ net.lessons
    net.lessons[:] = 0
    net.by_stone[:] = seen @ net.first


def layers_of(net: TdNet) -> list[npt.NDArray[np.float32]]:
    """The layers of a net that took its lessons, without filling: what `make_net` takes."""
    n_first, n_last = (int(units) for units in net.n_units)
    layers = [net.first[:, :n_first], net.output[:n_last, None]]
    if len(net.second):
        layers.insert(1, net.second[:n_first, :n_last])
    return [layer.copy() for layer in layers]


def _filled(array: npt.NDArray[np.float32], *axes: int) -> npt.NDArray[np.float32]:
    """A copy with some of its axes filled up with zeros to whole tiles."""
    shape = [round_up(length, TILE) if axis in axes else length for axis, length in enumerate(array.shape)]
    filled = np.zeros(shape, np.float32)
    filled[tuple(slice(length) for length in array.shape)] = array
    return filled
