"""The matches of an experiment, run together: a run stopped early has all of them alike.

Experiments of strength: every policy at every number of playouts against one opponent.

A cell is a policy at a number of playouts: a match of its own with its own store, so cells can be added
and made longer later. Games are dealt to the cells in turn; whenever a run is stopped, all cells have
come equally far. Experiments of the same setting share the games of a cell.
"""

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tengen.core.errors import GoError
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where, choose
from tengen.experiments.statistics import Claim
from tengen.experiments.strength_report import CellResult, PaperBudget, PaperRates, Scope, strength_blocks
from tengen.match.entrants import check_entrants
from tengen.match.executors.serial import Executor, SerialExecutor
from tengen.match.intervals import format_rate
from tengen.match.job import GameJob
from tengen.match.match_stats import half_points
from tengen.match.runner import RunningMatch, run_matches
from tengen.match.schedule import MatchConfig
from tengen.match.store import Store, StoredGame, read_games


@dataclass(frozen=True)
class GridCell:
    """One match of an experiment; no two have the same players."""

    name: str
    playouts: int
    path: Path
    setting: MatchConfig
    n_games: int


def deal(cells: Sequence[GridCell], farm: Executor, watch: Watch) -> str:
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

        def on_game(game: StoredGame) -> None:
            tell(_players(game.job))

        for players in matches:
            tell(players)
        reports = run_matches(list(matches.values()), farm, on_game)
    if any(report.end == "interrupted" for report in reports):
        return "interrupted"
    return "; ".join(f"{cell.name}: {report.reason}" for cell, report in zip(cells, reports) if report.reason)


def _players(game: MatchConfig | GameJob) -> frozenset[str]:
    """Who plays, whatever the colours."""
    if isinstance(game, GameJob):
        return frozenset({game.black, game.white})
    return frozenset({game.first, game.second})


def _open(cell: GridCell, stores: ExitStack) -> Store:
    """The store of a cell, in a folder that is made if need be."""
    try:
        cell.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoError(f"cannot make the folder {cell.path.parent}: {error.strerror}") from None
    return stores.enter_context(Store(cell.path, cell.setting))


# --- Experiments of strength ----------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """A policy as the experiment plays it."""

    name: str  # for --policy and in the names of files
    label: str  # as the paper writes it
    settings: str  # of the player
    home: str = ""  # the experiment that keeps its games, if it is another one
    name_there: str = ""  # if that one calls it otherwise


@dataclass(frozen=True)
class Strength:
    """Win rates of policies against one opponent, by playouts a move."""

    size: int
    variants: tuple[Variant, ...]
    playouts: tuple[int, ...]
    games: int  # a cell, in the paper
    claims: tuple[Claim, ...] = ()
    paper: PaperRates = ()  # what its text gives
    player: str = "mcts:preset=orego,{settings},playouts={playouts}"
    opponent: str = "gnugo:level=10"  # may have {playouts}, too
    budget: str = ""  # of a move in the paper, where it is not a number of playouts on two threads
    referee: str = "gnugo"

    takes: ClassVar[tuple[str, ...]] = ("scale", "games", "playouts", "policies", "opponent")
    where: ClassVar[Where] = "farm"

    def check(self, run: Run) -> None:
        """GoError if a policy is unknown, games are odd, or a player cannot play."""
        check_entrants([cell.setting for cell in self.matches(run)], SerialExecutor())

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Deal out the missing games."""
        return deal(self.matches(run), farm, watch)

    def matches(self, run: Run) -> list[GridCell]:
        """The matches of a run in the order of the page; some may be in the folder of another experiment."""
        return [cell for _, cell in self._cells(run)]

    def findings(self, run: Run) -> RunSummary:
        """Win rates, claims and what went wrong, from the stores."""
        cells = self._cells(run)
        results = [
            CellResult(variant.name, variant.label, cell.playouts, _games(cell)) for variant, cell in cells
        ]
        n_games = run.wanted.games_of(self.games, in_pairs=True)
        games = [game for cell in results for game in cell.games]
        valid = [game for game in games if game.result.ending != "void"]
        scope = Scope(
            run.id,
            self.size,
            n_games,
            self.games,
            self._budget(),
            self.claims,
            self.paper,
            self.opponent if self._has_another_opponent(run) else "",
        )
        return RunSummary(
            n_done=len(valid),
            n_wanted=n_games * len(results),
            unit="games",
            scale=f"{n_games:,} games a cell ({self.games:,} in the paper), {len(results)} cells",
            sources=Sources.of(game.result for game in games),
            blocks=strength_blocks(scope, results, cells[0][1].setting),
        )

    def _cells(self, run: Run) -> list[tuple[Variant, GridCell]]:
        """The cells of a run, those of the same playouts together."""
        names = choose(run.id, run.wanted.policies, [variant.name for variant in self.variants])
        n_games = run.wanted.games_of(self.games, in_pairs=True)
        return [
            (variant, self._cell(run, variant, playouts, n_games))
            for playouts in run.wanted.playouts_of(self.playouts)
            for variant in self.variants
            if variant.name in names
        ]

    def _cell(self, run: Run, variant: Variant, playouts: int, n_games: int) -> GridCell:
        name = f"{variant.name_there or variant.name}-{playouts}"
        if self._has_another_opponent(run):
            name += "-" + re.sub(r"[^a-z0-9]+", "-", run.wanted.opponent.lower()).strip("-")
        folder: Path = run.folder / (variant.home or run.id)
        player = self.player.format(settings=variant.settings, playouts=playouts)
        opponent = self._opponent(run, playouts)
        setting = MatchConfig(player, opponent, size=self.size, referee=self.referee)
        return GridCell(name, playouts, folder / f"{name}.db", setting, n_games)

    def _opponent(self, run: Run, playouts: int) -> str:
        return run.wanted.opponent or self.opponent.format(playouts=playouts)

    def _has_another_opponent(self, run: Run) -> bool:
        """Games against another opponent than the paper's are kept apart."""
        return run.wanted.opponent not in ("", self.opponent)

    def _budget(self) -> PaperBudget:
        """The paper's budget of a move."""
        if self.budget:
            return PaperBudget(self.budget, ())
        return PaperBudget(f"{', '.join(f'{n:,}' for n in self.playouts)} on two threads", self.playouts)


def _games(cell: GridCell) -> list[StoredGame]:
    """The games that count: a longer run may have left more."""
    return [game for game in read_games(cell.path, cell.setting) if game.job.number < cell.n_games]
