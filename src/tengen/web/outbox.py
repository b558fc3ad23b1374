"""What a session has to tell its page. Frames of a running search never queue: the newest replaces the older.

Threads put events in; the coroutine that serves the page takes them out. Where a page does not read (asleep,
slow line) the oldest of too many other events are dropped; the next state tells all that counts.
"""

import asyncio
import threading
from collections import deque

from tengen.web.messages.game import GameProgress
from tengen.web.messages.schema import Event
from tengen.web.messages.search import Thought

_MAX_WAITING = 256


class Outbox:
    """Events on their way to one page."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._events: deque[Event] = deque(maxlen=_MAX_WAITING)
        self._frames: dict[str, Event] = {}  # by type: only the newest of each counts
        self._ready = asyncio.Event()

    def put(self, event: Event) -> None:
        """From any thread."""
        with self._lock:
            if isinstance(event, Thought | GameProgress):
                self._frames[event.type] = event
            else:
                self._events.append(event)
        self._loop.call_soon_threadsafe(self._ready.set)

    async def take(self) -> list[Event]:
        """All that waits, frames last; waits for the first."""
        await self._ready.wait()
        with self._lock:
            self._ready.clear()
            taken = [*self._events, *self._frames.values()]
            self._events.clear()
            self._frames.clear()
        return taken
