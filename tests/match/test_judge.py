"""Pairs judged in schedule order."""

import random
from dataclasses import dataclass

import pytest

from tengen.match.match_stats import PairResults, half_points
from tests.match.matches import played


@dataclass(frozen=True)
class State:
    verdict: str | None


class FirstTo:
    """A test that accepts H1 when so many pairs were won by the first player."""

    def __init__(self, n_wins):
        self.n_wins = n_wins
        self.seen = []

    def judge(self, pentanomial):
        self.seen.append(pentanomial)
        return State("H1" if pentanomial[4] >= self.n_wins else None)


def pair(number, points):
    """Two games that bring the first player so many half points."""
    first = {0: "W", 1: "W", 2: "B", 3: "B", 4: "B"}[points]
    second = {0: "B", 1: None, 2: "B", 3: None, 4: "W"}[points]
    return [played(2 * number, first), played(2 * number + 1, second)]


@pytest.mark.parametrize(
    "number, winner, expected",
    [(0, "B", 2), (0, "W", 0), (1, "B", 0), (1, "W", 2), (0, None, 1), (1, None, 1)],
)
def test_points_are_those_of_the_first_player(number, winner, expected):
    assert half_points(played(number, winner)) == expected


def test_pairs_are_counted_by_their_points():
    judge = PairResults()
    for number, points in enumerate([0, 1, 1, 2, 3, 3, 3, 4]):
        for game in pair(number, points):
            judge.add(game)
    assert (judge.pentanomial, judge.n_pairs, judge.verdict) == ((1, 2, 1, 3, 1), 8, None)


def test_the_test_sees_the_longest_row_of_whole_pairs_whatever_ends_first():
    points = [random.Random(1).randrange(5) for _ in range(30)]
    games = [game for number, value in enumerate(points) for game in pair(number, value)]
    in_order = FirstTo(99)
    judge = PairResults(in_order)
    for game in games:
        judge.add(game)
    shuffled = FirstTo(99)
    judge = PairResults(shuffled)
    random.Random(2).shuffle(games)
    for game in games:
        judge.add(game)
    assert shuffled.seen == in_order.seen
    assert len(shuffled.seen) == 30
    assert judge.pentanomial == tuple(points.count(value) for value in range(5))


def test_nothing_is_added_after_a_verdict():
    judge = PairResults(FirstTo(1))
    for game in [*pair(1, 4), *pair(2, 0), *pair(0, 4)]:
        judge.add(game)
    assert (judge.verdict, judge.n_pairs, judge.pentanomial) == ("H1", 1, (0, 0, 0, 0, 1))


def test_a_pair_with_a_void_game_counts_for_nothing():
    test = FirstTo(1)
    judge = PairResults(test)
    for game in [played(0), played(1, None, "void"), *pair(1, 4)]:
        judge.add(game)
    assert (judge.verdict, judge.n_pairs, test.seen) == ("H1", 2, [(0, 0, 0, 0, 1)])
