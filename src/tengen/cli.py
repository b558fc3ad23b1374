"""The `tengen` command: one small function for each thing a user does."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tengen import __version__, book_cli, gtp_main, train_cli
from tengen.bench.rows import SEARCH_POLICY, WHAT, WITH_POLICY, Row, all_cores, measure
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.jit import CACHE_FOLDER, compilation_notice
from tengen.core.points import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from tengen.core.rules import NAMED_RULES
from tengen.experiments import reply_tables
from tengen.machine import describe_machine
from tengen.match.export import write_dat, write_sgf_files
from tengen.match.farm import Farm
from tengen.match.here import Here
from tengen.match.job import Failure
from tengen.match.match import run_match
from tengen.match.openings import sgf_openings
from tengen.match.schedule import SECONDS_PER_COMMAND, SECONDS_PER_GAME, MatchSetting
from tengen.match.sprt import Sprt
from tengen.match.store import Store
from tengen.match_view import MatchProgress, show_report
from tengen.player_table import show_players
from tengen.players.external_player import GnuGoPlayer
from tengen.players.spec import DEFAULT_PLAYER, PLAYERS, make_player
from tengen.playout.parameters import POLICIES
from tengen.terminal import TerminalGame
from tengen.warmup import WARMUP_STEPS

app = typer.Typer(
    name="tengen",
    help="A Go engine and research lab: search that remembers, books, territory nets, self-taught nets.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.add_typer(train_cli.app, name="train")
app.add_typer(book_cli.app, name="book")

# Commands for programs read their own arguments; they stand here for the list of `tengen --help`, and
# __main__.py goes to them directly.
AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}

EXIT_STATUS = {"complete": 0, "verdict": 0, "void": 1, "interrupted": 130}

EXPERIMENTS = {"lgrf-table1": "what reply tables answer and how long replies stay (Baier & Drake, Table 1)"}


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


@app.command()
def play(
    size: Annotated[int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Lines of the board.")] = 9,
    komi: Annotated[float, typer.Option(help="Points for White.")] = 7.5,
    rules: Annotated[str, typer.Option(help=f"One of {', '.join(NAMED_RULES)}.")] = "chinese-kgs",
    colour: Annotated[Literal["black", "white"], typer.Option(help="Your colour.")] = "black",
    opponent: Annotated[
        str,
        typer.Option(help=f"Your opponent: {', '.join(PLAYERS)}; see `tengen players`."),
    ] = DEFAULT_PLAYER,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same answers.")] = 0,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal (the only board yet).")
    ] = True,
) -> None:
    """Play a game of Go."""
    human = BLACK if colour == "black" else WHITE
    player = make_player(opponent, seed)
    with compilation_notice():
        _compile_players()
        game = Game(size, komi, rules)
        TerminalGame(game, player, human, Console()).run()


def _compile_players() -> None:
    """Compile what own players need, so that no clock runs meanwhile."""
    for step in ("board and rules", "random player", "tree search"):
        WARMUP_STEPS[step]()


@app.command(add_help_option=False, context_settings=AS_TYPED)
def gtp(context: typer.Context) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and the like."""
    gtp_main.gtp(context.args)


@app.command(add_help_option=False, context_settings=AS_TYPED)
def analysis(context: typer.Context) -> None:
    """Answer JSON queries in KataGo's analysis format, for KaTrain and the like."""
    gtp_main.analysis(context.args)


@app.command()
def players(
    name: Annotated[str | None, typer.Argument(help=f"One of {', '.join(PLAYERS)}.")] = None,
) -> None:
    """List the players, and every setting with its default, its values and what it means."""
    show_players(Console(), name)


