"""Another GTP program as a child process; it is trusted with nothing.

It may crash, hang, flood, answer garbage or leave children: every wait has a limit, every buffer a
bound, and whatever goes wrong ends as one `ControllerError` with the program and all its family killed. A
guard does the same if we are killed ourselves. What a program says is shown only as visible text.
"""

import contextlib
import os
import selectors
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from tengen.core.errors import GoError, StoppedError, visible
from tengen.players.watchdog import ProcessWatchdog, StderrTail, kill_group_and_family, new_mark

TIME_LIMIT = 60.0
MAX_ANSWER_BYTES = 1 << 20
_PIECE_BYTES = 1 << 16
_QUIT_SECONDS = 2.0  # for a polite end
_STATUS_SECONDS = 0.5  # for the status of a program that has closed its output
_LOOK_SECONDS = 0.1  # how often it is looked whether the wait for an answer was interrupted
_SHOWN = 80
_LONGEST_REFUSAL = 500
_CONTROL_BYTES = bytes({*range(32), 127} - {*b"\t\n"})  # mean nothing in an answer, says GTP


class ControllerError(GoError):
    """The program failed as a program; it has been killed and answers no more."""


class StartError(ControllerError):
    """It could not be started."""


class DiedError(ControllerError):
    """It ended before it had answered."""


class NoAnswerError(ControllerError):
    """It did not answer within the time limit."""


class BadAnswerError(ControllerError):
    """It wrote what is no answer: no sign, a wrong id, or too much."""


class RefusedError(GoError):
    """The program answered with a question mark; it goes on."""


