"""A match: play what is missing, write each game, stop when it is decided.

Nothing is remembered but the store, so a runner can be killed at any moment and the next one goes on.
Void games count as missing: a later run plays them again. Several matches, as those of a tournament,
are run together on one farm and advance alike.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from tengen.match.executors.serial import Executor, stop_signals
from tengen.match.game import play_game
from tengen.match.job import GameJob, GameResult
from tengen.match.match_stats import PairResults
from tengen.match.schedule import MatchConfig, game_job
from tengen.match.sprt import SprtState
from tengen.match.store import Store, StoredGame

_VOIDS_IN_A_ROW = 2

End = Literal["complete", "verdict", "void", "interrupted"]
OnGame = Callable[[StoredGame], None]


@dataclass(frozen=True)
class MatchReport:
    """Where a match stands when its runner ends."""

    end: End
    reason: str  # why it stopped before its end, "" if it did not
    games: list[StoredGame]  # those that count, in the order of the schedule, void ones included
    sprt: SprtState | None  # where the sequential test stands, if there is one


def run_match(
    setting: MatchConfig,
    store: Store,
    farm: Executor,
    n_games: int | None = None,
    on_game: OnGame = lambda game: None,
) -> MatchReport:
    """Bring a match to its end, or as far as it gets.

    n_games -- stop there at the latest; None goes on until the SPRT decides
    on_game -- called with each game when it has been written
    """
    (report,) = run_matches([RunningMatch(setting, store, n_games)], farm, on_game)
    return report


def run_matches(
    matches: Sequence["RunningMatch"], farm: Executor, on_game: OnGame = lambda game: None
) -> list[MatchReport]:
    """Bring matches to their ends on one farm; one that void games stop does not stop the others."""
    owners: dict[GameJob, RunningMatch] = {}
    is_interrupted = False
    try:
        with stop_signals() as signals:
            for job, result in farm.run(play_game, _dealt(matches, owners)):
                with signals.held():
                    owners.pop(job).add(job, result)
                    on_game(StoredGame(job, result))
                if all(match.end for match in matches):  # what is still being played does not count
                    break
    except KeyboardInterrupt:
        is_interrupted = True
    return [match.report(is_interrupted) for match in matches]


def _dealt(matches: Sequence["RunningMatch"], owners: dict[GameJob, "RunningMatch"]) -> Iterator[GameJob]:
    """The missing games of all matches, a pair of each in turn; whose each game is goes into `owners`."""
    for pair in count():
        if all(match.end or match.is_dealt(pair) for match in matches):
            return
        for match in matches:
            for job in match.missing(pair):
                owners[job] = match
                yield job


class RunningMatch:
    """A match while it is played."""

    def __init__(self, setting: MatchConfig, store: Store, n_games: int | None = None) -> None:
        """Begin with what the store has; n_games as for `run_match`."""
        self.setting = setting
        self._store = store
        self._n_games = n_games
        self._done: set[int] = set()
        self._voids_in_a_row = 0
        self._reason = ""
        self._judge = PairResults(setting.sprt)
        for game in self.valid_games():
            self._take(game)

    def valid_games(self) -> list[StoredGame]:
        """The games of the schedule that the store has and nobody has to play again."""
        games = [game for game in self._store.games() if game.result.ending != "void"]
        return [game for game in games if self._is_scheduled(game.job.number)]

    @property
    def end(self) -> End | None:
        """How the match has ended, None while there is something to play."""
        if self._reason:
            return "void"
        if self._judge.verdict:
            return "verdict"
        return "complete" if len(self._done) == self._n_games else None

    def is_dealt(self, pair: int) -> bool:
        """Whether this pair and all behind it are beyond the end of the schedule."""
        return not self._is_scheduled(2 * pair)

    def missing(self, pair: int) -> Iterator[GameJob]:
        """What is to be played of a pair, made one at a time: the match may end in between."""
        for number in (2 * pair, 2 * pair + 1):
            if self._is_scheduled(number) and number not in self._done and not self.end:
                yield game_job(self.setting, number)

    def add(self, job: GameJob, result: GameResult) -> None:
        """Write a game that has been played, and see what follows from it."""
        self._store.add(job, result)
        is_void = result.ending == "void"
        self._voids_in_a_row = self._voids_in_a_row + 1 if is_void else 0
        if self._voids_in_a_row == _VOIDS_IN_A_ROW:
            self._reason = f"{_VOIDS_IN_A_ROW} void games in a row; the last: {result.reason}"
        self._take(StoredGame(job, result))

    def report(self, is_interrupted: bool) -> MatchReport:
        """Where the match stands; later games in the store than its last one do not count."""
        last = 2 * self._judge.n_pairs if self._judge.verdict else self._n_games
        games = [game for game in self._store.games() if last is None or game.job.number < last]
        end, reason = self.end or "complete", self._reason
        if is_interrupted and not self.end:
            end, reason = "interrupted", "interrupted"
        return MatchReport(end, reason, games, self._judge.state)

    def _take(self, game: StoredGame) -> None:
        self._done.add(game.job.number)
        self._judge.add(game)

    def _is_scheduled(self, number: int) -> bool:
        return self._n_games is None or number < self._n_games
