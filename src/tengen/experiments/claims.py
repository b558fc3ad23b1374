"""What a paper says about win rates, and whether our games agree.

A claim speaks of pairs of policies at a number of playouts. Each pair is tested as the paper did, by the
two-tailed z-test of two proportions at p < 0.05. A test that is not significant proves nothing: where the
paper saw a difference and we do not, the claim stays undecided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tengen.match.intervals import two_proportions

SIGNIFICANT = 0.05

Relation = Literal["below", "not above", "alike", "open"]
Verdict = Literal[
    "holds", "contradicted", "undecided", "not contradicted", "difference", "no difference seen"
]


class Rate(NamedTuple):
    """Points of some games."""

    points: float
    games: int

    @property
    def value(self) -> float:
        """Points a game, 0 without games."""
        return self.points / self.games if self.games else 0.0


Rates = Mapping[tuple[str, int], Rate]  # by policy and playouts


@dataclass(frozen=True)
class Claim:
    """The paper's word on pairs of policies: the first is below the second, not above it, like it."""

    words: str
    relation: Relation
    pairs: tuple[tuple[str, str], ...]
    playouts: tuple[int, ...] = ()  # where the paper says it; () for every number


@dataclass(frozen=True)
class PairTest:
    """One pair at one number of playouts."""

    claim: Claim
    first: str
    second: str
    playouts: int
    rates: tuple[Rate, Rate]
    z: float  # below 0 if the first has the lower rate
    p: float
    verdict: Verdict

    @property
    def difference(self) -> float:
        """The second rate above the first one."""
        return self.rates[1].value - self.rates[0].value


def judge_claims(claims: Sequence[Claim], rates: Rates) -> list[PairTest]:
    """All tests that the games allow: pairs of which both sides have played."""
    budgets = sorted({playouts for _, playouts in rates})
    return [
        _test_pair(claim, first, second, playouts, rates[first, playouts], rates[second, playouts])
        for claim in claims
        for playouts in budgets
        if not claim.playouts or playouts in claim.playouts
        for first, second in claim.pairs
        if _has_games(rates, first, playouts) and _has_games(rates, second, playouts)
    ]


def order(*groups: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of a chain such as A < {B, C} < D: each member of a group with each of every later one."""
    return tuple(
        (first, second)
        for place, group in enumerate(groups)
        for later in groups[place + 1 :]
        for first in group
        for second in later
    )


def least_significant(rate: float, games: int) -> float | None:
    """How far two rates around this one must be apart to differ significantly, each from so many games.

    Found by trying, so it holds near 0 and 1 as well; None if no two results would differ significantly.
    """
    for wins_more in range(1, games + 1):
        lower = min(max(rate * games - wins_more / 2, 0), games - wins_more)
        if two_proportions(lower, games, lower + wins_more, games).p < SIGNIFICANT:
            return wins_more / games
    return None


def _has_games(rates: Rates, policy: str, playouts: int) -> bool:
    return (policy, playouts) in rates and rates[policy, playouts].games > 0


def _test_pair(claim: Claim, first: str, second: str, playouts: int, a: Rate, b: Rate) -> PairTest:
    test = two_proportions(a.points, a.games, b.points, b.games)
    verdict = _verdict(claim.relation, test.z, test.p < SIGNIFICANT)
    return PairTest(claim, first, second, playouts, (a, b), test.z, test.p, verdict)


def _verdict(relation: Relation, z: float, is_significant: bool) -> Verdict:
    if relation == "below":
        return ("holds" if z < 0 else "contradicted") if is_significant else "undecided"
    if relation == "open":
        return "difference" if is_significant else "no difference seen"
    if not is_significant:
        return "not contradicted"
    return "holds" if relation == "not above" and z < 0 else "contradicted"
