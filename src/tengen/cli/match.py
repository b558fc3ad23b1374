"""Where games are played, as options that several commands share; `match.farm.make_executor` reads them.

`tengen match` and `tengen tournament`: games between players, kept as they end.
"""

from pathlib import Path
from typing import Annotated, Literal

import typer

from tengen.cli.match_view import MatchProgress, show_report
from tengen.cli.screen import Screen
from tengen.cli.tournament_view import TournamentProgress, show_tournament
from tengen.cli.warmup import compile_players
from tengen.core.jit import compilation_notice
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE
from tengen.core.rules import NAMED_RULES
from tengen.match.entrants import check_entrants
from tengen.match.executors.dask_executor import make_executor
from tengen.match.executors.serial import INTERRUPTED
from tengen.match.export import write_dat, write_sgf_files
from tengen.match.job import Failure
from tengen.match.runner import run_match, run_matches
from tengen.match.schedule import (
    SECONDS_PER_COMMAND,
    SECONDS_PER_GAME,
    MatchConfig,
    Opening,
    check_pairs,
    sgf_openings,
)
from tengen.match.sprt import Sprt
from tengen.match.store import Store
from tengen.match.tournament import CrossTable, gauntlet, open_matches, pairing_name, round_robin, store_path
from tengen.players.external import GnuGoPlayer
from tengen.players.spec import format_spec, parse_player

MAX_WORKERS = 1000  # of one machine

Workers = Annotated[
    int | None,
    typer.Option(min=1, max=MAX_WORKERS, help="Games played at once, each in a process [default: 1]."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the workers of a dask scheduler, tcp://HOST:PORT."),
]
Tls = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Certificates for workers: ca.pem, cert.pem, key.pem; docs/scaling.md."
    ),
]
Slurm = Annotated[
    Path | None, typer.Option(metavar="FILE.toml", help="Play on workers that SLURM starts; docs/scaling.md.")
]


# --- The commands ---------------------------------------------------------------------------------


EXIT_STATUS = {"complete": 0, "verdict": 0, "void": 1, "interrupted": INTERRUPTED}

# The options of both commands. Those of the setting are kept with the games; the others may change.
Size = Annotated[int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Lines of the board.")]
Komi = Annotated[float, typer.Option(help="Points for White.")]
Rules = Annotated[str, typer.Option(help=f"One of {', '.join(NAMED_RULES)}.")]
Openings = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="PATH",
        help="SGF files, folders or archives whose first moves begin the games; may be repeated.",
    ),
]
OpeningMoves = Annotated[int, typer.Option(min=1, help="How many moves of each opening.")]
RandomOpening = Annotated[int, typer.Option(min=0, help="Begin with so many random moves.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
MoveLimit = Annotated[
    int, typer.Option(min=0, help="A longer game is counted as it stands; 0 for 3 moves a point.")
]
SecondsPerCommand = Annotated[float, typer.Option(help="A game in which an answer takes longer is void.")]
SecondsPerGame = Annotated[
    float, typer.Option(help="A game in which a player takes longer for all its moves is void.")
]
OnFailure = Annotated[
    Failure, typer.Option(help="What becomes of a game in which a program cheats or writes garbage.")
]
Referee = Annotated[
    Literal["gnugo"] | None, typer.Option(help="Who is asked for a second opinion on each score.")
]
Sgf = Annotated[Path | None, typer.Option(help="Write the games into this folder.")]


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player as text; see `tengen players`.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other player.")],
    games: Annotated[
        int, typer.Option(min=2, help="How many; an even number, for they come in pairs.")
    ] = 100,
    size: Size = 9,
    komi: Komi = 7.5,
    rules: Rules = "chinese-kgs",
    openings: Openings = None,
    opening_moves: OpeningMoves = 8,
    random_opening: RandomOpening = 0,
    seed: Seed = 0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Stop when a test has decided whether A is better by ELO0 or by ELO1, with 5 % of error.",
        ),
    ] = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    slurm: Slurm = None,
    tls: Tls = None,
    store: Annotated[Path, typer.Option(help="Where the games are kept.")] = Path("match.db"),
    move_limit: MoveLimit = 0,
    seconds_per_command: SecondsPerCommand = SECONDS_PER_COMMAND,
    seconds_per_game: SecondsPerGame = SECONDS_PER_GAME,
    on_failure: OnFailure = "forfeit",
    referee: Referee = None,
    sgf: Sgf = None,
    dat: Annotated[Path | None, typer.Option(help="Write the table as GoGui's twogtp does.")] = None,
) -> None:
    """Play two players against each other, in pairs of games with the same opening and colours changed.

    Each game is kept as it ends: the same command again goes on where the last one stopped, or prints the
    table of a match that is complete.
    """
    _check(games, referee)
    setting = MatchConfig(
        first,
        second,
        size=size,
        komi=komi,
        rules=rules,
        openings=_openings(openings, size, opening_moves, rules),
        random_moves=random_opening,
        seed=seed,
        move_limit=move_limit,
        seconds_per_command=seconds_per_command,
        seconds_per_game=seconds_per_game,
        on_failure=on_failure,
        referee=referee or "",
        sprt=Sprt(*sprt) if sprt else None,
    )
    place = make_executor(workers, scheduler, slurm, tls)
    with compilation_notice(), place as farm:
        check_entrants([] if store.exists() else [setting], farm)
        with Store(store, setting) as kept:
            compile_players()
            with MatchProgress(Screen(stderr=True), kept.games(), games) as progress:
                report = run_match(setting, kept, farm, games, on_game=progress.show)
            show_report(Screen(), setting, report)
    if sgf:
        write_sgf_files(report.games, sgf)
    if dat:
        write_dat(setting, report.games, dat)
    raise typer.Exit(EXIT_STATUS[report.end])


