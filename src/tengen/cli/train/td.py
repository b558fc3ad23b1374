"""`tengen train td`: nets that teach themselves by temporal differences."""

import threading
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tengen.cli.screen import Screen
from tengen.core.errors import GoError
from tengen.core.jit import compilation_notice
from tengen.core.system_info import all_cores, command_line
from tengen.match.executors.serial import telling_what_is_kept
from tengen.match.intervals import format_rate
from tengen.td.games_jit import OPPONENTS
from tengen.td.learning_jit import EXPLORATION, RATE, SELECTIONS
from tengen.td.network import REPRESENTATIONS, TdArchitecture
from tengen.td.training import TdSettings, TdTrainingLog, best_sample, train_runs
from tengen.td.weights import TdNetFile, save_td_net


def td(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the best net to write.")],
    representation: Annotated[str, typer.Option(help=f"One of {', '.join(REPRESENTATIONS)}.")] = "katatsugi",
    selection: Annotated[
        str, typer.Option(help=f"How moves are chosen while learning: {', '.join(SELECTIONS)}.")
    ] = "creative",
    size: Annotated[int, typer.Option(help="Lines of the board; the paper's is 5.")] = 5,
    hidden: Annotated[
        str | None, typer.Option(help="Units of one or two hidden layers, as in 25 or 20,20 [the paper's].")
    ] = None,
    games: Annotated[int, typer.Option(help="Against itself, for each run.")] = 1_000_000,
    runs: Annotated[int, typer.Option(min=1, help="Nets that learn side by side.")] = 1,
    sample_every: Annotated[int, typer.Option(help="Games between two samples of strength.")] = 50_000,
    trials: Annotated[int, typer.Option(help="Games against each opponent at a sample.")] = 1000,
    exploration: Annotated[
        float, typer.Option(help="Creativity, or the chance of a random move.")
    ] = EXPLORATION,
    rate: Annotated[float, typer.Option(help="Learning rate.")] = RATE,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same nets.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Runs at a time [default: all cores].")] = None,
    folder: Annotated[Path | None, typer.Option(help="Samples of all runs [default: FILE.training].")] = None,
) -> None:
    """Let nets teach themselves by temporal differences (Mayer), and keep the strongest sample of all runs.

    The same command again goes on where the last one was stopped.
    """
    architecture = TdArchitecture(representation, size, _units(hidden))
    settings = TdSettings(architecture, selection, exploration, rate, games, sample_every, trials, seed)
    columns = (TextColumn("games"), BarColumn(), TextColumn("{task.fields[note]}"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    folder = folder or out.with_name(out.name + ".training")
    kept = f"the runs are kept in {folder}, the same command goes on"
    with (
        compilation_notice(),
        telling_what_is_kept(kept),
        Progress(*columns, *times, console=Screen(stderr=True)) as progress,
    ):
        histories = train_runs(
            settings,
            runs,
            folder,
            threads or all_cores(),
            _Watch(progress, games, runs).tell,
        )
    run, sample = best_sample(histories, trials)
    best = histories[run]
    metrics = {"games": int(best.games[sample]), "strength": float(best.strength(trials)[sample]), "run": run}
    command = command_line()
    save_td_net(out, TdNetFile(architecture, best.layers_at(sample), command, metrics))
    _show(Screen(), histories, trials)
    print(f"wrote {out}: run {run} after {best.games[sample]:,} games")


def _units(text: str | None) -> tuple[int, ...]:
    """The hidden layers of a text; () for the paper's."""
    try:
        return tuple(int(units) for units in text.split(",")) if text else ()
    except ValueError:
        raise GoError(f"hidden layers are numbers of units, as in 25 or 20,20, not {text!r}") from None


class _Watch:
    """The progress bar of all runs; told by their threads."""

    def __init__(self, progress: Progress, games: int, runs: int) -> None:
        self._progress = progress
        self._lock = threading.Lock()
        self._games = [0] * runs
        self._strengths = [0.0] * runs
        self._begun: int | None = None
        self._task = progress.add_task("", total=games * runs, note="")

    def tell(self, number: int, games: int, strength: float) -> bool:
        """Note how far a run is."""
        with self._lock:
            self._games[number], self._strengths[number] = games, strength
            done = sum(self._games)
            if self._begun is None:
                self._begun = done  # what an earlier command had done says nothing of our speed
            elapsed = self._progress.tasks[0].elapsed or 0.0
            speed = (done - self._begun) / elapsed if elapsed else 0.0
            begun = [strength for strength, games in zip(self._strengths, self._games) if games]
            mean = sum(begun) / len(begun) if begun else strength
        note = f"{speed:,.0f} games a second, strength {mean:.2f}"
        self._progress.update(self._task, completed=done, note=note)
        return True


def _show(console: Screen, histories: list[TdTrainingLog], trials: int) -> None:
    """A line for each run: its last sample, and its best."""
    table = Table("run", "games", "moves a game", *OPPONENTS, "strength", "best", box=box.SIMPLE)
    for run, history in enumerate(histories):
        games = int(history.games[-1])
        strengths = history.strength(trials)
        table.add_row(
            str(run),
            f"{games:,}",
            f"{history.moves[-1] / max(games, 1):.1f}",
            *(format_rate(wins, trials) for wins in history.wins[-1]),
            f"{strengths[-1]:.3f}",
            f"{strengths.max():.3f} after {history.games[strengths.argmax()]:,}",
        )
    console.print(table, markup=False, highlight=False)
