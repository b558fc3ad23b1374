"""Players that follow fixed rules and do not search: the opponents of Mayer's experiments.

They differ in nothing but their policy. A policy knows simple ko only; where its move would repeat a position
of a game with superko, a random player moves in its place.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tengen.core.game import Game
from tengen.core.points import MAX_AREA
from tengen.core.rng import rng_state
from tengen.players.random_player import RandomPlayer
from tengen.players.settings import setting
from tengen.playout.naive_policy import select_naive
from tengen.playout.pattern_policy import select_by_shape


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
