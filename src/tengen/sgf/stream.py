"""Many games as flat arrays: what book building, training and replays read.

The batch being filled: one buffer of text, the arrays scanned from it, and where we are in the file.

A folder or archive of games as a stream of batches, in memory that does not grow with it.

Text is read in chunks into one buffer and scanned there; the beginning of a game at the end of a
chunk waits for the next one. Small files share a batch. At any time the buffer holds at most one
chunk, and the rest of one game (`Limits.file_bytes`), twice over while it grows; the arrays of a
batch take about as much as its text.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.sgf.archive import UNREADABLE, Source, describe, open_sources
from tengen.sgf.errors import DEFAULT_LIMITS, MIB, REASONS, BadRecord, Limits
from tengen.sgf.grammar_jit import AT_END, DEPTH, END, POSITION
from tengen.sgf.scan_jit import FoundFaults, scan_games
from tengen.sgf.scan_state_jit import N_AMOUNTS, N_FAULTS, N_GAMES, N_SEEN, RECOVERING, start_scan
from tengen.sgf.values_jit import N_SCRATCH


class GameArrays(NamedTuple):
    """The main lines of N games with M moves and S set-up stones in all; made for compiled code.

    The moves of game i are `moves[first[i] : first[i + 1]]`. Nobody judged their legality; they
    lie on the board. Set-up stones come before the first move, in the order of the text: where a
    point is named twice, the last one counts, and EMPTY takes a stone away.
    """

    moves: npt.NDArray[np.uint16]  # (M,) points or PASS
    colours: npt.NDArray[np.uint8]  # (M,) BLACK or WHITE, as written: they need not alternate
    first: npt.NDArray[np.int64]  # (N + 1,) where the moves of a game begin
    setup_points: npt.NDArray[np.uint16]  # (S,)
    setup_colours: npt.NDArray[np.uint8]  # (S,) BLACK, WHITE or EMPTY
    first_setup: npt.NDArray[np.int64]  # (N + 1,) where the set-up of a game begins
    size: npt.NDArray[np.uint8]  # (N,) 2 to 19
    komi: npt.NDArray[np.float32]  # (N,) nan where unknown
    handicap: npt.NDArray[np.int16]  # (N,) UNKNOWN where not a number
    winner: npt.NDArray[np.int8]  # (N,) BLACK, WHITE, EMPTY for a draw, UNKNOWN
    ending: npt.NDArray[np.uint8]  # (N,) NO_ENDING, POINTS, RESIGNATION, TIME, FORFEIT
    margin: npt.NDArray[np.float32]  # (N,) in points, nan where not counted
    truncated: npt.NDArray[np.bool_]  # (N,) the moves are only a beginning (see `main_line`)
    text_start: npt.NDArray[np.int64]  # (N,) where the text of a game lies in the batch
    text_stop: npt.NDArray[np.int64]  # (N,)
    number: npt.NDArray[np.int32]  # (N,) of the game within its source, from 1; bad games count


def empty_arrays(n_games: int, n_moves: int, n_setup: int) -> GameArrays:
    """Room for so many games, moves and set-up stones."""
    return GameArrays(
        moves=np.empty(n_moves, dtype=np.uint16),
        colours=np.empty(n_moves, dtype=np.uint8),
        first=np.zeros(n_games + 1, dtype=np.int64),
        setup_points=np.empty(n_setup, dtype=np.uint16),
        setup_colours=np.empty(n_setup, dtype=np.uint8),
        first_setup=np.zeros(n_games + 1, dtype=np.int64),
        size=np.empty(n_games, dtype=np.uint8),
        komi=np.empty(n_games, dtype=np.float32),
        handicap=np.empty(n_games, dtype=np.int16),
        winner=np.empty(n_games, dtype=np.int8),
        ending=np.empty(n_games, dtype=np.uint8),
        margin=np.empty(n_games, dtype=np.float32),
        truncated=np.empty(n_games, dtype=np.bool_),
        text_start=np.empty(n_games, dtype=np.int64),
        text_stop=np.empty(n_games, dtype=np.int64),
        number=np.empty(n_games, dtype=np.int32),
    )


def copy_filled(arrays: GameArrays, n_games: int) -> GameArrays:
    """A copy of the first games, without the room behind them."""
    n_moves, n_setup = int(arrays.first[n_games]), int(arrays.first_setup[n_games])
    lengths = dict.fromkeys(GameArrays._fields, n_games)
    lengths |= {"moves": n_moves, "colours": n_moves, "first": n_games + 1}
    lengths |= {"setup_points": n_setup, "setup_colours": n_setup, "first_setup": n_games + 1}
    return GameArrays(*(array[: lengths[name]].copy() for name, array in arrays._asdict().items()))


@dataclass(frozen=True, eq=False)
class GameBatch:
    """Games of one or more sources, in the order of the stream."""

    games: GameArrays
    text: bytes  # holds the SGF of every game of the batch
    sources: tuple[str, ...]  # files, or entries of archives
    source: npt.NDArray[np.int32]  # (N,) index into `sources`

    def __len__(self) -> int:
        return len(self.source)

    def sgf(self, game: int) -> bytes:
        """The text of a game, for `parse_sgf`: names, comments and properties of one's own."""
        return self.text[self.games.text_start[game] : self.games.text_stop[game]]

    def origin(self, game: int) -> str:
        """Where a game came from, for messages."""
        return f"{self.sources[self.source[game]]}, game {self.games.number[game]}"


