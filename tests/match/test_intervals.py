"""Intervals of win rates: published values, exact coverage, and the corners."""

from math import comb

import pytest

from tengen.core.errors import GoError
from tengen.match.intervals import two_proportions, wilson


@pytest.mark.parametrize(
    "wins, games, low, high",
    [
        # Newcombe (1998), Statistics in Medicine 17, Table I, method 3: the score without correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_newcombes_published_values(wins, games, low, high):
    assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_losses_mirror_wins():
    low, high = wilson(79, 100)
    mirrored = wilson(21, 100)
    assert (1 - high, 1 - low) == pytest.approx(mirrored)


def test_the_corners_have_a_width_and_hold_the_rate():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert 0.2 < wilson(0, 10)[1] < 0.35
    assert wilson(10, 10)[1] == 1.0
    for games in range(1, 60):
        for wins in range(games + 1):
            low, high = wilson(wins, games)
            assert 0 <= low <= wins / games <= high <= 1


def test_more_confidence_is_a_wider_interval():
    assert wilson(6, 10, 0.99)[0] < wilson(6, 10, 0.95)[0] < wilson(6, 10, 0.5)[0] < 0.6


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.5, 0.79, 0.95])
def test_the_interval_of_100_games_holds_the_true_rate_about_95_times_in_100(rate):
    """Counted exactly: the probabilities of all numbers of wins whose interval holds the rate."""
    covered = sum(
        comb(100, wins) * rate**wins * (1 - rate) ** (100 - wins)
        for wins in range(101)
        if wilson(wins, 100)[0] <= rate <= wilson(wins, 100)[1]
    )
    assert 0.93 < covered < 0.975


def test_two_proportions_by_hand():
    """60 and 45 of 100: pooled 0.525, z = 0.15 / sqrt(0.525 * 0.475 * 0.02) = 2.124, p = 0.0337."""
    test = two_proportions(60, 100, 45, 100)
    assert test.z == pytest.approx(2.1240, abs=1e-4)
    assert test.p == pytest.approx(0.0337, abs=1e-4)
    assert two_proportions(45, 100, 60, 100).z == pytest.approx(-test.z)


def test_the_square_of_z_is_pearsons_chi_square():
    """The classical identity for a table of two by two, without the correction."""
    a, n, c, m = 30, 80, 55, 120
    table = [[a, n - a], [c, m - c]]
    total = n + m
    expected = [[row * column / total for column in (a + c, total - a - c)] for row in (n, m)]
    chi = sum((table[i][j] - expected[i][j]) ** 2 / expected[i][j] for i in range(2) for j in range(2))
    assert two_proportions(a, n, c, m).z ** 2 == pytest.approx(chi)


@pytest.mark.parametrize("counts", [(0, 0, 3, 5), (0, 10, 0, 20), (10, 10, 20, 20), (0, 0, 0, 0)])
def test_where_nothing_can_be_seen_nothing_is_claimed(counts):
    test = two_proportions(*counts)
    assert (test.z, test.p) == (0.0, 1.0)


def test_impossible_counts_are_refused_in_one_sentence():
    with pytest.raises(GoError, match="11 wins in 10 games cannot be"):
        wilson(11, 10)
    with pytest.raises(GoError, match="-1 wins"):
        two_proportions(1, 2, -1, 2)
    with pytest.raises(GoError, match="between 0 and 1, not at 95"):
        wilson(1, 2, 95)
