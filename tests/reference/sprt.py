"""The log-likelihood ratio of pairs without draws, by trying all distributions: the twin of the SPRT.

Three results of a pair, LL, WL and WW, leave one free number once a hypothesis is given: the share of
split pairs. The best one is looked for on finer and finer grids.
"""

from math import log, sqrt


def llr(lost, split, won, mean0, mean1):
    """Of two hypotheses about the mean score; `mean0(share)` gives the mean if a share of pairs is split."""
    return best(lost, split, won, mean1) - best(lost, split, won, mean0)


def best(lost, split, won, mean):
    """The largest log-likelihood of the counts under a hypothesis."""

    def likelihood(share):
        win = mean(share) - share / 2
        loss = 1 - share - win
        if min(win, loss) <= 0:
            return float("-inf")
        return won * log(win) + split * log(share) + lost * log(loss)

    low, high = 1e-9, 1 - 1e-9
    for _ in range(12):
        step = (high - low) / 200
        centre = max((low + step * k for k in range(201)), key=likelihood)
        low, high = max(low, centre - 2 * step), min(high, centre + 2 * step)
    return likelihood(centre)


def logistic(elo):
    """The mean is given by the difference alone."""
    return lambda share: 1 / (1 + 10 ** (-elo / 400))


def normalized(nelo):
    """The mean m solves m - 1/2 = t·sqrt(m - share/4 - m²), a quadratic equation."""
    t = sqrt(2) * nelo * log(10) / 800

    def mean(share):
        a, b, c = 1 + t * t, -(1 + t * t), 0.25 + t * t * share / 4
        root = sqrt(max(0.0, b * b - 4 * a * c))
        return (-b + root if t >= 0 else -b - root) / (2 * a)

    return mean