# --- Batches in the making ------------------------------------------------------------------------


_MAX_GAMES = 1 << 15  # of a batch
_MAX_FAULTS = 1 << 10  # of one scan
_SHORTEST_MOVE = len("B[]")


class PendingBatch:
    """Text goes in by `append`, games come out by `take`; `scan` makes one of the other."""

    def __init__(self, n_bytes: int, limits: Limits) -> None:
        self._limits = limits
        self._state = start_scan(limits)
        self._faults = FoundFaults(np.empty(_MAX_FAULTS, np.int64), np.empty(_MAX_FAULTS, np.int64))
        self._source = np.empty(_MAX_GAMES, dtype=np.int32)
        self._scratch = np.empty(N_SCRATCH, dtype=np.uint8)
        self._amounts = np.empty(N_AMOUNTS, dtype=np.float64)
        self._sources: list[str] = []
        self._line, self._column, self._counted = 1, 1, 0  # place of the byte at _counted in its file
        self._make_room(n_bytes)

    def _make_room(self, n_bytes: int) -> None:
        """Empty buffer and arrays; the text between POSITION and END can have no more moves than fit."""
        self._buffer = np.empty(n_bytes, dtype=np.uint8)
        self._arrays = empty_arrays(
            _MAX_GAMES, n_bytes // _SHORTEST_MOVE + 1, n_bytes // _SHORTEST_MOVE + self._limits.setup_stones
        )

    @property
    def n_games(self) -> int:
        """Games ready to be taken."""
        return int(self._state[N_GAMES])

    @property
    def n_bytes(self) -> int:
        """Bytes of text in the buffer."""
        return int(self._state[END])

    @property
    def n_read(self) -> int:
        """Bytes of the buffer that are scanned for good."""
        return int(self._state[POSITION])

    @property
    def n_unread(self) -> int:
        """Bytes of a game that is not all there."""
        return int(self._state[END] - self._state[POSITION])

    @property
    def n_seen(self) -> int:
        """Games of the present source so far, good and bad."""
        return int(self._state[N_SEEN])

    def begin(self, source: str) -> None:
        """Begin a source; the last one is read to its end."""
        if self.n_games == 0:
            self._sources.clear()
        self._sources.append(source)
        self._state[[N_SEEN, RECOVERING, DEPTH]] = 0
        self._line, self._column, self._counted = 1, 1, self.n_read

    def append(self, text: bytes) -> None:
        """Add text of the source; if there is no room for it, all games must have been taken."""
        if self.n_bytes + len(text) > len(self._buffer):
            rest = self._forget_read()
            if self.n_bytes + len(text) > len(self._buffer):
                self._make_room(2 * (len(rest) + len(text)))
                self._buffer[: len(rest)] = rest
        end = self.n_bytes
        self._buffer[end : end + len(text)] = np.frombuffer(text, dtype=np.uint8)
        self._state[END] = end + len(text)

    def scan(self, at_end: bool) -> tuple[bool, list[BadRecord]]:
        """Scan what can be scanned; tells whether it stopped early, and which games were bad."""
        n_games = self.n_games
        self._state[AT_END] = at_end
        self._state[N_FAULTS] = 0
        stopped = scan_games(
            self._buffer, self._state, self._arrays, self._faults, self._scratch, self._amounts
        )
        self._source[n_games : self.n_games] = len(self._sources) - 1
        n_faults = int(self._state[N_FAULTS])
        codes, offsets = self._faults.code[:n_faults].tolist(), self._faults.offset[:n_faults].tolist()
        return stopped, [self._bad_record(code, offset) for code, offset in zip(codes, offsets)]

    def _bad_record(self, code: int, offset: int) -> BadRecord:
        self._count_lines(offset)
        return BadRecord(self._sources[-1], self._line, self._column, REASONS[code])

    def _count_lines(self, offset: int) -> None:
        """Advance line and column to an offset of the buffer, if they are not there yet."""
        if offset <= self._counted:
            return
        text = self._buffer[self._counted : offset].tobytes()
        n_lines = text.count(b"\n")
        self._line += n_lines
        self._column = len(text) - text.rfind(b"\n") if n_lines else self._column + len(text)
        self._counted = offset

    def take(self) -> GameBatch:
        """The games so far, as a batch of their own."""
        batch = GameBatch(
            games=copy_filled(self._arrays, self.n_games),
            text=self._buffer[: self.n_read].tobytes(),
            sources=tuple(self._sources),
            source=self._source[: self.n_games].copy(),
        )
        self._state[N_GAMES] = 0
        self._sources = self._sources[-1:]
        self._forget_read()
        return batch

    def _forget_read(self) -> np.ndarray:
        """Drop the scanned text; return the rest, which is now at the front of the buffer."""
        position, n_unread = self.n_read, self.n_unread
        self._count_lines(position)
        self._buffer[:n_unread] = self._buffer[position : position + n_unread].copy()
        self._state[[POSITION, END]] = 0, n_unread
        self._counted -= position
        return self._buffer[:n_unread]


# --- The stream -----------------------------------------------------------------------------------


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
