"""The random player: any legal point but its own eyes, with equal chance; the zero of all scales."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tengen.core.game import Game
from tengen.core.legality import legal_points
from tengen.core.points import MAX_AREA
from tengen.core.rng import rng_state
from tengen.players.settings import setting
from tengen.playout.uniform import draw_unless_eye


@dataclass
class RandomPlayer:
    """Plays like a light playout, superko included; passes when only own eyes are left."""

    name: ClassVar[str] = "random"

    seed: int = setting(0, "the same seed gives the same game", low=0)

    def __post_init__(self) -> None:
        self._rng_state = rng_state(self.seed)
        self._points = np.zeros(MAX_AREA, np.uint16)

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS."""
        history = game.history
        n_legal = legal_points(
            game.board,
            game.to_play,
            False,
            game.rules.superko,
            history,
            len(history),
            self._points,
        )
        return int(draw_unless_eye(game.board, game.to_play, self._points, n_legal, self._rng_state))
