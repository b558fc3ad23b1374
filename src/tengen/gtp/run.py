"""A GTP engine as a process: standard input and output, signals, and a quiet end in every case."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable
from types import FrameType

from tengen import __version__
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.gtp.session import OwnCommands, Session
from tengen.players.player import Player


def run_gtp(
    player: Player,
    game: Game | None = None,
    *,
    seed: int = 0,
    player_from_seed: Callable[[int], Player] | None = None,
    name: str = "Tengen",
    version: str = __version__,
    more_commands: Iterable[Callable[[Session], OwnCommands]] = (),
) -> None:
    """Answer GTP on standard input and output until quit, end of input, SIGINT or SIGTERM.

    Nothing but answers can reach standard output: what anybody prints meanwhile goes to stderr.
    """
    engine = Engine(player, game, seed=seed, player_from_seed=player_from_seed, name=name, version=version)
    for commands_of in more_commands:
        engine.add(commands_of(engine.session))
    answers = sys.stdout.buffer
    with contextlib.suppress(KeyboardInterrupt), contextlib.redirect_stdout(sys.stderr):
        before = signal.signal(signal.SIGTERM, _interrupt)
        try:
            engine.serve(sys.stdin.buffer, answers)
        finally:
            signal.signal(signal.SIGTERM, before)
    _close_quietly()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _close_quietly() -> None:
    """Let no half-written answer to a closed pipe complain when Python flushes it at its exit."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
