"""Ctrl-C and SIGTERM as one interrupt that never falls into the writing of a game.

Games played in this process, one after another.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Protocol, Self, TypeVar

INTERRUPTED = 130  # the status of a command that was stopped
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """What was asked for by signals while `stop_signals` is in force."""

    def __init__(self) -> None:
        self._asked = False
        self._held = False

    def receive(self, number: int, frame: FrameType | None) -> None:
        """Interrupt at once, or as soon as nothing is held any more."""
        self._asked = True
        if not self._held:
            raise KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let what is inside come to its end first."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._asked:
            raise KeyboardInterrupt


@contextmanager
def stop_signals() -> Iterator[StopSignals]:
    """Both signals raise KeyboardInterrupt inside; only the main thread of a program gets signals."""
    signals = StopSignals()
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    before = {number: signal.signal(number, signals.receive) for number in _SIGNALS}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def telling_what_is_kept(sentence: str) -> Iterator[None]:
    """Both signals end the command with a sentence that says what is kept, and the status of an interrupt."""
    try:
        with stop_signals():
            yield
    except KeyboardInterrupt:
        print(f"stopped: {sentence}", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None


# --- Games in this process ------------------------------------------------------------------------


Job = TypeVar("Job")
Result = TypeVar("Result")


class Executor(Protocol):
    """Where games are played; a job and its result are plain values that can travel."""

    def run(self, play: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Finished games in any order; jobs are taken only when there is somebody to play them."""


class SerialExecutor:
    """Games in this process: `with SerialExecutor() as farm: farm.run(play_game, jobs)`."""

    def run(self, play: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Play each game as it is taken."""
        for job in jobs:
            yield job, play(job)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """There is nothing to put away."""
