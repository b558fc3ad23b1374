"""The record of an experiment's runs: one JSON line each, so that a result can be traced to its command.

The report of a run: a Markdown page with figures, and one HTML file with all of it.

A report is written into the folder of its experiment. To publish it is another step, which never replaces a
page that tells of more. A page begins with a line that says how far the run has come; the list of experiments
reads it there, so that a fresh clone knows what was done.
"""

import json
import os
import platform
import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tengen.core.errors import GoError
from tengen.core.files import replace_file
from tengen.core.system_info import command_line, command_without_paths, commit, processor, without_paths
from tengen.experiments.document import (
    Block,
    Bullets,
    Figure,
    Heading,
    Paragraph,
    Table,
    to_html,
    to_markdown,
)
from tengen.experiments.experiment import Experiment, Run, RunOptions, RunSummary

_NAME = "runs.jsonl"
_VERSIONS = ("tengen", "numba", "numpy", "distributed")


@dataclass(frozen=True)
class RunLogEntry:
    """How a run was started."""

    started: str  # UTC
    command: str
    wanted: RunOptions
    commit: str
    machine: str
    versions: str


def new_record(wanted: RunOptions) -> RunLogEntry:
    """The record of a run that begins now in this process."""
    return RunLogEntry(
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        command=command_line(),
        wanted=wanted,
        commit=commit(),
        machine=f"{platform.node()}, {processor()}, {os.cpu_count()} cores",
        versions=", ".join(
            [f"Python {platform.python_version()}", *(f"{n} {version(n)}" for n in _VERSIONS)]
        ),
    )


def append_record(home: Path, record: RunLogEntry) -> None:
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


def last_record(home: Path) -> RunLogEntry | None:
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
            return RunLogEntry(**values, wanted=RunOptions(**wanted))
        except (ValueError, TypeError, KeyError, AttributeError):  # a run that was killed while it wrote this
            continue
    return None


def _ends_line(path: Path) -> bool:
    return path.read_bytes().endswith(b"\n")


# --- Pages ----------------------------------------------------------------------------------------


_STATE = "State: "
_TOLD = re.compile(r", ([0-9,]+) of [0-9,]+ (\w+); ")  # in a state


@dataclass(frozen=True)
class Report:
    """What a run has come to, as a page."""

    id: str
    title: str
    blocks: list[Block]
    n_done: int
    n_wanted: int
    unit: str  # of these numbers


def report_on(experiment: Experiment, run: Run, record: RunLogEntry | None) -> Report:
    """The report from what is on disk now."""
    assert experiment.kind is not None
    found = experiment.kind.findings(run)
    blocks = [*_head(experiment, found), *found.blocks, *_foot(found, record)]
    title = f"{experiment.id}: {experiment.title}"
    return Report(
        experiment.id,
        title,
        [_without_paths(block) for block in blocks],
        found.n_done,
        found.n_wanted,
        found.unit,
    )


def write_report(report: Report, folder: Path) -> list[Path]:
    """Write page, figures and HTML into a folder; the files, the page first."""
    pages = _write_page(report, folder)
    whole = folder / "report.html"
    replace_file(whole, to_html(report.title, report.blocks).encode())
    return [*pages, whole]


def publish_report(report: Report, folder: Path) -> list[Path]:
    """Write page and figures among the published ones; GoError if the page there tells of more."""
    check_publishing(report.id, report.n_done, folder)
    return _write_page(report, folder)


def check_publishing(name: str, number: int, folder: Path) -> None:
    """GoError if a page of an experiment that tells of so much may not be published."""
    path = page_path(folder, name)
    if not number:
        raise GoError(f"nothing of {name} has been played yet: there is nothing to publish")
    if not path.exists():
        return
    told = _TOLD.search(page_state(folder, name))
    if told is None:
        raise GoError(f"{path} does not say how much it tells of: move it away to publish another page")
    if int(told[1].replace(",", "")) > number:
        raise GoError(
            f"{path} tells of {told[1]} {told[2]} and this run of {number:,}, so it is not replaced: ask for "
            "as many, or move that page away"
        )


def _write_page(report: Report, folder: Path) -> list[Path]:
    """Figures first, so that a page never shows one that is not there; the files, the page first."""
    figures = {folder / f"{one.name}.svg": one.svg for one in report.blocks if isinstance(one, Figure)}
    for path, svg in figures.items():
        replace_file(path, svg)
    page = page_path(folder, report.id)
    replace_file(page, to_markdown(report.title, report.blocks).encode())
    return [page, *figures]


def _without_paths(block: Block) -> Block:
    """A block as it may travel: players and reasons of failures name files of this machine."""
    match block:
        case Bullets(items):
            return Bullets(tuple(map(without_paths, items)))
        case Table(columns, rows):
            return Table(columns, tuple(tuple(map(without_paths, row)) for row in rows))
        case Figure():
            return replace(block, caption=without_paths(block.caption))
        case _:
            return replace(block, text=without_paths(block.text))


def page_path(folder: Path, name: str) -> Path:
    """The page of an experiment in a folder of pages."""
    return folder / f"{name}.md"


def page_state(folder: Path, name: str) -> str:
    """How far the page of an experiment says it has come, "" if there is no page."""
    page = page_path(folder, name)
    return state_in(page.read_text("utf-8")) if page.exists() else ""


def state_in(page: str) -> str:
    """How far a page says that its experiment has come."""
    lines = page.splitlines()
    return next((line.removeprefix(_STATE).rstrip(".") for line in lines if line.startswith(_STATE)), "")


def _head(experiment: Experiment, findings: RunSummary) -> list[Block]:
    return [
        Paragraph(f"{_STATE}{_state(findings)}."),
        Paragraph(
            f"{experiment.paper}. Needs: {experiment.needs}. Run by `tengen reproduce {experiment.id}`."
        ),
    ]


def _state(findings: RunSummary) -> str:
    """When, how much of what was wanted, and on which scale; `check_publishing` reads the number."""
    date = findings.sources.date
    told = f"{findings.n_done:,} of {findings.n_wanted:,} {findings.unit}; {findings.scale}"
    if findings.n_done >= findings.n_wanted:
        return f"done on {date}, {told}"
    return f"partly run, {date}, {told}" if date else f"not run, {told}"


def _foot(findings: RunSummary, record: RunLogEntry | None) -> list[Block]:
    """Where the figures come from."""
    lines = [
        f"Commit of the games: {', '.join(findings.sources.commits) or 'not known'}.",
        f"Machine of the games: {'; '.join(findings.sources.machines) or 'none yet'}.",
    ]
    if record:
        lines = [
            f"Last command: `{record.command}`, begun {record.started}.",
            f"Commit of the last command: {record.commit or 'not known'}.",
            *lines,
            f"Versions: {record.versions}.",
        ]
    return [Heading("How it was made"), Bullets(tuple(lines))]
