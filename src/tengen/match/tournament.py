"""Tournaments: who plays whom, and the cross-table of what happened.

Everything here is a pure function of players and finished games, so a table can be drawn at any time:
while a tournament runs, after it, or from games of several.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from tengen.core.errors import GoError
from tengen.match.intervals import normal_quantile
from tengen.match.ratings import Rating, rate


class Row(Protocol):
    """A finished game."""

    @property
    def black(self) -> str:
        """The text of the player."""

    @property
    def white(self) -> str:
        """The text of the player."""

    @property
    def winner(self) -> str | None:
        """B, W, or None for a draw."""


@dataclass(frozen=True)
class Cell:
    """What a player did against an opponent."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        """Games that were neither won nor drawn."""
        return self.games - self.wins - self.draws

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(self.games + other.games, self.wins + other.wins, self.draws + other.draws)

    def reversed(self) -> "Cell":
        """The same games as the opponent saw them."""
        return Cell(self.games, self.losses, self.draws)


@dataclass(frozen=True)
class CrossTable:
    """The results of all players, kept apart by colour."""

    players: list[str]  # in the order of their first game
    as_black: dict[tuple[str, str], Cell]  # (black, white): as Black saw it

    def between(self, player: str, opponent: str) -> Cell:
        """All games of two players as the first one saw them, with both colours."""
        black = self.as_black.get((player, opponent), Cell())
        return black + self.as_black.get((opponent, player), Cell()).reversed()

    def total(self, player: str) -> Cell:
        """All games of a player."""
        return sum((self.between(player, other) for other in self.players), Cell())

    def ratings(self) -> list[Rating]:
        """Maximum-likelihood Elo, the best player first; GoError if games do not join all players."""
        points = np.array([[self.between(a, b).points for b in self.players] for a in self.players])
        return sorted(rate(self.players, points), key=lambda rating: -rating.elo)


def round_robin(players: Sequence[str]) -> list[tuple[str, str]]:
    """Each player meets each other one."""
    _check_players(players)
    return list(combinations(players, 2))


def gauntlet(players: Sequence[str]) -> list[tuple[str, str]]:
    """The first player meets all others, who do not meet."""
    _check_players(players)
    return [(players[0], other) for other in players[1:]]


def cross_table(rows: Iterable[Row]) -> CrossTable:
    """Count finished games."""
    table = CrossTable([], {})
    for row in rows:
        if row.black == row.white:
            raise GoError(f"a cross-table cannot hold a game of {row.black} against itself")
        for player in (row.black, row.white):
            if player not in table.players:
                table.players.append(player)
        cell = Cell(1, int(row.winner == "B"), int(row.winner is None))
        pairing = row.black, row.white
        table.as_black[pairing] = table.as_black.get(pairing, Cell()) + cell
    return table


def draw_cross_table(table: CrossTable) -> Table:
    """For the terminal: the best first, Elo with its 95 % interval, then wins-losses(-draws) by opponent.

    Opponents are named by their rank. Where no Elo can be given the caption says why, and players are
    ranked by their share of points.
    """
    try:
        ratings = {rating.player: rating for rating in table.ratings()}
        ranked, caption = list(ratings), None
    except GoError as error:
        ratings, caption = {}, f"No Elo: {error}."
        ranked = sorted(table.players, key=lambda player: -_share(table.total(player)))
    heading = ["", "player", "Elo", "±", "games", "score", *(str(k + 1) for k in range(len(ranked)))]
    drawn = Table(*heading, box=box.SIMPLE, caption=caption, caption_justify="left")
    for rank, player in enumerate(ranked, 1):
        total = table.total(player)
        cells = [format_cell(table.between(player, other)) for other in ranked]
        rating = _format_rating(ratings.get(player))
        share = f"{_share(total):.1%}"
        drawn.add_row(str(rank), Text(player), *rating, str(total.games), share, *cells)
    return drawn


def format_cell(cell: Cell) -> str:
    """Wins and losses, and draws if there are any; nothing for players who did not meet."""
    if cell.games == 0:
        return ""
    return f"{cell.wins}-{cell.losses}" + (f"-{cell.draws}" if cell.draws else "")


def _format_rating(rating: Rating | None) -> list[str]:
    """The rating and half the width of its 95 % interval."""
    if rating is None:
        return ["", ""]
    return [f"{rating.elo:+.0f}", f"{normal_quantile(0.95) * rating.standard_error:.0f}"]


def _share(cell: Cell) -> float:
    """Points a game."""
    return cell.points / max(1, cell.games)


def _check_players(players: Sequence[str]) -> None:
    if len(players) < 2:
        raise GoError("a tournament needs at least two players")
    for index, player in enumerate(players):
        if player in players[:index]:
            raise GoError(f"a tournament names each player once, but {player} twice")