def tournament(
    players: Annotated[
        list[str], typer.Argument(metavar="A B C...", help="Players as text; see `tengen players`.")
    ],
    games: Annotated[
        int, typer.Option(min=2, help="How many for each pairing; an even number, for they come in pairs.")
    ] = 100,
    only_first: Annotated[
        bool, typer.Option("--gauntlet", help="Only A meets all others, who do not meet.")
    ] = False,
    size: Size = 9,
    komi: Komi = 7.5,
    rules: Rules = "chinese-kgs",
    openings: Openings = None,
    opening_moves: OpeningMoves = 8,
    random_opening: RandomOpening = 0,
    seed: Seed = 0,
    workers: Workers = None,
    scheduler: Scheduler = None,
    slurm: Slurm = None,
    tls: Tls = None,
    store: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the games are kept, a file for each pairing.")
    ] = Path("tournament"),
    move_limit: MoveLimit = 0,
    seconds_per_command: SecondsPerCommand = SECONDS_PER_COMMAND,
    seconds_per_game: SecondsPerGame = SECONDS_PER_GAME,
    on_failure: OnFailure = "forfeit",
    referee: Referee = None,
    sgf: Sgf = None,
) -> None:
    """Let each of some players meet each other one, or the first of them all others.

    Each pairing is a match, and all advance alike. The same command again goes on where the last one
    stopped; with more players it plays the new pairings only.
    """
    _check(games, referee)
    names = [format_spec(parse_player(text)) for text in players]
    begun = _openings(openings, size, opening_moves, rules)
    settings = [
        MatchConfig(
            *pairing,
            size=size,
            komi=komi,
            rules=rules,
            openings=begun,
            random_moves=random_opening,
            seed=seed,
            move_limit=move_limit,
            seconds_per_command=seconds_per_command,
            seconds_per_game=seconds_per_game,
            on_failure=on_failure,
            referee=referee or "",
        )
        for pairing in (gauntlet if only_first else round_robin)(names)
    ]
    place = make_executor(workers, scheduler, slurm, tls)
    with compilation_notice(), place as farm:
        check_entrants([each for each in settings if not store_path(store, each).exists()], farm)
        with open_matches(store, settings, games) as matches:
            compile_players()
            stored = [game for each in matches for game in each.valid_games()]
            table = CrossTable(names)
            for game in stored:
                table.add(game)
            console = Screen(stderr=True)
            with TournamentProgress(console, table, len(stored), games * len(matches)) as progress:
                reports = run_matches(matches, farm, on_game=progress.show)
            show_tournament(Screen(), names, settings, reports)
    if sgf:
        for setting, report in zip(settings, reports):
            write_sgf_files(report.games, sgf / pairing_name(setting))
    raise typer.Exit(max(EXIT_STATUS[report.end] for report in reports))


def _check(games: int, referee: str | None) -> None:
    """GoError for an odd number of games, or without the referee."""
    check_pairs(games)
    if referee == "gnugo":
        GnuGoPlayer().command_line()  # GoError if it is not installed


def _openings(paths: list[Path] | None, size: int, n_moves: int, rules: str) -> tuple[Opening, ...]:
    return sgf_openings(paths, size, n_moves, rules) if paths else ()
