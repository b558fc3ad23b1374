"""`tengen book`: build opening books from games, and look into them."""

import json
from pathlib import Path
from string import ascii_letters
from typing import Annotated

import typer
from rich import box
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from tengen.book.book_file import (
    MAX_DEPTH,
    SHIPPED,
    Book,
    BookSettings,
    Thresholds,
    load_book,
    save_book,
    shipped_book,
)
from tengen.book.build import RunJobs, build_book, count_games
from tengen.book.query import (
    CORNER_NAMES,
    TOP_RIGHT,
    BookMove,
    book_moves,
    frequent_sequences,
    measure_coverage,
)
from tengen.book.samples_jit import EITHER, FUSEKI, JOSEKI
from tengen.cli.match import MAX_WORKERS
from tengen.cli.screen import Screen
from tengen.core.errors import GoError
from tengen.core.files import write_atomically
from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.jit import compilation_notice
from tengen.core.notation import board_svg, format_diagram, format_vertex
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE, PASS
from tengen.core.system_info import command_line, commit
from tengen.match.executors.dask_executor import make_executor
from tengen.match.executors.serial import telling_what_is_kept
from tengen.sgf import BadRecord

app = typer.Typer(help="Opening books.", no_args_is_help=True, rich_markup_mode=None)

DEFAULTS = BookSettings()
_STONES_A_ROW = 5
_LENGTHS = (1, 2, 4, 6, 8)
_N_SHOWN = 5

Theta = typer.Option(min=0, help="Keep positions seen at least so often.")
Rho = typer.Option(min=0, help="Keep moves made at least so often in their position.")
Sigma = typer.Option(min=0, max=100, help="... and in at least so many per cent of the cases.")
Depth = typer.Option(min=0, max=MAX_DEPTH, help="How many moves of a game are read.")
GamesArgument = typer.Argument(help="SGF files, folders or archives of games.")
BookArgument = typer.Argument(help="The file of a book; none for one that is shipped.")
ShippedOption = typer.Option(help=f"Which shipped book: for {' or '.join(map(str, SHIPPED))} lines.")


@app.callback()
def tengen_book() -> None:
    """Opening books: build them from games, and look into them."""


@app.command()
def build(
    games: Annotated[list[Path], GamesArgument],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the book to write.")],
    fuseki_theta: Annotated[int, Theta] = DEFAULTS.fuseki.theta,
    fuseki_rho: Annotated[int, Rho] = DEFAULTS.fuseki.rho,
    fuseki_sigma: Annotated[float, Sigma] = DEFAULTS.fuseki.sigma,
    joseki_theta: Annotated[int, Theta] = DEFAULTS.joseki.theta,
    joseki_rho: Annotated[int, Rho] = DEFAULTS.joseki.rho,
    joseki_sigma: Annotated[float, Sigma] = DEFAULTS.joseki.sigma,
    fuseki_depth: Annotated[int, Depth] = DEFAULTS.fuseki_depth,
    joseki_depth: Annotated[int, Depth] = DEFAULTS.joseki_depth,
    winner_only: Annotated[
        bool, typer.Option("--winner-only/--both", help="Whose moves count.")
    ] = DEFAULTS.winner_only,
    corner: Annotated[int, typer.Option(min=1, max=MAX_SIZE, help="Lines of a corner.")] = DEFAULTS.corner,
    size: Annotated[
        int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Lines of the board; other games are left out.")
    ] = DEFAULTS.size,
    hold_out: Annotated[
        int, typer.Option(min=0, help="Leave out the first games, to test the book on.")
    ] = DEFAULTS.hold_out,
    workers: Annotated[int, typer.Option(min=1, max=MAX_WORKERS, help="Processes that count.")] = 1,
) -> None:
    """Count the moves of games by position, whole boards and corners, and keep the frequent ones.

    An interrupted build leaves an old file as it was. The book does not depend on the order of the games,
    nor on the number of workers.
    """
    settings = BookSettings(
        size=size,
        corner=corner,
        fuseki_depth=fuseki_depth,
        joseki_depth=joseki_depth,
        winner_only=winner_only,
        hold_out=hold_out,
        fuseki=Thresholds(fuseki_theta, fuseki_rho, fuseki_sigma),
        joseki=Thresholds(joseki_theta, joseki_rho, joseki_sigma),
    )
    console = Screen(stderr=True)
    kept = f"nothing of the build is kept, and {out} is as it was"
    with compilation_notice(), telling_what_is_kept(kept), make_executor(workers) as farm:
        book = _build_with_progress(games, settings, farm.run, console)
        save_book(out, book)
    counted = ", ".join(f"{name} {n_games:,}" for name, n_games in book.games.items() if n_games)
    print(f"games {counted}")
    print(f"{_size_line(book)}; {out} has {out.stat().st_size:,} bytes")


