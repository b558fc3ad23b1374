"""The loop that answers: a line, its command, an answer, until the session ends.

Every command is answered once, in order, and at once: each answer is flushed. What comes in may be
any bytes: it never ends the loop, and it never puts a line on the output that is not an answer.

The GTP engine: a session and the table of all its commands, theme by theme.
"""

import contextlib
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import IO

from tengen import __version__
from tengen.core.errors import GoError, visible
from tengen.core.game import Game
from tengen.gtp.commands.analysis import analysis_commands
from tengen.gtp.commands.arguments import expect
from tengen.gtp.commands.clock import time_commands
from tengen.gtp.commands.gogui import gogui_commands
from tengen.gtp.commands.info import info_commands, parameter_commands
from tengen.gtp.commands.moves import HasSeed, move_commands
from tengen.gtp.commands.position import handicap_commands, position_commands
from tengen.gtp.commands.records import record_commands
from tengen.gtp.commands.rules import rules_commands
from tengen.gtp.commands.score import score_commands
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.protocol import (
    Command,
    CommandTable,
    Quit,
    Request,
    SessionEnd,
    Stream,
    format_failure,
    format_stream_line,
    format_success,
    parse_line,
)
from tengen.gtp.session import GtpSession, OwnCommands
from tengen.players.player import Player, Ponders

Write = Callable[[str], None]


def _nothing() -> None:
    """What happens around a command unless somebody wants more."""


def serve(
    commands: CommandTable,
    lines: LineQueue,
    answers: IO[bytes],
    *,
    before: Callable[[], None] = _nothing,
    after: Callable[[], None] = _nothing,
) -> None:
    """Answer every line until the command to quit, the end of input, Ctrl-C, or nobody listens.

    before, after -- called before each command is run and after it was answered
    """

    def write(text: str) -> None:
        answers.write(text.encode("utf-8", "replace"))
        answers.flush()

    try:
        with contextlib.suppress(ConnectionError, KeyboardInterrupt, SessionEnd):
            while (line := lines.take()) is not None:
                request = parse_line(line)
                if request is not None:
                    before()
                    answer(commands, request, write)
                    after()
    finally:
        lines.close()


def answer(commands: CommandTable, request: Request, write: Write) -> None:
    """Run the command of a request and write the answer; only the end of the session passes through."""
    if request.fault:
        write(format_failure(request.id, request.fault))
        return
    command = commands.get(request.command)
    if command is None:
        write(format_failure(request.id, "unknown command"))
        return
    try:
        result = command(request.arguments)
    except Quit:
        write(format_success(request.id, ""))
        raise
    except SessionEnd:
        raise
    except GoError as error:
        write(format_failure(request.id, str(error)))
    except Exception as error:  # a bug of ours must not cost the user the game
        _tell_bug()
        write(format_failure(request.id, f"internal error: {type(error).__name__}: {error}"))
    else:
        if isinstance(result, str):
            write(format_success(request.id, result))
        else:
            _answer_bit_by_bit(result, request, write)


def _answer_bit_by_bit(stream: Stream, request: Request, write: Write) -> None:
    """Write an answer that grows; success was told with its first line, so a fault goes to stderr."""
    write(format_success(request.id, "")[:-1])
    try:
        stream(lambda line: write(format_stream_line(line)))
    except (ConnectionError, SessionEnd):
        raise
    except GoError as error:
        with contextlib.suppress(OSError, ValueError):
            print(visible(f"{request.command}: {error}"), file=sys.stderr, flush=True)
    except Exception:
        _tell_bug()
    write("\n")


def _tell_bug() -> None:
    with contextlib.suppress(OSError, ValueError):
        traceback.print_exc(file=sys.stderr)


# --- The engine -----------------------------------------------------------------------------------


THEMES: tuple[Callable[[GtpSession], OwnCommands], ...] = (
    position_commands,
    move_commands,
    analysis_commands,
    parameter_commands,
    handicap_commands,
    time_commands,
    score_commands,
    record_commands,
    rules_commands,
    info_commands,
    gogui_commands,
)


class Engine:
    """Answers GTP for a player; `commands` is the table that `serve.serve` asks."""

    def __init__(
        self,
        player: Player,
        game: Game | None = None,
        *,
        name: str = "Tengen",
        version: str = __version__,
    ) -> None:
        """Begin with an empty 19x19 board unless a game is given.

        name, version -- what to answer; some GUIs judge an engine by them
        """
        self.session = GtpSession(player, game or Game(19))
        self.commands: dict[str, Command] = {}
        self.name = name
        self.version = version
        self._pondering: Ponders | None = None
        self.add(self._own_commands())
        for commands_of in THEMES:
            self.add(commands_of(self.session))

    def add(self, commands: Mapping[str, Command]) -> None:
        """Add commands to the table, or replace them; they work on `session`."""
        self.commands.update(commands)

    def serve(self, lines: LineQueue, answers: IO[bytes]) -> None:
        """Answer lines until the end of the session; the player may think after its moves."""
        self.session.lines = lines
        try:
            serve(self.commands, lines, answers, before=self._stop_pondering, after=self._start_pondering)
        finally:
            self.session.lines = None
            self._stop_pondering()

    def _start_pondering(self) -> None:
        """Let the player think while the opponent does, unless the next line is here already."""
        session = self.session
        moved, session.has_just_moved = session.has_just_moved, False
        if moved and isinstance(session.player, Ponders) and session.lines and not session.lines.has_more:
            session.player.start_pondering(session.game)
            self._pondering = session.player

    def _stop_pondering(self) -> None:
        if self._pondering is not None:
            self._pondering.stop_pondering()
            self._pondering = None

    def _own_commands(self) -> OwnCommands:
        """The commands about the protocol and the table itself."""

        def known_command(arguments: list[str]) -> str:
            (name,) = expect(arguments, "COMMAND")
            return "true" if name in self.commands else "false"

        def quit_session(arguments: list[str]) -> str:
            expect(arguments, "")
            raise Quit

        return {
            "protocol_version": _constant(lambda: "2"),
            "name": _constant(lambda: self.name),
            "version": _constant(lambda: self.version),
            "list_commands": _constant(lambda: "\n".join(self.commands)),
            "known_command": known_command,
            "quit": quit_session,
            "gomill-describe_engine": _constant(self._describe),
        }

    def _describe(self) -> str:
        python = ".".join(map(str, sys.version_info[:3]))
        player = self.session.player
        seed = f", seed {player.seed}" if isinstance(player, HasSeed) else ""
        return f"{self.name} {self.version}\nplayer: {player.name}{seed}\nPython {python}"


def _constant(answer: Callable[[], str]) -> Command:
    """A command without arguments."""

    def command(arguments: list[str]) -> str:
        expect(arguments, "")
        return answer()

    return command
