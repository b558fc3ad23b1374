"""The player of the territory net (Wu & Baldi, section 3.4): no search but a look after each move.

A move is worth the area that the net expects after it, or after it and the best reply to it, or what it is
worth to both sides (its swing), or, for nets that foretell moves, what the net foretells. The best move is
played, or one is drawn with a chance proportional to exp(value / temperature), the paper's Gibbs sampling.
"""

import threading
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, EMPTY, PASS, column_of, row_of
from tengen.core.random_jit import rng_state
from tengen.dag_rnn.evaluator import (
    SHIPPED_NETS,
    areas_after_replies,
    blacks_territory,
    expected_score,
    load_pretrained,
    playable_moves,
)
from tengen.dag_rnn.sweep_jit import MOVE
from tengen.players.passing import look_at_end, reason_to_pass
from tengen.players.settings import Value, setting, settings_of
from tengen.playout.softmax_jit import draw_gibbs

_AREA, _SWING, _MOVES = "area", "swing", "moves"
_N_EXPLAINED = 5
_GAIN = 0.25  # points: a neutral point is worth more than that to either side, the net's doubts less


class _Worth(NamedTuple):
    """A move and what it is worth, in points of area or as a logarithm of its chance."""

    move: int
    value: float


@dataclass
class DagRnnPlayer:
    """Plays where the territory net expects most area, or the move that it foretells; does not search."""

    net: str = setting(
        "paper", f"the territory net: {', '.join(SHIPPED_NETS)}, or a file", shipped=SHIPPED_NETS
    )
    by: str = setting(
        _AREA,
        "a move is worth the area after it, what it is worth to both sides, or what the net foretells",
        choices=(_AREA, _SWING, _MOVES),
    )
    depth: int = setting(1, "2: the area after the best reply to each of the best moves", low=1, high=2)
    width: int = setting(10, "how many moves are the best ones of depth 2", low=1)
    temperature: float = setting(0.0, "0: the best move; above: chances like exp(value / this)", low=0)
    averaged: bool = setting(False, "look at all eight images of a board, in eight times the time")
    early_pass: bool = setting(True, "pass before the opponent when all is settled and the game won")
    seed: int = setting(0, "the same seed gives the same game", low=0)

    def __post_init__(self) -> None:
        self._foresight = load_pretrained(self.net, is_averaged=self.averaged)
        if self.by == _MOVES and not self._foresight.knows_moves:
            raise GoError(f"the net {self.net} does not foretell moves: use by={_AREA} or another net")
        self._stopping = threading.Event()
        self._foresight.is_stopped = self._stopping.is_set
        self._rng_state = rng_state(self.seed)
        self._last_reason = "no move was asked for yet"

    @property
    def name(self) -> str:
        """How tables, records and pages call the player."""
        return f"dag-rnn {self.net}"

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS; StoppedError if `stop` ended the look at the moves."""
        self._stopping.clear()
        if reason := reason_to_pass(game, look_at_end(game, early=self.early_pass)):
            self._last_reason = reason
            return PASS
        moves = playable_moves(game)
        if not moves:
            self._last_reason = "only own eyes are left"
            return PASS
        worths = self._worths(game, moves)
        if self._is_hopeless(game, [worth.move for worth in worths], moves):
            self._last_reason = "the game is lost and no move gains area"
            return PASS
        chosen = self._draw(worths)
        self._last_reason = self._explain(chosen, worths, game.size)
        return chosen

    def stop(self) -> None:
        """End a running choice of move; may be called from any thread."""
        self._stopping.set()

    def parameters(self) -> dict[str, str]:
        """All settings as text."""
        return {name: one.format(getattr(self, name)) for name, one in settings_of(type(self)).items()}

    def set_parameter(self, name: str, value: str) -> None:
        """Change a setting; with a net or a use of it that is refused, nothing changes."""
        values: dict[str, Value] = {key: getattr(self, key) for key in settings_of(type(self))}
        values[name] = settings_of(type(self))[name].parse(value)
        changed = type(self)(**values)  # type: ignore[arg-type]
        if name != "seed":
            changed._rng_state = self._rng_state
        self.__dict__.update(changed.__dict__)

    def explain_last_move(self) -> str:
        """The best moves of the last choice and what they are worth, one a line."""
        return self._last_reason

    def _is_hopeless(self, game: Game, best_first: list[int], moves: list[int]) -> bool:
        """Whether the board is half full, the net sees the game lost, and no move gains area over a pass.

        One who is ahead plays on instead, for the opponent's dead stones may still have to be taken. The best
        moves are asked about first: one that gains suffices, and the net need not look at the others.
        """
        if 2 * int((game.board.colour == EMPTY).sum()) > game.size**2:
            return False
        lead = expected_score(blacks_territory(self._foresight, game), game.komi)
        if lead >= 0 if game.to_play == BLACK else lead <= 0:
            return False
        enough = self._area_after(game, PASS) + _GAIN
        return not any(self._area_after(game, move) >= enough for move in dict.fromkeys(best_first + moves))

    def _area_after(self, game: Game, move: int) -> float:
        return float(self._foresight.areas_after(game, [move])[0])

    def _worths(self, game: Game, moves: list[int]) -> list[_Worth]:
        """What moves are worth, the best first; at depth 2 only the best are left."""
        if self.by == _MOVES:
            logits = self._foresight.logits(game)[:, MOVE].astype(np.float64)
            values = logits[[int(row_of(move)) * game.size + int(column_of(move)) for move in moves]]
            values -= values.max() + np.log(np.exp(values - values.max()).sum())
        elif self.by == _SWING:
            values = self._foresight.swings(game, moves)
        else:
            values = self._foresight.areas_after(game, moves)
        worths = _best_first(moves, values.tolist())
        if self.depth == 1:
            return worths
        best = [worth.move for worth in worths[: self.width]]
        return _best_first(best, areas_after_replies(self._foresight, game, best).tolist())

    def _draw(self, worths: list[_Worth]) -> int:
        """The best move, or one drawn by the temperature."""
        if self.temperature == 0:
            return worths[0].move
        points = np.array([worth.move for worth in worths], np.uint32)
        values = np.array([worth.value for worth in worths])
        return int(draw_gibbs(points, values, len(points), self.temperature, self._rng_state))

    def _explain(self, chosen: int, worths: list[_Worth], size: int) -> str:
        if self.by == _MOVES and self.depth == 1:
            heading, told = "moves foretold", [f"{np.exp(worth.value):.1%}" for worth in worths]
        else:
            at_depth_1 = "worth to both sides" if self.by == _SWING else "area expected"
            heading = at_depth_1 if self.depth == 1 else "area expected after the best reply"
            told = [f"{worth.value:.2f}" for worth in worths]
        lines = [
            f"{format_vertex(worth.move, size)}: {text}{' (played)' if worth.move == chosen else ''}"
            for number, (worth, text) in enumerate(zip(worths, told))
            if number < _N_EXPLAINED or worth.move == chosen
        ]
        return "\n".join([f"{heading}, {len(worths)} moves", *lines])


def _best_first(moves: list[int], values: list[float]) -> list[_Worth]:
    return sorted(map(_Worth, moves, values), key=lambda worth: -worth.value)