@app.command()
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player as text; see `tengen players`.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other player.")],
    games: Annotated[
        int, typer.Option(min=2, help="How many; an even number, for they come in pairs.")
    ] = 100,
    size: Annotated[int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Lines of the board.")] = 9,
    komi: Annotated[float, typer.Option(help="Points for White.")] = 7.5,
    rules: Annotated[str, typer.Option(help=f"One of {', '.join(NAMED_RULES)}.")] = "chinese-kgs",
    openings: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="SGF files, folders or archives whose first moves begin the games; may be repeated.",
        ),
    ] = None,
    opening_moves: Annotated[int, typer.Option(min=1, help="How many moves of each opening.")] = 8,
    random_opening: Annotated[int, typer.Option(min=0, help="Begin with so many random moves.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Stop when a test has decided whether A is better by ELO0 or by ELO1, with 5 % of error.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Games played at once, each in a process.")] = 1,
    store: Annotated[Path, typer.Option(help="Where the games are kept.")] = Path("match.db"),
    move_limit: Annotated[
        int, typer.Option(min=0, help="A longer game is counted as it stands; 0 for 3 moves a point.")
    ] = 0,
    seconds_per_command: Annotated[
        float, typer.Option(help="A program that takes longer for an answer has failed.")
    ] = SECONDS_PER_COMMAND,
    seconds_per_game: Annotated[
        float, typer.Option(help="A player that takes longer for all its moves has failed.")
    ] = SECONDS_PER_GAME,
    on_failure: Annotated[
        Failure, typer.Option(help="What becomes of a game in which a program crashes, hangs or cheats.")
    ] = "forfeit",
    referee: Annotated[
        Literal["gnugo"] | None, typer.Option(help="Who is asked for a second opinion on each score.")
    ] = None,
    sgf: Annotated[Path | None, typer.Option(help="Write the games into this folder.")] = None,
    dat: Annotated[Path | None, typer.Option(help="Write the table as GoGui's twogtp does.")] = None,
) -> None:
    """Play two players against each other, in pairs of games with the same opening and colours changed.

    Each game is kept as it ends: the same command again goes on where the last one stopped, or prints the
    table of a match that is complete.
    """
    if games % 2:
        raise GoError(f"games come in pairs: {games} is odd, use {games + 1}")
    if referee == "gnugo":
        GnuGoPlayer().command_line()  # GoError if it is not installed
    setting = MatchSetting(
        first,
        second,
        size=size,
        komi=komi,
        rules=rules,
        openings=sgf_openings(openings, size, opening_moves, rules) if openings else (),
        random_moves=random_opening,
        seed=seed,
        move_limit=move_limit,
        seconds_per_command=seconds_per_command,
        seconds_per_game=seconds_per_game,
        on_failure=on_failure,
        referee=referee or "",
        sprt=Sprt(*sprt) if sprt else None,
    )
    with (
        compilation_notice(),
        Store(store, setting) as kept,
        Here() if workers == 1 else Farm.local(workers) as farm,
    ):
        _compile_players()
        with MatchProgress(Console(stderr=True), kept.games(), games) as progress:
            report = run_match(setting, kept, farm, games, on_game=progress.show)
        show_report(Console(), setting, report)
    if sgf:
        write_sgf_files(report.games, sgf)
    if dat:
        write_dat(setting, report.games, dat)
    raise typer.Exit(EXIT_STATUS[report.end])


@app.command()
def reproduce(
    experiment: Annotated[
        str | None, typer.Argument(metavar="ID", help="Which one; none lists them.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games for each condition.")] = 1,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts a move.")] = 8000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
) -> None:
    """Repeat a table of a paper, with our figures beside the paper's."""
    if experiment is None:
        for name, meaning in EXPERIMENTS.items():
            print(f"{name}: {meaning}")
        return
    if experiment not in EXPERIMENTS:
        raise GoError(f"no experiment is called {experiment!r}: choose from {', '.join(EXPERIMENTS)}")
    with compilation_notice():
        _show_reply_tables(games, playouts, seed)


def _show_reply_tables(games: int, playouts: int, seed: int) -> None:
    """Play for each policy and print its rows; moves are counted meanwhile."""
    columns = (TextColumn("{task.description}"), TextColumn("{task.completed} moves"), TimeElapsedColumn())
    table = Table(*reply_tables.COLUMNS)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for policy in reply_tables.POLICIES:
            task = progress.add_task(f"self-play of {policy}", total=None)
            uses = reply_tables.play_and_count(
                policy,
                n_games=games,
                playouts=playouts,
                seed=seed,
                on_move=partial(progress.advance, task),
            )
            for use in uses:
                table.add_row(*reply_tables.compare(use))
    Console().print(table)


@app.command()
def warmup() -> None:
    """Compile everything into the cache, so that nothing waits later."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("compiling", total=len(WARMUP_STEPS))
        for name, step in WARMUP_STEPS.items():
            progress.update(task, description=f"compiling {name}")
            step()
            progress.advance(task)
        progress.update(task, description="compiled")
    print(f"everything is compiled in {CACHE_FOLDER}")


@app.command()
def bench(
    what: Annotated[
        list[str] | None, typer.Option(help=f"Rows to measure, may be repeated: {', '.join(WHAT)}.")
    ] = None,
    size: Annotated[
        list[int] | None, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Board sizes [default: 9 and 19].")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Policies of heavy playouts and searches, may be repeated: {', '.join(POLICIES)} "
            f"[default: {SEARCH_POLICY}]."
        ),
    ] = None,
    threads: Annotated[
        list[int] | None, typer.Option(min=1, help="Numbers of threads [default: 1 and all cores].")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help="Time for each row.")] = 3.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON list of rows and nothing else.")
    ] = False,
) -> None:
    """Measure the speed of this machine: playouts per CPU second."""
    names = what or ["light"]
    for name in names:
        if name not in WHAT:
            raise GoError(f"nothing to measure is called {name!r}: choose from {', '.join(WHAT)}")
    for name in policy or []:
        if name not in POLICIES:
            raise GoError(f"no policy is called {name!r}: choose from {', '.join(POLICIES)}")
    rows = [
        Row(name, n, t, searched)
        for t in threads or sorted({1, all_cores()})
        for n in size or [9, 19]
        for name in names
        for searched in ((policy or [SEARCH_POLICY]) if name in WITH_POLICY else [None])
    ]
    with compilation_notice():
        if as_json:
            *_, measured = measure(rows, seconds)
            print(json.dumps([asdict(row) for row in measured]))
        else:
            _show_bench(rows, seconds)


def _show_bench(rows: list[Row], seconds: float) -> None:
    """A table that fills while it is measured."""
    console = Console()
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
