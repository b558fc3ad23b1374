"""A match on the terminal: how it stands while it is played, and its table at the end."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tengen.match.intervals import format_rate
from tengen.match.job import ENDINGS
from tengen.match.judge import half_points
from tengen.match.match import MatchReport
from tengen.match.schedule import MatchSetting
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import PlayedGame
from tengen.match.tally import Score, Tally, tally

_SPEED_SECONDS = 3600.0  # the time left is told from the games of the last hour
_N_FAILURES_SHOWN = 5


class MatchProgress:
    """The live line: A's running score, games done, time used and left."""

    def __init__(self, console: Console, stored: Sequence[PlayedGame], n_games: int) -> None:
        """Begin with the games that the store already has."""
        valid = [game for game in stored if game.result.ending != "void" and game.job.number < n_games]
        self._points = sum(map(half_points, valid)) / 2
        self._n_valid = len(valid)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games,"))
        times = (TimeElapsedColumn(), TextColumn("used,"), TimeRemainingColumn(), TextColumn("left"))
        self._progress = Progress(*columns, *times, console=console, speed_estimate_period=_SPEED_SECONDS)
        self._task = self._progress.add_task(self._running_score(), total=n_games, completed=len(valid))

    def show(self, game: PlayedGame) -> None:
        """Count a game that has been played."""
        if game.result.ending != "void":
            self._points += half_points(game) / 2
            self._n_valid += 1
        self._progress.update(self._task, advance=1, description=self._running_score())

    def _running_score(self) -> str:
        return f"A has {self._points:g}, {format_rate(self._points, self._n_valid)}"

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def show_report(console: Console, setting: MatchSetting, report: MatchReport) -> None:
    """The table of a match, and what else there is to tell."""
    figures = tally(report.games)
    beginning = f"{setting.size}x{setting.size}, komi {setting.komi:g}, {setting.rules}, {_openings(setting)}"
    heading = [f"{beginning}, seed {setting.seed}", f"A: {setting.first}", f"B: {setting.second}"]
    for part in (*heading, _score_table(figures), *_lines(setting, figures, report)):
        console.print(part, highlight=False, markup=False, soft_wrap=isinstance(part, str))


def _score_table(figures: Tally) -> Table:
    """Three rows for each player: all its games, and those with each colour."""
    table = Table("", "games", "won", "drawn", "lost", "points (95 %)", "seconds a move", box=box.SIMPLE)
    of_first = (figures.total, figures.as_black, figures.as_white)
    of_second = [score.of_opponent() for score in (figures.total, figures.as_white, figures.as_black)]
    for name, scores, seconds in zip("AB", (of_first, of_second), figures.seconds_per_move):
        for part, score in zip(("", " as Black", " as White"), scores):
            table.add_row(name + part, *_cells(score), "" if part else f"{seconds:.4f}")
    return table


def _cells(score: Score) -> list[str]:
    return [*map(str, (score.games, *score)), format_rate(score.points, score.games)]


def _openings(setting: MatchSetting) -> str:
    if setting.openings:
        return f"{len(setting.openings)} openings"
    return f"{setting.random_moves} random opening moves" if setting.random_moves else "no openings"


def _sprt_line(test: Sprt, state: SprtState) -> str:
    """The hypotheses, the log-likelihood ratio with its bounds, and the verdict."""
    verdict = f"{state.verdict} accepted" if state.verdict else "open"
    return (
        f"SPRT of H0 {test.elo0:g} against H1 {test.elo1:g} Elo: {verdict}, "
        f"LLR {state.llr:.2f} ({state.lower:.2f} to {state.upper:.2f})"
    )


def _lines(setting: MatchSetting, figures: Tally, report: MatchReport) -> list[str]:
    """What stands below the table."""
    ends = ", ".join(f"{end} {figures.endings[end]}" for end in ENDINGS if end in figures.endings)
    lines = [f"Ends of {len(report.games)} games: {ends or 'none yet'}"]
    if figures.total.games:
        lines[0] += f"; {figures.mean_length:.1f} moves in the mean"
    if setting.sprt and report.sprt:
        lines.append(_sprt_line(setting.sprt, report.sprt))
    if figures.total.draws:
        lines.append(f"Draws: {figures.total.draws}, half a point each")
    if figures.n_duplicates:
        lines.append(f"Duplicates: {figures.n_duplicates} games have the moves of an earlier one")
    if figures.n_claims:
        lines.append(
            f"Referee: {figures.n_claims} claims, {figures.n_other_winner} with another winner than ours, "
            f"{figures.n_other_score} with another score only"
        )
    if "void" in figures.endings:
        lines.append(f"Void games: {figures.endings['void']}; the same command plays them again")
    failures = [game for game in report.games if game.result.ending in ("forfeit", "void")]
    lines += [
        f"  game {job.number}, {result.ending}: {result.reason}"
        for job, result in failures[:_N_FAILURES_SHOWN]
    ]
    if len(failures) > _N_FAILURES_SHOWN:
        lines.append(f"  and {len(failures) - _N_FAILURES_SHOWN} more; all are in the store")
    return [*lines, f"Not complete: {report.reason}"] if report.reason else lines