def _build_with_progress(paths: list[Path], settings: BookSettings, run: RunJobs, console: Screen) -> Book:
    """Build a book under a bar of games done, games a second and time left."""

    def tell(bad: BadRecord) -> None:
        console.print(f"left out: {bad}", highlight=False, markup=False)

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _GamesASecond())
    with Progress(*columns, TimeRemainingColumn(), TextColumn("left"), console=console) as progress:
        task = progress.add_task("looking for games", total=None)
        n_games = count_games(paths, settings)
        progress.reset(task, total=n_games, description="counting")
        return build_book(
            paths,
            settings,
            command=command_line(),
            commit=commit(),
            run=run,
            on_games=lambda n_counted: progress.advance(task, n_counted),
            on_error=tell,
        )


class _GamesASecond(ProgressColumn):
    """How fast games are counted."""

    def render(self, task: Task) -> Text:
        """The speed of late, or nothing before it is known."""
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


def _size_line(book: Book) -> str:
    parts = (("fuseki", book.fuseki), ("joseki", book.joseki))
    return ", ".join(f"{name} {len(t.keys):,} positions {len(t.points):,} moves" for name, t in parts)


def _chosen_book(file: Path | None, size: int) -> Book:
    """The book of a file, or the shipped one for a board of so many lines."""
    return load_book(file) if file is not None else shipped_book(size)


@app.command()
def show(
    file: Annotated[Path | None, BookArgument] = None,
    size: Annotated[int, ShippedOption] = MAX_SIZE,
    moves: Annotated[str, typer.Option(help='Moves from Black on, as in "Q16 D4".')] = "",
    svg: Annotated[Path | None, typer.Option(help="Draw into this file, too, with numbered stones.")] = None,
) -> None:
    """Draw the board after some moves with the book's moves, and how often each was made."""
    book = _chosen_book(file, size)
    game = Game(book.settings.size)
    for move in moves.split():
        game.play(move)
    found = book_moves(book, game)
    letters = _letters(found)
    last_move = game.last_move or PASS
    print(format_diagram(game.board.colour, game.size, last_move, letters))
    Screen().print(_moves_table(found, letters, game.size))
    if not found:
        print(f"The book has no move for {COLOUR_NAMES[game.to_play]} here.")
    if svg is not None:
        stones = [(n, point) for n, (_, point) in enumerate(game.moves, 1) if game.board.colour[point]]
        numbers = {point: str(n) for n, point in stones}
        _write_picture(svg, board_svg(game.board.colour, game.size, labels=numbers | letters))


def _write_picture(path: Path, picture: str) -> None:
    try:
        write_atomically(path, picture.encode())
    except OSError as error:
        raise GoError(f"cannot write {path}: {error.strerror or error}") from None


def _letters(found: list[BookMove]) -> dict[int, str]:
    """A letter for each point; the rare moves behind the 52nd have to do with a cross."""
    points = dict.fromkeys(move.point for move in found)
    return {point: ascii_letters[n] if n < len(ascii_letters) else "+" for n, point in enumerate(points)}


