"""Learning by temporal differences, against the slow twin."""

import numpy as np
import pytest

from tengen.core.random_jit import rng_state
from tengen.td.learning_jit import CREATIVE, GREEDY, best_move, creative_move, new_training_buffers, self_play
from tengen.td.network import TdArchitecture, initial_layers, layers_of, make_net, take_lessons
from tests.reference import td as naive


def play(architecture, net, n_games, selection=GREEDY, exploration=0.0, rate=0.01, seed=1):
    """Games of a net against itself; returns (moves, Black's points)."""
    played = self_play(
        net,
        new_training_buffers(net),
        architecture.size,
        selection,
        exploration,
        rate,
        n_games,
        rng_state(seed),
    )
    take_lessons(net)
    return played


@pytest.mark.parametrize(
    "name, size, hidden",
    [
        ("koten", 3, ()),
        ("koten", 4, (5,)),
        ("koten", 3, (4, 18)),
        ("katatsugi", 3, ()),
        ("katatsugi", 4, (5,)),
        ("katatsugi", 4, (4, 18)),
        ("roban", 5, (4, 18)),  # on smaller boards many points look the same, and ties are drawn
    ],
)
def test_greedy_games_teach_what_they_teach_the_twin(name, size, hidden):
    """The whole loop: moves chosen, steps taken in order, results learned by both roles."""
    architecture = TdArchitecture(name, size, hidden)
    for seed in range(3):
        layers = initial_layers(architecture, seed)
        net = make_net(architecture, layers)
        expected = [layer.astype(float) for layer in layers]
        n_moves = 0
        for _ in range(3):
            expected, moves = naive.greedy_game(expected, name, size, 0.1)
            n_moves += len(moves)
        assert play(architecture, net, 3, rate=0.1)[0] == n_moves
        assert abs(expected[-1] - layers[-1]).max() > 1e-3  # something was learned
        for found, layer in zip(layers_of(net), expected, strict=True):
            assert found == pytest.approx(layer, abs=2e-5)


def test_the_twins_gradient_is_the_slope_of_its_value():
    generator = np.random.default_rng(2)
    layers = [generator.uniform(-1, 1, shape) for shape in ((4, 3), (3, 5), (5, 1))]
    inputs = generator.uniform(-1, 1, 4)
    parts = naive.gradient(layers, inputs)
    for layer, part in zip(layers, parts, strict=True):
        for index in np.ndindex(layer.shape):
            kept = layer[index]
            layer[index] = kept + 1e-6
            more = naive.value(layers, inputs)
            layer[index] = kept - 1e-6
            less = naive.value(layers, inputs)
            layer[index] = kept
            assert part[index] == pytest.approx((more - less) / 2e-6, abs=1e-7)


def test_where_every_move_wanders_only_results_are_learned():
    """All steps in a game are left out, so weights move by the two rewards of each game and no more."""
    architecture = TdArchitecture("koten", 3)
    net = make_net(architecture, initial_layers(architecture, 1))
    before = layers_of(net)
    n_moves, _ = play(architecture, net, 1, exploration=1.0, rate=0.01)
    changed = [abs(a - b) for a, b in zip(before, layers_of(net), strict=True)]
    assert n_moves >= 2
    largest = 2 * 0.01 * 5  # two steps of rate times error, of which 5 is a generous bound
    assert 0 < max(float(part.max()) for part in changed) < largest


def test_a_seed_is_a_run():
    architecture = TdArchitecture("katatsugi", 4)
    results = []
    for seed in (1, 1, 2):
        net = make_net(architecture, initial_layers(architecture, 1))
        played = play(architecture, net, 5, CREATIVE, 0.05, seed=seed)
        results.append((played, [layer.tolist() for layer in layers_of(net)]))
    assert results[0] == results[1]
    assert results[0] != results[2]


@pytest.mark.parametrize(
    "values", [[0.5, 0.49, 0.48, 0.474, 0.1], [-0.5, -0.51, -0.53, -2.0], [0.0, -0.1, 0.0], [1.0]]
)
def test_creative_moves_are_drawn_from_the_papers_range(values):
    state = rng_state(5)
    drawn = [creative_move(np.array(values, np.float32), len(values), 0.05, state) for _ in range(600)]
    expected = naive.creative_range(values, 0.05)
    assert set(drawn) == expected
    for index in expected:
        share = drawn.count(index) / len(drawn)
        assert share == pytest.approx(1 / len(expected), abs=0.1)


def test_the_best_move_is_drawn_among_equals():
    state = rng_state(6)
    values = np.array([0.1, 0.7, 0.2, 0.7, 0.7, 9.0], np.float32)
    drawn = [best_move(values, 5, state) for _ in range(600)]  # the sixth is not to be looked at
    assert set(drawn) == {1, 3, 4}
    for index in (1, 3, 4):
        assert drawn.count(index) / len(drawn) == pytest.approx(1 / 3, abs=0.1)
