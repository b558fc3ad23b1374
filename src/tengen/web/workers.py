"""Threads in which the server does what may take time, beside the loop that serves all pages.

They are daemons, and no request waits for another one's thread: where none is idle a new one begins. So what
hangs holds up neither other pages nor the end of the server.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from tengen.core.errors import GoError

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