def _moves_table(found: list[BookMove], letters: dict[int, str], size: int) -> Table:
    table = Table("", "move", "book", "times", "share", box=box.SIMPLE)
    for move in found:
        where = "whole board" if move.corner is None else f"corner {CORNER_NAMES[move.corner]}"
        share = f"{move.times / move.seen:.1%}"
        table.add_row(letters[move.point], format_vertex(move.point, size), where, f"{move.times:,}", share)
    return table


@app.command()
def info(
    file: Annotated[Path | None, BookArgument] = None, size: Annotated[int, ShippedOption] = MAX_SIZE
) -> None:
    """Print the header of a book: settings, games, command and commit, as JSON."""
    print(json.dumps(_chosen_book(file, size).header(), indent=2))


@app.command()
def stats(
    file: Annotated[Path | None, BookArgument] = None, size: Annotated[int, ShippedOption] = MAX_SIZE
) -> None:
    """Count positions and moves by depth, and list the most frequent first moves and corner sequences."""
    book = _chosen_book(file, size)
    console = Screen()
    print(_size_line(book))
    console.print(_depth_table(book))
    for heading, part in (("first moves on the whole board", None), ("sequences in a corner", TOP_RIGHT)):
        table = Table("moves", heading, "times", box=box.SIMPLE)
        for length in _LENGTHS:
            for sequence in frequent_sequences(book, part, length, _N_SHOWN):
                vertices = " ".join(format_vertex(point, book.settings.size) for point in sequence.points)
                table.add_row(str(length), vertices, f"{sequence.times:,}")
        if table.row_count:
            console.print(table)


def _depth_table(book: Book) -> Table:
    """Positions and moves by the number of stones, some numbers a row."""
    table = Table("stones", "fuseki positions", "moves", "joseki positions", "moves", box=box.SIMPLE)
    last = max((int(t.stones.max()) for t in (book.fuseki, book.joseki) if len(t.stones)), default=0)
    for begin in range(0, last + 1, _STONES_A_ROW):
        cells = []
        for part in (book.fuseki, book.joseki):
            inside = (part.stones >= begin) & (part.stones < begin + _STONES_A_ROW)
            n_moves = part.first[1:][inside] - part.first[:-1][inside]
            cells += [f"{inside.sum():,}", f"{n_moves.sum():,}"]
        table.add_row(f"{begin} to {begin + _STONES_A_ROW - 1}", *cells)
    return table


@app.command()
def coverage(
    files: Annotated[list[Path], typer.Argument(help="Books to compare.")],
    games: Annotated[list[Path], typer.Option(help="Games to try them on; may be repeated.")],
    first: Annotated[int, typer.Option(min=1, help="Only the first so many games.")] = 2000,
    moves: Annotated[int, typer.Option(min=1, help="Only so many moves of each game.")] = 20,
) -> None:
    """Tell how much of other games a book knows: positions found, and the winner's moves among its own."""
    headings = [f"{name} known / named" for name in ("fuseki", "joseki", "either")]
    table = Table("book", "bytes", *headings, "moves named a position", box=box.SIMPLE)
    for file in files:
        book = load_book(file)
        told = measure_coverage(book, games, first, moves)
        shares = [
            f"{told.n_known[part] / told.n_positions:.1%} / {told.n_named[part] / max(1, told.n_winner):.1%}"
            for part in (FUSEKI, JOSEKI, EITHER)
        ]
        named = " / ".join(f"{n_moves / told.n_positions:.1f}" for n_moves in told.n_moves)
        table.add_row(file.name, f"{file.stat().st_size:,}", *shares, named)
    Screen().print(table)
    print(
        f"{told.n_games:,} games, {told.n_positions:,} positions, {told.n_winner:,} with the winner to play"
    )
