"""`tengen reproduce`: the papers' tables and figures, listed, run and reported."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tengen.cli.match import Scheduler, Slurm, Tls, Workers
from tengen.cli.match_view import SPEED_SECONDS, LiveDisplay
from tengen.cli.screen import Screen
from tengen.cli.warmup import compile_players, compile_self_taught_nets
from tengen.core.errors import GoError
from tengen.core.jit import compilation_notice
from tengen.core.system_info import all_cores, check_extra
from tengen.experiments.catalogue import EXPERIMENTS, PAGES, find_experiment, published_games, state_of
from tengen.experiments.experiment import PAPERS, Experiment, Run, RunOptions, check_options
from tengen.experiments.report import (
    append_record,
    check_publishing,
    last_record,
    new_record,
    publish_report,
    report_on,
    write_report,
)
from tengen.match.executors.dask_executor import DaskExecutor, make_executor
from tengen.match.executors.serial import INTERRUPTED, SerialExecutor

_STOPPED = 1
_GOES = "a report goes to the folder of its games"


def reproduce(
    experiment: Annotated[
        str | None, typer.Argument(metavar="ID", help="Which one; none lists them.")
    ] = None,
    scale: Annotated[float, typer.Option(help="Of the paper's games and playouts.")] = 1.0,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games (or runs) for each cell [default: by --scale].")
    ] = None,
    playouts: Annotated[
        list[int] | None, typer.Option(min=1, help="Playouts a move, may be repeated [default: by --scale].")
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option(help="Only these policies, may be repeated [default: all].")
    ] = None,
    opponent: Annotated[
        str,
        typer.Option(
            help="A player's text, such as gnugo:level=1, for experiments of strength [default: the paper's]."
        ),
    ] = "",
    net: Annotated[
        list[str] | None,
        typer.Option(help="Nets (dag-, td-), by name or file, may be repeated [default: those shipped]."),
    ] = None,
    data: Annotated[
        str, typer.Option(help="The folder of games for territory nets [default: ../shared/data].")
    ] = "",
    workers: Workers = None,
    scheduler: Scheduler = None,
    slurm: Slurm = None,
    tls: Tls = None,
    folder: Annotated[Path, typer.Option(help="Where games and reports are kept.")] = Path("results"),
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help=f"Where published pages are [default: {PAGES}].")
    ] = None,
    publish: Annotated[
        bool, typer.Option("--publish", help="Also put the page among the published ones.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Only write the report of what has been played.")
    ] = False,
) -> None:
    """Repeat a table or figure of a paper, with our figures beside the paper's.

    Games are kept as they end: the same command again goes on where the last one stopped. --report without
    other options reports on what the last run was asked for, or on the published games where you have none.
    """
    if experiment is None:
        show_list(Screen(), folder, out or PAGES)
        return
    if not 0 < scale <= 1000:
        raise GoError(f"the scale must be above 0 and at most 1000, not {scale:g}")
    found = find_experiment(experiment)
    asked = RunOptions(
        scale, games, tuple(playouts or ()), tuple(policy or ()), opponent, tuple(net or ()), data
    )
    places = {"--workers": workers, "--scheduler": scheduler, "--slurm": slurm, "--tls": tls}
    check_options(found, asked, [option for option, value in places.items() if value is not None])
    if out is not None and not (publish or report):
        raise GoError(f"--out says where published pages are: add --publish, or leave it out; {_GOES}")
    pages = out or PAGES
    check_extra("report", "a report with figures")
    run = (
        _reported(found, asked, folder, pages)
        if report
        else Run(found.id, asked, folder, workers or all_cores())
    )
    reason = ""
    if not report:
        if publish:  # what could not be published is not begun
            check_publishing(found.id, report_on(found, run, None).n_wanted, pages)
        reason = _play(found, run, _place(found, workers, scheduler, slurm, tls))
    made = report_on(found, run, last_record(run.home))
    for path in write_report(made, folder / found.id):
        print(f"wrote {path}")
    if publish and not reason:
        for path in publish_report(made, pages):
            print(f"published {path}")
    if reason:
        told = f"Not complete{' and not published' if publish else ''}: {reason}"
        Screen(stderr=True).print(told, highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(INTERRUPTED if reason == "interrupted" else _STOPPED)


def _reported(experiment: Experiment, asked: RunOptions, folder: Path, pages: Path) -> Run:
    """The run to report on: that of the folder, else that of the published games, which are only read."""
    published = published_games(pages)
    own, theirs = last_record(folder / experiment.id), last_record(published / experiment.id)
    if own is None and theirs is not None:
        folder = published
        print(f"these are the published games, {published / experiment.id}", file=sys.stderr)
    record = own or theirs
    return Run(experiment.id, record.wanted if record and asked == RunOptions() else asked, folder)


def _place(
    experiment: Experiment,
    workers: int | None,
    scheduler: str | None,
    slurm: Path | None,
    tls: Path | None,
) -> SerialExecutor | DaskExecutor:
    assert experiment.kind is not None
    return (
        make_executor(workers, scheduler, slurm, tls) if experiment.kind.where == "farm" else SerialExecutor()
    )


def _play(experiment: Experiment, run: Run, place: SerialExecutor | DaskExecutor) -> str:
    """Play what is missing; why it stopped before the end, "" if it did not."""
    kind = experiment.kind
    assert kind is not None
    kind.check(run)
    append_record(run.home, new_record(run.wanted))
    with (
        compilation_notice(),
        place as farm,
    ):
        if kind.where == "threads":  # nets that learn need no players
            compile_self_taught_nets()
        else:
            compile_players()
        with RunProgress(Screen(stderr=True)) as progress:
            return kind.play(run, farm, progress.watch)


class RunProgress(LiveDisplay):
    """Live lines: all games with the time left, and each cell with its running score."""

    def __init__(self, console: Screen) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), MofNCompleteColumn())
        times = (TextColumn("{task.fields[note]}"), TimeElapsedColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns, *times, console=console, speed_estimate_period=SPEED_SECONDS)
        self._all = self._progress.add_task("all", total=0, note="")
        self._tasks: dict[str, TaskID] = {}
        self._counts: dict[str, tuple[int, int]] = {}
        super().__init__(self._progress)

    def watch(self, cell: str, done: int, wanted: int, note: str) -> None:
        """A cell has come so far."""
        if cell not in self._tasks:
            self._tasks[cell] = self._progress.add_task(cell, total=wanted, note="")
        self._counts[cell] = done, wanted
        self._progress.update(self._tasks[cell], completed=done, note=note)
        n_done, n_wanted = (sum(column) for column in zip(*self._counts.values()))
        self._progress.update(self._all, completed=n_done, total=n_wanted)


def show_list(console: Screen, folder: Path, pages: Path) -> None:
    """Every table and figure of the four papers, what it needs, and where it stands."""
    for prefix, paper in PAPERS.items():
        table = Table("ID", "shows", "needs", "state", box=box.SIMPLE, title=paper, title_justify="left")
        for experiment in EXPERIMENTS.values():
            if experiment.id.startswith(prefix + "-"):
                state = state_of(experiment, folder, pages)
                table.add_row(experiment.id, experiment.title, experiment.needs, state)
        console.print(table, markup=False, highlight=False)
