"""The matches of an experiment, run together: a run stopped early has all of them alike."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tengen.core.errors import GoError
from tengen.experiments.experiment import Watch
from tengen.match.here import GameFarm
from tengen.match.intervals import format_rate
from tengen.match.job import GameJob
from tengen.match.judge import half_points
from tengen.match.match import RunningMatch, run_matches
from tengen.match.schedule import MatchSetting
from tengen.match.store import PlayedGame, Store


@dataclass(frozen=True)
class Cell:
    """One match of an experiment; no two have the same players."""

    name: str
    playouts: int
    path: Path
    setting: MatchSetting
    n_games: int


def deal(cells: Sequence[Cell], farm: GameFarm, watch: Watch) -> str:
    """Play what is missing in all cells; why it stopped before the end, "" if it did not."""
    with ExitStack() as stores:
        matches = {
            _players(cell.setting): RunningMatch(cell.setting, _open(cell, stores), cell.n_games)
            for cell in cells
        }
        by_players = {_players(cell.setting): cell for cell in cells}

        def tell(players: frozenset[str]) -> None:
            cell, games = by_players[players], matches[players].valid_games()
            points = sum(half_points(game) for game in games) / 2
            watch(cell.name, len(games), cell.n_games, format_rate(points, len(games)))

        def on_game(game: PlayedGame) -> None:
            tell(_players(game.job))

        for players in matches:
            tell(players)
        reports = run_matches(list(matches.values()), farm, on_game)
    if any(report.end == "interrupted" for report in reports):
        return "interrupted"
    return "; ".join(f"{cell.name}: {report.reason}" for cell, report in zip(cells, reports) if report.reason)


def _players(game: MatchSetting | GameJob) -> frozenset[str]:
    """Who plays, whatever the colours."""
    if isinstance(game, GameJob):
        return frozenset({game.black, game.white})
    return frozenset({game.first, game.second})


def _open(cell: Cell, stores: ExitStack) -> Store:
    """The store of a cell, in a folder that is made if need be."""
    try:
        cell.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoError(f"cannot make the folder {cell.path.parent}: {error.strerror}") from None
    return stores.enter_context(Store(cell.path, cell.setting))
