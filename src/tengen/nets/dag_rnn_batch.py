"""What the recursive net learns from: a batch of positions, and a look at it before it is learned from."""

from math import isqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.points import MAX_SIZE, MIN_SIZE


class Batch(NamedTuple):
    """Positions of one size of board, seen by the colour to play; points row by row.

    JAX compiles its code for every shape: batches of a size should all be equally long.
    """

    inputs: npt.NDArray[np.float32]  # (positions, area, n_inputs)
    targets: npt.NDArray[np.float32]  # (positions, area): how far the colour to play owns the point, 0 to 1
    moves: npt.NDArray[np.int32]  # (positions,): the next move as a point, or -1 for a pass or none
    legal: npt.NDArray[np.bool_]  # (positions, area): where a move is legal
    weights: npt.NDArray[np.float32]  # (positions, 2): how much the owners and the move of each count
    stones: npt.NDArray[np.int32]  # (positions,): on the board; the phase of the game

    def board_size(self) -> int:
        """The size of the boards."""
        return isqrt(self.targets.shape[1])

    def rows(self, places: slice) -> "Batch":
        """Some of the positions, in the same memory."""
        return Batch(
            self.inputs[places],
            self.targets[places],
            self.moves[places],
            self.legal[places],
            self.weights[places],
            self.stones[places],
        )


def check_batch(batch: Batch, n_inputs: int, where: str) -> None:
    """GoError, beginning with `where`, unless a net with so many inputs can learn from a batch."""
    n_positions, area = batch.targets.shape if batch.targets.ndim == 2 else (0, 0)
    size = isqrt(area)
    if size * size != area or not MIN_SIZE <= size <= MAX_SIZE or not n_positions:
        raise GoError(f"{where} has targets of shape {batch.targets.shape}, not (positions, area)")
    _check_shapes(batch, n_inputs, where)
    for name in ("inputs", "targets", "weights"):
        if not np.isfinite(getattr(batch, name)).all():
            raise GoError(f"{where} has {name} that are not finite")
    if batch.targets.min() < 0 or batch.targets.max() > 1:
        raise GoError(f"{where} has targets that are not between 0 and 1")
    played = batch.moves >= 0
    if batch.moves.min() < -1 or batch.moves.max() >= area:
        raise GoError(f"{where} has moves that are not on the board")
    if not batch.legal[np.flatnonzero(played), batch.moves[played]].all():
        raise GoError(f"{where} has moves that are not legal")


def _check_shapes(batch: Batch, n_inputs: int, where: str) -> None:
    n_positions, area = batch.targets.shape
    expected: dict[str, tuple[tuple[int, ...], Any]] = {
        "inputs": ((n_positions, area, n_inputs), np.float32),
        "targets": ((n_positions, area), np.float32),
        "moves": ((n_positions,), np.int32),
        "legal": ((n_positions, area), np.bool_),
        "weights": ((n_positions, 2), np.float32),
        "stones": ((n_positions,), np.int32),
    }
    for name, (shape, dtype) in expected.items():
        found = getattr(batch, name)
        if found.shape != shape or found.dtype != dtype:
            wanted = f"{np.dtype(dtype)} {shape}"
            raise GoError(f"{where} has {name} as {found.dtype} {found.shape}, not as {wanted}")
