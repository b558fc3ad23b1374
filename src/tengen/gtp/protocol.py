"""The Go Text Protocol, version 2, as text: lines in, answers out, and nothing about Go.

What comes in may be any bytes: it never ends the loop, and it never puts a line on the output that
is not an answer. Every command is answered once, in order, and at once: each answer is flushed.
"""

import contextlib
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import IO, NamedTuple

from tengen.core.errors import GoError

Command = Callable[[list[str]], str]
CommandTable = Mapping[str, Command]

MAX_LINE_BYTES = 1 << 20  # what remains of a line without control characters, comment and leading blanks
MAX_ID_DIGITS = 10  # ids are below 2^31; longer numbers are taken for a command
MAX_FAILURE_LENGTH = 500
_PIECE_BYTES = 1 << 16
_TAB_AS_BLANK = bytes.maketrans(b"\t", b" ")
_CONTROL_BYTES = bytes({*range(32), 127} - {ord("\t")})
_CONTROL_CHARACTERS = dict.fromkeys({*range(32), 127} - {ord("\t"), ord("\n")})


class GtpError(GoError):
    """A command that fails: its message is the answer after the question mark."""


class Quit(Exception):  # noqa: N818 - it is no error
    """Raised by the command that ends the session; it is answered with success first."""


class Request(NamedTuple):
    """What a line asks for."""

    id: str  # digits to repeat in the answer, or empty
    command: str
    arguments: list[str]
    fault: str = ""  # why the line cannot be a command, if it cannot


def serve(commands: CommandTable, lines: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line until the command to quit, the end of input, Ctrl-C, or nobody listens."""
    with contextlib.suppress(ConnectionError, KeyboardInterrupt):
        while (line := read_line(lines)) is not None:
            request = parse_line(line)
            if request is None:
                continue
            try:
                answer = run_request(commands, request)
            except Quit:
                _write(answers, format_success(request.id, ""))
                return
            _write(answers, answer)


def run_request(commands: CommandTable, request: Request) -> str:
    """Run the command of a request and word the answer; only `Quit` and interrupts pass through."""
    if request.fault:
        return format_failure(request.id, request.fault)
    command = commands.get(request.command)
    if command is None:
        return format_failure(request.id, "unknown command")
    try:
        return format_success(request.id, command(request.arguments))
    except Quit:
        raise
    except GoError as error:
        return format_failure(request.id, str(error))
    except Exception as error:  # a bug of ours must not cost the user the game
        with contextlib.suppress(OSError, ValueError):
            traceback.print_exc(file=sys.stderr)
        return format_failure(request.id, f"internal error: {type(error).__name__}: {error}")


def read_line(lines: IO[bytes]) -> bytes | None:
    """The next line as far as it means anything, or None at the end of input.

    Control characters, a comment and leading blanks are dropped piece by piece, so that memory stays
    small however long the line is. Of a line that is still too long only the beginning is kept.
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
    line = kept.partition(b"#")[0]
    if len(line) <= MAX_LINE_BYTES:  # else blanks at the end are the beginning of what was not kept
        line = line.rstrip(b" ")
    return line if n_read else None


def parse_line(line: bytes) -> Request | None:
    """The request of a line from `read_line`; None for an empty one, which gets no answer.

    Bytes that are not UTF-8 survive as surrogates: they may be the name of a file.
    """
    if not line:
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


def format_failure(request_id: str, message: str) -> str:
    """A failure in one line of reasonable length."""
    one_line = " ".join(message.translate(_CONTROL_CHARACTERS).split())
    return f"?{request_id} {one_line[:MAX_FAILURE_LENGTH]}".rstrip() + "\n\n"


def _write(answers: IO[bytes], answer: str) -> None:
    answers.write(answer.encode("utf-8", "replace"))
    answers.flush()
