"""Tournaments: who plays whom, where the games are kept, and the cross-table of what happened.

Each pairing is a match with a store of its own in one folder, so all that is true of a match is true of
it: it goes on where it stopped, another setting is refused, and so is a second runner. A file is named by
its two players, so a tournament with more players later plays only the new pairings.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import combinations
from pathlib import Path

import numpy as np

from tengen.core.errors import GoError
from tengen.match.match_stats import Score
from tengen.match.ratings import Rating, rate
from tengen.match.runner import RunningMatch
from tengen.match.schedule import MatchConfig
from tengen.match.store import Store, StoredGame

Pairing = tuple[str, str]  # two players as text, in the order of the alphabet

_READABLE = 60  # characters of a file's name that tell of the players


class CrossTable:
    """The results of all players against each other; void games do not count."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = list(players)
        self._scores: dict[tuple[str, str], Score] = {}  # (player, opponent): as the player saw it

    def add(self, game: StoredGame) -> None:
        """Count a game."""
        black, white, winner = game.job.black, game.job.white, game.result.winner
        if black == white:
            raise GoError(f"a cross-table cannot hold a game of {black} against itself")
        if game.result.ending != "void":
            score = Score(int(winner == "B"), int(winner is None), int(winner == "W"))
            self._scores[black, white] = self.between(black, white).plus(score)
            self._scores[white, black] = self.between(white, black).plus(score.of_opponent())

    def between(self, player: str, opponent: str) -> Score:
        """All games of two players as the first one saw them."""
        return self._scores.get((player, opponent), Score())

    def total(self, player: str) -> Score:
        """All games of a player."""
        total = Score()
        for opponent in self.players:
            total = total.plus(self.between(player, opponent))
        return total

    def ratings(self) -> list[Rating]:
        """Maximum-likelihood Elo of all who have played, best first; GoError if games do not join them."""
        rated = [player for player in self.players if self.total(player).games]
        points = np.array([[self.between(a, b).points for b in rated] for a in rated])
        return sorted(rate(rated, points), key=lambda rating: -rating.elo)


def round_robin(players: Sequence[str]) -> list[Pairing]:
    """Each player meets each other one."""
    _check_players(players)
    return [_pairing(*both) for both in combinations(players, 2)]


def gauntlet(players: Sequence[str]) -> list[Pairing]:
    """The first player meets all others, who do not meet."""
    _check_players(players)
    return [_pairing(players[0], other) for other in players[1:]]


@contextmanager
def open_matches(folder: Path, settings: Sequence[MatchConfig], n_games: int) -> Iterator[list[RunningMatch]]:
    """The matches of a tournament, their stores held inside; a new folder is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoError(f"cannot keep a tournament in the folder {folder}: {error.strerror}") from None
    with ExitStack() as stores:
        yield [
            RunningMatch(each, stores.enter_context(Store(store_path(folder, each), each)), n_games)
            for each in settings
        ]


def store_path(folder: Path, setting: MatchConfig) -> Path:
    """Where the games of a pairing are kept."""
    return folder / f"{pairing_name(setting)}.db"


def pairing_name(setting: MatchConfig) -> str:
    """What the files of a pairing are called: to be read by people, and different for other players."""
    players = f"{setting.first}\n{setting.second}"
    readable = "-".join(re.findall("[A-Za-z0-9]+", players))[:_READABLE]
    return f"{readable}-{hashlib.sha256(players.encode()).hexdigest()[:8]}"


def _pairing(player: str, other: str) -> Pairing:
    """In one order, so that the order of the command line changes nothing."""
    return (player, other) if player < other else (other, player)


def _check_players(players: Sequence[str]) -> None:
    if len(players) < 2:
        raise GoError("a tournament needs at least two players")
    for index, player in enumerate(players):
        if player in players[:index]:
            raise GoError(f"a tournament names each player once, but {player} twice")
