"""A game as GTP commands, for a program that shall see the same board.

Moves alone are sent while the game just goes on; anything else (a new game, moves taken back, another
komi) is told from the beginning. The stones of a first position become a free handicap if they are
Black's and White is to play, otherwise plays of both colours: stones of which every chain has a liberty
can be played in any order, and nothing is captured on the way. One thing cannot be told: a program with
superko remembers the boards on the way, too, and might take one for a repetition.

Other programs as players: anything that speaks GTP, and GNU Go ready to use.

Such a program is trusted with nothing: its moves are checked on our own board, each command has a time
limit, and its process ends with the player.
"""

import math
import shutil
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from tengen.core.errors import GoError, one_line
from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, PASS, WHITE
from tengen.core.rules import Rules
from tengen.players.controller import TIME_LIMIT, Controller, DiedError, RefusedError
from tengen.players.settings import setting

GTP_COLOURS = {BLACK: "black", WHITE: "white"}
_MIN_HANDICAP = 2  # GTP calls one stone no handicap


@dataclass(frozen=True)
class SyncedGame:
    """What a program knows of a game."""

    beginning: tuple[int, float, Rules, int]  # size, komi, rules, superko key of the first position
    moves: tuple[tuple[int, int], ...]  # (colour, point)

    def after(self, colour: int, move: int) -> "SyncedGame":
        """The game with one more move."""
        return SyncedGame(self.beginning, (*self.moves, (colour, move)))


def synced(game: Game) -> SyncedGame:
    """What a program knows that was told the whole game."""
    return SyncedGame((game.size, game.komi, game.rules, int(game.history[0])), tuple(game.moves))


def sync_commands(game: Game, known: SyncedGame | None, knows: Callable[[str], bool]) -> list[str]:
    """The commands after which a program that knows `known` has the board of `game`.

    knows -- whether the program has a command
    """
    now = synced(game)
    if known and known.beginning == now.beginning and now.moves[: len(known.moves)] == known.moves:
        return _plays(now.moves[len(known.moves) :], game.size)
    start = [f"boardsize {game.size}", "clear_board", f"komi {game.komi:g}"]
    return start + _first_stones(game, knows) + _plays(now.moves, game.size)


def _first_stones(game: Game, knows: Callable[[str], bool]) -> list[str]:
    """The stones on the board before the first move."""
    first = game.copy()
    while first.moves:
        first.undo()
    colours = first.board.colour
    stones = [(colour, int(point)) for colour in GTP_COLOURS for point in np.flatnonzero(colours == colour)]
    is_handicap = first.to_play == WHITE and all(colour == BLACK for colour, _ in stones)
    if is_handicap and len(stones) >= _MIN_HANDICAP and knows("set_free_handicap"):
        return [" ".join(["set_free_handicap", *(format_vertex(point, game.size) for _, point in stones)])]
    return _plays(stones, game.size)


def _plays(moves: Sequence[tuple[int, int]], size: int) -> list[str]:
    return [f"play {GTP_COLOURS[colour]} {format_vertex(point, size)}" for colour, point in moves]


# --- The player -----------------------------------------------------------------------------------


_GAMES_FOLDERS = "/usr/games:/usr/local/games"  # Debian keeps games out of the usual path
_N_GNUGO_SEEDS = 1 << 31
_SHOWN = 40
_LONGEST_VERSION = 100


