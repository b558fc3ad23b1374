"""Both players' clocks as a session knows them: as reported, or counted by ourselves.

Some front ends set the time and then report nothing, so what our own moves take is counted from the
settings on; a report replaces what was counted.
"""

from dataclasses import dataclass, field

import numpy as np

from tengen.core.game import Game
from tengen.core.points import EMPTY
from tengen.players.time_control import TimeLeft, TimeSettings, seconds_for_move


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
