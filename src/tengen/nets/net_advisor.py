"""A net as the advisor of a search: how likely each next move is, and who will win.

The winner follows from the owners. The lead that the net expects is the sum of what each point is worth to
the colour to play, komi counted; how sure that is depends on how many points are open. With points that
are independent the variance of the lead would be the sum of 4 p (1 - p); they are not, so the deviation is
that of independent points times `_TOGETHER`, and the chance to win a logistic function of the lead in
deviations.
"""

from math import sqrt, tanh
from typing import Any

import numpy as np

from tengen.core.points import BLACK
from tengen.nets.dag_rnn import MOVE, OWNER
from tengen.nets.foresight import Foresight
from tengen.nets.look import Floats, Points, look
from tengen.search.advice import Advice

_TOGETHER = 2.0  # fitted to who won games, see docs/nets.md
_LEAST_DEVIATION = 0.5  # when all is settled


class NetAdvisor:
    """A net that can be asked from some threads at once."""

    def __init__(self, foresight: Foresight, komi: float, n_threads: int) -> None:
        self._view = foresight.view
        self._knows_moves = foresight.knows_moves
        self._komi = komi
        self._sights = [foresight.new_sight() for _ in range(n_threads)]

    def advise(self, board: Any, last_moves: Points, thread: int) -> Advice:
        """Advice about a position; no odds from a net that does not foretell moves."""
        sight = self._sights[thread]
        look(board, last_moves, self._view, sight)
        logits = sight.logits[: int(board.board_size) ** 2]
        odds = np.zeros(len(logits), np.float32)
        if self._knows_moves:
            odds = np.exp(logits[:, MOVE] - logits[:, MOVE].max())
        komi = self._komi if board.to_play == BLACK else -self._komi
        return Advice(odds, win_chance(logits[:, OWNER], komi))


def win_chance(logits: Floats, komi: float) -> float:
    """The probability that the colour to play wins, by the logits of owning each point.

    komi -- what the colour to play has to lead by
    """
    balance = np.tanh(logits.astype(np.float64) / 2)  # 2 p - 1
    deviation = _TOGETHER * sqrt(float((1 - balance * balance).sum()))
    lead = float(balance.sum()) - komi
    return (1 + tanh(lead / max(deviation, _LEAST_DEVIATION) / 2)) / 2
