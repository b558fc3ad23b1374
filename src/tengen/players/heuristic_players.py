"""The random player: any legal point but its own eyes, with equal chance; the zero of all scales.

With `moves=all` it is the Random player of Mayer's experiments: own eyes and the pass are drawn as well.

Players that follow fixed rules and do not search: the opponents of Mayer's experiments.

They differ in nothing but their policy. A policy knows simple ko only; where its move would repeat a position
of a game with superko, a random player moves in its place.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tengen.core.game import Game
from tengen.core.points_jit import MAX_AREA
from tengen.core.random_jit import rng_state
from tengen.core.rules_jit import legal_points
from tengen.players.settings import setting
from tengen.playout.uniform_jit import draw_or_pass, draw_unless_eye
from tengen.td.naive_opponent_jit import select_naive
from tengen.td.pattern_opponent_jit import select_by_shape

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


# --- Naive and pattern ----------------------------------------------------------------------------


@dataclass
class _RulePlayer:
    """What the players share; `_select` is the policy, compiled."""

    _select: ClassVar[Any]

    seed: int = setting(0, "the same seed gives the same game", low=0)

    def __post_init__(self) -> None:
        self._rng_state = rng_state(self.seed)
        self._points = np.zeros(MAX_AREA, np.uint16)
        self._stand_in = RandomPlayer(self.seed)

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS."""
        move = int(type(self)._select(game.board, game.to_play, self._points, self._rng_state))
        return move if game.is_legal(move) else self._stand_in.choose_move(game)

    def stop(self) -> None:
        """Nothing to end: a move takes no time."""


@dataclass
class NaivePlayer(_RulePlayer):
    """Takes stones, saves its own where that is possible, and plays at random else; does not search."""

    name: ClassVar[str] = "naive"
    _select = staticmethod(select_naive)


@dataclass
class PatternPlayer(_RulePlayer):
    """Takes and saves stones, and plays the best of 32 well-known shapes; does not search."""

    name: ClassVar[str] = "pattern"
    _select = staticmethod(select_by_shape)
