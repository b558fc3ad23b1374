"""A territory net that looks at games: who will own what, also after each move, and what comes next.

`Foresight` is the face for players and commands. Compiled callers take its `view` and a sight of their own
and call `look` (look.py). Nothing here needs JAX.
"""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.board import new_boards
from tengen.core.errors import GoError, StoppedError
from tengen.core.game import Game
from tengen.core.legality import is_legal
from tengen.core.play import play_move
from tengen.core.points import MAX_AREA, NO_MOVE, PASS, opponent
from tengen.nets.dag_rnn import OWNER
from tengen.nets.dag_rnn_weights import NetFile, load_net
from tengen.nets.features import INPUTS, N_LAST_MOVES, new_scratch
from tengen.nets.look import Floats, Points, Sight, View, areas_after_moves, look
from tengen.nets.propensity import spread_rows
from tengen.nets.territory_net import TerritoryNet, images_of_inputs

_AT_ONCE = 8  # moves that are looked at before it is asked whether to stop: at most a third of a second


class Foresight:
    """A net with all it needs to look at games of any size."""

    def __init__(self, found: NetFile, where: str, *, is_averaged: bool = False) -> None:
        """A net that was read; GoError, beginning with `where`, if its inputs are not those of this version.

        is_averaged -- look at all eight images of a board: slower, and turned boards give turned answers
        """
        used = INPUTS[: len(found.input_names)]
        if found.input_names != tuple(one.name for one in used):
            raise GoError(f"{where} was made for other inputs than those of this version")
        if "propensity" not in found.tables:
            raise GoError(f"{where} has no table of propensities")
        try:
            table = spread_rows(found.tables["propensity"])
        except GoError as error:
            raise GoError(f"{where} is wrong: {error}") from None
        self.net = TerritoryNet(found.architecture, found.weights)
        self.origin = found.origin
        images = images_of_inputs([(one.plane, one.row, one.column) for one in used])
        self.view = View(self.net.plan, self.net.packed, table, images, is_averaged)
        self.is_stopped: Callable[[], bool] = lambda: False  # asked while moves are looked at

    @classmethod
    def load(cls, path: Path, *, is_averaged: bool = False) -> "Foresight":
        """The net of a file; GoError in one sentence if it is none."""
        return cls(load_net(path), str(path), is_averaged=is_averaged)

    def for_another(self, *, is_averaged: bool) -> "Foresight":
        """The same net for another player: weights and table are shared, so it is made in no time."""
        other = copy(self)
        other.view = self.view._replace(is_averaged=is_averaged)
        other.__dict__.pop("_sight", None)
        return other

    @property
    def knows_moves(self) -> bool:
        """Whether the net has the output for the next move."""
        return self.net.architecture.n_outputs > 1

    @cached_property
    def _sight(self) -> Sight:
        """Its own memory, some 2 MB: searches that ask the net bring theirs and never need it."""
        return self.new_sight()

    def new_sight(self) -> Sight:
        """Memory for one thread."""
        architecture = self.net.architecture
        return Sight(
            features=new_scratch(),
            net=self.net.new_scratch(),
            inputs=np.zeros((MAX_AREA, architecture.n_inputs), np.float32),
            logits=np.zeros((MAX_AREA, architecture.n_outputs), np.float32),
            boards=new_boards(1),
            last_moves=np.zeros(N_LAST_MOVES, np.uint32),
        )

    def logits(self, game: Game) -> Floats:
        """(area, n_outputs) for the colour to play: of owning each point, and of the next move."""
        look(game.board, last_moves_of(game), self.view, self._sight)
        return self._sight.logits[: game.size**2].copy()

    def owners(self, game: Game) -> Floats:
        """(size, size): the probability that the colour to play will own each point."""
        logits = self.logits(game)[:, OWNER]
        return (1 / (1 + np.exp(-logits))).astype(np.float32).reshape(game.size, game.size)

    def areas_after(self, game: Game, moves: list[int]) -> npt.NDArray[np.float64]:
        """The area that the colour to play expects after each of some legal moves; StoppedError."""
        return self._areas(game.board, np.array(moves, np.uint32), last_moves_of(game))

    def areas_of_opponent(self, game: Game, moves: list[int]) -> npt.NDArray[np.float64]:
        """The area that the opponent expects after each of some moves, if the colour to play passes.

        Where the opponent may not play a move it passes, too. Superko is not looked at.
        """
        passed, colour = new_boards(1), opponent(game.to_play)
        passed[0] = game.board
        play_move(passed[0], np.uint32(PASS), np.int64(game.to_play))
        legal = [is_legal(passed[0], np.uint32(move), np.int64(colour), False) for move in moves]
        points = np.array([move if may else PASS for move, may in zip(moves, legal)], np.uint32)
        last_moves = np.array([PASS, *last_moves_of(game)[:-1]], np.uint32)
        return self._areas(passed[0], points, last_moves)

    def swings(self, game: Game, moves: list[int]) -> npt.NDArray[np.float64]:
        """What each of some legal moves is worth to both sides, in points of area.

        The area that the colour to play expects after its move, less the area that it expects after the
        opponent's move there: so players of Go count the size of a move.
        """
        return self.areas_after(game, moves) + self.areas_of_opponent(game, moves) - game.size**2

    def _areas(self, board: Any, points: Points, last_moves: Points) -> npt.NDArray[np.float64]:
        """What the colour to play expects after each move; between some of them it may be stopped."""
        areas = np.zeros(len(points))
        for first in range(0, len(points), _AT_ONCE):
            if self.is_stopped():
                raise StoppedError("the look at moves was stopped")
            some = slice(first, first + _AT_ONCE)
            areas_after_moves(board, points[some], last_moves, self.view, self._sight, areas[some])
        return areas


def last_moves_of(game: Game) -> Points:
    """(N_LAST_MOVES,) the last move first, NO_MOVE where there was none."""
    moves = [move for _, move in game.moves[-N_LAST_MOVES:]][::-1]
    return np.array(moves + [NO_MOVE] * (N_LAST_MOVES - len(moves)), np.uint32)
