"""What the commands of one GTP session share: a game, a player, clocks.

A command that may fail builds the new game beside the old one and puts it in place when all is well.

Ending a search from outside: at a new line, at `# interrupt`, or when the input has ended.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tengen.core.errors import IllegalMoveError
from tengen.core.game import Game
from tengen.gtp.line_queue import END_GRACE_SECONDS, LineQueue
from tengen.gtp.protocol import Command, GtpError, SessionEnd
from tengen.players.clock import Clock
from tengen.players.player import Analyst, KeepsCache, Player
from tengen.sgf.positions import MAX_MOVES

OwnCommands = dict[str, Command]  # the commands of one theme, by name


@dataclass(frozen=True)
class Resignation:
    """Who gave up, and after how many moves: it holds until the game goes on."""

    colour: int
    n_moves: int


@dataclass
class GtpSession:
    """The state of a session."""

    player: Player
    game: Game
    handicap: int = 0  # stones given to Black before the first move, for the record
    time: Clock = field(default_factory=Clock)
    played: frozenset[int] = frozenset()  # the colours for which the player moved in this game
    resignation: Resignation | None = None
    has_just_moved: bool = False  # the opponent is thinking, so the player may think too
    seconds_used: float = 0.0  # by the last choice of a move
    live_graphics: bool = False  # show GoGui on stderr what a search sees
    lines: LineQueue | None = None  # what comes in, while the session is served

    def put(self, game: Game, handicap: int = 0) -> None:
        """Go on with another game; what the player learned in this one is forgotten."""
        if isinstance(self.player, KeepsCache):
            self.player.clear_cache()
        self.game = game
        self.handicap = handicap
        self.played = frozenset()
        self.resignation = None

    @property
    def resigned(self) -> int | None:
        """The colour that gave up in the present position, or None."""
        if self.resignation is None or self.resignation.n_moves != self.game.n_moves:
            return None
        return self.resignation.colour

    def clear(self, size: int) -> None:
        """An empty board and full clocks; komi, rules and time settings stay."""
        self.put(Game(size, self.game.komi, self.game.rules))
        self.time.restart()

    def set_up(self, colours: npt.NDArray[np.uint8], to_play: int, handicap: int = 0) -> None:
        """A position, (N_POINTS,) uint8, to begin from; GoError if some stones have no liberty."""
        game = Game.from_colours(self.game.size, colours, to_play, self.game.komi, self.game.rules)
        self.put(game, handicap)


def play_move(game: Game, point: int, colour: int) -> None:
    """Play a move; a game without end is refused, for each move is kept to be undone."""
    if game.n_moves >= MAX_MOVES:
        raise GtpError(f"the game has {MAX_MOVES} moves already")
    try:
        game.play(point, colour)
    except IllegalMoveError as error:
        raise GtpError(f"illegal move: {error}") from None


# --- What ends a search ---------------------------------------------------------------------------


LAST_SEARCH_SECONDS = 1.4  # after an end without `quit` no search begins later than this
_LOOK_SECONDS = 0.05
_REPEAT_SECONDS = 0.01


@contextlib.contextmanager
def stopping(
    changed: threading.Condition, is_wanted: Callable[[], bool], stop: Callable[[], None]
) -> Iterator[None]:
    """Call `stop` when and while it is wanted, until the block is left.

    Again and again, for a search that is just beginning may not have heard the first call.
    """
    done = False

    def watch() -> None:
        while not done:
            wanted = is_wanted()
            if wanted:
                stop()
            with changed:
                if not done:
                    changed.wait(_REPEAT_SECONDS if wanted else _LOOK_SECONDS)

    watcher = threading.Thread(target=watch, name="stopper of a search", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        with changed:
            done = True
            changed.notify_all()
        watcher.join()


@contextlib.contextmanager
def searching(session: GtpSession, analyst: Analyst, *, at_any_line: bool = False) -> Iterator[None]:
    """A block in which the player searches: it is stopped as soon as the input asks for it.

    at_any_line -- also a new line ends the search, even an empty one, and the end of any input
    """
    lines = session.lines
    if lines is None:  # nobody is served: nothing can come in
        yield
        return

    def is_wanted() -> bool:
        if lines.is_interrupted or lines.is_abandoned:
            return True
        return at_any_line and (lines.has_more or (lines.seconds_since_end or 0) > END_GRACE_SECONDS)

    if lines.is_abandoned and (lines.seconds_since_end or 0) > LAST_SEARCH_SECONDS:
        raise SessionEnd
    with stopping(lines.changed, is_wanted, analyst.stop):
        yield
