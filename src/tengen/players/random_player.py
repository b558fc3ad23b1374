"""The random player: any legal point but its own eyes, with equal chance; the zero of all scales."""

import numpy as np

from tengen.core.game import Game
from tengen.core.legality import legal_points
from tengen.core.points import MAX_AREA
from tengen.core.rng import rng_state
from tengen.playout.uniform import draw_unless_eye


class RandomPlayer:
    """Plays like a light playout, superko included; passes when only own eyes are left."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng_state = rng_state(seed)
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
