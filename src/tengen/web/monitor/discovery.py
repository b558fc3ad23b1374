"""The experiments of this machine: folders with stores of matches or with the record of a reproduction.

Folders are named by whoever started the server. What is found in them gets a name for the page, and a page
can ask for these names alone: they are looked up and never become part of a path. Links inside are not
followed.
"""

import contextlib
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tengen.core.errors import GoError
from tengen.core.files import is_plain_file
from tengen.core.system_info import without_paths
from tengen.experiments.catalogue import EXPERIMENTS
from tengen.experiments.experiment import Experiment, Run
from tengen.experiments.report import Report, last_record, report_on
from tengen.experiments.strength import GridCell, Strength
from tengen.web.messages.requests import MAX_NAME

# What `tengen reproduce`, `tengen tournament` and `tengen match` use if nothing else is said.
DEFAULT_FOLDERS = (Path("results"), Path("tournament"), Path("match.db"))
_STORE = ".db"
_RECORD = "runs.jsonl"


@dataclass(frozen=True)
class FoundExperiment:
    """A folder with matches, or the store of a single match."""

    name: str  # for the page
    path: Path
    stores: tuple[Path, ...]
    recorded_at: int | None  # when its record of reproductions changed last, None without one

    @property
    def reproduced(self) -> Experiment | None:
        """The table or figure of a paper that is reproduced here."""
        return EXPERIMENTS.get(self.path.name) if self.recorded_at is not None else None


def find_experiments(folders: Iterable[Path]) -> dict[str, FoundExperiment]:
    """All experiments by their names: of each folder itself, and of the folders in it."""
    found: dict[str, FoundExperiment] = {}
    seen: set[Path] = set()
    for path in _places(folders):
        real = path.resolve()
        if real in seen:
            continue
        seen.add(real)
        stores, recorded_at = _contents(path)
        if stores or recorded_at is not None:
            name = page_name(real.stem if path.is_file() else real.name, found)
            found[name] = FoundExperiment(name, path, stores, recorded_at)
    return found


def planned_matches(found: FoundExperiment) -> list[GridCell]:
    """The matches that the last run of a reproduction was asked for; none if it is not made of matches."""
    kind = found.reproduced.kind if found.reproduced else None
    if not isinstance(kind, Strength):
        return []
    try:
        record = last_record(found.path)
        return kind.matches(Run(found.path.name, record.wanted, found.path.parent)) if record else []
    except Exception:  # a record that was edited, or of another version, whatever that breaks
        return []


def report_now(found: FoundExperiment) -> Report | str:
    """The report of a reproduction as it stands, or why it cannot be made; "" if there is nothing to tell."""
    reproduced = found.reproduced
    if reproduced is None or reproduced.kind is None:
        return ""
    try:
        record = last_record(found.path)
        run = Run(found.path.name, record.wanted, found.path.parent) if record else None
        return report_on(reproduced, run, record) if run else ""
    except Exception as error:  # as above, or there is no matplotlib
        return why_not(error, "another version of Tengen may have written what is kept")


def why_not(error: Exception, else_: str) -> str:
    """An error in words for a page, which need not know where files lie; `else_` for one of Python's own."""
    return without_paths(str(error)) if isinstance(error, GoError) else else_


def changed_at(found: FoundExperiment) -> int:
    """When something was last written in the folder of an experiment, in nanoseconds."""
    latest = 0
    for path in (found.path, *found.path.glob("*"), *found.path.glob("*/*")):
        with contextlib.suppress(OSError):
            latest = max(latest, path.lstat().st_mtime_ns)
    return latest


def page_name(text: str, taken: Collection[str]) -> str:
    """A name that can be shown and sent back, and that nothing else has."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text) or "?"
    name, number = shown[:MAX_NAME], 1
    while name in taken:
        number += 1
        ending = f"-{number}"
        name = shown[: MAX_NAME - len(ending)] + ending
    return name


def _places(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield folder
        try:
            with os.scandir(folder) as entries:
                inside = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
        except OSError:  # a store, or nothing yet
            continue
        yield from (folder / name for name in inside)


def _contents(path: Path) -> tuple[tuple[Path, ...], int | None]:
    """The stores of a folder, or the path itself if it is one, and when its runs were recorded."""
    try:
        with os.scandir(path) as entries:
            files = {entry.name: entry for entry in entries if entry.is_file(follow_symlinks=False)}
            record = files.get(_RECORD)
            recorded_at = record.stat(follow_symlinks=False).st_mtime_ns if record else None
    except NotADirectoryError:
        return ((path,) if is_plain_file(path) else ()), None
    except OSError:
        return (), None
    return tuple(path / name for name in sorted(files) if name.endswith(_STORE)), recorded_at
