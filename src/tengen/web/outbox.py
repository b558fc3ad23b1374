"""Somebody who looks at a session: a page, and what it has open.

What a session has to tell its page. States and frames never queue: the newest replaces the older.

Threads put events in; the coroutine that serves the page takes them out. A page that does not read (asleep,
slow line) is asked for nothing more before it has taken its answers, so that little waits for it.
"""

import asyncio
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tengen.web.messages.game import GameProgress, State
from tengen.web.messages.requests import View
from tengen.web.messages.schema import Event
from tengen.web.messages.search import Thought


@dataclass(eq=False)
class Viewer:
    """One page of a session."""

    tell: Callable[[Event], None]  # an event for this page alone; may be called from any thread
    views: frozenset[View] = frozenset()  # that are open
    point: str | None = None  # where it points at in the reply tables


# --- What a page is still to be sent --------------------------------------------------------------


_MAX_WAITING = 256  # events of all kinds; of more the oldest answers are dropped
_MANY = 8  # events that wait: the page does not read


class Outbox:
    """Events on their way to one page."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._events: dict[str | int, Event] = {}  # in their order, by type if only the newest counts
        self._numbers = itertools.count()
        self._ready = asyncio.Event()
        self._taken = asyncio.Event()

    def put(self, event: Event) -> None:
        """From any thread."""
        is_frame = isinstance(event, State | Thought | GameProgress)
        with self._lock:
            key = event.type if is_frame else next(self._numbers)
            self._events.pop(key, None)
            self._events[key] = event
            if len(self._events) > _MAX_WAITING:
                del self._events[next(key for key in self._events if isinstance(key, int))]
        self._loop.call_soon_threadsafe(self._ready.set)

    async def take(self) -> list[Event]:
        """All that waits; waits for the first."""
        await self._ready.wait()
        with self._lock:
            self._ready.clear()
            taken, self._events = list(self._events.values()), {}
        self._taken.set()
        return taken

    async def has_room(self) -> None:
        """Wait while much waits for the page."""
        while len(self._events) >= _MANY:
            self._taken.clear()
            await self._taken.wait()
