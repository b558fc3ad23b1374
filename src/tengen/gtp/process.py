"""A program on standard input and output that ends quietly and in time, whatever happens to it."""

import contextlib
import io
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import IO

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
