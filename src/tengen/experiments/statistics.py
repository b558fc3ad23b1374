"""What a paper says about win rates, and whether our games agree.

A claim speaks of pairs of policies at a number of playouts. Each pair is tested as the paper did, by the
two-tailed z-test of two proportions at p < 0.05. A test that is not significant proves nothing: where the
paper saw a difference and we do not, the claim stays undecided.

Numbers that a counted game gives, and whether they differ between policies.

The look-ups of one game depend on each other, so a game is the unit: each gives one number, and means over
games are compared by their spread between games, with Welch's t-test, which knows how little few games say.
With fewer than two games there is no spread and nothing can be said.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan, copysign, cos, fsum, inf, nan, pi, sqrt
from statistics import fmean, stdev
from typing import Literal, NamedTuple

from tengen.experiments.lgrf.reply_tables import GameCounts, PolicyCounts
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


# --- Measures -------------------------------------------------------------------------------------


Measure = Callable[[GameCounts], float]  # nan where a game has nothing to count

_N_STEPS = 1000
SOON = 10  # playouts; our reading of the paper's "very quickly"


@dataclass(frozen=True)
class Mean:
    """A mean over games with the half width of its 95 % interval."""

    n_games: int  # or what else the numbers come from
    value: float
    error: float  # of the mean, one standard deviation; infinite for a single game

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return student_quantile(self.n_games - 1) * self.error if self.n_games > 1 else inf


@dataclass(frozen=True)
class Comparison:
    """A claim that a number is smaller for one policy than for another, or than another number."""

    words: str
    smaller: tuple[str, Measure]  # policy and what is measured
    larger: tuple[str, Measure]


@dataclass(frozen=True)
class TestResult:
    """What our games say of a claim."""

    comparison: Comparison
    smaller: Mean
    larger: Mean
    t: float  # above 0 if it is as the paper says
    p: float
    verdict: Literal["holds", "contradicted", "undecided"]


def share(table: int, result: int) -> Measure:
    """Look-ups with this result (playable, unplayable, none) in % of all in a table."""

    def measure(game: GameCounts) -> float:
        total = sum(game.lookups[table])
        return 100 * game.lookups[table][result] / total if total else nan

    return measure


def mean_life(table: int) -> Measure:
    """Playouts that a reply stayed in a table."""
    return lambda game: game.duration_sum[table] / game.n_lives[table] if game.n_lives[table] else nan


def gone_soon(game: GameCounts) -> float:
    """One-move replies that lived for at most SOON playouts, in %."""
    lives = game.n_by_duration[0]
    return 100 * sum(lives[: SOON + 1]) / sum(lives) if sum(lives) else nan


def mean_distance(low: int, high: int) -> Measure:
    """The distance of one-move replies that lived from `low` to `high` playouts from what they answer."""

    def measure(game: GameCounts) -> float:
        n_lives = sum(game.n_by_duration[0][low : high + 1])
        return sum(game.distance_by_duration[0][low : high + 1]) / n_lives if n_lives else nan

    return measure


def mean_over_games(games: Sequence[GameCounts], measure: Measure) -> Mean:
    """Games with nothing to count are left out."""
    return mean_of([value for game in games if (value := measure(game)) == value])


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent numbers with its error."""
    if not values:
        return Mean(0, nan, inf)
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Mean(len(values), fmean(values), error)


def compare(comparison: Comparison, policies: Sequence[PolicyCounts]) -> TestResult | None:
    """The test of two means, two-tailed; None if a policy has no games."""
    games = {policy.policy: policy.games for policy in policies}
    small, large = (
        mean_over_games(games.get(policy, []), measure)
        for policy, measure in (comparison.smaller, comparison.larger)
    )
    if not (small.n_games and large.n_games):
        return None
    t, p = welch(small, large)
    verdict: Literal["holds", "contradicted", "undecided"] = "undecided"
    if p < SIGNIFICANT:
        verdict = "holds" if t > 0 else "contradicted"
    return TestResult(comparison, small, large, t, p, verdict)


def welch(first: Mean, second: Mean) -> tuple[float, float]:
    """Welch's t, above 0 if the second mean is larger, and its two-sided p; 0 and 1 for a single game."""
    if first.n_games < 2 or second.n_games < 2:
        return 0.0, 1.0
    difference = second.value - first.value
    a, b = first.error**2, second.error**2
    if a + b == 0:  # all games of both sides agree
        return (copysign(inf, difference), 0.0) if difference else (0.0, 1.0)
    t = difference / sqrt(a + b)
    freedom = (a + b) ** 2 / (a**2 / (first.n_games - 1) + b**2 / (second.n_games - 1))
    return t, student_p(t, freedom)


def student_p(t: float, freedom: float) -> float:
    """How often Student's t is at least so far from 0, on both sides.

    With t = sqrt(freedom)·tan(angle) the density becomes cos(angle)^(freedom - 1), which has no tails to cut
    off; it is summed by the midpoint rule.
    """
    angle = atan(abs(t) / sqrt(freedom))
    return min(1.0, _power_of_cosine(angle, freedom - 1) / _power_of_cosine(0.0, freedom - 1))


@cache
def student_quantile(freedom: float) -> float:
    """The t whose two-sided p is 0.05, by halving: 2.228 for 10 degrees of freedom."""
    low, high = 0.0, 100.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, freedom) > SIGNIFICANT else (low, middle)
    return high


def _power_of_cosine(start: float, power: float) -> float:
    """The integral of cos^power from an angle to a right angle."""
    width = (pi / 2 - start) / _N_STEPS
    return width * fsum(cos(start + (k + 0.5) * width) ** power for k in range(_N_STEPS))
