"""Threads that did not end when they should.

Python cannot end a thread. One that goes on although nobody wants its answer (a program that hangs, code that
is still being compiled) is left to itself: what it holds is freed when it ends. There may only be so many.

What all sessions of a server share: cores, places of those that think, and memory for searches.

Memory counts that searches have touched. While it is too much, sessions that do not think give theirs back,
who has been used least recently first; a game loses nothing by that, the next search begins anew. If that is
not enough, the largest searches end with what they have found, and theirs can be given back, too.
"""

import contextlib
import ctypes
import gc
import logging
import threading
from collections.abc import Iterable
from typing import Protocol

from tengen.core.errors import GoError
from tengen.core.system_info import all_cores
from tengen.mcts.turns import Turns
from tengen.web.limits import BUDGET_MB, MAX_LOST_THREADS, MAX_THINKING, MEMORY_OF_A_SEARCH_MB

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


# --- What all sessions share ----------------------------------------------------------------------


_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE = 1 << 18  # bytes
_FULL = 0.7  # of the budget, for searches: the rest is for pages, and for what is touched between two looks


class Searching(Protocol):
    """A session, as far as its memory goes."""

    used_at: float

    @property
    def is_thinking(self) -> bool:
        """Whether it searches now."""

    @property
    def bytes_used(self) -> int:
        """What its searches have touched."""

    def give_back(self) -> bool:
        """Let all of it go, unless it is needed just now."""

    def hurry(self) -> None:
        """End the search with what it has found."""


class Resources:
    """Of one server."""

    def __init__(self, budget_mb: int = BUDGET_MB) -> None:
        """Nobody thinks yet; `budget_mb` is for all searches together."""
        self.lost = LostThreads()
        self.places = Turns(max(1, min(MAX_THINKING, budget_mb // MEMORY_OF_A_SEARCH_MB)))
        self.turns = Turns(all_cores())
        self._full = _FULL * budget_mb * 1_000_000

    def keep_budget(self, sessions: Iterable[Searching]) -> bool:
        """Make room if searches take too much; whether they did."""
        used = {session: session.bytes_used for session in sessions}
        over = sum(used.values()) - self._full
        is_short = over > 0
        idle = [session for session, n_bytes in used.items() if n_bytes and not session.is_thinking]
        for session in sorted(idle, key=lambda session: session.used_at):
            if over > 0 and session.give_back():
                over -= used.pop(session)
        for session in sorted(used, key=lambda session: -used[session]):
            if over > 0 and session.is_thinking:
                session.hurry()
                over -= used[session]
        return is_short


def keep_large_memory_apart() -> None:
    """Let large arrays come from the machine and go back to it, page by page as they are touched.

    The C library of GNU does so in the beginning, but takes more and more of them from its heaps when it has
    seen some freed. What is taken from a heap is touched as a whole, and stays.
    """
    with contextlib.suppress(AttributeError, OSError):  # another C library
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_M_ARENA_MAX, 2)  # one for each thread would keep something, each


def return_memory() -> None:
    """Hand what was freed to the machine: the C library keeps it otherwise, for whoever asks next."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
