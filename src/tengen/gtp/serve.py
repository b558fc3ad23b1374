"""The loop that answers: a line, its command, an answer, until the session ends.

Every command is answered once, in order, and at once: each answer is flushed. What comes in may be
any bytes: it never ends the loop, and it never puts a line on the output that is not an answer.
"""

import contextlib
import sys
import traceback
from collections.abc import Callable
from typing import IO

from tengen.core.errors import GoError
from tengen.foreign_text import visible
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.protocol import (
    CommandTable,
    Quit,
    Request,
    SessionEnd,
    Stream,
    format_failure,
    format_stream_line,
    format_success,
    parse_line,
)

Write = Callable[[str], None]


def _nothing() -> None:
    """What happens around a command unless somebody wants more."""


def serve(
    commands: CommandTable,
    lines: LineQueue,
    answers: IO[bytes],
    *,
    before: Callable[[], None] = _nothing,
    after: Callable[[], None] = _nothing,
) -> None:
    """Answer every line until the command to quit, the end of input, Ctrl-C, or nobody listens.

    before, after -- called before each command is run and after it was answered
    """

    def write(text: str) -> None:
        answers.write(text.encode("utf-8", "replace"))
        answers.flush()

    try:
        with contextlib.suppress(ConnectionError, KeyboardInterrupt, SessionEnd):
            while (line := lines.take()) is not None:
                request = parse_line(line)
                if request is not None:
                    before()
                    answer(commands, request, write)
                    after()
    finally:
        lines.close()


def answer(commands: CommandTable, request: Request, write: Write) -> None:
    """Run the command of a request and write the answer; only the end of the session passes through."""
    if request.fault:
        write(format_failure(request.id, request.fault))
        return
    command = commands.get(request.command)
    if command is None:
        write(format_failure(request.id, "unknown command"))
        return
    try:
        result = command(request.arguments)
    except Quit:
        write(format_success(request.id, ""))
        raise
    except SessionEnd:
        raise
    except GoError as error:
        write(format_failure(request.id, str(error)))
    except Exception as error:  # a bug of ours must not cost the user the game
        _tell_bug()
        write(format_failure(request.id, f"internal error: {type(error).__name__}: {error}"))
    else:
        if isinstance(result, str):
            write(format_success(request.id, result))
        else:
            _answer_bit_by_bit(result, request, write)


def _answer_bit_by_bit(stream: Stream, request: Request, write: Write) -> None:
    """Write an answer that grows; success was told with its first line, so a fault goes to stderr."""
    write(format_success(request.id, "")[:-1])
    try:
        stream(lambda line: write(format_stream_line(line)))
    except (ConnectionError, SessionEnd):
        raise
    except GoError as error:
        with contextlib.suppress(OSError, ValueError):
            print(visible(f"{request.command}: {error}"), file=sys.stderr, flush=True)
    except Exception:
        _tell_bug()
    write("\n")


def _tell_bug() -> None:
    with contextlib.suppress(OSError, ValueError):
        traceback.print_exc(file=sys.stderr)
