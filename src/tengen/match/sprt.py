"""Sequential tests of pairs of games: the pentanomial GSPRT of the chess engines' test farms.

Two hypotheses are stated before the match: the difference is elo0 (H0) or elo1 (H1). After each pair
the log-likelihood ratio of both is compared with Wald's bounds

    lower = ln(beta / (1 - alpha))     reached: H0 is taken     wrong with at most beta
    upper = ln((1 - beta) / alpha)     reached: H1 is taken     wrong with at most alpha

which are -2.94 and 2.94 at 5 %. A pair falls into one of the five cells [LL, LD, WL + DD, WD, WW]. The
likelihood of a hypothesis is that of the five probabilities that fit the counts best among all that
agree with the hypothesis ("generalised" SPRT). An empty cell counts as 0.001 pairs, so that every
hypothesis is possible. Two models say what agreeing means:

    logistic    the mean score of a pair is 1 / (1 + 10^(-elo/400)): plain Elo
    normalized  the mean score is 0.5 + sqrt(2)·elo / (800 / ln 10) standard deviations of a pair: nElo

The best fit with a given mean weighs each cell by 1 / (1 + theta·(score - mean)), theta being the one
number that makes the mean right (M. Van den Bergh, "Comments on normalized Elo", propositions 1.1 and
4.1; fishtest and fastchess use the same). The error rates hold only if pairs are judged in the order of
the schedule: in the order of their ends short games would come first and could decide the test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from typing import Literal

from tengen.core.errors import GoError
from tengen.match.elo import NELO_SCALE, PAIR_SCORES, check_pentanomial, score_of_elo

EMPTY_CELL = 1e-3
LARGEST = {"logistic": 2000.0, "normalized": 200.0}  # beyond, no fit may be found
_ROUNDS = 1000  # of the fit of the normalised model; some ten are usual
_EXACT = 1e-10


@dataclass(frozen=True)
class SprtState:
    """Where a test stands; the verdict is None while it goes on."""

    llr: float
    lower: float
    upper: float
    verdict: Literal["H0", "H1"] | None


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1, stated beforehand."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalized"] = "logistic"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise GoError(f"SPRT: elo0 must be below elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise GoError(
                "SPRT: alpha and beta lie above 0 and their sum below 1, "
                f"not {self.alpha:g} and {self.beta:g}"
            )
        if self.model not in LARGEST:
            raise GoError(f"SPRT: the model is logistic or normalized, not {self.model!r}")
        if max(abs(self.elo0), abs(self.elo1)) > LARGEST[self.model]:
            raise GoError(f"SPRT: {self.model} Elo goes up to {LARGEST[self.model]:g}, not beyond")

    def judge(self, pentanomial: Sequence[int]) -> SprtState:
        """The state after these pairs, counted as [LL, LD, WL + DD, WD, WW]."""
        check_pentanomial(pentanomial)
        counts = [n or EMPTY_CELL for n in pentanomial]
        fitted = [self._fit(counts, elo) for elo in (self.elo0, self.elo1)]
        llr = fsum(n * log(p1 / p0) for n, p0, p1 in zip(counts, *fitted))
        lower = log(self.beta / (1 - self.alpha))
        upper = log((1 - self.beta) / self.alpha)
        return SprtState(llr, lower, upper, "H0" if llr <= lower else "H1" if llr >= upper else None)

    def _fit(self, counts: Sequence[float], elo: float) -> list[float]:
        """The probabilities of the five cells that fit the counts best if the difference is `elo`."""
        shares = [n / fsum(counts) for n in counts]
        if self.model == "logistic":
            return fit_mean(shares, score_of_elo(elo))
        return fit_deviations(shares, sqrt(2) * elo / NELO_SCALE)


def fit_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The probabilities nearest to the observed shares whose mean score is given."""
    return _reweighted(shares, [score - mean for score in PAIR_SCORES])


def fit_deviations(shares: Sequence[float], deviations: float) -> list[float]:
    """The probabilities nearest to the shares whose mean is so many standard deviations above 0.5.

    The standard deviation is itself part of the fit. Linearised at the last fit the condition is
    again one about a mean, and so it is solved again and again until nothing changes.
    """
    fit = [1 / len(shares)] * len(shares)
    for _ in range(_ROUNDS):
        mean = fsum(p * score for p, score in zip(fit, PAIR_SCORES))
        sigma = sqrt(fsum(p * (score - mean) ** 2 for p, score in zip(fit, PAIR_SCORES)))
        values = [
            score - 0.5 - deviations * sigma * (1 + ((score - mean) / sigma) ** 2) / 2
            for score in PAIR_SCORES
        ]
        last, fit = fit, _reweighted(shares, values)
        if max(abs(new - old) for new, old in zip(fit, last)) < _EXACT:
            break
    return fit


def _reweighted(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """The probabilities share / (1 + theta·value) under which the mean of the values is 0.

    Their mean falls as theta grows, so theta is found by halving. All weights are positive between the
    two ends, which need a value on each side of 0.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(200):
        theta = (low + high) / 2
        if not low < theta < high:  # neighbours among the floating-point numbers
            break
        if fsum(share * value / (1 + theta * value) for share, value in zip(shares, values)) > 0:
            low = theta
        else:
            high = theta
    return [share / (1 + theta * value) for share, value in zip(shares, values)]
