"""Counting look-ups and lives of replies: a real search with counters on, against a dictionary."""

import math

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import NO_MOVE
from tengen.playout.reply_stats_jit import (
    COUNTS,
    MAX_DURATION,
    distance,
    learn_and_count,
    lookup_shares,
    mean_duration,
)
from tengen.playout.reply_stats_jit import RESULT_NAMES as RESULTS
from tests.core.positions import COLOURS, to_point
from tests.playout.recorded import boards_of, entries, recorded_search
from tests.playout.test_lgr import new_replies
from tests.playout.test_memory import FORGETTING, TWO_MOVES, numbered
from tests.reference import reply_policies as naive
from tests.reference.reply_policies import START, number_of

N_PLAYOUTS = 4 if config.DISABLE_JIT else 60


def new_counts():
    return np.zeros(1, COUNTS).view(np.recarray)[0]


def check(counts, twin):
    """All counters against what the twin wrote down."""
    assert counts.n_playouts == twin.n_playouts
    expected = [[twin.lookups.get((table, result), 0) for result in RESULTS] for table in (0, 1)]
    assert counts.lookups.tolist() == expected
    for table in (0, 1):
        ages = [life[-1] for life in twin.lives if life[0] == table]
        assert counts.n_lives[table] == len(ages)
        assert counts.duration_sum[table] == sum(ages)
        n_by_duration, distances = {}, {}
        for number, previous, reply, age in twin.lives:
            if number == table and previous not in (None, START):
                age = min(age, MAX_DURATION)
                n_by_duration[age,] = n_by_duration.get((age,), 0) + 1
                distances[age,] = distances.get((age,), 0.0) + math.dist(previous, reply)
        assert entries(counts.n_by_duration[table]) == n_by_duration
        assert entries(counts.distance_by_duration[table]) == pytest.approx(
            {age: total for age, total in distances.items() if total}
        )


@pytest.mark.parametrize("policy", ["lgr1", "lgr2", "lgrf1", "lgrf2"])
def test_a_search_counts_every_look_up_and_every_life_of_a_reply(policy):
    searcher, playouts = recorded_search(policy, 5, N_PLAYOUTS, counting=True)
    counts, ones, twos, with_two = naive.Counts(), {}, {}, policy in TWO_MOVES
    for one in playouts:
        for index, (board, colour, _, before, previous, _) in enumerate(boards_of(one)):
            if index >= one.n_tree_moves:
                naive.count_lookups(counts, ones, twos, with_two, board, colour, before, previous)
        if one.winner != ".":
            naive.learn_and_count(
                counts, ones, twos, with_two, policy in FORGETTING, one.moves, one.first_colour, one.winner,
                one.before, one.previous,
            )  # fmt: skip
    check(searcher.memory.counts, counts)
    assert entries(searcher.memory.replies[0].to_one) == numbered(ones)
    assert entries(searcher.memory.replies[0].to_two) == numbered(twos)
    n_lives = searcher.memory.counts.n_lives.tolist()
    assert n_lives[0] > 0
    assert (n_lives[1] > 0) == with_two
    assert lookup_shares(searcher.memory.counts, 0) == pytest.approx(
        [
            counts.lookups.get((0, name), 0) / sum(n for (t, _), n in counts.lookups.items() if t == 0)
            for name in RESULTS
        ]
    )


@pytest.mark.parametrize("policy", ["lgrf3"] if config.DISABLE_JIT else ["lgrf1", "lgrf3"])
def test_counting_changes_neither_the_playouts_nor_what_is_learned(policy):
    found = []
    for counting in (False, True):
        searcher, playouts = recorded_search(policy, 5, N_PLAYOUTS, counting=counting)
        moves = [one.moves for one in playouts]
        memory = searcher.memory
        found.append((moves, memory.replies.tobytes(), memory.replies_to_three.tobytes()))
    assert found[0] == found[1]


def learn(counts, replies, moves, winner, forget=True):
    points = np.zeros(1083, np.uint16)
    points[: len(moves)] = [number_of(move) for move in moves]
    start = np.uint32(NO_MOVE)
    learn_and_count(counts, replies, points, len(moves), 1, COLOURS[winner], start, start, True, forget)


def test_a_reply_that_is_stored_again_lives_on_and_one_that_loses_ends():
    counts, replies = new_counts(), new_replies()
    line = [(0, 0), (3, 4)]
    for winner in "OOOX":  # White's reply to (0, 0) is stored by the first playout, deleted by the fourth
        learn(counts, replies, line, winner)
    assert counts.n_lives.tolist() == [1, 1]
    assert counts.duration_sum.tolist() == [3, 3]
    assert [mean_duration(counts, table) for table in (0, 1)] == [3.0, 3.0]
    assert entries(counts.n_by_duration) == {(0, 3): 1, (1, 3): 1}
    assert entries(counts.distance_by_duration) == {(0, 3): 5.0, (1, 3): 5.0}


def test_without_forgetting_a_reply_ends_only_when_another_takes_its_place():
    counts, replies = new_counts(), new_replies()
    learn(counts, replies, [(0, 0), (3, 4)], "O", forget=False)
    learn(counts, replies, [(0, 0), (3, 4)], "X", forget=False)
    assert counts.n_lives.tolist() == [0, 0]
    learn(counts, replies, [(0, 0), (0, 1)], "O", forget=False)
    assert counts.n_lives.tolist() == [1, 1]
    assert entries(counts.n_by_duration) == {(0, 2): 1, (1, 2): 1}


def test_a_reply_replaced_in_its_own_playout_lived_for_no_playout():
    counts, replies = new_counts(), new_replies()
    learn(counts, replies, [(0, 0), (1, 1), (0, 0), (2, 2)], "O")
    assert counts.n_lives.tolist() == [1, 0]
    assert counts.duration_sum[0] == 0
    assert entries(counts.n_by_duration) == {(0, 0): 1}


def test_very_long_lives_are_counted_together():
    counts, replies = new_counts(), new_replies()
    learn(counts, replies, [(0, 0), (3, 4)], "O")
    counts.n_playouts += 10 * MAX_DURATION
    learn(counts, replies, [(0, 0), (3, 4)], "X")
    assert entries(counts.n_by_duration) == {(0, MAX_DURATION): 1, (1, MAX_DURATION): 1}
    assert counts.duration_sum.tolist() == [10 * MAX_DURATION + 1] * 2


def test_distances_are_those_of_the_plane():
    for one in [(0, 0), (3, 4), (18, 18), (0, 18)]:
        for other in [(0, 0), (7, 2), (18, 0)]:
            found = distance(np.uint32(to_point(one)), np.uint32(to_point(other)))
            assert found == pytest.approx(math.dist(one, other))


def test_without_look_ups_and_lives_there_is_nothing_to_report():
    counts = new_counts()
    assert lookup_shares(counts, 0) == []
    assert math.isnan(mean_duration(counts, 1))