class ExternalPlayer(ABC):
    """A program behind GTP; it is started with the first move and again after it has failed."""

    time_limit = TIME_LIMIT  # seconds to wait for the answer to any command
    deadline = math.inf  # by the monotonic clock: no answer is waited for beyond it

    def __post_init__(self) -> None:
        self._controller: Controller | None = None
        self._last_words = ""  # of the last process that ended
        self._told: SyncedGame | None = None
        self._resigned = False

    @property
    @abstractmethod
    def name(self) -> str:
        """How tables, records and pages call the player."""

    @abstractmethod
    def command_line(self) -> list[str]:
        """The program and its arguments."""

    def choose_move(self, game: Game) -> int:
        """The program's move, or PASS also if it resigns; GoError if it fails or its move is none.

        A program that dies is started again, once, and told the whole game: DiedError if it dies again.
        """
        with suppress(DiedError):
            return self._asked(game)
        return self._asked(game)

    def _asked(self, game: Game) -> int:
        """What the process that runs answers."""
        self._resigned = False
        controller = self._running()
        colour = game.to_play
        known, self._told = self._told, None  # whatever fails from here, all is told again
        try:
            with self._let_go_if_killed():
                for command in sync_commands(game, known, controller.knows):
                    controller.send(command, self._seconds_to_wait())
                answer = controller.send(f"genmove {GTP_COLOURS[colour]}", self._seconds_to_wait())
        except RefusedError as error:
            raise GoError(f"{self.name} does not follow the game: {error}") from None
        if answer.strip().lower() == "resign":
            self._resigned = True
            self._told = synced(game)
            return PASS
        move = self._checked(answer.strip(), game)
        self._told = synced(game).after(colour, move)
        return move

    def stop(self) -> None:
        """Kill the program if it is asked for something just now; from any thread. Later it starts anew."""
        if controller := self._controller:
            controller.interrupt()

    def wants_to_resign(self) -> bool:
        """Whether the program resigned when it was last asked for a move."""
        return self._resigned

    def version(self) -> str:
        """What the program says of its version in a line, "" if it refuses; it is started if need be."""
        controller = self._running()
        try:
            with self._let_go_if_killed():
                return one_line(controller.send("version", self._seconds_to_wait()), _LONGEST_VERSION)
        except RefusedError:
            return ""

    def check_size(self, size: int) -> None:
        """GoError if the program cannot be started, fails, or refuses boards of this size."""
        self._told = None
        controller = self._running()
        try:
            with self._let_go_if_killed():
                controller.send(f"boardsize {size}", self._seconds_to_wait())
        except RefusedError as error:
            raise GoError(f"{self.name} does not play on {size}x{size}: {error}") from None

    @property
    def stderr_tail(self) -> str:
        """The last that the program wrote on stderr, also after its end."""
        return self._controller.stderr_tail if self._controller else self._last_words

    def close(self) -> None:
        """End the program; another move would start it again."""
        if self._controller:
            self._controller.close()
            self._last_words = self._controller.stderr_tail
        self._controller = self._told = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _running(self) -> Controller:
        """The program, started if need be; it ends at the latest with the player or with Python."""
        if self._controller is None:
            self._controller = Controller(self.command_line(), time_limit=self.time_limit)
            weakref.finalize(self, self._controller.close)
        return self._controller

    def _seconds_to_wait(self) -> float:
        """For the next answer."""
        return max(0.0, min(self.time_limit, self.deadline - time.monotonic()))

    @contextmanager
    def _let_go_if_killed(self) -> Iterator[None]:
        """Forget the process if it fails or we are interrupted: its controller has killed it."""
        try:
            yield
        except RefusedError:
            raise
        except BaseException:
            self.close()
            raise

    def _checked(self, answer: str, game: Game) -> int:
        """The move that the program answered, if it is one on our board."""
        where = f"as move {len(game.moves) + 1} for {COLOUR_NAMES[game.to_play]}"
        try:
            move = parse_vertex(answer, game.size)
        except GoError as error:
            raise GoError(f"{self.name} answered {answer[:_SHOWN]!r} {where}: {error}") from None
        if not game.is_legal(move):
            raise GoError(f"{self.name} answered {answer} {where}, which is illegal")
        return move


@dataclass
class GtpPlayer(ExternalPlayer):
    """Any program that speaks GTP, by its command line."""

    command: tuple[str, ...] = setting(help="the program and its arguments")

    @property
    def name(self) -> str:
        """The name of the program's file."""
        return Path(self.command[0]).name

    def command_line(self) -> list[str]:
        """The program and its arguments."""
        return list(self.command)


@dataclass
class GnuGoPlayer(ExternalPlayer):
    """GNU Go 3.8 by Chinese rules; it plays on until all dead stones are taken."""

    level: int = setting(10, "strength, and time with it; 10 is GNU Go's own", low=0)
    seed: int = setting(0, "the same seed gives the same game", low=0)

    @property
    def name(self) -> str:
        """GNU Go and its level."""
        return f"gnugo level {self.level}"

    def command_line(self) -> list[str]:
        """GNU Go with area scoring and positional superko, so that its games end as ours do."""
        path = shutil.which("gnugo") or shutil.which("gnugo", path=_GAMES_FOLDERS)
        if path is None:
            raise GoError("GNU Go is not installed: apt-get install gnugo")
        options = ["--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--positional-superko"]
        seed = self.seed % _N_GNUGO_SEEDS  # it reads 31 bits
        return [path, *options, "--level", str(self.level), "--seed", str(seed)]
