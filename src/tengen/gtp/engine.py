"""The GTP engine: a session and the table of all its commands, theme by theme."""

import sys
from collections.abc import Callable, Mapping
from typing import IO

from tengen import __version__
from tengen.core.game import Game
from tengen.gtp.analysis import analysis_commands
from tengen.gtp.arguments import expect
from tengen.gtp.gogui_commands import gogui_commands
from tengen.gtp.handicap import handicap_commands
from tengen.gtp.info_commands import info_commands
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.move_commands import HasSeed, move_commands
from tengen.gtp.parameter_commands import parameter_commands
from tengen.gtp.position_commands import position_commands
from tengen.gtp.protocol import Command, Quit
from tengen.gtp.record_commands import record_commands
from tengen.gtp.rules_commands import rules_commands
from tengen.gtp.score_commands import score_commands
from tengen.gtp.serve import serve
from tengen.gtp.session import OwnCommands, Session
from tengen.gtp.time_commands import time_commands
from tengen.players.analysis import Ponders
from tengen.players.player import Player

THEMES: tuple[Callable[[Session], OwnCommands], ...] = (
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
        self.session = Session(player, game or Game(19))
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
