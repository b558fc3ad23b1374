"""`tengen train dag-rnn-bootstrap`: a territory net that teaches itself on a small board."""

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tengen.core.jit import compilation_notice
from tengen.extras import check_extra
from tengen.machine import command_line
from tengen.match.intervals import format_rate
from tengen.match.stop_signals import telling_what_is_kept
from tengen.nets.dag_rnn_bootstrap import BootstrapSettings, Metrics, bootstrap
from tengen.nets.dag_rnn_weights import save_net
from tengen.screen import Screen

_USUAL = BootstrapSettings(5)


def dag_rnn_bootstrap(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the net to write.")],
    size: Annotated[int, typer.Option(help="Lines of the board; the paper's are 5 and 7.")] = _USUAL.size,
    generations: Annotated[
        int, typer.Option(min=1, help="How often it plays and learns.")
    ] = _USUAL.generations,
    games: Annotated[int, typer.Option(help="Against itself, a generation.")] = _USUAL.games,
    steps: Annotated[int, typer.Option(min=1, help="Of learning, a generation.")] = _USUAL.steps,
    trials: Annotated[
        int, typer.Option(min=1, help="Games against moves at random, a generation.")
    ] = _USUAL.trials,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = _USUAL.seed,
    folder: Annotated[
        Path | None, typer.Option(help="Nets of all generations [default: FILE.training].")
    ] = None,
) -> None:
    """Let a territory net teach itself on a small board, without games of others (Wu & Baldi).

    The same command again goes on where the last one was stopped.
    """
    check_extra("train", "training")
    settings = BootstrapSettings(size, generations, games, steps, trials, seed=seed)
    columns = (TextColumn("games"), BarColumn(), TextColumn("{task.fields[note]}"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    folder = folder or out.with_name(out.name + ".training")
    kept = f"the generations that have ended are kept in {folder}, the same command goes on"
    with (
        compilation_notice(),
        telling_what_is_kept(kept),
        Progress(*columns, *times, console=Screen(stderr=True)) as progress,
    ):
        task = progress.add_task("", total=generations * games, note="")

        def tell(generation: int, done: int) -> None:
            note = f"generation {generation + 1} of {generations}"
            progress.update(task, completed=generation * games + done, note=note)

        net, figures = bootstrap(
            settings,
            folder,
            command_line(),
            tell,
        )
    save_net(out, net)
    _show(Screen(), figures)
    print(f"wrote {out}")


def _show(console: Screen, figures: list[Metrics]) -> None:
    """A line for each generation."""
    names = (
        "generation",
        "temperature",
        "moves a game",
        "relative entropy",
        "owners foretold",
        "against random",
    )
    table = Table(*names, box=box.SIMPLE)
    for row in figures:
        table.add_row(
            f"{row['generation'] + 1:.0f}",
            f"{row['temperature']:.2f}",
            f"{row['moves a game']:.1f}",
            f"{row['entropy']:.3f}",
            f"{row['right']:.1%}",
            format_rate(row["points"], int(row["trials"])),
        )
    console.print(table, markup=False, highlight=False)
