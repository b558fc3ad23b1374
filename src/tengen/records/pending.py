"""The batch being filled: one buffer of text, the arrays scanned from it, and where we are in the file."""

import numpy as np

from tengen.records.batch import GameBatch, copy_filled, empty_arrays
from tengen.records.errors import REASONS, BadRecord
from tengen.records.grammar import AT_END, DEPTH, END, POSITION
from tengen.records.limits import Limits
from tengen.records.notes import N_AMOUNTS, N_FAULTS, N_GAMES, N_SEEN, RECOVERING, start_scan
from tengen.records.scan import FoundFaults, scan_games
from tengen.records.values import N_SCRATCH

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
