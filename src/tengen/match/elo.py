"""The Elo difference of two players from their score, with its interval.

Elo here is logistic: a score s is 400·log10(s / (1 - s)) points. Games of a pair share their opening
and are not independent, so where pairs were played the variance is that of the pairs, counted in five
cells by the points of a pair, as the test farms of chess engines do:

    pentanomial = [LL, LD, WL + DD, WD, WW]

Normalised Elo (nElo) is the score above one half in standard deviations of a game, times 800 / ln 10.
It says how many games it takes to see a difference, whatever the share of draws (M. Van den Bergh,
"Comments on normalized Elo").

Estimates are the plain ones. Intervals and LOS are not: with the plain variance three won games would
be sure evidence. They add two wins and two losses (Agresti & Coull 1998), for pairs one WW and one LL,
so that they hold at 0 wins and at 0 losses and hardly differ from the plain ones at some hundred games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, inf, log, log10, sqrt
from statistics import NormalDist

from tengen.core.errors import GoError
from tengen.match.intervals import normal_quantile

Pentanomial = tuple[int, int, int, int, int]  # pairs of games by their half points, 0 to 4

NELO_SCALE = 800 / log(10)  # nElo of one standard deviation of a game
PAIR_NAMES = ("LL", "LD", "WL+DD", "WD", "WW")
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the five cells, a point a game
GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class EloEstimate:
    """How far the first player is above the second; without games nothing is known."""

    games: int
    score: float  # points a game
    elo: float  # ±inf if one side won everything
    low: float  # of the interval, -inf if no bound can be given
    high: float
    los: float  # likelihood of superiority: that the first player is the stronger one
    nelo: float
    nelo_error: float  # half the width of its interval


def elo_from_games(wins: int, draws: int, losses: int, confidence: float = 0.95) -> EloEstimate:
    """The difference from games that do not depend on each other (trinomial)."""
    return _estimate((losses, draws, wins), GAME_SCORES, (2, 0, 2), 1, confidence)


def elo_from_pairs(pentanomial: Sequence[int], confidence: float = 0.95) -> EloEstimate:
    """The difference from pairs of games, counted as [LL, LD, WL + DD, WD, WW]."""
    check_pentanomial(pentanomial)
    return _estimate(pentanomial, PAIR_SCORES, (1, 0, 0, 0, 1), 2, confidence)


def elo_of_score(score: float) -> float:
    """Elo points of a score between 0 and 1; infinite at both ends."""
    if score <= 0 or score >= 1:
        return copysign(inf, score - 0.5)
    return 400 * log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score that a difference in Elo lets expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def check_pentanomial(pentanomial: Sequence[int]) -> None:
    """GoError unless these are five counts of pairs."""
    if len(pentanomial) != 5 or min(pentanomial) < 0:
        raise GoError(f"pairs are counted in five cells [{', '.join(PAIR_NAMES)}], not {list(pentanomial)}")


def _estimate(
    counts: Sequence[int],
    scores: Sequence[float],
    imagined: Sequence[int],
    games_each: int,
    confidence: float,
) -> EloEstimate:
    """Estimates from the counts alone, interval and LOS with the imagined results added."""
    if min(counts) < 0:
        raise GoError(f"numbers of games cannot be below 0: {list(counts)}")
    z = normal_quantile(confidence)
    games = games_each * sum(counts)
    score, variance = _mean_and_variance(counts, scores)
    centre, spread = _mean_and_variance([n + more for n, more in zip(counts, imagined)], scores)
    error = sqrt(spread / (sum(counts) + sum(imagined)))
    return EloEstimate(
        games,
        score,
        elo_of_score(score),
        elo_of_score(centre - z * error) if games else -inf,
        elo_of_score(centre + z * error) if games else inf,
        NormalDist().cdf((centre - 0.5) / error),
        _nelo(score, variance * games_each),
        z * NELO_SCALE / sqrt(games) if games else inf,
    )


def _mean_and_variance(counts: Sequence[int], scores: Sequence[float]) -> tuple[float, float]:
    """Of the counted scores; one half and 0 if nothing was counted."""
    total = sum(counts)
    if total == 0:
        return 0.5, 0.0
    mean = sum(n * score for n, score in zip(counts, scores)) / total
    return mean, sum(n * (score - mean) ** 2 for n, score in zip(counts, scores)) / total


def _nelo(score: float, variance: float) -> float:
    """Normalised Elo; `variance` is that of a game."""
    if score == 0.5:
        return 0.0
    return NELO_SCALE * (score - 0.5) / sqrt(variance) if variance > 0 else copysign(inf, score - 0.5)
