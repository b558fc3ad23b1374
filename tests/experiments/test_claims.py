"""The papers' claims against known numbers."""

import pytest

from tengen.experiments.statistics import Claim, Rate, judge_claims, least_significant, order
from tengen.match.intervals import two_proportions


def verdict(relation, first, second):
    claim = Claim("words", relation, (("a", "b"),))
    (test,) = judge_claims([claim], {("a", 100): Rate(*first), ("b", 100): Rate(*second)})
    return test.verdict


@pytest.mark.parametrize(
    "relation, first, second, expected",
    [
        ("below", (200, 600), (300, 600), "holds"),
        ("below", (300, 600), (200, 600), "contradicted"),
        ("below", (299, 600), (300, 600), "undecided"),
        ("not above", (200, 600), (300, 600), "holds"),
        ("not above", (300, 600), (200, 600), "contradicted"),
        ("not above", (300, 600), (299, 600), "not contradicted"),
        ("alike", (300, 600), (299, 600), "not contradicted"),
        ("alike", (300, 600), (200, 600), "contradicted"),
        ("alike", (200, 600), (300, 600), "contradicted"),
        ("open", (200, 600), (300, 600), "difference"),
        ("open", (300, 600), (300, 600), "no difference seen"),
        ("below", (3, 600), (0, 600), "undecided"),
        ("below", (0, 4), (4, 4), "holds"),
    ],
)
def test_verdicts(relation, first, second, expected):
    assert verdict(relation, first, second) == expected


def test_the_sign_is_that_of_the_first_rate():
    claim = Claim("words", "below", (("a", "b"),))
    (test,) = judge_claims([claim], {("a", 1): Rate(40, 100), ("b", 1): Rate(60, 100)})
    assert test.z == pytest.approx(-2.8284, abs=1e-4)
    assert test.p == pytest.approx(0.004678, abs=1e-6)
    assert test.difference == pytest.approx(0.2)


def test_only_pairs_that_both_played_are_tested_and_only_where_the_paper_says_it():
    rates = {
        ("a", 8000): Rate(1, 10),
        ("b", 8000): Rate(1, 10),
        ("a", 2000): Rate(1, 10),
        ("b", 2000): Rate(1, 10),
        ("a", 16000): Rate(1, 10),
        ("b", 16000): Rate(0, 0),
    }
    everywhere = Claim("words", "below", (("a", "b"), ("a", "c")))
    there = Claim("words", "below", (("a", "b"),), playouts=(8000, 16000))
    assert [test.playouts for test in judge_claims([everywhere], rates)] == [2000, 8000]
    assert [test.playouts for test in judge_claims([there], rates)] == [8000]


def test_a_chain_gives_each_pair_of_different_groups():
    assert order(["a"], ["b", "c"], ["d"]) == (("a", "b"), ("a", "c"), ("a", "d"), ("b", "d"), ("c", "d"))


@pytest.mark.parametrize("rate, games", [(0.5, 200), (0.1, 60), (0.0, 30), (1.0, 30), (0.02, 50)])
def test_the_least_significant_difference_is_significant_and_one_game_less_is_not(rate, games):
    wins = round(least_significant(rate, games) * games)
    lower = min(max(rate * games - wins / 2, 0), games - wins)
    assert two_proportions(lower, games, lower + wins, games).p < 0.05
    lower = min(max(rate * games - (wins - 1) / 2, 0), games - wins + 1)
    assert two_proportions(lower, games, lower + wins - 1, games).p >= 0.05


def test_known_least_differences():
    assert least_significant(0.5, 200) == pytest.approx(0.10, abs=0.006)  # 1.96 * sqrt(0.5 / 200)
    assert least_significant(0.5, 1) is None
