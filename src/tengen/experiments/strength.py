"""Experiments of strength: every policy at every number of playouts against one opponent.

A cell is a policy at a number of playouts: a match of its own with its own store, so cells can be added
and made longer later. Games are dealt to the cells in turn; whenever a run is stopped, all cells have
come equally far. Experiments of the same setting share the games of a cell.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tengen.experiments.claims import Claim
from tengen.experiments.deal import Cell, deal
from tengen.experiments.experiment import Findings, Run, Sources, Watch, Where, choose
from tengen.experiments.strength_cells import CellResult, PaperBudget, PaperRates, Scope
from tengen.experiments.strength_report import strength_blocks
from tengen.match.entrants import check_entrants
from tengen.match.here import GameFarm, Here
from tengen.match.schedule import MatchSetting
from tengen.match.store import PlayedGame, read_games


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
        check_entrants([cell.setting for cell in self.matches(run)], Here())

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Deal out the missing games."""
        return deal(self.matches(run), farm, watch)

    def matches(self, run: Run) -> list[Cell]:
        """The matches of a run in the order of the page; some may be in the folder of another experiment."""
        return [cell for _, cell in self._cells(run)]

    def findings(self, run: Run) -> Findings:
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
        return Findings(
            n_done=len(valid),
            n_wanted=n_games * len(results),
            unit="games",
            scale=f"{n_games:,} games a cell ({self.games:,} in the paper), {len(results)} cells",
            sources=Sources.of(game.result for game in games),
            blocks=strength_blocks(scope, results, cells[0][1].setting),
        )

    def _cells(self, run: Run) -> list[tuple[Variant, Cell]]:
        """The cells of a run, those of the same playouts together."""
        names = choose(run.id, run.wanted.policies, [variant.name for variant in self.variants])
        n_games = run.wanted.games_of(self.games, in_pairs=True)
        return [
            (variant, self._cell(run, variant, playouts, n_games))
            for playouts in run.wanted.playouts_of(self.playouts)
            for variant in self.variants
            if variant.name in names
        ]

    def _cell(self, run: Run, variant: Variant, playouts: int, n_games: int) -> Cell:
        name = f"{variant.name_there or variant.name}-{playouts}"
        if self._has_another_opponent(run):
            name += "-" + re.sub(r"[^a-z0-9]+", "-", run.wanted.opponent.lower()).strip("-")
        folder: Path = run.folder / (variant.home or run.id)
        player = self.player.format(settings=variant.settings, playouts=playouts)
        opponent = self._opponent(run, playouts)
        setting = MatchSetting(player, opponent, size=self.size, referee=self.referee)
        return Cell(name, playouts, folder / f"{name}.db", setting, n_games)

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


def _games(cell: Cell) -> list[PlayedGame]:
    """The games that count: a longer run may have left more."""
    return [game for game in read_games(cell.path, cell.setting) if game.job.number < cell.n_games]
