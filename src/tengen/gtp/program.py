"""A program on standard input and output that ends quietly and in time, whatever happens to it.

A GTP engine as a process on standard input and output.
"""

import contextlib
import io
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import IO

from tengen import __version__
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.session import GtpSession, OwnCommands
from tengen.players.player import Analyst, Player

_SECONDS_TO_END = 1.5  # after a signal; what does not end by itself until then is ended


def standard_input() -> tuple[IO[bytes], bool]:
    """Standard input, and whether it is live: a pipe or a terminal, not a file.

    It is a reader of its own: a thread that waits in `sys.stdin` would hold a lock that Python wants
    at its exit.
    """
    descriptor = sys.stdin.fileno()
    is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
    return io.BufferedReader(io.FileIO(descriptor, closefd=False)), not is_file


@contextlib.contextmanager
def ending_quietly() -> Iterator[IO[bytes]]:
    """Standard output for the block, which SIGINT, SIGTERM or a vanished listener end without a word.

    Nothing but answers can reach standard output: what anybody prints meanwhile goes to stderr.
    """
    answers = sys.stdout.buffer
    with contextlib.suppress(KeyboardInterrupt, ConnectionError), contextlib.redirect_stdout(sys.stderr):
        before = [(number, signal.signal(number, _interrupt)) for number in (signal.SIGINT, signal.SIGTERM)]
        try:
            yield answers
        finally:
            for number, handler in before:
                if signal.getsignal(number) is _interrupt:  # else we are on our way out
                    signal.signal(number, handler)
    _close_quietly()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End the block; further signals change nothing, and what hangs is left behind."""
    for known in (signal.SIGINT, signal.SIGTERM):
        signal.signal(known, _ignore)  # SIG_IGN would complain of a signal that is here already
    _leave_in(_SECONDS_TO_END)
    raise KeyboardInterrupt


def _ignore(number: int, frame: FrameType | None) -> None:
    """A signal to a process that is ending."""


def _leave_in(seconds: float) -> None:
    """End the process in so many seconds with status 0, if it is still there."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def _close_quietly() -> None:
    """Let no half-written answer to a closed pipe complain when Python flushes it at its exit."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# --- Running an engine ----------------------------------------------------------------------------


_SECONDS_FOR_A_COMMAND = 0.4  # when nobody listens any more


def run_gtp(
    player: Player,
    game: Game | None = None,
    *,
    name: str = "Tengen",
    version: str = __version__,
    more_commands: Iterable[Callable[[GtpSession], OwnCommands]] = (),
) -> None:
    """Answer GTP on standard input and output until quit, end of input, SIGINT or SIGTERM."""
    engine = Engine(player, game, name=name, version=version)
    for commands_of in more_commands:
        engine.add(commands_of(engine.session))
    with ending_quietly() as answers:
        data, live = standard_input()
        lines = LineQueue(data, live=live)
        threading.Thread(target=_leave_what_hangs, args=(lines,), daemon=True).start()
        try:
            engine.serve(lines, answers)
        finally:
            if isinstance(engine.session.player, Analyst):
                engine.session.player.stop()  # its threads would keep the process alive


def _leave_what_hangs(lines: LineQueue) -> None:
    """End the process when the input was abandoned and a command that cannot be stopped goes on and on."""
    n_taken = -1
    while lines.wait_until_abandoned():
        if n_taken == lines.n_taken:
            os._exit(0)
        n_taken = lines.n_taken
        time.sleep(_SECONDS_FOR_A_COMMAND)
