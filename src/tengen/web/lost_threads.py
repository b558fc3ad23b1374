"""Threads that did not end when they should.

Python cannot end a thread. One that goes on although nobody wants its answer (a program that hangs, code that
is still being compiled) is left to itself: what it holds is freed when it ends. There may only be so many.
"""

import logging
import threading

from tengen.core.errors import GoError
from tengen.web.limits import MAX_LOST_THREADS

_log = logging.getLogger(__name__)


class LostThreads:
    """Those of a server."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many are still there."""
        with self._lock:
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            return len(self._threads)

    def add(self, thread: threading.Thread) -> None:
        """Leave a thread to itself."""
        with self._lock:
            self._threads.append(thread)
        _log.warning("%s does not end; it is left to itself", thread.name)

    def check(self) -> None:
        """GoError if there are too many to begin anything that might become another one."""
        if (n_lost := len(self)) >= MAX_LOST_THREADS:
            raise GoError(
                f"{n_lost} computations of this server do not end: wait for them, or start the server anew"
            )
