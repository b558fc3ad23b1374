"""A folder or archive of games as a stream of batches, in memory that does not grow with it.

Text is read in chunks into one buffer and scanned there; the beginning of a game at the end of a
chunk waits for the next one. Small files share a batch. At any time the buffer holds at most one
chunk, and the rest of one game (`Limits.file_bytes`), twice over while it grows; the arrays of a
batch take about as much as its text.
"""

import os
from collections.abc import Callable, Iterable, Iterator

from tengen.records.batch import GameBatch
from tengen.records.errors import BadRecord
from tengen.records.limits import DEFAULT_LIMITS, MIB, Limits
from tengen.records.pending import PendingBatch
from tengen.records.sources import open_sources
from tengen.records.unpack import UNREADABLE, Source, describe

CHUNK_BYTES = 4 * MIB


def stream_games(
    paths: Iterable[str | os.PathLike[str]],
    *,
    limits: Limits = DEFAULT_LIMITS,
    chunk_bytes: int = CHUNK_BYTES,
    on_error: Callable[[BadRecord], None] | None = None,
) -> "GameStream":
    """The games of files, folders and archives, in batches; bad ones are reported and skipped.

    paths -- .sgf (one game or many), .gz and .xz of such, .zip, .tar, .tar.gz, .tar.bz2, .tar.xz,
        and folders of these, taken in the order of their names
    chunk_bytes -- how much text makes a batch, and is read at a time
    on_error -- called with each BadRecord; reading goes on when it returns
    """
    return GameStream(paths, limits, chunk_bytes, on_error)


class GameStream(Iterator[GameBatch]):
    """An iterator over batches that counts as it goes; no file and no byte makes it raise."""

    n_games: int  # given out so far
    n_bad: int  # reported so far

    def __init__(
        self,
        paths: Iterable[str | os.PathLike[str]],
        limits: Limits,
        chunk_bytes: int,
        on_error: Callable[[BadRecord], None] | None,
    ) -> None:
        self.n_games = 0
        self.n_bad = 0
        self._limits = limits
        self._chunk_bytes = chunk_bytes
        self._on_error = on_error
        self._batches = self._read_all(paths)

    def __next__(self) -> GameBatch:
        batch = next(self._batches)
        self.n_games += len(batch)
        return batch

    def _read_all(self, paths: Iterable[str | os.PathLike[str]]) -> Iterator[GameBatch]:
        pending = PendingBatch(2 * self._chunk_bytes, self._limits)
        for source in open_sources(paths, self._limits):
            if isinstance(source, BadRecord):
                self._report(source)
            else:
                yield from self._read(source, pending)
        if pending.n_games:
            yield pending.take()

    def _read(self, source: Source, pending: PendingBatch) -> Iterator[GameBatch]:
        """Scan one source to its end; its last games may stay in the pending batch."""
        pending.begin(source.name)
        at_end, n_bad = False, self.n_bad
        while not at_end:
            chunk = b""
            try:
                chunk = source.content.read(max(self._chunk_bytes, pending.n_unread))
            except UNREADABLE as error:
                self._report(BadRecord(source.name, None, None, describe(error)))
            at_end = not chunk
            pending.append(chunk)
            full = True
            while full:
                full, bad_records = pending.scan(at_end)
                for bad in bad_records:
                    self._report(bad)
                if pending.n_games and (full or pending.n_bytes >= self._chunk_bytes):
                    yield pending.take()
        if pending.n_seen == 0 and self.n_bad == n_bad:
            self._report(BadRecord(source.name, None, None, "no game found"))

    def _report(self, bad: BadRecord) -> None:
        self.n_bad += 1
        if self._on_error is not None:
            self._on_error(bad)
