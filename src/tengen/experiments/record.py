"""The record of an experiment's runs: one JSON line each, so that a result can be traced to its command."""

import json
import os
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tengen.core.errors import GoError
from tengen.experiments.experiment import Wanted
from tengen.machine import command_line, command_without_paths, commit, processor

_NAME = "runs.jsonl"
_VERSIONS = ("tengen", "numba", "numpy", "distributed")


@dataclass(frozen=True)
class Record:
    """How a run was started."""

    started: str  # UTC
    command: str
    wanted: Wanted
    commit: str
    machine: str
    versions: str


def new_record(wanted: Wanted) -> Record:
    """The record of a run that begins now in this process."""
    return Record(
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        command=command_line(),
        wanted=wanted,
        commit=commit(),
        machine=f"{platform.node()}, {processor()}, {os.cpu_count()} cores",
        versions=", ".join(
            [f"Python {platform.python_version()}", *(f"{n} {version(n)}" for n in _VERSIONS)]
        ),
    )


def append_record(home: Path, record: Record) -> None:
    """Add a line and wait until it is on the disk; a line that was cut off before stays apart from it."""
    path = home / _NAME
    try:
        home.mkdir(parents=True, exist_ok=True)
        with open(path, "ab+") as file:
            if file.tell() and not _ends_line(path):
                file.write(b"\n")
            file.write(json.dumps(asdict(record)).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise GoError(f"cannot write {path}: {error.strerror}") from None


def last_record(home: Path) -> Record | None:
    """The last whole line, None if there is none."""
    path = home / _NAME
    lines = path.read_bytes().splitlines() if path.exists() else []
    for line in reversed(lines):
        try:
            values = json.loads(line)
            wanted = values.pop("wanted")
            for name in {"playouts", "policies", "nets"} & wanted.keys():
                wanted[name] = tuple(wanted[name])
            values["command"] = command_without_paths(
                values["command"]
            )  # older versions kept it as it was typed
            return Record(**values, wanted=Wanted(**wanted))
        except (ValueError, TypeError, KeyError, AttributeError):  # a run that was killed while it wrote this
            continue
    return None


def _ends_line(path: Path) -> bool:
    return path.read_bytes().endswith(b"\n")
