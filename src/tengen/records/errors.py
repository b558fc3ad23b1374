"""The one error of reading records, and the table of reasons for it.

Compiled code cannot raise with a message, so it names a *fault* by number; its text is here.
A stream of many games raises nothing: it reports each `BadRecord` and goes on.
"""

from typing import NamedTuple

from tengen.core.errors import GoError

VALUE_WITHOUT_NAME = 1
MOVE_WITHOUT_VALUE = 2
STRAY_BEFORE_STONES = 3
TOO_DEEP = 4
TOO_MANY_NODES = 5
VALUE_TOO_LONG = 6
GAME_TOO_LARGE = 7
NOT_GO = 8
BAD_SIZE = 9
UNPLAYABLE_SIZE = 10
BAD_POINT = 11
OFF_THE_BOARD = 12
TOO_MUCH_SETUP = 13

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
