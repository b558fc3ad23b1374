"""All processes of a program, also those that have left its group: what it started, and what these started.

A process may leave the group of its program, and be orphaned so that nothing tells where it comes from. But
it keeps the environment that it began with, unless it takes pains to lose it, and there each program is given
a mark of its own. A process that has lost both its parents and the mark is not found; nor is one that forks
into ever new groups faster than we can look. One that forks on and on is the newest of all when we look, and
may be missed on a busy machine: so we look at the newest first, and several times.
"""

import contextlib
import os
import secrets
import signal
import time
from typing import NamedTuple

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
