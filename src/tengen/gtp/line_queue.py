"""Lines read ahead of the commands, so that a running command can know that more came, or the end.

A thread reads, the commands take. What waits is bounded in memory: beyond that the thread stops
reading, and whoever writes to us has to wait. The end of input is then seen late, but only by a
program that is megabytes of commands ahead of our answers.
"""

import threading
import time
from collections import deque
from typing import IO

from tengen.gtp.protocol import INTERRUPT, parse_line, read_line

MAX_WAITING_BYTES = 8 << 20
END_GRACE_SECONDS = 1.0  # what a running command still has when the input ended without `quit`
_BYTES_BESIDE_A_LINE = 100  # what Python keeps for each line, about


class LineQueue:
    """Lines in the order they came, empty ones and comments included (as empty lines).

    live -- somebody writes the lines as we read them (a pipe, a terminal): if they end without `quit`
            that somebody is gone and nobody waits for long searches. A file or a script that ends
            with `quit` is worked through whole, so that its answers can be repeated.
    """

    def __init__(self, lines: IO[bytes], *, live: bool = False) -> None:
        self.changed = threading.Condition()  # told of every line that comes or goes, and of the end
        self.n_taken = 0
        self._lines = lines
        self._live = live
        self._waiting: deque[bytes] = deque()
        self._n_waiting_bytes = 0
        self._n_interrupts = 0  # among the lines that wait
        self._ended_at: float | None = None
        self._was_told_to_quit = False
        self._closed = False
        threading.Thread(target=self._read, name="reader of lines", daemon=True).start()

    def take(self) -> bytes | None:
        """The next line, waited for; None at the end."""
        with self.changed:
            self.changed.wait_for(lambda: self._waiting or self._ended_at is not None)
            if not self._waiting:
                return None
            line = self._waiting.popleft()
            self._count(line, -1)
            self.n_taken += 1
            self.changed.notify_all()
            return line

    @property
    def has_more(self) -> bool:
        """Whether a line is waiting."""
        return bool(self._waiting)

    @property
    def is_interrupted(self) -> bool:
        """Whether the running command is asked to come to an end: GoGui's `# interrupt`."""
        return self._live and self._n_interrupts > 0

    @property
    def seconds_since_end(self) -> float | None:
        """How long ago the input ended, or None if it did not."""
        return None if self._ended_at is None else time.monotonic() - self._ended_at

    @property
    def is_abandoned(self) -> bool:
        """Whether whoever wrote the lines left without `quit`, longer ago than the time of grace."""
        since_end = self.seconds_since_end
        return since_end is not None and since_end >= END_GRACE_SECONDS and not self._is_orderly

    @property
    def _is_orderly(self) -> bool:
        """Whether all lines are to be worked through, however long it takes."""
        return self._was_told_to_quit or not self._live

    def wait_until_abandoned(self) -> bool:
        """Wait until the input is abandoned; False if it came to an orderly end instead."""
        with self.changed:
            self.changed.wait_for(lambda: self._ended_at is not None)
            self.changed.wait_for(lambda: self.is_abandoned or self._is_orderly, END_GRACE_SECONDS)
        return self.is_abandoned

    def close(self) -> None:
        """Take no more lines: the reading thread ends as soon as it can."""
        with self.changed:
            self._closed = True
            self.changed.notify_all()

    def _read(self) -> None:
        try:
            while not self._closed and (line := read_line(self._lines)) is not None:
                self._put(line)
        except (OSError, ValueError):
            pass  # what cannot be read any more has ended
        finally:
            with self.changed:
                self._ended_at = time.monotonic()
                self.changed.notify_all()

    def _put(self, line: bytes) -> None:
        request = parse_line(line) if b"quit" in line else None
        with self.changed:
            self.changed.wait_for(lambda: self._closed or self._n_waiting_bytes < MAX_WAITING_BYTES)
            self._waiting.append(line)
            self._count(line, 1)
            if request is not None and request.command == "quit" and not request.arguments:
                self._was_told_to_quit = True
            self.changed.notify_all()

    def _count(self, line: bytes, sign: int) -> None:
        """Keep the numbers of what waits, when a line comes (1) or goes (-1)."""
        self._n_waiting_bytes += sign * (len(line) + _BYTES_BESIDE_A_LINE)
        self._n_interrupts += sign * (line == INTERRUPT)
