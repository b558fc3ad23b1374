"""A net as the advisor of a search: how likely each next move is, and who will win.

The winner follows from the owners. The lead that the net expects is the sum of what each point is worth to
the colour to play, komi counted; how sure that is depends on how many points are open. With points that
are independent the variance of the lead would be the sum of 4 p (1 - p); they are not, so the deviation is
that of independent points times `_TOGETHER`, and the chance to win a logistic function of the lead in
deviations.

The net that a player's search asks about positions, and what its word counts there.

Whose owners of points an analysis tells: those of the search's playouts, or those of a territory net.
"""

from math import sqrt, tanh
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK
from tengen.dag_rnn.evaluator import TerritoryEvaluator, blacks_territory, load_pretrained, ownership_of
from tengen.dag_rnn.inference_jit import Floats, Points, look
from tengen.dag_rnn.sweep_jit import MOVE, OWNER
from tengen.mcts.evaluation import Evaluation, EvaluatorConfig
from tengen.mcts.root import RootView
from tengen.mcts.worker import NEVER

_TOGETHER = 2.0  # fitted to who won games, see docs/nets.md
_LEAST_DEVIATION = 0.5  # when all is settled


class NetEvaluator:
    """A net that can be asked from some threads at once."""

    def __init__(self, foresight: TerritoryEvaluator, komi: float, n_threads: int) -> None:
        self._view = foresight.view
        self._knows_moves = foresight.knows_moves
        self._komi = komi
        self._sights = [foresight.new_accumulator() for _ in range(n_threads)]

    def advise(self, board: Any, last_moves: Points, thread: int) -> Evaluation:
        """Advice about a position; no odds from a net that does not foretell moves."""
        sight = self._sights[thread]
        look(board, last_moves, self._view, sight)
        logits = sight.logits[: int(board.board_size) ** 2]
        odds = np.zeros(len(logits), np.float32)
        if self._knows_moves:
            odds = np.exp(logits[:, MOVE] - logits[:, MOVE].max())
        komi = self._komi if board.to_play == BLACK else -self._komi
        return Evaluation(odds, win_chance(logits[:, OWNER], komi))


def win_chance(logits: Floats, komi: float) -> float:
    """The probability that the colour to play wins, by the logits of owning each point.

    komi -- what the colour to play has to lead by
    """
    balance = np.tanh(logits.astype(np.float64) / 2)  # 2 p - 1
    deviation = _TOGETHER * sqrt(float((1 - balance * balance).sum()))
    lead = float(balance.sum()) - komi
    return (1 + tanh(lead / max(deviation, _LEAST_DEVIATION) / 2)) / 2


# --- As a setting of the search -------------------------------------------------------------------


class SearchNet:
    """A net by its name, read when the player is made, so that a bad one is refused before any move."""

    def __init__(self, name: str | None, at: int | None, wins: float, value_weight: float) -> None:
        """Settings of the player; GoError if there is no such net, or if it cannot do what is asked of it."""
        self._net = load_pretrained(name) if name is not None else None
        if self._net and wins > 0 and not self._net.knows_moves:
            raise GoError(f"the net {name!r} foretells no moves: it needs prior_wins=0")
        self._at = NEVER if at is None else at
        self._wins = wins
        self._value_weight = value_weight

    def asking(self, komi: float, n_threads: int) -> EvaluatorConfig | None:
        """What a search takes; None without a net."""
        if self._net is None:
            return None
        return EvaluatorConfig(
            NetEvaluator(self._net, komi, n_threads), self._at, self._wins, self._value_weight
        )


# --- Owners for analyses --------------------------------------------------------------------------


PLAYOUTS = "playouts"


class Ownership:
    """A source of owners, by the name of a net or as `playouts`."""

    def __init__(self, source: str) -> None:
        """GoError if there is no net of this name."""
        self._foresight = None if source == PLAYOUTS else load_pretrained(source)

    def of(self, root: RootView, game: Game) -> npt.NDArray[np.float64]:
        """(N_POINTS,) from -1 to 1, positive where the colour to play owns."""
        if self._foresight is None:
            return root.ownership()
        return ownership_of(blacks_territory(self._foresight, game), game.to_play)
