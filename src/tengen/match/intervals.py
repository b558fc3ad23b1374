"""How sure a win rate is: Wilson's interval, and the test of two rates against each other.

The papers give win rates over a fixed number of games and call a difference significant by a
two-tailed z-test (Baier & Drake 2010, section V.C). Both routines here are for that use: the number
of games was fixed beforehand. For tests that stop early see match/sprt.py.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from tengen.core.errors import GoError


@dataclass(frozen=True)
class TwoProportions:
    """The pooled z-test of two win rates."""

    z: float  # above 0 if the first rate is higher
    p: float  # two-sided: how often equal players would differ at least so much


def wilson(wins: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a win rate by Wilson's score (1927); a draw counts as half a win.

    It stays within 0 and 1 and keeps its width at 0 wins or 0 losses, where the common
    rate ± z·sqrt(rate·(1 - rate)/games) shrinks to nothing. Without games it is all that is possible.
    """
    check_wins(wins, games)
    if games == 0:
        return 0.0, 1.0
    z = normal_quantile(confidence)
    rate = wins / games
    shrink = 1 + z * z / games
    centre = (rate + z * z / (2 * games)) / shrink
    reach = z / shrink * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    # Rounding must not leave the rate itself outside where a bound is exactly 0 or 1.
    low = 0.0 if wins == 0 else centre - reach
    high = 1.0 if wins == games else centre + reach
    return low, high


def format_rate(points: float, n_games: int) -> str:
    """A share of points with its Wilson interval, in per cent."""
    if not n_games:
        return "-"
    low, high = wilson(points, n_games)
    return f"{points / n_games:.1%} ({100 * low:.0f} to {100 * high:.0f})"


def two_proportions(wins_a: float, games_a: int, wins_b: float, games_b: int) -> TwoProportions:
    """Whether two win rates differ: z and its two-sided p, both rates pooled for the variance.

    Where no difference can be seen at all (no games on one side, or nothing but wins, or nothing but
    losses on both), z is 0 and p is 1.
    """
    check_wins(wins_a, games_a)
    check_wins(wins_b, games_b)
    if games_a == 0 or games_b == 0:
        return TwoProportions(0.0, 1.0)
    pooled = (wins_a + wins_b) / (games_a + games_b)
    variance = pooled * (1 - pooled) * (1 / games_a + 1 / games_b)
    if variance <= 0:
        return TwoProportions(0.0, 1.0)
    z = (wins_a / games_a - wins_b / games_b) / sqrt(variance)
    return TwoProportions(z, 2 * NormalDist().cdf(-abs(z)))


def normal_quantile(confidence: float) -> float:
    """How many standard deviations reach `confidence` on both sides: 1.96 for 0.95."""
    if not 0 < confidence < 1:
        raise GoError(f"a confidence lies between 0 and 1, not at {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def check_wins(wins: float, games: int) -> None:
    """GoError unless so many wins are possible in so many games."""
    if not 0 <= wins <= games:
        raise GoError(f"{wins:g} wins in {games} games cannot be")
