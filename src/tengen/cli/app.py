"""The `tengen` command: one small function for each thing a user does."""

import json
from typing import Annotated

import typer
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tengen import __version__
from tengen.bench.benchmarks import SEARCH_POLICY, WHAT, Row, measure, rows_of
from tengen.cli import book, evidence, gtp, match, play, reproduce, territory, train
from tengen.cli.doctor import command
from tengen.cli.players import show_players
from tengen.cli.screen import Screen
from tengen.cli.warmup import WARMUP_STEPS
from tengen.core.jit import FAULT, FOLDER, compilation_notice
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE
from tengen.core.system_info import all_cores, describe_machine
from tengen.players.spec import PLAYERS
from tengen.playout.memory_jit import MAX_THREADS
from tengen.playout.parameters_jit import POLICIES
from tengen.td.network import REPRESENTATIONS

app = typer.Typer(
    name="tengen",
    help="A Go engine and research lab: search that remembers, books, territory nets, self-taught nets.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.add_typer(train.app, name="train")
app.add_typer(book.app, name="book")
app.command()(reproduce.reproduce)
app.command()(evidence.evidence)
app.command()(territory.territory)

# Commands for programs read their own arguments; they stand here for the list of `tengen --help`, and
# __main__.py goes to them directly.
AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def tengen(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Go engine and research lab."""


app.command()(play.play)


@app.command("gtp", add_help_option=False, context_settings=AS_TYPED)
def run_gtp(context: typer.Context) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and the like."""
    gtp.gtp(context.args)


@app.command("analysis", add_help_option=False, context_settings=AS_TYPED)
def run_analysis(context: typer.Context) -> None:
    """Answer JSON queries in KataGo's analysis format, for KaTrain and the like."""
    gtp.analysis(context.args)


@app.command(add_help_option=False, context_settings=AS_TYPED)
def doctor(context: typer.Context) -> None:
    """Check installation, caches, nets, books, stores and the machine; --repair mends what can be."""
    command.doctor(context.args)


@app.command()
def players(
    name: Annotated[str | None, typer.Argument(help=f"One of {', '.join(PLAYERS)}.")] = None,
) -> None:
    """List the players, and every setting with its default, its values and what it means."""
    show_players(Screen(), name)


app.command()(match.match)
app.command()(match.tournament)


@app.command()
def warmup() -> None:
    """Compile everything into the cache, so that nothing waits later."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Screen(stderr=True)) as progress:
        task = progress.add_task("compiling", total=len(WARMUP_STEPS))
        for name, step in WARMUP_STEPS.items():
            progress.update(task, description=f"compiling {name}")
            step()
            progress.advance(task)
        progress.update(task, description="compiled")
    print(f"everything is compiled in {FOLDER}" if FOLDER else FAULT)


@app.command()
def bench(
    what: Annotated[
        list[str] | None, typer.Option(help=f"Rows to measure, may be repeated: {', '.join(WHAT)}.")
    ] = None,
    size: Annotated[
        list[int] | None,
        typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Board sizes [default: 9 and 19; of td 5]."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Policies of heavy playouts and searches, may be repeated: {', '.join(POLICIES)} "
            f"[default: {SEARCH_POLICY}]; of td representations: {', '.join(REPRESENTATIONS)}."
        ),
    ] = None,
    threads: Annotated[
        list[int] | None,
        typer.Option(min=1, max=MAX_THREADS, help="Numbers of threads [default: 1 and all cores]."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help="Time for each row.")] = 3.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON list of rows and nothing else.")
    ] = False,
) -> None:
    """Measure the speed of this machine: playouts, or games of learning, per CPU second."""
    rows = rows_of(what or ["light"], size, policy, threads or sorted({1, all_cores()}))
    with compilation_notice():
        if as_json:
            *_, measured = measure(rows, seconds)
            print(json.dumps([row.as_dict() for row in measured]))
        else:
            _show_bench(rows, seconds)


def _show_bench(rows: list[Row], seconds: float) -> None:
    """A table that fills while it is measured."""
    console = Screen()
    console.print(describe_machine(), highlight=False)
    with Live(console=console) as live:
        for measured in measure(rows, seconds):
            live.update(_bench_table(measured))


def _bench_table(rows: list[Row]) -> Table:
    """The rows, and how light playouts compare with the yardstick where both were measured."""
    yardstick = {(row.size, row.threads): row.playouts_per_cpu_second for row in rows if row.what == "plain"}
    table = Table(
        "what",
        "policy",
        "size",
        "threads",
        "playouts per CPU second",
        "per second",
        "moves per playout",
        "ns per move",
        "ratio",
    )
    for row in rows:
        plain = yardstick.get((row.size, row.threads))
        table.add_row(
            row.what,
            row.policy or "",
            str(row.size),
            str(row.threads),
            f"{row.playouts_per_cpu_second:,.0f}",
            f"{row.playouts_per_second:,.0f}",
            f"{row.moves_per_playout:.1f}",
            f"{row.ns_per_move:.1f}",
            f"{row.playouts_per_cpu_second / plain:.2f}" if plain else "",
        )
    return table
