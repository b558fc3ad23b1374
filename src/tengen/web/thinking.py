"""One thread that thinks for a session, and how it is ended.

A session thinks about one thing at a time: a move, an analysis, a whole game. Whatever comes next ends it
first and waits until it has ended, which takes a slice of playouts, some 10 ms.
"""

import threading
from collections.abc import Callable
from typing import Literal

Kind = Literal["move", "analysis", "game"]
Work = Callable[[threading.Event], None]  # the event is set when the work should end


class Thinking:
    """What is being thought about, if anything."""

    def __init__(self) -> None:
        self.kind: Kind | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._has_ended = threading.Event()
        self._end: Callable[[], None] = lambda: None

    def start(self, kind: Kind, work: Work, end: Callable[[], None]) -> None:
        """Think in the background, after what was thought about has ended.

        A thread that thinks may start its successor as the last thing it does.
        end -- makes the work end soon; may be called again and again, from another thread
        """
        self.stop()
        has_ended = threading.Event()

        def run() -> None:
            try:
                work(has_ended)
            finally:
                with self._lock:
                    if self._has_ended is has_ended:
                        self.kind = None

        with self._lock:
            self.kind, self._end, self._has_ended = kind, end, has_ended
            self._thread = threading.Thread(target=run, daemon=True, name=f"thinking: {kind}")
            self._thread.start()

    def stop(self) -> None:
        """End it, and what it may start, and wait until it has ended; does nothing in the thread itself."""
        while True:
            with self._lock:
                thread, end = self._thread, self._end
                if thread is None or thread is threading.current_thread() or not thread.is_alive():
                    break
                self._has_ended.set()
            end()  # again and again: a search may just be about to begin
            thread.join(0.01)
