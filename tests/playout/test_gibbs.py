"""Drawing by the Gibbs distribution: draw by draw the same as plain Python, and never an overflow."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.playout.softmax_jit import draw_gibbs
from tests.reference.reply_policies import Dice, drawn, gibbs

N_DRAWS = 100 if config.DISABLE_JIT else 1000


def draw(values, temperature, state):
    """One draw from {point: value}."""
    points = np.array([*values, 7], np.uint16)  # what lies behind the last point is nobody's business
    weights = np.array([*values.values(), 99.0])
    return int(draw_gibbs(points, weights, len(values), temperature, state))


@pytest.mark.parametrize("temperature", [0.001, 0.01, 0.1, 1.0])
def test_every_draw_is_the_one_that_the_distribution_and_the_dice_give(temperature):
    chance = random.Random(1)
    state = rng_state(5)
    dice = Dice(int(state[0]))
    for _ in range(N_DRAWS):
        values = {point: chance.random() for point in chance.sample(range(21, 400), chance.randrange(1, 20))}
        expected = gibbs({point: value / temperature for point, value in values.items()})
        assert draw(values, temperature, state) == drawn(expected, dice.below(2**31) / 2**31)
    assert int(state[0]) == dice.state


def test_moves_are_drawn_as_often_as_their_values_say():
    values, state = {30: 0.5, 40: 0.6, 50: 0.45, 60: 0.5}, rng_state(3)
    n_draws = 20 * N_DRAWS
    found = [draw(values, 0.1, state) for _ in range(n_draws)]
    for point, probability in gibbs({point: 10 * value for point, value in values.items()}).items():
        spread = np.sqrt(probability * (1 - probability) / n_draws)
        assert found.count(point) / n_draws == pytest.approx(probability, abs=5 * spread)


def test_a_low_temperature_takes_the_best_and_huge_values_do_not_overflow():
    state = rng_state(1)
    for _ in range(50):
        assert draw({30: 0.2, 40: 0.9, 50: 0.1}, 0.001, state) == 40
        assert draw({30: -1e6, 40: 1e6, 50: 1e5}, 0.001, state) == 40


def test_equal_values_are_drawn_alike_at_any_temperature():
    state = rng_state(2)
    found = [draw({30: 0.5, 40: 0.5}, 0.001, state) for _ in range(400)]
    assert 140 < found.count(30) < 260


def test_without_points_it_is_a_pass_and_no_number_is_drawn():
    state = rng_state(1)
    kept = state.copy()
    assert draw({}, 1.0, state) == PASS
    assert state == kept
