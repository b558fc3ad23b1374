"""Maximum-likelihood Elo of many players who met each other (Bradley & Terry 1952).

Player i beats player j with probability 1 / (1 + 10^((elo_j - elo_i) / 400)); a draw is half a win for
each. The ratings that make the results most likely are found by Newton's method. Only differences
mean something, so the mean rating is set to 0.

Each two players who met get one more draw in mind. That is Jeffreys's prior of a single pairing: it
keeps players who won or lost everything finite, and fades away as games are played. Standard errors are
those of the rating above the mean, from the inverse of the information matrix, and take games as
independent of each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core.errors import GoError

ELO_SCALE = 400 / np.log(10)  # Elo points of one unit of log-odds
PRIOR_DRAWS = 1.0
_ROUNDS = 100  # some five are usual
_EXACT = 1e-10  # in log-odds

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A player's rating above the mean of all."""

    player: str
    elo: float
    standard_error: float  # 1.96 of it to each side make the 95 % interval


def rate(players: Sequence[str], points: Matrix) -> list[Rating]:
    """The ratings of players, in their order.

    points -- (n, n): points[i, j] is what player i scored against player j, a draw being 0.5
    """
    met = points + points.T > 0
    _check_connected(players, met)
    scored = points + PRIOR_DRAWS / 2 * met
    games = scored + scored.T
    strength = np.zeros(len(players))
    for _ in range(_ROUNDS):
        step = _covariance(strength, games) @ (scored - games * _chances(strength)).sum(axis=1)
        # A step from far away can overshoot; halved often enough it climbs, for there is one summit.
        while _log_likelihood(strength + step, scored) < _log_likelihood(strength, scored) - _EXACT:
            step /= 2
        strength = strength + step
        if np.abs(step).max() < _EXACT:
            break
    errors = np.sqrt(np.diag(_covariance(strength, games)))
    return [
        Rating(player, float(ELO_SCALE * one), float(ELO_SCALE * error))
        for player, one, error in zip(players, strength, errors)
    ]


def _chances(strength: Matrix) -> Matrix:
    """chances[i, j]: how often i is expected to beat j."""
    chances: Matrix = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return chances


def _log_likelihood(strength: Matrix, scored: Matrix) -> float:
    return float(-(scored * np.logaddexp(0, strength[None, :] - strength[:, None])).sum())


def _covariance(strength: Matrix, games: Matrix) -> Matrix:
    """The inverse of the information matrix among strengths whose mean is 0."""
    chances = _chances(strength)
    weights = games * chances * chances.T
    information = np.diag(weights.sum(axis=1)) - weights
    n = len(strength)
    # The information says nothing of a shift of all; adding 1/n fills that gap and is taken off again.
    return np.asarray(np.linalg.inv(information + 1 / n) - 1 / n, np.float64)


def _check_connected(players: Sequence[str], met: NDArray[np.bool_]) -> None:
    """GoError unless each player can be compared with each other one, if only through others."""
    if len(players) < 2:
        raise GoError("a rating needs at least two players")
    reached = {0}
    waiting = [0]
    while waiting:
        fresh = {int(other) for other in np.flatnonzero(met[waiting.pop()])} - reached
        reached |= fresh
        waiting += fresh
    if len(reached) < len(players):
        inside = ", ".join(players[k] for k in sorted(reached))
        outside = ", ".join(players[k] for k in range(len(players)) if k not in reached)
        raise GoError(f"cannot rate all players on one scale: no game joins {inside} with {outside}")
