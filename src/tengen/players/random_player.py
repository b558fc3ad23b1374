"""The random player: any legal point but its own eyes, with equal chance; the zero of all scales.

With `moves=all` it is the Random player of Mayer's experiments: own eyes and the pass are drawn as well.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tengen.core.game import Game
from tengen.core.legality import legal_points
from tengen.core.points import MAX_AREA
from tengen.core.rng import rng_state
from tengen.players.settings import setting
from tengen.playout.any_move import draw_or_pass
from tengen.playout.uniform import draw_unless_eye

_SENSIBLE, _ALL = "sensible", "all"


@dataclass
class RandomPlayer:
    """Plays like a light playout, superko included; passes when only own eyes are left."""

    name: ClassVar[str] = "random"

    seed: int = setting(0, "the same seed gives the same game", low=0)
    moves: str = setting(
        _SENSIBLE, "all: own eyes and the pass are drawn, too, with equal chance", choices=(_SENSIBLE, _ALL)
    )

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
        if self.moves == _ALL:
            return int(draw_or_pass(self._points, n_legal, self._rng_state))
        return int(draw_unless_eye(game.board, game.to_play, self._points, n_legal, self._rng_state))

    def stop(self) -> None:
        """Nothing to end: a move takes no time."""
