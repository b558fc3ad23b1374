"""All processes of a program, also those that have left its group: what it started, and what these started.

A process may leave the group of its program, and be orphaned so that nothing tells where it comes from. But
it keeps the environment that it began with, unless it takes pains to lose it, and there each program is given
a mark of its own. A process that has lost both its parents and the mark is not found; nor is one that forks
into ever new groups faster than we can look. One that forks on and on is the newest of all when we look, and
may be missed on a busy machine: so we look at the newest first, and several times.

A watch over another program: if we are killed without a word, the program ends as well.

Most programs end when their standard input does, but one that hangs or thinks does not look there. The
kernel can send a signal when a parent dies (PR_SET_PDEATHSIG), but that must be asked for between fork
and exec, where Python code is not safe beside other threads, and it comes already when the thread ends
that started the program. So a small shell waits for the end of a pipe that nobody but us holds open, and
then kills the program with its group, and whoever else carries its mark.

The last words of a child process: its stderr is always read, so that it cannot block, and cut.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO, NamedTuple

from tengen.core.errors import GoError, visible

_PROCESSES = "/proc"
_SECONDS = 2.0  # until what was killed has gone; a process that the kernel holds up stays
_SECONDS_TO_END = 0.005
_N_LOOKS = 5  # one after the other that must find nobody


class _Process(NamedTuple):
    number: int
    parent: int
    group: int
    session: int
    is_marked: bool


def new_mark() -> str:
    """The name of a variable of the environment that no other program has."""
    return f"TENGEN_PROGRAM_{secrets.token_hex(16)}"


def kill_group_and_family(program: int, mark: str) -> None:
    """End the group of a program and all its family; `program` must not have been waited for."""
    groups = _groups(program, mark)  # while parents still tell whose children they are
    _kill(program)
    deadline = time.monotonic() + _SECONDS
    n_looks = 0
    while n_looks < _N_LOOKS and time.monotonic() < deadline:
        for group in groups:
            _kill(group)
        n_looks = 0 if groups else n_looks + 1
        time.sleep(_SECONDS_TO_END)
        groups = _groups(program, mark)


def _kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _groups(program: int, mark: str) -> set[int]:
    """The groups in which the family lives, that of the program left out.

    Whole groups, for a process may become another one in the meantime, and its group stays. Nobody else is in
    them, because the program began a session, and no process joins a group of another session.
    """
    return {process.group for process in _family(program, mark)} - {program, 0, os.getpgrp()}


def _family(program: int, mark: str) -> list[_Process]:
    """The living processes of a program, itself left out; none on machines that do not show processes."""
    try:
        numbers = sorted((int(name) for name in os.listdir(_PROCESSES) if name.isdigit()), reverse=True)
    except OSError:
        return []
    alive = {number: found for number in numbers if (found := _look_at(number, mark)) is not None}

    def belongs(process: _Process | None) -> bool:
        while process is not None and process.number != program:
            if process.is_marked or process.session == program:
                return True
            process = alive.get(process.parent)
        return process is not None

    return [process for process in alive.values() if process.number != program and belongs(process)]


def _look_at(number: int, mark: str) -> _Process | None:
    """A process of ours; None if it has ended or belongs to somebody else."""
    try:
        with open(f"{_PROCESSES}/{number}/stat", "rb") as file:
            state, parent, group, session = file.read().rpartition(b")")[2].split()[:4]
        with open(f"{_PROCESSES}/{number}/environ", "rb") as file:
            is_marked = mark.encode() in file.read()
    except (OSError, ValueError):
        return None
    return None if state == b"Z" else _Process(number, int(parent), int(group), int(session), is_marked)


# --- The watchdog ---------------------------------------------------------------------------------


_SHELL = "/bin/sh"
_SCRIPT = """
read -r group && read -r mark || exit 1
read -r never
kill -s KILL -- "-$group"
for time in 1 2 3; do
    for found in $(grep -lsF -- "$mark" /proc/[0-9]*/environ); do
        found=${found#/proc/}
        kill -s KILL "${found%/environ}"
    done
    sleep 1
done
"""


class ProcessWatchdog:
    """A shell that outlives us for a moment, to kill a process group."""

    def __init__(self) -> None:
        """Start the shell; it has nothing to kill yet."""
        try:
            self._shell = subprocess.Popen(
                [_SHELL, "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise GoError(f"cannot start {_SHELL}, which watches over programs: {error}") from None

    def watch(self, group: int, mark: str) -> None:
        """Name the process group that shall not outlive us, nor who carries the mark."""
        assert self._shell.stdin
        with suppress(BrokenPipeError):  # somebody killed the shell; the program is none the worse
            self._shell.stdin.write(f"{group}\n{mark}\n".encode())

    def end(self) -> None:
        """End the watch; to be called while the group's id is still in use, or another might get it."""
        assert self._shell.stdin
        self._shell.kill()
        self._shell.wait()
        self._shell.stdin.close()


# --- What a program says on stderr ----------------------------------------------------------------


MAX_BYTES = 1 << 14


class StderrTail:
    """A thread that reads a pipe to its end and keeps the last `MAX_BYTES` bytes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._tail = b""
        self._thread = threading.Thread(target=self._read, name="stderr of a GTP program", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """What is kept, as visible text."""
        return visible(self._tail.decode("utf-8", "replace"))[-MAX_BYTES:]

    def close(self) -> None:
        """Take what is left and close the pipe, unless somebody outside the family still holds it."""
        self._thread.join(timeout=1.0)
        if not self._thread.is_alive():
            self._pipe.close()

    def _read(self) -> None:
        while piece := os.read(self._pipe.fileno(), MAX_BYTES):
            self._tail = (self._tail + piece)[-MAX_BYTES:]
