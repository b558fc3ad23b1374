"""Counting samples in bounded memory: sorted runs, spilled to files and merged.

A *run* is a sorted array of (name of the position, move) with a count for each pair. Runs are added up in
memory until they are longer than a limit, and are then written to a temporary file as one. At the end
all files are merged block by block, and only what the thresholds keep stays in memory. Adding is commutative,
so the book is the same in whatever order and in whatever portions games come.

Memory: some 100 bytes for each entry of the limit while runs are added up, plus the book. Time: n log n for
n samples.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.book.book_file import Thresholds
from tengen.book.samples_jit import POINT_BITS, POINT_MASK
from tengen.book.table_jit import BookTable, book_table
from tengen.core.points_jit import MAX_AREA

SPILL_LIMIT = 500_000  # entries kept in memory for each book

RUN = np.dtype([("key", "<u8"), ("count", "<u4"), ("entry", "<u4")])  # entry: see book.samples.Samples
_SMALLEST_BLOCK = MAX_AREA + 1  # so that a block goes beyond the moves of one position

Run = npt.NDArray[np.void]


def run_of_samples(keys: npt.NDArray[np.uint64], entries: npt.NDArray[np.uint32]) -> Run:
    """Count samples."""
    return _sum_up(keys, entries, np.ones(len(keys), np.uint32))


def merge_runs(runs: list[Run]) -> Run:
    """Add up runs."""
    fields = (np.concatenate([run[name] for run in runs]) for name in ("key", "entry", "count"))
    return _sum_up(*fields)


def _sum_up(
    keys: npt.NDArray[np.uint64], entries: npt.NDArray[np.uint32], counts: npt.NDArray[np.uint32]
) -> Run:
    """Sort by name and move, and add the counts of equal ones."""
    order = np.lexsort((entries, keys))
    keys, entries = keys[order], entries[order]
    starts = np.flatnonzero(_differs_from_last(keys) | _differs_from_last(entries))
    run = np.empty(len(starts), RUN)
    run["key"], run["entry"] = keys[starts], entries[starts]
    run["count"] = np.add.reduceat(counts[order], starts)
    return run


class SpillingCounter:
    """Adds up runs of one book; what does not fit goes to files in a folder of its own."""

    def __init__(self, folder: Path, limit: int = SPILL_LIMIT) -> None:
        self._folder = folder
        self._limit = limit
        self._waiting: list[Run] = []
        self._n_waiting = 0
        self._files: list[Path] = []
        folder.mkdir()

    @property
    def n_files(self) -> int:
        """How often memory was full."""
        return len(self._files)

    def add(self, run: Run) -> None:
        """Count the samples of a run as well."""
        self._waiting.append(run)
        self._n_waiting += len(run)
        if self._n_waiting > self._limit:
            merged = merge_runs(self._waiting)
            self._waiting, self._n_waiting = [merged], len(merged)
            if len(merged) > self._limit // 2:  # else there is room again
                self._spill(merged)

    def _spill(self, run: Run) -> None:
        path = self._folder / f"{len(self._files)}.run"
        run.tofile(path)
        self._files.append(path)
        self._waiting, self._n_waiting = [], 0

    def table(self, thresholds: Thresholds) -> BookTable:
        """What the thresholds keep of all that was counted; the counter may go on afterwards."""
        parts = [_keep(part, thresholds) for part in self._whole_positions()]
        return book_table(*(np.concatenate(column) for column in zip(*parts)))

    def _whole_positions(self) -> Iterator[Run]:
        """All runs as one, in blocks that hold all moves of their positions."""
        rest = merge_runs(self._waiting) if self._waiting else np.empty(0, RUN)
        if not self._files:
            yield rest
            return
        block = max(_SMALLEST_BLOCK, self._limit // (len(self._files) + 1))
        sources = [_RunReader(path, block) for path in self._files]
        while any(len(source.block) for source in sources):
            # Beyond the last name of a block that is not the last one, more of its moves may follow.
            ends = [source.block["key"][-1] for source in sources if not source.at_end]
            bound = min(ends) if ends else None
            parts = [source.take_below(bound) for source in sources]
            stop = len(rest) if bound is None else int(np.searchsorted(rest["key"], bound))
            yield merge_runs([*parts, rest[:stop]])
            rest = rest[stop:]


class _RunReader:
    """A file of a run, read block by block."""

    def __init__(self, path: Path, n_entries: int) -> None:
        self._path = path
        self._n_entries = n_entries
        self._n_read = 0
        self._total = path.stat().st_size // RUN.itemsize
        self.block: Run = np.empty(0, RUN)
        self._fill()

    @property
    def at_end(self) -> bool:
        """Whether nothing comes after the present block."""
        return self._n_read == self._total

    def _fill(self) -> None:
        """Read until the block is full again, or the file at its end."""
        if self.at_end:
            return
        n_wanted = self._n_entries - len(self.block)
        fresh = np.fromfile(self._path, RUN, n_wanted, offset=self._n_read * RUN.itemsize)
        self._n_read += len(fresh)
        self.block = np.concatenate([self.block, fresh])

    def take_below(self, bound: np.uint64 | None) -> Run:
        """The entries with smaller names than the bound; without one, all."""
        stop = len(self.block) if bound is None else int(np.searchsorted(self.block["key"], bound))
        taken, self.block = self.block[:stop], self.block[stop:]
        self._fill()
        return taken


def _keep(run: Run, thresholds: Thresholds) -> tuple[npt.NDArray[Any], ...]:
    """The columns of `book_table` for what is frequent enough in a run of whole positions."""
    keys, counts = run["key"].astype(np.uint64), run["count"].astype(np.uint32)
    entries = run["entry"].astype(np.uint32)
    starts = np.flatnonzero(_differs_from_last(keys))
    lengths = np.diff(np.append(starts, len(keys)))
    seen = np.add.reduceat(counts, starts)
    position = np.repeat(np.arange(len(starts)), lengths)
    frequent = (counts >= thresholds.rho) & (100.0 * counts >= thresholds.sigma * seen[position])
    kept = np.flatnonzero(frequent & (seen[position] >= thresholds.theta))
    order = kept[np.lexsort((entries[kept], -counts[kept].astype(np.int64), position[kept]))]
    stored, n_moves = np.unique(position[order], return_counts=True)
    return (
        keys[starts[stored]],
        seen[stored].astype(np.uint32),
        (entries[starts[stored]] >> POINT_BITS).astype(np.uint8),
        n_moves,
        (entries[order] & POINT_MASK).astype(np.uint16),
        counts[order],
    )


def _differs_from_last(values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Where a new value begins; the first one is new."""
    return np.concatenate([np.ones(min(1, len(values)), np.bool_), values[1:] != values[:-1]])
