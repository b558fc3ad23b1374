"""A territory net that looks at games: who will own what, also after each move, and what comes next.

`TerritoryEvaluator` is the face for players and commands. Compiled callers take its `view` and buffers of
their own, and call `look` (dag_rnn/inference_jit.py). Nothing here needs JAX.

The territory nets that come with Tengen, and nets of one's own, by name.

paper -- the size of Wu & Baldi, taught on 9x9 games alone
nine  -- gated, taught on 9x9 games alone, too: of twenty the one that foretells moves on 19x19 best
small -- foretells moves, too, in about a millisecond on 19x19; taught on 9x9 and on professional games
large -- the same with ten times the weights and the time

A process reads a file once: a player is made for every game, and to spread the table of propensities takes
longer than a move. What was read is never changed. A file that was replaced since is read anew.

Who will own what, as people are told: by Black's eyes, as a score, and as the values that GUIs draw.
"""

from collections.abc import Callable
from copy import copy
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import new_boards
from tengen.core.errors import GoError, StoppedError
from tengen.core.game import Game
from tengen.core.play_jit import play_move
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, NO_MOVE, PASS, opponent, point_at
from tengen.core.rules_jit import is_legal
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_LAST_MOVES, new_scratch
from tengen.dag_rnn.features.propensity_jit import spread_rows
from tengen.dag_rnn.inference_jit import (
    EvalBuffers,
    Floats,
    NetParams,
    Points,
    areas_after_moves,
    look,
    playable_points,
)
from tengen.dag_rnn.network import TerritoryNet, images_of_inputs
from tengen.dag_rnn.sweep_jit import OWNER
from tengen.dag_rnn.weights import NetWeights, load_net

_AT_ONCE = 8  # moves that are looked at before it is asked whether to stop: at most a third of a second


class TerritoryEvaluator:
    """A net with all it needs to look at games of any size."""

    def __init__(self, found: NetWeights, where: str, *, is_averaged: bool = False) -> None:
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
        self.view = NetParams(self.net.plan, self.net.packed, table, images, is_averaged)
        self.is_stopped: Callable[[], bool] = lambda: False  # asked while moves are looked at

    @classmethod
    def load(cls, path: Path, *, is_averaged: bool = False) -> "TerritoryEvaluator":
        """The net of a file; GoError in one sentence if it is none."""
        return cls(load_net(path), str(path), is_averaged=is_averaged)

    def for_another(self, *, is_averaged: bool) -> "TerritoryEvaluator":
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
    def _sight(self) -> EvalBuffers:
        """Its own memory, some 2 MB: searches that ask the net bring theirs and never need it."""
        return self.new_accumulator()

    def new_accumulator(self) -> EvalBuffers:
        """Memory for one thread."""
        architecture = self.net.architecture
        return EvalBuffers(
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


# --- Networks by name -----------------------------------------------------------------------------


SHIPPED_NETS = ("paper", "nine", "small", "large")
_N_KEPT = 4  # nets, of 9 MB each and more


def load_pretrained(name: str, *, is_averaged: bool = False) -> TerritoryEvaluator:
    """A shipped net, or that of a file; GoError in one sentence if there is none of this name."""
    path = net_path(name)
    try:
        found = path.stat()
    except OSError as error:
        raise GoError(f"cannot read the weights in {path}: {error}") from None
    stamp = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    return _read_once(path, stamp).for_another(is_averaged=is_averaged)


def net_path(name: str) -> Path:
    """The file of a net; GoError if there is none."""
    if name in SHIPPED_NETS:
        return Path(__file__).with_name(f"{name}.safetensors")
    if not Path(name).exists():
        raise GoError(f"there is no net {name!r}: neither one of {', '.join(SHIPPED_NETS)} nor a file")
    return Path(name)


@lru_cache(maxsize=_N_KEPT)
def _read_once(path: Path, stamp: tuple[int, ...]) -> TerritoryEvaluator:
    """The net of a file as it was at a time; the stamp is there for the cache."""
    return TerritoryEvaluator.load(path)


# --- What people are shown ------------------------------------------------------------------------


Owners = npt.NDArray[np.float64]  # (size, size): the probability that Black will own each point


def blacks_territory(foresight: TerritoryEvaluator, game: Game) -> Owners:
    """The probability that Black will own each point, whoever is to play."""
    owners = foresight.owners(game).astype(np.float64)
    return owners if game.to_play == BLACK else 1 - owners


def expected_score(owners: Owners, komi: float) -> float:
    """Black's expected area minus White's minus komi."""
    return float(2 * owners.sum() - owners.size - komi)


def ownership_of(owners: Owners, colour: int) -> npt.NDArray[np.float64]:
    """(N_POINTS,) from -1 to 1, positive where the colour will own: the form that analyses have."""
    size = len(owners)
    values = np.zeros(N_POINTS)
    for row in range(size):
        for column in range(size):
            balance = 2 * owners[row, column] - 1
            values[point_at(row, column)] = balance if colour == BLACK else -balance
    return values


def playable_moves(game: Game) -> list[int]:
    """All legal points of the colour to play but its own eyes, row by row; no suicides."""
    points = np.zeros(MAX_AREA, np.uint32)
    history = game.history
    n_points = playable_points(game.board, game.rules.superko, history, len(history), points)
    return [int(point) for point in points[:n_points]]


def areas_after_replies(
    foresight: TerritoryEvaluator, game: Game, moves: list[int]
) -> npt.NDArray[np.float64]:
    """The area that the colour to play expects after each of some legal moves and the best reply to it.

    StoppedError as `TerritoryEvaluator.areas_after` tells.
    """
    areas = np.zeros(len(moves))
    for index, move in enumerate(moves):
        after = game.copy()
        after.play(move)
        areas[index] = game.size**2 - foresight.areas_after(after, [*playable_moves(after), PASS]).max()
    return areas
