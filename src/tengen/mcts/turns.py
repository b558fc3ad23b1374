"""Who computes now: searches of one process that take turns.

A machine has so many cores. More threads than these end no sooner, and whoever has something to tell a person
waits behind all of them. So only so many run at a time; who has waited longest is next.
"""

import threading
from collections import deque
from collections.abc import Callable

_SECONDS_BETWEEN_LOOKS = 0.05  # whether somebody who waits is still wanted


class Turns:
    """A line of threads."""

    def __init__(self, n_at_once: int) -> None:
        """So many have a turn at the same time."""
        self._n_free = n_at_once
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def take(self, is_wanted: Callable[[], bool]) -> bool:
        """Wait for a turn, to be given back with `give`; False if it is not wanted any more."""
        with self._lock:
            if self._n_free > 0:
                self._n_free -= 1
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        while not mine.acquire(timeout=_SECONDS_BETWEEN_LOOKS):
            if is_wanted():
                continue
            with self._lock:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                    return False
        return True

    def give(self) -> None:
        """A turn is over: the next one begins."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._n_free += 1
