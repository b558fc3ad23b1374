"""The value of a move in a node: RAVE's mixture and UCB1's bonus, against the formulas in plain floats."""

import math
import random

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.points_jit import PASS
from tengen.mcts.rave_jit import EXCLUDED, VALUE_UNIT, best_value, write_earlier, write_values
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.reference.tree_rules import exploration_bonus, value

N_NODES = 5 if config.DISABLE_JIT else 60
ROW = 26


def random_statistics(chance):
    """(1, 4, row) as a search makes them: some moves excluded, some much visited, priors, the pass first."""
    stats = np.zeros((1, 4, ROW), np.float32)
    for entry in range(ROW):
        runs = 2 + chance.choice([0, 1, 20, chance.randrange(10_000)])
        rave_runs = 0 if entry == PASS else 2 + chance.choice([0, 3, chance.randrange(30_000)])
        stats[0, :, entry] = runs, chance.randint(0, runs), rave_runs, chance.randint(0, rave_runs)
        if chance.random() < 0.2:
            stats[0, 1, entry] = -np.inf
    return stats


def values_of(stats, bias, exploration):
    values = np.zeros(ROW, np.int32)
    write_values(stats, 0, np.float32(bias), np.float32(exploration), values)
    return values


@pytest.mark.parametrize("exploration", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("bias", [0.0009, 0.0, 0.01])
def test_values_are_those_of_the_formula(bias, exploration):
    chance = random.Random(1)
    for _ in range(N_NODES):
        stats = random_statistics(chance)
        found = values_of(stats, bias, exploration) / float(VALUE_UNIT)
        rows = stats[0].T.astype(float).tolist()
        allowed = [runs for runs, wins, _, _ in rows if wins != -math.inf]
        for entry, row in enumerate(rows):
            expected = value(*row, bias)
            if expected is None:
                assert found[entry] == EXCLUDED
                continue
            if exploration:
                expected += exploration_bonus(exploration, allowed, row[0])
            assert found[entry] == pytest.approx(expected, abs=2e-5)


def test_values_of_a_node_by_hand():
    """With B = 0 a move is worth all its wins in all its runs, RAVE or not."""
    stats = np.full((1, 4, ROW), 2, np.float32)
    stats[0, :, PASS] = 10, 1, 0, 0
    stats[0, :, 1] = 10, 5, 30, 25
    stats[0, :, 2] = 4, 4, 0, 0
    found = values_of(stats, 0.0, 0.0) / float(VALUE_UNIT)
    assert found[:3] == pytest.approx([0.1, 0.75, 1.0])


def test_the_bonus_is_never_so_large_that_values_overflow():
    stats = np.full((1, 4, ROW), 2, np.float32)
    stats[0, 0, 1:] = 1e-3
    stats[0, 1] = 0
    stats[0, 3] = 0
    found = values_of(stats, 0.0, 1e9)
    assert (found / float(VALUE_UNIT)).max() == pytest.approx(4.0)
    assert (found >= 0).all()


def test_the_best_value_is_the_largest_of_the_row_and_nothing_behind_it():
    chance = random.Random(2)
    for n in (1, 2, 7, 26):
        values = [chance.randrange(-(2**28), 2**28) for _ in range(n)]
        assert best_value(np.array([*values, 2**30], np.int32), n) == max(values)
    assert best_value(np.full(5, -7, np.int32), 5) == -7


def test_earlier_tells_when_a_point_was_played_before():
    entries = np.array([3, 4, 3, 0, 4, 3, 0], np.uint16)
    last_seen, earlier = np.full(10, -1, np.int16), np.zeros(7, np.int16)
    write_earlier(entries, 7, last_seen, earlier)
    assert earlier.tolist() == [-1, -1, 0, -1, 1, 2, 3]
    assert (last_seen == -1).all()


def test_with_a_large_constant_every_move_is_tried_and_none_is_neglected():
    n_playouts = 27 if config.DISABLE_JIT else 520
    parameters = new_parameters("default", opening=False)
    search = new_search_parameters(exploration=2, win_stay=False, prior=0)
    one = Searcher(5, parameters, search, memory_mb=1, seed=1)
    one.think(Game(5), playouts=n_playouts)
    visits = {candidate.move: candidate.visits for candidate in one.root.candidates()}
    assert len(visits) == (26 if n_playouts > 300 else 25)
    points = [n for move, n in visits.items() if move != PASS]
    assert max(points) < 2 * min(points) + 2
    one = Searcher(5, parameters, new_search_parameters(prior=0), memory_mb=1, seed=1)
    one.think(Game(5), playouts=n_playouts)
    assert max(candidate.visits for candidate in one.root.candidates()) > max(points)


def test_without_exploration_the_constant_costs_nothing_and_with_it_the_search_differs():
    def stats(exploration):
        search = new_search_parameters(exploration=exploration)
        one = Searcher(5, new_parameters("default", opening=False), search, memory_mb=1, seed=1)
        one.think(Game(5), playouts=6 if config.DISABLE_JIT else 60)
        return one.tree.stats.tobytes()

    assert stats(0.0) == stats(0.0)
    assert config.DISABLE_JIT or stats(0.0) != stats(0.5)
