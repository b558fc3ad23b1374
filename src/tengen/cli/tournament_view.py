"""A tournament on the terminal: its cross-table while it is played, and at the end."""

from collections.abc import Sequence
from string import ascii_uppercase

from rich import box
from rich.console import Group
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

from tengen.cli.match_view import SPEED_SECONDS, LiveDisplay, describe_setting, failures_of, notes, show
from tengen.cli.screen import Screen
from tengen.core.errors import GoError
from tengen.match.intervals import normal_quantile
from tengen.match.match_stats import Score, tally
from tengen.match.ratings import Rating
from tengen.match.runner import MatchReport
from tengen.match.schedule import MatchConfig
from tengen.match.store import StoredGame
from tengen.match.tournament import CrossTable


class TournamentProgress(LiveDisplay):
    """The live cross-table, and below it games done, time used and left."""

    def __init__(self, console: Screen, table: CrossTable, n_done: int, n_games: int) -> None:
        """Begin with the table of the games that the stores already have."""
        self._table = table
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games,"), TimeElapsedColumn())
        times = (TextColumn("used,"), TimeRemainingColumn(), TextColumn("left"))
        self._progress = Progress(*columns, *times, speed_estimate_period=SPEED_SECONDS)
        self._task = self._progress.add_task("", total=n_games, completed=n_done)
        self._live = Live(self._drawn(), console=console, transient=True)
        super().__init__(self._live)

    def show(self, game: StoredGame) -> None:
        """Count a game that has been played."""
        self._table.add(game)
        self._progress.advance(self._task)
        self._live.update(self._drawn())

    def _drawn(self) -> Group:
        return Group(draw_cross_table(self._table), self._progress)


def show_tournament(
    console: Screen,
    players: Sequence[str],
    settings: Sequence[MatchConfig],
    reports: Sequence[MatchReport],
) -> None:
    """The cross-table, and what else there is to tell of the pairings."""
    table = CrossTable(players)
    for report in reports:
        for game in report.games:
            table.add(game)
    names = player_names(players)
    called = [f"{names[each.first]} against {names[each.second]}" for each in settings]
    failures = [
        f"game {game.job.number} of {pairing}{told}"
        for pairing, report in zip(called, reports)
        for game, told in failures_of(report)
    ]
    unfinished = [
        f"Not complete: {pairing}: {report.reason}"
        for pairing, report in zip(called, reports)
        if report.reason
    ]
    heading = [describe_setting(settings[0]), *(f"{name}: {player}" for player, name in names.items())]
    lines = notes([tally(report.games) for report in reports], failures)
    show(console, [*heading, draw_cross_table(table), *lines, *unfinished])


def draw_cross_table(table: CrossTable) -> Table:
    """The best first: Elo with its 95 % interval, then wins-losses(-draws) by opponent.

    Where no Elo can be given the caption says why, and players are ranked by their share of points.
    """
    names = player_names(table.players)
    try:
        ratings = {rating.player: rating for rating in table.ratings()}
        caption = None
    except GoError:
        ratings, caption = {}, "No Elo yet: games must join all players."
    ranked = list(ratings) or sorted(table.players, key=lambda player: -_share(table.total(player)))
    ranked += [player for player in table.players if player not in ranked]  # who has not played
    heading = ["", "Elo", "± (95 %)", "games", "points", *(names[player] for player in ranked)]
    drawn = Table(*heading, box=box.SIMPLE, caption=caption, caption_justify="left")
    for player in ranked:
        total = table.total(player)
        cells = [format_score(table.between(player, other)) for other in ranked]
        rating = _format_rating(ratings.get(player))
        drawn.add_row(names[player], *rating, str(total.games), f"{_share(total):.1%}", *cells)
    return drawn


def player_names(players: Sequence[str]) -> dict[str, str]:
    """A letter for each player, for a table has no room for their texts; numbers if letters run out."""
    letters = ascii_uppercase if len(players) <= len(ascii_uppercase) else None
    return {player: letters[index] if letters else str(index + 1) for index, player in enumerate(players)}


def format_score(score: Score) -> str:
    """Wins and losses, and draws if there are any; nothing for players who did not meet."""
    if score.games == 0:
        return ""
    return f"{score.wins}-{score.losses}" + (f"-{score.draws}" if score.draws else "")


def _format_rating(rating: Rating | None) -> list[str]:
    """The rating and half the width of its 95 % interval."""
    if rating is None:
        return ["", ""]
    return [f"{rating.elo:+.0f}", f"{normal_quantile(0.95) * rating.standard_error:.0f}"]


def _share(score: Score) -> float:
    """Points a game."""
    return score.points / max(1, score.games)
