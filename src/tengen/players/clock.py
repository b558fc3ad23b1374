"""How long to think: the time systems of games, and a share of the clock for the next move.

Both players' clocks as a session knows them: as reported, or counted by ourselves.

Some front ends set the time and then report nothing, so what our own moves take is counted from the
settings on; a report replaces what was counted.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from tengen.core.game import Game
from tengen.core.points_jit import EMPTY

TimeSystem = Literal["none", "absolute", "canadian", "byoyomi", "fischer", "fischer-capped"]

LAG = 0.05  # seconds a move that our clock does not see and the referee's does
MIN_SECONDS = 0.01  # for a move, however short time is
_MOVE_COST = LAG + MIN_SECONDS  # what a move takes at least
_USED_OF_PERIOD = 0.98  # the rest is for a machine that is slow for once
_FEWEST_MOVES_AHEAD = 10


@dataclass(frozen=True)
class TimeLeft:
    """One clock: seconds, and stones (Canadian) or periods (byo-yomi) left; 0 in main time."""

    seconds: float
    stones: int


@dataclass(frozen=True)
class TimeSettings:
    """The time system of a game, all times in seconds; what a system does not have is 0 or None."""

    system: TimeSystem = "none"
    main: float = 0.0
    period: float = 0.0  # length of an overtime period: canadian, byoyomi
    stones: int = 0  # moves to make within a period: canadian
    periods: int = 0  # overtime periods of one move each: byoyomi
    increment: float = 0.0  # gained with each move: fischer
    main_limit: float | None = None  # the clock never shows more: fischer-capped
    move_limit: float | None = None  # longest time for one move: fischer-capped

    @property
    def is_limited(self) -> bool:
        """Whether there is a clock; in GTP overtime without stones means that there is none."""
        return self.system != "none" and not (self.system == "canadian" and self.period and not self.stones)

    @property
    def n_overtime(self) -> int:
        """What a clock counts down in overtime: stones or periods; 0 if there is no overtime."""
        if self.period <= 0:
            return 0
        return {"canadian": self.stones, "byoyomi": self.periods}.get(self.system, 0)


def seconds_for_move(
    settings: TimeSettings, left: TimeLeft, n_empty: int, n_moves_ahead: int
) -> float | None:
    """How long to think about the next move; None if there is no clock.

    n_empty       -- empty points of the board
    n_moves_ahead -- how many moves of ours may come at most, this one included

    - Absolute time: Orego's share, one part in max(10, n_empty / 2) of what is left, after the least
      time and the lag of all moves that may come have been put aside. If not even that much is left,
      the least time, for only a short game can then be saved.
    - Fischer time: the same share, and the increment. What the limit of a capped clock would cut off is
      used, and a limit of the move kept.
    - Main time before overtime: the same share, but at least what a move has in overtime, for less
      thought would win nothing; nothing is put aside if overtime is long enough to move in.
    - Canadian overtime: time left / stones left, nearly. Byo-yomi: nearly the whole period; further
      periods are never touched.

    Whatever it says, `LAG` more does not overstep a clock on which the game can be played at all. It is
    never negative, never more than what is left, and grows with what is left.
    """
    if not settings.is_limited:
        return None
    if settings.system in ("fischer", "fischer-capped"):
        return _fischer(settings, left.seconds, n_empty, n_moves_ahead)
    if left.stones > 0 and settings.n_overtime > 0:
        n_moves = left.stones if settings.system == "canadian" else 1
        return _bounded(_nearly(left.seconds / n_moves), left.seconds)
    overtime = _overtime_for_move(settings)
    if overtime < _MOVE_COST:
        return _bounded(_share(left.seconds, 0.0, n_empty, n_moves_ahead), left.seconds)
    share = MIN_SECONDS + left.seconds / _expected_moves(n_empty)
    return max(share, _nearly(overtime))


def _fischer(settings: TimeSettings, seconds: float, n_empty: int, n_moves_ahead: int) -> float:
    gained = settings.increment
    wanted = _share(seconds, gained, n_empty, n_moves_ahead) + max(0.0, gained - _MOVE_COST)
    if settings.main_limit is not None:
        wanted = max(wanted, seconds + gained - settings.main_limit - LAG)
    if settings.move_limit is not None:
        wanted = min(wanted, settings.move_limit - LAG)
    return _bounded(min(wanted, seconds - LAG), seconds)


def _share(seconds: float, gained: float, n_empty: int, n_moves_ahead: int) -> float:
    """The least time, and a part of what is left when the least that all moves take was put aside.

    gained -- what the clock gains after each move, so the last move has to do without it
    """
    n_moves = max(n_moves_ahead, _FEWEST_MOVES_AHEAD)
    put_aside = n_moves * max(0.0, _MOVE_COST - gained) + min(gained, _MOVE_COST)
    return MIN_SECONDS + max(0.0, seconds - put_aside) / _expected_moves(n_empty)


def _expected_moves(n_empty: int) -> float:
    """Orego's guess at the moves we have still to make."""
    return max(10.0, n_empty / 2)


