"""The one error of reading records, and the table of reasons for it.

Compiled code cannot raise with a message, so it names a *fault* by number; its text is here.
A stream of many games raises nothing: it reports each `BadRecord` and goes on.

What a file may ask of us at most. A caller can raise these limits, a file cannot.

Two kinds of reading, two rules. Text that is read as a *stream* (plain files, .gz, .xz) comes in
chunks, so its total size needs no limit: only a single game has one, and our own archives of
tens of thousands of games pass. An *entry of an archive* (.zip, .tar and its packed kinds) is
judged before it is read, by its unpacked size and by how far it was packed. An archive inside an
archive, a name that leads out of the folder, and a link are always refused; no limit opens that.
"""

from dataclasses import dataclass
from typing import NamedTuple

from tengen.core.errors import GoError
from tengen.sgf.value_scanner_jit import (
    BAD_POINT,
    BAD_SIZE,
    GAME_TOO_LARGE,
    MOVE_WITHOUT_VALUE,
    NOT_GO,
    OFF_THE_BOARD,
    STRAY_BEFORE_STONES,
    TOO_DEEP,
    TOO_MANY_NODES,
    TOO_MUCH_SETUP,
    UNPLAYABLE_SIZE,
    VALUE_TOO_LONG,
    VALUE_WITHOUT_NAME,
)

REASONS = {
    VALUE_WITHOUT_NAME: "a value without the name of a property",
    MOVE_WITHOUT_VALUE: "a move without a value",
    STRAY_BEFORE_STONES: "stray characters before a move or set-up stones in the same node",
    TOO_DEEP: "more nested variations than the limit",
    TOO_MANY_NODES: "more nodes than the limit",
    VALUE_TOO_LONG: "a value longer than the limit",
    GAME_TOO_LARGE: "more bytes than the limit",
    NOT_GO: "not a game of Go (GM is not 1)",
    BAD_SIZE: "a board size (SZ) that is not a number from 1 to 52",
    UNPLAYABLE_SIZE: "a board that is not square, or not from 2x2 to 19x19",
    BAD_POINT: "a move or stone that is not a point",
    OFF_THE_BOARD: "a move or stone outside the board",
    TOO_MUCH_SETUP: "more set-up stones than the limit",
}


class BadRecord(NamedTuple):
    """A game, file or archive entry that a stream skipped."""

    source: str  # the file, or archive and entry
    line: int | None  # of the fault, from 1; None if it is about the whole source
    column: int | None
    reason: str

    def __str__(self) -> str:
        if self.line is None:
            return f"{self.source}: {self.reason}"
        return f"{self.source}: line {self.line}, column {self.column}: {self.reason}"


class SgfError(GoError):
    """What every reading function raises for bytes it cannot read; nothing else escapes from them.

    reason -- what is wrong, without the place
    line, column -- where, both from 1; a column counts bytes
    """

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


# --- Limits ---------------------------------------------------------------------------------------


MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Limits on reading; the figures are those of our reliability targets."""

    file_bytes: int = 16 * MIB  # a file given to `parse_sgf`, or one game of a stream
    nodes: int = 500_000  # of the same
    value_bytes: int = MIB  # of one property value
    depth: int = 250_000  # variations inside variations
    setup_stones: int = 10_000  # AB, AW and AE points of one game; `aa:ss` counts as 361
    entry_bytes: int = 100 * MIB  # of one unpacked entry of an archive
    entry_ratio: int = 100  # unpacked to packed size; not asked below RATIO_FREE_BYTES
    archive_entries: int = 100_000
    unpacker_bytes: int = 128 * MIB  # memory of the .xz unpacker; `xz -9` needs 65 MiB


RATIO_FREE_BYTES = MIB  # what is this small is harmless however well it was packed

DEFAULT_LIMITS = Limits()
