"""What a report of strength is about: cells with their games, and what the paper says of them."""

from dataclasses import dataclass
from typing import NamedTuple

from tengen.experiments.claims import Claim, Rate
from tengen.match.judge import half_points
from tengen.match.store import PlayedGame
from tengen.match.tally import Score, tally

PaperRates = tuple[tuple[str, int | None, Rate], ...]  # policy, playouts or None for any, games won


class PaperBudget(NamedTuple):
    """What a move was given in the paper."""

    words: str
    playouts: tuple[int, ...]  # () if it was not counted in playouts


@dataclass(frozen=True)
class CellResult:
    """A cell and its games that count."""

    policy: str
    label: str  # as the paper writes it
    playouts: int
    games: list[PlayedGame]

    @property
    def counted(self) -> list[PlayedGame]:
        """The games that tell of strength: not those that the opponent's program lost by failing.

        GNU Go 3.8 crashes in some positions, always in the same ones: that is no merit of a policy.
        """
        return [game for game in self.games if not (game.result.ending == "forfeit" and half_points(game))]

    @property
    def score(self) -> Score:
        """Of the policy."""
        return tally(self.counted).total

    @property
    def rate(self) -> Rate:
        """Points and games, void ones left out."""
        return Rate(self.score.points, self.score.games)


@dataclass(frozen=True)
class Scope:
    """What the report is about, and what the paper did."""

    id: str
    size: int
    n_games: int
    paper_games: int
    budget: PaperBudget
    claims: tuple[Claim, ...]
    paper: PaperRates
    paper_opponent: str = ""  # where ours is another one

    def paper_rate(self, cell: CellResult) -> Rate | None:
        """The paper's result of a cell, where its text gives one."""
        known = {(policy, playouts): rate for policy, playouts, rate in self.paper}
        return known.get((cell.policy, cell.playouts), known.get((cell.policy, None)))
