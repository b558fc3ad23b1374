"""Threads in which the server does what may take time, beside the loop that serves all pages.

They are daemons, and no request waits for another one's thread: where none is idle a new one begins. So what
hangs holds up neither other pages nor the end of the server.

One thread that thinks for a session, and how it is ended.

A session thinks about one thing at a time: a move, an analysis, a whole game. Whatever comes next ends it
first and waits until it has ended, which takes a slice of playouts, some 10 ms. A thread that does not end
soon is abandoned: nobody waits for it any more, and by the event that it was given it knows that whatever it
finds is void. Only so many sessions think at once: the thread of another one waits for its place.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from tengen.core.errors import GoError
from tengen.web.limits import SECONDS_TO_STOP
from tengen.web.messages.game import Kind
from tengen.web.resources import Resources

Result = TypeVar("Result")
_Job = Callable[[], Callable[[], object]]  # returns what hands over its result


class Workers:
    """Threads of one purpose, kept for the next job."""

    def __init__(self, name: str, most: int) -> None:
        """None yet, and never more than `most`."""
        self._name = name
        self._most = most
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._lock = threading.Lock()
        self._n_threads = 0
        self._n_idle = 0  # that wait for a job and have none coming

    async def do(self, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """What a function returns or raises; TimeoutError if it takes too long, and then it goes on alone.

        GoError if all threads are taken.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()

        def job() -> Callable[[], object]:
            result, error = None, None
            try:
                result = function(*arguments)
            except BaseException as raised:
                error = raised
            return lambda: loop.call_soon_threadsafe(_settle, answer, result, error)

        self._give(job)
        return await asyncio.wait_for(answer, seconds)

    def _give(self, job: _Job) -> None:
        with self._lock:
            is_new = self._n_idle == 0
            if is_new and self._n_threads >= self._most:
                raise GoError("the server is busy: try again")
            self._n_threads += is_new
            self._n_idle -= not is_new
        self._jobs.put(job)
        if is_new:
            threading.Thread(target=self._work, daemon=True, name=self._name).start()

    def _work(self) -> None:
        while True:
            hand_over = self._jobs.get()()
            with self._lock:
                self._n_idle += 1
            with contextlib.suppress(RuntimeError):  # the loop has ended
                hand_over()


def _settle(answer: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    """Hand over what a job has given, unless nobody waits any more."""
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


# --- The thread that thinks for a session ---------------------------------------------------------


Work = Callable[[threading.Event], None]  # the event is set when the work should end, and nobody wants it


class BackgroundTask:
    """What is being thought about, if anything."""

    def __init__(self, resources: Resources) -> None:
        """Nothing yet."""
        self._lost = resources.lost
        self._places = resources.places
        self._lock = threading.Lock()
        self._kind: Kind | None = None
        self._thread: threading.Thread | None = None
        self._has_ended = threading.Event()
        self._end: Callable[[], None] = _nothing

    @property
    def kind(self) -> Kind | None:
        """What it is about."""
        return self._kind

    def start(
        self, kind: Kind, work: Work, end: Callable[[], None], *, after: threading.Event | None = None
    ) -> None:
        """Think in the background, after what was thought about has ended; GoError if too much does not end.

        end   -- makes the work end soon; may be called again and again, from another thread
        after -- the event of a work that starts its successor as the last thing it does: void if it was ended
        """
        if after is None:
            self.stop()
        self._lost.check()
        has_ended = threading.Event()

        def run() -> None:
            try:
                if self._places.take(lambda: not has_ended.is_set()):
                    try:
                        work(has_ended)
                    finally:
                        self._places.give()
            finally:
                self.rest(has_ended)

        with self._lock:
            if after is not None and (after.is_set() or after is not self._has_ended):
                return
            self._kind, self._end, self._has_ended = kind, end, has_ended
            self._thread = threading.Thread(target=run, daemon=True, name=f"thinking: {kind}")
            self._thread.start()

    def rest(self, has_ended: threading.Event) -> None:
        """The work with this event has ended, or has only words left to say."""
        with self._lock:
            if self._has_ended is has_ended:
                self._kind, self._end = None, _nothing

    def stop(self) -> bool:
        """End it, and what it may start, and wait until it has ended; does nothing in the thread itself.

        False if it did not end soon and was abandoned: what it works with is its own from now on.
        """
        deadline = time.monotonic() + SECONDS_TO_STOP
        while True:
            with self._lock:
                thread, end = self._thread, self._end
                if thread is None or thread is threading.current_thread() or not thread.is_alive():
                    return True
                self._has_ended.set()
                if time.monotonic() > deadline:
                    self._kind, self._thread, self._has_ended = None, None, threading.Event()
                    self._end = _nothing
                    self._lost.add(thread)
                    return False
            end()  # again and again: a search may just be about to begin
            thread.join(0.01)

    def hurry(self) -> None:
        """End it soon, but with what it has found."""
        self._end()

    def let_go(self) -> None:
        """End it without waiting, for good."""
        with self._lock:
            self._has_ended.set()
            end = self._end
        end()


def _nothing() -> None:
    """Ends what is not there."""
