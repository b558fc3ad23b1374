"""How well a net foretells positions it has not learned from, by phase of the game (the paper's Figure 2a).

A phase is a range of stones on the board. Figures are means over positions; owners and moves are counted
apart, since some positions have only one of them to tell.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.dag_rnn.training.sampler import Batch

PHASE = 10  # stones


@dataclass
class MetricSums:
    """What is added up over positions."""

    n_owners: int = 0  # positions whose owners count
    n_moves: int = 0  # positions whose move counts
    n_positions: int = 0
    loss: float = 0.0
    entropy: float = 0.0
    right: float = 0.0
    log_move: float = 0.0
    first: float = 0.0

    def add(self, judgement: dict[str, npt.NDArray[np.float64]], batch: Batch, chosen: Any) -> None:
        """Count the chosen positions of a batch."""
        owners = chosen & (batch.weights[:, 0] > 0)
        moves = chosen & (batch.weights[:, 1] > 0) & (batch.moves >= 0)
        self.n_positions += int(chosen.sum())
        self.n_owners += int(owners.sum())
        self.n_moves += int(moves.sum())
        losses = batch.weights[:, 0] * judgement["entropy"] - batch.weights[:, 1] * judgement["log_move"]
        self.loss += float(losses[chosen].sum())
        self.entropy += float(judgement["entropy"][owners].sum())
        self.right += float(judgement["right"][owners].sum())
        self.log_move += float(judgement["log_move"][moves].sum())
        self.first += float(judgement["first"][moves].sum())

    def means(self, has_moves: bool) -> dict[str, float]:
        """Loss; relative entropy and share of owners foretold; log probability and share of first choices."""
        result: dict[str, float] = {"positions": self.n_positions, "loss": self.loss / self.n_positions}
        if self.n_owners:
            result |= {"entropy": self.entropy / self.n_owners, "right": self.right / self.n_owners}
        if has_moves and self.n_moves:
            result |= {"log_move": self.log_move / self.n_moves, "first": self.first / self.n_moves}
        return result


def validate(
    judge: Callable[[Batch], Any], batches: Iterable[Batch], has_moves: bool
) -> tuple[dict[str, float], list[dict[str, float]]]:
    """Means over all positions, and by size of board and phase.

    judge -- gives a BatchMetrics (dag_rnn/training/network_jax.py) of a batch
    """
    total, phases = MetricSums(), defaultdict[tuple[int, int], MetricSums](MetricSums)
    for batch in batches:
        found = judge(batch)
        judgement = {name: np.asarray(getattr(found, name), float) for name in found._fields}
        total.add(judgement, batch, np.ones(len(batch.moves), bool))
        for phase in np.unique(batch.stones // PHASE):
            chosen = batch.stones // PHASE == phase
            phases[batch.board_size(), int(phase) * PHASE].add(judgement, batch, chosen)
    if not total.n_positions:
        raise GoError("there are no positions to validate the net with")
    return total.means(has_moves), [
        {"size": size, "stones": stones, **sums.means(has_moves)}
        for (size, stones), sums in sorted(phases.items())
    ]
