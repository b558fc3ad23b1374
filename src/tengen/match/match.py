"""A match: play what is missing, write each game, stop when it is decided.

Nothing is remembered but the store, so a runner can be killed at any moment and the next one goes on.
Void games count as missing: a later run plays them again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Literal

from tengen.match.game import play_game
from tengen.match.here import GameFarm
from tengen.match.job import GameJob
from tengen.match.judge import PairJudge
from tengen.match.schedule import MatchSetting, game_job
from tengen.match.sprt import SprtState
from tengen.match.stop_signals import stop_signals
from tengen.match.store import PlayedGame, Store

_VOIDS_IN_A_ROW = 2

End = Literal["complete", "verdict", "void", "interrupted"]


@dataclass(frozen=True)
class MatchReport:
    """Where a match stands when its runner ends."""

    end: End
    reason: str  # why it stopped before its end, "" if it did not
    games: list[PlayedGame]  # those that count, in the order of the schedule, void ones included
    sprt: SprtState | None  # where the sequential test stands, if there is one


def run_match(
    setting: MatchSetting,
    store: Store,
    farm: GameFarm,
    n_games: int | None = None,
    on_game: Callable[[PlayedGame], None] = lambda game: None,
) -> MatchReport:
    """Bring a match to its end, or as far as it gets.

    n_games -- stop there at the latest; None goes on until the SPRT decides
    on_game -- called with each game when it has been written
    """
    match = _Running(setting, store, n_games)
    end, reason = match.play(farm, on_game)
    return MatchReport(end, reason, match.counted_games(), match.judge.state)


class _Running:
    """A match while it is played."""

    def __init__(self, setting: MatchSetting, store: Store, n_games: int | None) -> None:
        self._setting = setting
        self._store = store
        self._n_games = n_games
        self._done: set[int] = set()
        self._voids_in_a_row = 0
        self.judge = PairJudge(setting.sprt)
        for game in store.games():
            if game.result.ending != "void":
                self._take(game)

    def play(self, farm: GameFarm, on_game: Callable[[PlayedGame], None]) -> tuple[End, str]:
        """Play what is missing; how it ended, and why if too early."""
        try:
            with stop_signals() as signals:
                for job, result in farm.run(play_game, self._missing()):
                    with signals.held():
                        self._store.add(job, result)
                        self._take(PlayedGame(job, result))
                        on_game(PlayedGame(job, result))
                    if self._voids_in_a_row == _VOIDS_IN_A_ROW:
                        return "void", f"{_VOIDS_IN_A_ROW} void games in a row; the last: {result.reason}"
                    if self.judge.verdict:
                        break
        except KeyboardInterrupt:
            return "interrupted", "interrupted"
        return ("verdict" if self.judge.verdict else "complete"), ""

    def counted_games(self) -> list[PlayedGame]:
        """The games up to the verdict, or to the number asked for; later ones in the store do not count."""
        end = 2 * self.judge.n_pairs if self.judge.verdict else self._n_games
        return [game for game in self._store.games() if end is None or game.job.number < end]

    def _missing(self) -> Iterator[GameJob]:
        """The games to play, made one at a time, until the test has decided."""
        numbers = count() if self._n_games is None else iter(range(self._n_games))
        for number in takewhile(lambda _: not self.judge.verdict, numbers):
            if number not in self._done:
                yield game_job(self._setting, number)

    def _take(self, game: PlayedGame) -> None:
        if self._n_games is not None and game.job.number >= self._n_games:
            return
        is_void = game.result.ending == "void"
        self._voids_in_a_row = self._voids_in_a_row + 1 if is_void else 0
        self._done.add(game.job.number)
        self.judge.add(game)
