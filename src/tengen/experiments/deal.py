"""Games of several matches dealt out in turn, so that a run stopped early has all of them alike.

Within a match the order is its schedule. Void games count as missing and are played by a later run; two in
a row stop their match, and the others go on.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tengen.core.errors import GoError
from tengen.experiments.experiment import Watch
from tengen.match.game import play_game
from tengen.match.here import GameFarm
from tengen.match.intervals import format_rate
from tengen.match.job import GameJob, GameResult
from tengen.match.judge import half_points
from tengen.match.schedule import MatchSetting, game_job
from tengen.match.stop_signals import stop_signals
from tengen.match.store import PlayedGame, Store

_VOIDS_IN_A_ROW = 2


@dataclass(frozen=True)
class Cell:
    """One match of an experiment."""

    name: str
    playouts: int
    path: Path
    setting: MatchSetting
    n_games: int


class CellJob(NamedTuple):
    """A game and the cell it belongs to, as workers get it."""

    cell: str
    game: GameJob


def play_cell_job(job: CellJob) -> GameResult:
    """Play a game of a cell."""
    return play_game(job.game)


def deal(cells: Sequence[Cell], farm: GameFarm, watch: Watch) -> str:
    """Play what is missing in all cells; why it stopped before the end, "" if it did not."""
    with ExitStack() as stores:
        running = {cell.name: _RunningCell(cell, stores) for cell in cells}
        for cell in running.values():
            cell.tell(watch)
        try:
            with stop_signals() as signals:
                for job, result in farm.run(play_cell_job, _in_turn(list(running.values()))):
                    with signals.held():
                        running[job.cell].add(job.game, result)
                        running[job.cell].tell(watch)
        except KeyboardInterrupt:
            return "interrupted"
        return "; ".join(cell.stopped for cell in running.values() if cell.stopped)


def _in_turn(cells: Sequence["_RunningCell"]) -> Iterator[CellJob]:
    """Game 0 of all cells, then game 1 of all, and so on; those done and those of stopped cells left out."""
    for number in range(max(cell.cell.n_games for cell in cells)):
        for running in cells:
            cell = running.cell
            if number < cell.n_games and number not in running.done and not running.stopped:
                yield CellJob(cell.name, game_job(cell.setting, number))


class _RunningCell:
    """A cell while its games are played."""

    def __init__(self, cell: Cell, stores: ExitStack) -> None:
        self.cell = cell
        self.done: set[int] = set()  # void games are not
        self.stopped = ""  # why, if it was
        self._points = 0.0
        self._voids_in_a_row = 0
        try:
            cell.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GoError(f"cannot make the folder {cell.path.parent}: {error.strerror}") from None
        self._store = stores.enter_context(Store(cell.path, cell.setting))
        for game in self._store.games():
            if game.result.ending != "void":
                self._count(game)

    def add(self, job: GameJob, result: GameResult) -> None:
        """Write a game and count it."""
        self._store.add(job, result)
        if result.ending != "void":
            self._voids_in_a_row = 0
            self._count(PlayedGame(job, result))
            return
        self._voids_in_a_row += 1
        if self._voids_in_a_row == _VOIDS_IN_A_ROW:
            self.stopped = (
                f"{self.cell.name}: {_VOIDS_IN_A_ROW} void games in a row, the last: {result.reason}"
            )

    def tell(self, watch: Watch) -> None:
        """How the cell stands."""
        watch(self.cell.name, len(self.done), self.cell.n_games, format_rate(self._points, len(self.done)))

    def _count(self, game: PlayedGame) -> None:
        if game.job.number < self.cell.n_games:
            self.done.add(game.job.number)
            self._points += half_points(game) / 2
