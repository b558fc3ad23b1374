"""Numbers that a counted game gives, and whether they differ between policies.

The look-ups of one game depend on each other, so a game is the unit: each gives one number, and means over
games are compared by their spread between games, with Welch's t-test, which knows how little few games say.
With fewer than two games there is no spread and nothing can be said.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan, copysign, cos, fsum, inf, nan, pi, sqrt
from statistics import fmean, stdev
from typing import Literal

from tengen.experiments.claims import SIGNIFICANT
from tengen.experiments.reply_tables import GameCounts, PolicyCounts

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
class Compared:
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


def compare(comparison: Comparison, policies: Sequence[PolicyCounts]) -> Compared | None:
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
    return Compared(comparison, small, large, t, p, verdict)


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
