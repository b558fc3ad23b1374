"""Two clocks of a game: main time, and then so many seconds for each move.

Time comes in as a number of seconds from any beginning, so nothing here waits and a test can play whole
games. What a move leaves on a clock is told by players/clock.py, which the engine's own clocks use, too: the
seconds for a move are a single period of byo-yomi that begins anew with each move.
"""

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, WHITE
from tengen.players.clock import Clock, TimeLeft, TimeSettings, limit_for
from tengen.web.messages import Colour
from tengen.web.messages import game as messages

_NAMES: dict[int, Colour] = {BLACK: "black", WHITE: "white"}


class GameClocks:
    """The clocks of both colours; at most one runs."""

    def __init__(self, main_seconds: float, move_seconds: float) -> None:
        """Full clocks that stand still; GoError if there is no time at all."""
        if main_seconds <= 0 and move_seconds <= 0:
            raise GoError("a clock needs main time or seconds for each move")
        if move_seconds > 0:
            settings = TimeSettings("byoyomi", main=main_seconds, period=move_seconds, periods=1)
        else:
            settings = TimeSettings("absolute", main=main_seconds)
        self._clock = Clock(settings)
        self._running: int | None = None
        self._since = 0.0
        self._begun: tuple[int, float] | None = None  # who was halted in a move, and its time so far

    @property
    def running(self) -> int | None:
        """The colour whose clock runs, None if both stand still."""
        return self._running

    def start(self, colour: int, now: float) -> None:
        """Let the clock of a colour run; the other one stops. Who was halted goes on with the same move."""
        self.stop(now)
        begun, self._begun = self._begun, None
        if begun and begun[0] != colour:
            self._clock.count(*begun)
        self._running, self._since = colour, now - (begun[1] if begun and begun[0] == colour else 0.0)

    def stop(self, now: float) -> None:
        """Count what was used as one move; ask `fallen` before, for here nobody loses."""
        if self._running is not None:
            self._clock.count(self._running, self._used(self._running, now))
            self._running = None

    def halt(self, now: float) -> None:
        """Both stand still in the middle of a move, which is not over."""
        if self._running is not None:
            self._begun = self._running, self._used(self._running, now)
            self._running = None

    def left(self, colour: int, now: float) -> TimeLeft:
        """What a colour has left; `stones` is 1 in the seconds for a move and 0 in main time."""
        stands_at, used = self._clock.time_left(colour), self._used(colour, now)
        settings = self._clock.settings
        if stands_at.stones == 0 and used >= stands_at.seconds and settings.n_overtime:
            used -= stands_at.seconds
            stands_at = TimeLeft(settings.period, settings.n_overtime)
        return TimeLeft(max(0.0, stands_at.seconds - used), stands_at.stones)

    def fallen(self, now: float) -> int | None:
        """The colour that has just lost on time, None while the running clock has something left."""
        if self._running is None or self.left(self._running, now).seconds > 0:
            return None
        return self._running

    def seconds_for_move(self, game: Game, now: float) -> float:
        """How long an engine may think about the move of the colour to play."""
        colour = game.to_play
        seconds = limit_for(Clock(self._clock.settings, {colour: self.left(colour, now)}), colour, game)
        assert seconds is not None  # these settings have a limit
        return seconds

    def message(self, now: float) -> messages.Clock:
        """Both clocks as the page shows them."""
        left = {colour: self.left(colour, now) for colour in _NAMES}
        return messages.Clock(
            black=left[BLACK].seconds,
            white=left[WHITE].seconds,
            in_overtime={name: left[colour].stones > 0 for colour, name in _NAMES.items()},
            running=None if self._running is None else _NAMES[self._running],
        )

    def _used(self, colour: int, now: float) -> float:
        """What the present move of a colour has taken so far."""
        if self._begun and self._begun[0] == colour:
            return self._begun[1]
        return max(0.0, now - self._since) if colour == self._running else 0.0
