"""The Go Text Protocol, version 2, as text: lines to requests, results to answers, and nothing about Go."""

from collections.abc import Callable, Mapping
from typing import IO, NamedTuple

from tengen.core.errors import GoError

Stream = Callable[[Callable[[str], None]], None]  # writes an answer line by line with what it is given
Command = Callable[[list[str]], str | Stream]
CommandTable = Mapping[str, Command]

MAX_LINE_BYTES = 1 << 20  # what remains of a line without control characters, comment and leading blanks
MAX_ID_DIGITS = 10  # ids are below 2^31; longer numbers are taken for a command
MAX_FAILURE_LENGTH = 500
INTERRUPT = b"# interrupt"  # the comment by which GoGui asks a running command to come to an end
_PIECE_BYTES = 1 << 16
_TAB_AS_BLANK = bytes.maketrans(b"\t", b" ")
_CONTROL_BYTES = bytes({*range(32), 127} - {ord("\t")})
_CONTROL_CHARACTERS = dict.fromkeys({*range(32), 127} - {ord("\t"), ord("\n")})


class GtpError(GoError):
    """A command that fails: its message is the answer after the question mark."""


class SessionEnd(Exception):  # noqa: N818 - it is no error
    """Raised by a command after which nothing more is to be answered."""


class Quit(SessionEnd):
    """Raised by the command that ends the session; it is answered with success first."""


class Request(NamedTuple):
    """What a line asks for."""

    id: str  # digits to repeat in the answer, or empty
    command: str
    arguments: list[str]
    fault: str = ""  # why the line cannot be a command, if it cannot


def read_line(lines: IO[bytes]) -> bytes | None:
    """The next line as far as it means anything, or None at the end of input.

    Control characters, a comment and leading blanks are dropped piece by piece, so that memory stays
    small however long the line is. Of a line that is still too long only the beginning is kept. The
    one comment that means something is kept: INTERRUPT.
    """
    kept = b""
    n_read = 0
    ended = False
    while not ended:
        piece = lines.readline(_PIECE_BYTES)
        ended = not piece or piece.endswith(b"\n")
        n_read += len(piece)
        if len(kept) <= MAX_LINE_BYTES and b"#" not in kept:
            kept += piece.translate(_TAB_AS_BLANK, _CONTROL_BYTES)
            kept = kept.lstrip(b" ")
    if kept.startswith(b"#") and kept.split() == INTERRUPT.split():
        return INTERRUPT
    line = kept.partition(b"#")[0]
    if len(line) <= MAX_LINE_BYTES:  # else blanks at the end are the beginning of what was not kept
        line = line.rstrip(b" ")
    return line if n_read else None


def parse_line(line: bytes) -> Request | None:
    """The request of a line from `read_line`; None for an empty one or INTERRUPT: they get no answer.

    Bytes that are not UTF-8 survive as surrogates: they may be the name of a file.
    """
    if not line or line == INTERRUPT:
        return None
    words = [word.decode("utf-8", "surrogateescape") for word in line[:MAX_LINE_BYTES].split(b" ") if word]
    request_id = words.pop(0) if line.split(b" ", 1)[0].isdigit() and len(words[0]) <= MAX_ID_DIGITS else ""
    if len(line) > MAX_LINE_BYTES:
        return Request(request_id, "", [], f"the line is longer than {MAX_LINE_BYTES} bytes")
    if not words:
        return Request(request_id, "", [], "syntax error: an id without a command")
    return Request(request_id, words[0], words[1:])


def format_success(request_id: str, text: str) -> str:
    """An answer of one or more lines; a text that begins with a line break starts below the sign."""
    first, *rest = text.translate(_CONTROL_CHARACTERS).split("\n")
    lines = [f"={request_id} {first}", *(line for line in rest if line.strip())]
    return "\n".join(line.rstrip() for line in lines) + "\n\n"


def format_stream_line(text: str) -> str:
    """One line of an answer that is written bit by bit."""
    return " ".join(text.translate(_CONTROL_CHARACTERS).split("\n")) + "\n"


def format_failure(request_id: str, message: str) -> str:
    """A failure in one line of reasonable length."""
    one_line = " ".join(message.translate(_CONTROL_CHARACTERS).split())
    return f"?{request_id} {one_line[:MAX_FAILURE_LENGTH]}".rstrip() + "\n\n"
