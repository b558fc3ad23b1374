"""Ratings of many players: known values, a slow twin, and what no rating can be given for."""

import random
from math import log

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.match.ratings import rate
from tests.reference import bradley_terry


def as_matrix(players, points):
    matrix = np.zeros((len(players), len(players)))
    for (a, b), scored in points.items():
        matrix[players.index(a), players.index(b)] = scored
    return matrix


def test_two_players_are_rated_by_their_log_odds():
    """75 to 25, and the imagined draw: 400·log10(75.5 / 25.5), shared between both."""
    first, second = rate(["a", "b"], np.array([[0, 75], [25, 0]]))
    assert first.elo - second.elo == pytest.approx(400 * log(75.5 / 25.5) / log(10))
    assert first.elo == pytest.approx(-second.elo)
    assert first.standard_error == pytest.approx(bradley_terry.standard_error_of_two(75, 25))


@pytest.mark.parametrize("seed", range(6))
def test_ratings_agree_with_the_classical_iteration(seed):
    rng = random.Random(seed)
    players = [f"player {k}" for k in range(rng.randint(3, 7))]
    points = {}
    for k, a in enumerate(players[1:], 1):
        for b in rng.sample(players[:k], rng.randint(1, k)):
            points[a, b], points[b, a] = (rng.choice([0, 0.5, 3, 10, 40]) for _ in range(2))
            points[a, b] += 1
    slow = bradley_terry.elo(players, points)
    for rating in rate(players, as_matrix(players, points)):
        assert rating.elo == pytest.approx(slow[rating.player], abs=1e-5)


def test_players_who_won_or_lost_everything_stay_finite():
    top, middle, bottom = rate(["a", "b", "c"], np.array([[0, 1000, 1000], [0, 0, 1000], [0, 0, 0]]))
    assert 1000 < top.elo < 3000
    assert middle.elo == pytest.approx(0, abs=1e-6)
    assert bottom.elo == pytest.approx(-top.elo)
    assert top.standard_error > middle.standard_error


def test_results_from_which_plain_newton_steps_run_away_are_rated():
    """The rating is where expected and scored points of every player agree."""
    points = np.array([[0, 1e5, 0, 10], [1, 0, 10, 0], [1, 10, 0, 0], [1e5, 0, 1e5, 0]])
    elo = np.array([rating.elo for rating in rate(["a", "b", "c", "d"], points)])
    scored = points + 0.5 * (points + points.T > 0)
    expected = (scored + scored.T) / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    assert scored.sum(axis=1) == pytest.approx(expected.sum(axis=1))


def test_the_standard_error_is_what_repeated_tournaments_show():
    """200 tournaments of players 100 Elo apart: errors seen and errors stated differ by a tenth."""
    rng = np.random.default_rng(3)
    strength = np.array([100, 0, -100]) * np.log(10) / 400
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    seen, stated = [], []
    for _ in range(200):
        upper = np.triu(rng.binomial(100, chance), 1)
        ratings = rate(["a", "b", "c"], upper + np.tril(100 - upper.T, -1).astype(float))
        seen.append(ratings[0].elo)
        stated.append(ratings[0].standard_error)
    assert np.mean(seen) == pytest.approx(100, abs=5)
    assert np.std(seen) == pytest.approx(np.mean(stated), rel=0.15)


def test_twice_the_players_order_is_the_same_rating():
    points = np.array([[0, 7, 3], [3, 0, 6], [5, 4, 0]], float)
    forward = rate(["a", "b", "c"], points)
    backward = rate(["c", "b", "a"], points[::-1, ::-1])
    for one, other in zip(forward, reversed(backward)):
        assert one.elo == pytest.approx(other.elo)
        assert one.standard_error == pytest.approx(other.standard_error)


def test_players_that_no_game_joins_cannot_be_rated():
    points = np.zeros((4, 4))
    points[0, 1] = points[2, 3] = 5
    with pytest.raises(GoError, match="no game joins a, b with c, d"):
        rate(["a", "b", "c", "d"], points)
    with pytest.raises(GoError, match="at least two players"):
        rate(["a"], np.zeros((1, 1)))
