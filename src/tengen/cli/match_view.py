"""A match on the terminal: how it stands while it is played, and its table at the end."""

from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich import box
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tengen.cli.screen import Screen
from tengen.match.elo import PAIR_NAMES, elo_from_pairs
from tengen.match.intervals import format_rate
from tengen.match.job import ENDINGS, FAILURES, Ending
from tengen.match.match_stats import MatchStats, Score, half_points, tally
from tengen.match.runner import MatchReport
from tengen.match.schedule import MatchConfig
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import StoredGame

SPEED_SECONDS = 3600.0  # the time left is told from the games of the last hour
_N_FAILURES_SHOWN = 5


class LiveDisplay:
    """What is drawn on the terminal for the length of a `with`."""

    def __init__(self, drawing: Progress | Live) -> None:
        self._drawing = drawing

    def __enter__(self) -> Self:
        self._drawing.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drawing.stop()


class MatchProgress(LiveDisplay):
    """The live line: A's running score, games done, time used and left."""

    def __init__(self, console: Screen, stored: Sequence[StoredGame], n_games: int) -> None:
        """Begin with the games that the store already has."""
        valid = [game for game in stored if game.result.ending != "void" and game.job.number < n_games]
        self._points = sum(map(half_points, valid)) / 2
        self._n_valid = len(valid)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games,"))
        times = (TimeElapsedColumn(), TextColumn("used,"), TimeRemainingColumn(), TextColumn("left"))
        self._progress = Progress(*columns, *times, console=console, speed_estimate_period=SPEED_SECONDS)
        self._task = self._progress.add_task(self._running_score(), total=n_games, completed=len(valid))
        super().__init__(self._progress)

    def show(self, game: StoredGame) -> None:
        """Count a game that has been played."""
        if game.result.ending != "void":
            self._points += half_points(game) / 2
            self._n_valid += 1
        self._progress.update(self._task, advance=1, description=self._running_score())

    def _running_score(self) -> str:
        return f"A has {self._points:g}, {format_rate(self._points, self._n_valid)}"


def show_report(console: Screen, setting: MatchConfig, report: MatchReport) -> None:
    """The table of a match, and what else there is to tell."""
    figures = tally(report.games)
    heading = [describe_setting(setting), f"A: {setting.first}", f"B: {setting.second}"]
    failures = [f"game {game.job.number}" + told for game, told in failures_of(report)]
    lines = [*_strength_lines(setting, figures, report), *notes([figures], failures)]
    if report.reason:
        lines.append(f"Not complete: {report.reason}")
    show(console, [*heading, _score_table(figures), *lines])


def show(console: Screen, parts: Sequence[str | Table]) -> None:
    """Print lines and tables as they are; a long line stays one line."""
    for part in parts:
        console.print(part, highlight=False, markup=False, soft_wrap=isinstance(part, str))


def describe_setting(setting: MatchConfig) -> str:
    """What is played, without the players."""
    board = f"{setting.size}x{setting.size}, komi {setting.komi:g}, {setting.rules}"
    return f"{board}, {_openings(setting)}, seed {setting.seed}"


def failures_of(report: MatchReport) -> list[tuple[StoredGame, str]]:
    """Games in which a program failed, or another player moved for it, with their end and its reason."""
    return [
        (game, f", {game.result.ending}: {game.result.reason}")
        for game in report.games
        if game.result.ending in FAILURES or game.result.was_played_on
    ]


def notes(figures: Sequence[MatchStats], failures: Sequence[str]) -> list[str]:
    """What stands below the table of one or more matches: ends, and whatever is out of the ordinary."""
    endings: Counter[Ending] = sum((Counter(each.endings) for each in figures), Counter())
    n_games, n_valid = endings.total(), sum(each.total.games for each in figures)
    ends = ", ".join(f"{end} {endings[end]}" for end in ENDINGS if end in endings)
    lines = [f"Ends of {n_games} games: {ends or 'none yet'}"]
    if n_valid:
        n_moves = sum(each.mean_length * each.total.games for each in figures)
        lines[0] += f"; {n_moves / n_valid:.1f} moves in the mean"
    if n_draws := sum(each.total.draws for each in figures):
        lines.append(f"Draws: {n_draws}, half a point each")
    if n_duplicates := sum(each.n_duplicates for each in figures):
        lines.append(f"Duplicates: {n_duplicates} games have the moves of an earlier one")
    if n_unverified := sum(each.n_unverified for each in figures):
        lines.append(f"Unverified: {n_unverified} games were stored without a checksum, by an older version")
    if n_claims := sum(each.n_claims for each in figures):
        lines.append(
            f"Referee: {n_claims} claims, {sum(each.n_other_winner for each in figures)} with another winner "
            f"than ours, {sum(each.n_other_score for each in figures)} with another score only"
        )
    if n_played_on := sum(each.n_played_on for each in figures):
        lines.append(f"Played on: {n_played_on} games, by another player for a program that had died")
    if endings["void"]:
        lines.append(f"Void games: {endings['void']}; the same command plays them again")
    lines += [f"  {failure}" for failure in failures[:_N_FAILURES_SHOWN]]
    if len(failures) > _N_FAILURES_SHOWN:
        lines.append(f"  and {len(failures) - _N_FAILURES_SHOWN} more; all are in the store")
    return lines


def _score_table(figures: MatchStats) -> Table:
    """Three rows for each player: all its games, and those with each colour."""
    table = Table("", "games", "won", "drawn", "lost", "points (95 %)", "s a move", box=box.SIMPLE)
    of_first = (figures.total, figures.as_black, figures.as_white)
    of_second = [score.of_opponent() for score in (figures.total, figures.as_white, figures.as_black)]
    for name, scores, seconds in zip("AB", (of_first, of_second), figures.seconds_per_move):
        for part, score in zip(("", " as Black", " as White"), scores):
            table.add_row(name + part, *_cells(score), "" if part else f"{seconds:.4f}")
    return table


def _cells(score: Score) -> list[str]:
    return [*map(str, (score.games, *score)), format_rate(score.points, score.games)]


def _openings(setting: MatchConfig) -> str:
    if setting.openings:
        return f"{len(setting.openings)} openings"
    return f"{setting.random_moves} random opening moves" if setting.random_moves else "no openings"


def _strength_lines(setting: MatchConfig, figures: MatchStats, report: MatchReport) -> list[str]:
    """How far A is above B by the whole pairs, and where the sequential test stands."""
    lines = []
    if sum(figures.pairs):
        elo = elo_from_pairs(figures.pairs)
        counts = ", ".join(f"{cell} {n}" for cell, n in zip(PAIR_NAMES, figures.pairs))
        lines.append(
            f"Elo of A above B: {elo.elo:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}), "
            f"LOS {elo.los:.1%}; pairs of A: {counts}"
        )
    if setting.sprt and report.sprt:
        lines.append(_sprt_line(setting.sprt, report.sprt))
    return lines


def _sprt_line(test: Sprt, state: SprtState) -> str:
    """The hypotheses, the log-likelihood ratio with its bounds, and the verdict."""
    verdict = f"{state.verdict} accepted" if state.verdict else "open"
    return (
        f"SPRT of H0 {test.elo0:g} against H1 {test.elo1:g} Elo: {verdict}, "
        f"LLR {state.llr:.2f} ({state.lower:.2f} to {state.upper:.2f})"
    )
