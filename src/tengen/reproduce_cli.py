"""`tengen reproduce`: the papers' tables and figures, listed, run and reported."""

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
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

from tengen.bench.rows import all_cores
from tengen.core.errors import GoError
from tengen.core.jit import compilation_notice
from tengen.experiments.catalogue import EXPERIMENTS, find_experiment, state_of
from tengen.experiments.experiment import PAPERS, Experiment, Run, Wanted
from tengen.experiments.figures import check_matplotlib
from tengen.experiments.record import append_record, last_record, new_record
from tengen.experiments.report import write_report
from tengen.experiments.strength import Strength
from tengen.farm_options import Scheduler, Slurm, Workers
from tengen.match.farm import Farm, open_farm
from tengen.match.here import Here
from tengen.match_view import SPEED_SECONDS, OnTerminal
from tengen.warmup import compile_players, compile_self_taught_nets

_INTERRUPTED, _STOPPED = 130, 1


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
    folder: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("results"),
    out: Annotated[Path, typer.Option(help="Where the page is written.")] = Path("docs/results"),
    report: Annotated[
        bool, typer.Option("--report", help="Only write the report of what has been played.")
    ] = False,
) -> None:
    """Repeat a table or figure of a paper, with our figures beside the paper's.

    Games are kept as they end: the same command again goes on where the last one stopped. --report without
    other options reports on what the last run was asked for.
    """
    if experiment is None:
        show_list(Console(), folder, out)
        return
    if not 0 < scale <= 1000:
        raise GoError(f"the scale must be above 0 and at most 1000, not {scale:g}")
    found = find_experiment(experiment)
    if net and not experiment.startswith(("dag-", "td-")):
        raise GoError(f"{experiment} is not about nets: --net does not apply")
    if data and not experiment.startswith("dag-"):
        raise GoError(f"{experiment} is not about territory nets: --data does not apply")
    if opponent and not isinstance(found.kind, Strength):
        raise GoError(f"{experiment} plays against nobody: --opponent does not apply")
    asked = Wanted(scale, games, tuple(playouts or ()), tuple(policy or ()), opponent, tuple(net or ()), data)
    record = last_record(folder / found.id)
    wanted = record.wanted if report and record and asked == Wanted() else asked
    run = Run(found.id, wanted, folder, workers or all_cores())
    if found.in_threads and (scheduler or slurm):
        raise GoError(f"{found.id} runs in threads of this process: --scheduler and --slurm do not apply")
    place = Here() if found.in_threads else open_farm(workers, scheduler, slurm)
    check_matplotlib()
    reason = "" if report else _play(found, run, place)
    for path in write_report(found, run, last_record(run.home), out):
        print(f"wrote {path}")
    if reason:
        Console(stderr=True).print(f"Not complete: {reason}", highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(_INTERRUPTED if reason == "interrupted" else _STOPPED)


def _play(experiment: Experiment, run: Run, place: Here | Farm) -> str:
    """Play what is missing; why it stopped before the end, "" if it did not."""
    assert experiment.kind is not None
    experiment.kind.check(run)
    append_record(run.home, new_record(run.wanted))
    with (
        compilation_notice(),
        place as farm,
    ):
        if experiment.in_threads:  # nets that learn need no players
            compile_self_taught_nets()
        else:
            compile_players()
        with RunProgress(Console(stderr=True)) as progress:
            return experiment.kind.play(run, farm, progress.watch)


class RunProgress(OnTerminal):
    """Live lines: all games with the time left, and each cell with its running score."""

    def __init__(self, console: Console) -> None:
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


def show_list(console: Console, folder: Path, out: Path) -> None:
    """Every table and figure of the four papers, what it needs, and where it stands."""
    for prefix, paper in PAPERS.items():
        table = Table("ID", "shows", "needs", "state", box=box.SIMPLE, title=paper, title_justify="left")
        for experiment in EXPERIMENTS.values():
            if experiment.id.startswith(prefix + "-"):
                state = state_of(experiment, folder, out)
                table.add_row(experiment.id, experiment.title, experiment.needs, state)
        console.print(table, markup=False, highlight=False)
