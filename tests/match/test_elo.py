"""Elo differences: values of other programs, exact coverage of small samples, and the corners."""

from itertools import product
from math import factorial, inf, isinf

import pytest

from tengen.core.errors import GoError
from tengen.match.elo import elo_from_games, elo_from_pairs, elo_of_score, score_of_elo

# From the tests of the match runner fastchess (app/tests/elo_test.cpp): wins, losses, draws.
GAMES = [
    ((76, 89, 123), None, None, -20.76, 40.13, 0.1553),
    ((136, 96, 111), 40.70, 30.43, 49.77, 36.77, 0.9960),
    ((34, 356, 0), None, None, -508.44, 34.48, None),
]
# The same for pairs: LL, LD, WL, DD, WD, WW.
PAIRS = [
    ((34, 54, 31, 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0),
    ((332, 433, 457, 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
    ((7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, None),
]


def check(estimate, elo, error, nelo, nelo_error, los):
    """Theirs to the printed digits; interval and LOS as near as the four imagined games leave them."""
    assert estimate.nelo == pytest.approx(nelo, abs=0.01)
    assert estimate.nelo_error == pytest.approx(nelo_error, abs=0.01)
    if elo is not None:
        assert estimate.elo == pytest.approx(elo, abs=0.01)
        assert (estimate.high - estimate.low) / 2 == pytest.approx(error, rel=0.01)
    if los is not None:
        assert estimate.los == pytest.approx(los, abs=0.003)


@pytest.mark.parametrize("counts, elo, error, nelo, nelo_error, los", GAMES)
def test_games_are_judged_as_fastchess_judges_them(counts, elo, error, nelo, nelo_error, los):
    wins, losses, draws = counts
    estimate = elo_from_games(wins, draws, losses)
    assert estimate.games == sum(counts)
    check(estimate, elo, error, nelo, nelo_error, los)


@pytest.mark.parametrize("counts, elo, error, nelo, nelo_error, los", PAIRS)
def test_pairs_are_judged_as_fastchess_judges_them(counts, elo, error, nelo, nelo_error, los):
    ll, ld, wl, dd, wd, ww = counts
    estimate = elo_from_pairs([ll, ld, wl + dd, wd, ww])
    assert estimate.games == 2 * sum(counts)
    check(estimate, elo, error, nelo, nelo_error, los)


def test_elo_and_score_are_inverse():
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert score_of_elo(-400) == pytest.approx(1 / 11)
    for score in (0.001, 0.3, 0.5, 0.99):
        assert score_of_elo(elo_of_score(score)) == pytest.approx(score)


def test_a_clean_sweep_is_infinite_but_its_lower_bound_is_not():
    for estimate in (elo_from_games(20, 0, 0), elo_from_pairs([0, 0, 0, 0, 10])):
        assert estimate.elo == estimate.high == estimate.nelo == inf
        assert 100 < estimate.low < 400
        assert 0.99 < estimate.los < 1
    for estimate in (elo_from_games(0, 0, 20), elo_from_pairs([10, 0, 0, 0, 0])):
        assert estimate.elo == estimate.low == estimate.nelo == -inf
        assert -400 < estimate.high < -100
        assert 0 < estimate.los < 0.01


def test_pairs_that_all_split_leave_room_on_both_sides():
    estimate = elo_from_pairs([0, 0, 3, 0, 0])
    assert estimate.elo == estimate.nelo == 0
    assert estimate.low == pytest.approx(-estimate.high)
    assert estimate.high > 100
    assert estimate.los == pytest.approx(0.5)


def test_without_games_nothing_is_known():
    for estimate in (elo_from_games(0, 0, 0), elo_from_pairs([0] * 5)):
        assert (estimate.games, estimate.score, estimate.elo, estimate.los) == (0, 0.5, 0, 0.5)
        assert isinf(estimate.low)
        assert isinf(estimate.high)
        assert estimate.nelo_error == inf


def test_pairs_that_share_a_bad_opening_say_more_than_as_many_lone_games():
    """60 of 100 games won, mostly one game of each pair: the pairs know that openings decided."""
    pairs = elo_from_pairs([3, 0, 34, 0, 13])
    games = elo_from_games(60, 0, 40)
    assert pairs.elo == pytest.approx(games.elo)
    assert pairs.high - pairs.low < 0.9 * (games.high - games.low)


@pytest.mark.parametrize("strength", [0.5, 0.65, 0.8, 0.9])
@pytest.mark.parametrize("n_pairs", [8, 15, 30])
def test_the_interval_of_few_pairs_holds_the_true_difference(n_pairs, strength):
    """Counted exactly over all outcomes of pairs of independent games without draws."""
    loss, split, win = (1 - strength) ** 2, 2 * strength * (1 - strength), strength**2
    covered = 0.0
    for lost, won in product(range(n_pairs + 1), repeat=2):
        even = n_pairs - lost - won
        if even < 0:
            continue
        ways = factorial(n_pairs) / (factorial(lost) * factorial(even) * factorial(won))
        estimate = elo_from_pairs([lost, 0, even, 0, won])
        if estimate.low <= elo_of_score(strength) <= estimate.high:
            covered += ways * loss**lost * split**even * win**won
    assert 0.92 < covered <= 1


def test_counts_that_cannot_be_are_refused():
    with pytest.raises(GoError, match="five cells"):
        elo_from_pairs([1, 2, 3])
    with pytest.raises(GoError, match="five cells"):
        elo_from_pairs([1, 2, 3, -1, 0])
    with pytest.raises(GoError, match="below 0"):
        elo_from_games(3, -1, 2)
