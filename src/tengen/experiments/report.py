"""The report of a run: a Markdown page with figures for the repository, one HTML file for the folder.

The page begins with a line that says how far the run has come; the list of experiments reads it there,
so that a fresh clone knows what was done.
"""

from pathlib import Path

from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, to_html, to_markdown
from tengen.experiments.experiment import Experiment, Findings, Run
from tengen.experiments.record import Record
from tengen.files import replace_file

_STATE = "State: "


def write_report(experiment: Experiment, run: Run, record: Record | None, out: Path) -> list[Path]:
    """Write page, figures and HTML; the files, the page first."""
    title, blocks = report_blocks(experiment, run, record)
    page, whole = out / f"{experiment.id}.md", run.home / "report.html"
    figures = [block for block in blocks if isinstance(block, Figure)]
    for figure in figures:
        replace_file(out / f"{figure.name}.svg", figure.svg)
    replace_file(page, to_markdown(title, blocks).encode())
    replace_file(whole, to_html(title, blocks).encode())
    return [page, *(out / f"{figure.name}.svg" for figure in figures), whole]


def report_blocks(experiment: Experiment, run: Run, record: Record | None) -> tuple[str, list[Block]]:
    """The title of a report and all that comes below it, from what is on disk now."""
    assert experiment.kind is not None
    findings = experiment.kind.findings(run)
    title = f"{experiment.id}: {experiment.title}"
    return title, [*_head(experiment, findings), *findings.blocks, *_foot(findings, record)]


def page_state(out: Path, name: str) -> str:
    """How far the page of an experiment says it has come, "" if there is no page."""
    page = out / f"{name}.md"
    return state_in(page.read_text("utf-8")) if page.exists() else ""


def state_in(page: str) -> str:
    """How far a page says that its experiment has come."""
    lines = page.splitlines()
    return next((line.removeprefix(_STATE).rstrip(".") for line in lines if line.startswith(_STATE)), "")


def _head(experiment: Experiment, findings: Findings) -> list[Block]:
    return [
        Paragraph(f"{_STATE}{_state(findings)}."),
        Paragraph(
            f"{experiment.paper}. Needs: {experiment.needs}. Run by `tengen reproduce {experiment.id}`."
        ),
    ]


def _state(findings: Findings) -> str:
    if findings.n_done >= findings.n_wanted:
        return f"done on {findings.date}, {findings.scale}"
    date = f", {findings.date}" if findings.date else ""
    return f"partly run{date}, {findings.n_done:,} of {findings.n_wanted:,}; {findings.scale}"


def _foot(findings: Findings, record: Record | None) -> list[Block]:
    """Where the figures come from."""
    lines = [
        f"Commit of the games: {', '.join(findings.commits) or 'not known'}.",
        f"Machine of the games: {'; '.join(findings.machines) or 'none yet'}.",
    ]
    if record:
        lines = [
            f"Last command: `{record.command}`, begun {record.started}.",
            f"Commit of the last command: {record.commit or 'not known'}.",
            *lines,
            f"Versions: {record.versions}.",
        ]
    return [Heading("How it was made"), Bullets(tuple(lines))]
