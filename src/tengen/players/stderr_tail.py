"""The last words of a child process: its stderr is always read, so that it cannot block, and cut."""

import os
import threading
from typing import IO

from tengen.foreign_text import visible

MAX_BYTES = 1 << 14


class StderrTail:
    """A thread that reads a pipe to its end and keeps the last `MAX_BYTES` bytes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._tail = b""
        self._thread = threading.Thread(target=self._read, name="stderr of a GTP program", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """What is kept, as visible text."""
        return visible(self._tail.decode("utf-8", "replace"))[-MAX_BYTES:]

    def close(self) -> None:
        """Take what is left and close the pipe, unless somebody outside the family still holds it."""
        self._thread.join(timeout=1.0)
        if not self._thread.is_alive():
            self._pipe.close()

    def _read(self) -> None:
        while piece := os.read(self._pipe.fileno(), MAX_BYTES):
            self._tail = (self._tail + piece)[-MAX_BYTES:]
