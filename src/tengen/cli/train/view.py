"""The territory net in the terminal: its inputs, how its training goes, and what it foretells of games."""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

from tengen.cli.match_view import LiveDisplay
from tengen.cli.screen import Screen
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_POSITION_INPUTS
from tengen.dag_rnn.training.evaluation import GameMean
from tengen.dag_rnn.training.train import Progress


def _number(mean: GameMean) -> str:
    return _with_error(mean, ".3f")


def _percent(mean: GameMean) -> str:
    return _with_error(mean, ".1%")


def _with_error(mean: GameMean, form: str) -> str:
    """The mean, and its standard error if there is one."""
    if not mean.n_games:
        return ""
    return f"{mean.value:{form}} ± {mean.error:{form}}" if isfinite(mean.error) else f"{mean.value:{form}}"


class _Column(NamedTuple):
    """A figure in a table by phase."""

    title: str
    key: str  # in the figures
    form: Callable[[GameMean], str]


_OWNERS = (
    _Column("relative entropy", "entropy", _number),
    _Column("log loss", "log_loss", _number),
    _Column("owners foretold", "right", _percent),
)
_MOVES = (
    _Column("log p at random", "log_uniform", _number),
    _Column("mean of log p", "log_move", _number),
    _Column("log of mean p", "log_of_mean_move", _number),
    _Column("first choice", "first", _percent),
)


def show_inputs(console: Screen) -> None:
    """The list of inputs as a table."""
    table = Table("number", "name", "plane", "step", "meaning", box=box.SIMPLE)
    for number, one in enumerate(INPUTS):
        step = f"{one.row:+d} {one.column:+d}" if (one.row, one.column) != (0, 0) else ""
        table.add_row(str(number), one.name, one.plane, step, one.meaning)
    console.print(table, markup=False, highlight=False)
    console.print(
        "A step is rows down and columns to the right; a point off the board is 0. Nets for territory alone "
        f"see the first {N_POSITION_INPUTS}, nets that foretell moves all {len(INPUTS)}.",
        highlight=False,
        soft_wrap=True,
    )


class TrainingProgress(LiveDisplay):
    """The live line of a training: steps, loss, positions a second, time used and left."""

    def __init__(self, console: Screen) -> None:
        columns = (TextColumn("steps"), BarColumn(), MofNCompleteColumn())
        times = (TextColumn("{task.fields[note]}"), TimeElapsedColumn(), TextColumn("used"))
        self._bar = Bar(*columns, *times, console=console)
        self._task = self._bar.add_task("", total=None, note="")
        super().__init__(self._bar)

    def watch(self, progress: Progress) -> None:
        """A training has come so far."""
        minutes, seconds = divmod(round(progress.seconds_left), 60)
        note = (
            f"loss {progress.loss:.4f}, {progress.positions_a_second:,.0f} positions a second, "
            f"{minutes}:{seconds:02} left,"
        )
        self._bar.update(self._task, total=progress.n_steps, completed=progress.step, note=note)


def show_validation(console: Screen, phases: Sequence[Mapping[str, Any]]) -> None:
    """Validation by phase, of the round whose weights were kept."""
    table = Table(
        "board",
        "stones from",
        "positions",
        "relative entropy",
        "owners foretold",
        "mean log p",
        "first choice",
        box=box.SIMPLE,
        title="Validation by phase",
        title_justify="left",
    )
    for row in phases:
        cells = [f"{row['size']}x{row['size']}", str(row["stones"]), f"{row['positions']:,}"]
        cells += [f"{row['entropy']:.4f}", f"{row['right']:.1%}"] if "entropy" in row else ["", ""]
        cells += [f"{row['log_move']:.3f}", f"{row['first']:.1%}"] if "log_move" in row else ["", ""]
        table.add_row(*cells)
    console.print(table, markup=False, highlight=False)


def show_figures(console: Screen, figures: Mapping[str, Any]) -> None:
    """What a net foretells of games of one size, with standard errors; what it does not is left out."""
    board = f"{figures['size']}x{figures['size']}"
    _show_phases(console, f"{board}: owners", figures, _OWNERS)
    _show_phases(console, f"{board}: moves by their output", figures, _MOVES)
    _show_ranks(console, figures)


def _show_phases(console: Screen, title: str, figures: Mapping[str, Any], columns: Sequence[_Column]) -> None:
    """A table of figures over all positions and by phase of the game."""
    told = [column for column in columns if figures[column.key].n_games]
    if not told:
        return
    table = Table("stones", "positions", "games", *(column.title for column in told), box=box.SIMPLE)
    table.title, table.title_justify = title, "left"
    for row in ({"stones": "all", **figures}, *figures["phases"]):
        cells = [column.form(row[column.key]) for column in told]
        table.add_row(_phase(row["stones"]), f"{row['positions']:,}", f"{row['games']:,}", *cells)
    console.print(table, markup=False, highlight=False)


def _show_ranks(console: Screen, figures: Mapping[str, Any]) -> None:
    """How often moves are among the best, and how likely they are by areas."""
    ways = [way for way in ("by area", "by swing", "by move", "at random") if figures["top"][0][way].n_games]
    table = Table("best moves", *ways, box=box.SIMPLE)
    table.title, table.title_justify = "Share of moves played among the best", "left"
    for row in figures["top"]:
        table.add_row(str(row["m"]), *(_percent(row[way]) for way in ways))
    console.print(table, markup=False, highlight=False)
    if "by area" not in ways:
        return
    columns = ("mean of log p", "log of mean p", "mean of log p by swing", "log of mean p by swing")
    table = Table("temperature", *columns, box=box.SIMPLE)
    table.title, table.title_justify = "Moves by the area expected after them (1-ply, Gibbs)", "left"
    for row in figures["gibbs"]:
        table.add_row(f"{row['temperature']:g}", *(_number(row[column]) for column in columns))
    console.print(table, markup=False, highlight=False)


def _phase(stones: int | str) -> str:
    return stones if isinstance(stones, str) else f"from {stones}"


def as_json(value: Any) -> Any:
    """Figures as JSON knows them: a Mean by its names, and null for what is not a finite number."""
    match value:
        case GameMean():
            return {name: as_json(part) for name, part in value._asdict().items()}
        case Mapping():
            return {name: as_json(part) for name, part in value.items()}
        case list():
            return [as_json(part) for part in value]
        case float() if not isfinite(value):
            return None
    return value
