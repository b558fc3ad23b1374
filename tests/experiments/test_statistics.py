"""Numbers of counted games and Welch's test, against known values."""

from math import inf, isnan

import pytest

from tengen.experiments.lgrf.reply_tables import GameCounts, PolicyCounts
from tengen.experiments.statistics import (
    Comparison,
    Mean,
    compare,
    gone_soon,
    mean_distance,
    mean_life,
    mean_over_games,
    share,
    student_p,
    student_quantile,
    welch,
)


def counted(lookups=((6, 3, 1), (0, 0, 0)), lives=(4, 0), durations=(10, 0), by_duration=(), distances=()):
    return GameCounts(
        lookups=[list(row) for row in lookups],
        n_lives=list(lives),
        duration_sum=list(durations),
        n_by_duration=[list(by_duration) or [0], [0]],
        distance_by_duration=[list(distances) or [0.0], [0.0]],
        n_moves=100,
        seconds=1.0,
    )


def test_measures_of_a_game():
    game = counted(by_duration=[1] * 12, distances=[2.0] * 11 + [9.0])
    assert [share(0, result)(game) for result in range(3)] == [60, 30, 10]
    assert isnan(share(1, 0)(game))
    assert mean_life(0)(game) == 2.5
    assert isnan(mean_life(1)(game))
    assert gone_soon(game) == pytest.approx(100 * 11 / 12)
    assert mean_distance(10, 11)(game) == 5.5
    assert isnan(mean_distance(12, 20)(game))


def test_a_mean_over_games_and_its_error():
    games = [counted(lives=(1, 0), durations=(value, 0)) for value in (2, 4, 9)]
    mean = mean_over_games([*games, counted(lives=(0, 0))], mean_life(0))
    assert (mean.n_games, mean.value) == (3, 5)
    assert mean.error == pytest.approx((13 / 3) ** 0.5)  # variance (9 + 1 + 16) / 2 = 13
    assert mean.reach == pytest.approx(4.302653 * (13 / 3) ** 0.5, rel=1e-5)
    assert mean_over_games(games[:1], mean_life(0)).error == inf


@pytest.mark.parametrize(
    "freedom, quantile",
    [(1, 12.706205), (2, 4.302653), (5, 2.570582), (10, 2.228139), (30, 2.042272), (198, 1.972017)],
)
def test_quantiles_of_student_from_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, rel=1e-4)
    assert student_p(quantile, freedom) == pytest.approx(0.05, rel=1e-3)
    assert student_p(0, freedom) == pytest.approx(1)


def test_welch_by_hand():
    """Means 3 and 5 with errors 0.6 and 0.8: t = 2 / 1; freedom = 1 / (0.6^4 / 5 + 0.8^4 / 9)."""
    t, p = welch(Mean(6, 3.0, 0.6), Mean(10, 5.0, 0.8))
    assert t == pytest.approx(2)
    assert p == pytest.approx(student_p(2, 1 / (0.1296 / 5 + 0.4096 / 9)))
    assert p == pytest.approx(0.0654, abs=0.0005)
    assert welch(Mean(1, 3.0, inf), Mean(10, 5.0, 0.8)) == (0, 1)
    assert welch(Mean(2, 3.0, 0.0), Mean(2, 5.0, 0.0)) == (inf, 0)
    assert welch(Mean(2, 3.0, 0.0), Mean(2, 3.0, 0.0)) == (0, 1)


@pytest.mark.parametrize(
    "small, large, verdict",
    [
        ((1, 2, 3), (11, 12, 13), "holds"),
        ((11, 12, 13), (1, 2, 3), "contradicted"),
        ((1, 5), (2, 6), "undecided"),
    ],
)
def test_comparisons(small, large, verdict):
    def policy(name, values):
        return PolicyCounts(name, [counted(lives=(1, 0), durations=(value, 0)) for value in values])

    claim = Comparison("words", ("lgrf1", mean_life(0)), ("lgr1", mean_life(0)))
    assert compare(claim, [policy("lgrf1", small), policy("lgr1", large)]).verdict == verdict
    assert compare(claim, [policy("lgrf1", small)]) is None