class Controller:
    """A running GTP program: `with Controller(["gnugo", "--mode", "gtp"]) as gnugo: gnugo.send("name")`."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        time_limit: float = TIME_LIMIT,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
        folder: Path | None = None,
    ) -> None:
        """Start the program in a process group of its own.

        time_limit       -- longest wait for an answer, in seconds, where `send` names none
        max_answer_bytes -- a longer answer is a bad one
        """
        self.name = Path(command[0]).name
        self.time_limit = time_limit
        self.max_answer_bytes = max_answer_bytes
        self._next_id = 1
        self._unread = b""
        self._closed = False
        self._is_asked = False  # whether an answer is waited for
        self._is_interrupted = False
        self._ending = threading.Lock()  # held while the process is killed: until then its id is ours
        self._known: frozenset[str] | None = None
        self._guard = ProcessWatchdog()
        self._mark = new_mark()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env={**os.environ, self._mark: ""},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._guard.end()
            raise StartError(f"cannot start {self.name}: {error}") from None
        self._guard.watch(self._process.pid, self._mark)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._stderr = StderrTail(self._process.stderr)

    @property
    def process_id(self) -> int:
        """The id of the process, and of its group."""
        return self._process.pid

    @property
    def stderr_tail(self) -> str:
        """The last that the program wrote on stderr, as visible text."""
        return self._stderr.text()

    def send(self, command: str, time_limit: float | None = None) -> str:
        """Send a command and return the text of the answer; RefusedError if it is a failure.

        StoppedError if another thread has interrupted it.
        """
        if not command.strip() or not command.isprintable() or "#" in command:
            raise ValueError(f"not one GTP command: {command[:_SHOWN]!r}")
        if self._closed:
            raise DiedError(f"{self.name} has ended")
        request_id = str(self._next_id)
        self._next_id += 1
        deadline = time.monotonic() + (self.time_limit if time_limit is None else time_limit)
        self._is_asked = True
        try:
            answer = self._exchange(f"{request_id} {command}\n".encode(), deadline)
            succeeded, text = self._parse_answer(answer, request_id)
        except _Failure as failure:
            self.kill()
            raise self._error(failure, command) from None
        except BaseException:  # an interrupt between question and answer: they would not match again
            self.kill()
            raise
        finally:
            self._is_asked = False
        if not succeeded:
            raise RefusedError(
                f"{self.name} refused {command[:_SHOWN]!r}: {visible(text[:_LONGEST_REFUSAL])}"
            )
        return text

    def knows(self, command: str) -> bool:
        """Whether the program lists a command; it is asked once."""
        if self._known is None:
            self._known = frozenset(self.send("list_commands").split())
        return command in self._known

    def close(self) -> None:
        """End the program: politely, then with its whole family."""
        if not self._closed:
            with contextlib.suppress(GoError):
                self.send("quit", _QUIT_SECONDS)
                self._wait_for_end(_QUIT_SECONDS)
        self.kill()

    def interrupt(self) -> None:
        """Kill the program if another thread waits for its answer; that thread then clears up."""
        with self._ending:
            if self._is_asked and not self._closed:
                self._is_interrupted = True
                kill_group_and_family(self._process.pid, self._mark)

    def kill(self) -> None:
        """End the program and all of its family at once."""
        with self._ending:
            if self._closed:
                return
            self._closed = True
            kill_group_and_family(self._process.pid, self._mark)  # before `wait`: the id is still ours
            self._guard.end()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        self._stderr.close()

    def __enter__(self) -> "Controller":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, request: bytes, deadline: float) -> bytes:
        """Write the request while reading, so that neither side waits for the other; return the answer."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._input, selectors.EVENT_WRITE)
            while (answer := self._take_answer()) is None:
                ready = selector.select(min(_LOOK_SECONDS, max(0.0, deadline - time.monotonic())))
                if self._is_interrupted:
                    raise _Failure(StoppedError, "was stopped before it had answered")
                for key, _ in ready:
                    if key.fd == self._output:
                        self._read()
                    else:
                        request = self._write(request)
                        if not request:
                            selector.unregister(self._input)
                if time.monotonic() > deadline:
                    raise _Failure(NoAnswerError, "did not answer in time")
        return answer

    def _write(self, request: bytes) -> bytes:
        """Write what the pipe takes; return the rest, nothing if nobody reads any more."""
        try:
            return request[os.write(self._input, request) :]
        except BlockingIOError:
            return request
        except BrokenPipeError:
            return b""  # it may still have answered; reading will tell

    def _read(self) -> None:
        piece = os.read(self._output, _PIECE_BYTES)
        if not piece:
            self._wait_for_end(_STATUS_SECONDS)
            raise _Failure(DiedError, "ended without an answer")
        self._unread += piece.translate(None, _CONTROL_BYTES)

    def _take_answer(self) -> bytes | None:
        """The next whole answer without the empty line behind it, or None while it is incomplete."""
        self._unread = self._unread.lstrip(b" \t\n")
        if self._unread and self._unread[:1] not in b"=?":
            raise _Failure(BadAnswerError, f"wrote what is no answer: {_shown(self._unread)}")
        answer, end, rest = self._unread.partition(b"\n\n")
        if len(answer) > self.max_answer_bytes:
            raise _Failure(BadAnswerError, f"wrote an answer of more than {self.max_answer_bytes} bytes")
        if not end:
            return None
        self._unread = rest
        return answer

    @staticmethod
    def _parse_answer(answer: bytes, request_id: str) -> tuple[bool, str]:
        """Whether it is a success, and the text; the id must be the one of the request."""
        sign, rest = answer[:1], answer[1:].decode("utf-8", "replace")
        n_digits = len(rest) - len(rest.lstrip("0123456789"))
        if rest[:n_digits] != request_id:
            raise _Failure(BadAnswerError, f"answered with a wrong id: {_shown(answer)}")
        text = rest[n_digits:]
        if text and not text[0].isspace():
            raise _Failure(BadAnswerError, f"wrote an ill-formed answer: {_shown(answer)}")
        return sign == b"=", text.lstrip(" \t").rstrip()

    def _wait_for_end(self, seconds: float) -> None:
        """Wait for the status of an ending program, without reaping it: its id stays ours."""
        deadline = time.monotonic() + seconds
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, self._process.pid, options) is None and time.monotonic() < deadline:
            time.sleep(0.005)

    def _error(self, failure: "_Failure", command: str) -> GoError:
        """The failure in one sentence, with the status and the last words of a dead program."""
        message = f"{self.name} {failure.what} to {command[:_SHOWN]!r}"
        if failure.kind is DiedError:
            message += f" (status {self._process.returncode})"
        last_words = " ".join(self.stderr_tail[-300:].split())
        return failure.kind(f"{message}; its last words: {last_words}" if last_words else message)


class _Failure(Exception):  # noqa: N818 - becomes one of the errors above
    """What went wrong, on its way to the place that knows the command."""

    def __init__(self, kind: type[GoError], what: str) -> None:
        self.kind = kind
        self.what = what


def _shown(data: bytes) -> str:
    return repr(data[:_SHOWN].decode("utf-8", "replace"))