def _overtime_for_move(settings: TimeSettings) -> float:
    if settings.n_overtime == 0:
        return 0.0
    return settings.period / settings.stones if settings.system == "canadian" else settings.period


def _nearly(seconds: float) -> float:
    return max(MIN_SECONDS, _USED_OF_PERIOD * seconds - LAG)


def _bounded(wanted: float, seconds: float) -> float:
    """At least the least time, but not more than is left."""
    return max(0.0, min(max(wanted, MIN_SECONDS), seconds))


# --- Clocks of a session --------------------------------------------------------------------------


@dataclass
class Clock:
    """The settings of a game's time and what each colour has left."""

    settings: TimeSettings = field(default_factory=TimeSettings)
    left: dict[int, TimeLeft] = field(default_factory=dict)  # by colour; a full clock where nothing is known

    def time_left(self, colour: int) -> TimeLeft:
        """What a colour has left for its next move."""
        return self.left.get(colour, full_clock(self.settings))

    def count(self, colour: int, seconds: float) -> None:
        """Count a move that took so long."""
        self.left[colour] = after_move(self.settings, self.time_left(colour), seconds)

    def restart(self) -> None:
        """Full clocks, for a new game."""
        self.left.clear()


def limit_for(clock: Clock, colour: int, game: Game) -> float | None:
    """How long a colour may think about its next move in a game; None if there is no clock."""
    n_empty = int(np.count_nonzero(game.board.colour == EMPTY))
    n_ahead = longest_game(game.size) - sum(mover == colour for mover, _ in game.moves)
    return seconds_for_move(clock.settings, clock.time_left(colour), n_empty, n_ahead)


def longest_game(size: int) -> int:
    """How many moves a side may have to make, with all captures: 401 on 19x19, 90 on 9x9."""
    area = size * size
    return area + area // 9


def full_clock(settings: TimeSettings) -> TimeLeft:
    """A clock before the first move."""
    if settings.main == 0 and settings.n_overtime > 0:
        return TimeLeft(settings.period, settings.n_overtime)
    return TimeLeft(settings.main, 0)


def after_move(settings: TimeSettings, left: TimeLeft, seconds: float) -> TimeLeft:
    """A clock after a move; one that has run out goes on with what it would have last.

    A move that begins in main time and ends in overtime is the first move of the overtime.
    """
    if settings.system in ("fischer", "fischer-capped"):
        shown = max(0.0, left.seconds - seconds) + settings.increment
        return TimeLeft(shown if settings.main_limit is None else min(shown, settings.main_limit), 0)
    if (left.stones == 0 and seconds <= left.seconds) or settings.n_overtime == 0:
        return TimeLeft(max(0.0, left.seconds - seconds), 0)
    if left.stones == 0:
        seconds -= left.seconds
        left = TimeLeft(settings.period, settings.n_overtime)
    if settings.system == "canadian":
        return _after_canadian(settings, left, seconds)
    return _after_byoyomi(settings, left, seconds)


def _after_canadian(settings: TimeSettings, left: TimeLeft, seconds: float) -> TimeLeft:
    """One stone less in this period; after the last a new period begins."""
    if left.stones == 1:
        return TimeLeft(settings.period, settings.stones)
    return TimeLeft(max(0.0, left.seconds - seconds), left.stones - 1)


def _after_byoyomi(settings: TimeSettings, left: TimeLeft, seconds: float) -> TimeLeft:
    """The period begins anew; those used up before are lost, the last one never."""
    over = seconds - left.seconds
    n_lost = 1 + int(over // settings.period) if over > 0 else 0
    return TimeLeft(settings.period, max(1, left.stones - n_lost))
