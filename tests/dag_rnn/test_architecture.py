"""The compiled net against the naive one, and what it promises about boards that are turned."""

import numpy as np
import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.dag_rnn.architecture import (
    GATED,
    LOGISTIC,
    Architecture,
    initial_weights,
    large_net,
    n_weights,
    nine_net,
    paper_net,
    small_net,
)
from tengen.dag_rnn.network import TerritoryNet, images_of_inputs
from tests.reference import dag_rnn as naive

ARCHITECTURES = [
    Architecture(7),
    Architecture(7, border_networks=False, n_outputs=2),
    Architecture(7, hidden=5, states=3, sweeps=2, n_outputs=2),
    Architecture(7, hidden=6, states=9, cell=GATED, n_outputs=2),
    Architecture(9, hidden=20, states=17, cell=GATED, sweeps=2, n_outputs=2, border_networks=False),
]


def a_net(architecture, seed=1):
    """A net whose biases count, too."""
    generator = np.random.default_rng(seed)
    weights = initial_weights(architecture, seed)
    for array in weights.values():
        array += generator.normal(0, 0.3, array.shape).astype(np.float32)
    return TerritoryNet(architecture, weights)


def some_inputs(architecture, size, n_positions=1, seed=2):
    shape = (n_positions, size * size, architecture.n_inputs)
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


@pytest.mark.parametrize("size", [2, 3] if config.DISABLE_JIT else [2, 3, 6])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_compiled_net_gives_what_plain_loops_give(architecture, size):
    net, inputs = a_net(architecture), some_inputs(architecture, size, n_positions=2)
    found = net.logits(inputs)
    for position in range(2):
        grid = inputs[position].reshape(size, size, -1).tolist()
        plain = np.array(naive.logits(architecture.as_dict(), net.weights, grid, size))
        assert found[position] == pytest.approx(plain.reshape(size * size, -1), abs=1e-5)


def test_every_weight_has_a_say():
    for architecture in ARCHITECTURES:
        net, inputs = a_net(architecture), some_inputs(architecture, 2)
        before = net.logits(inputs)
        for name, array in net.weights.items():
            changed = {**net.weights, name: array + np.float32(0.5)}
            assert abs(TerritoryNet(architecture, changed).logits(inputs) - before).max() > 1e-4, name


def test_nets_have_as_many_weights_as_the_paper_says_and_we_say():
    assert [n_weights(net(70)) for net in (paper_net, nine_net, small_net, large_net)] == [
        5865,
        32161,
        32258,
        291330,
    ]


PLACES = [("stone", row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)] + [("eyes", 0, 0)]


def turned_inputs(board, symmetry):
    """Inputs of a board (size, size, 2) of stones and eyes, turned; missing points are 0."""
    if symmetry & 4:
        board = board.transpose(1, 0, 2)
    if symmetry & 2:
        board = board[::-1]
    if symmetry & 1:
        board = board[:, ::-1]
    size = len(board)
    padded = np.pad(board, ((1, 1), (1, 1), (0, 0)))
    planes = [
        padded[1 + row : 1 + row + size, 1 + column : 1 + column + size, int(what == "eyes")]
        for what, row, column in PLACES
    ]
    return np.stack(planes, -1).reshape(1, size * size, len(PLACES))


@pytest.mark.parametrize("size", [3] if config.DISABLE_JIT else [3, 9, 19])
@pytest.mark.parametrize("cell", [LOGISTIC, GATED])
def test_mean_outputs_of_turned_boards_are_turned_outputs_exactly(cell, size):
    architecture = Architecture(len(PLACES), cell=cell, n_outputs=2)
    net, images = a_net(architecture), images_of_inputs(PLACES)
    board = np.random.default_rng(3).normal(0, 1, (size, size, 2)).astype(np.float32)
    straight = net.mean_logits(turned_inputs(board, 0), images).reshape(size, size, 2)
    for symmetry in range(1, 8):
        found = net.mean_logits(turned_inputs(board, symmetry), images).reshape(size, size, 2)
        expected = turned_inputs(straight, symmetry).reshape(size, size, len(PLACES))
        assert (found[..., 0] == expected[..., 4]).all()
        assert (found[..., 1] == expected[..., 9]).all()
    each = [net.logits(turned_inputs(board, symmetry))[0, :, 0] for symmetry in range(8)]
    assert np.mean(each) == pytest.approx(straight[..., 0].mean(), abs=1e-6)
    assert abs(each[0].reshape(size, size) - straight[..., 0]).max() > 1e-3  # averaging does something


def test_the_mean_is_exact_also_of_very_large_and_very_small_outputs():
    architecture = Architecture(len(PLACES), states=1, hidden=2, cell=GATED, border_networks=False)
    weights = {name: array * 0 for name, array in initial_weights(architecture, 1).items()}
    weights["output.hidden"][PLACES.index(("stone", 0, 1))] = [1, -1]  # the output is the stone on the right
    weights["output.logits"][:, 0] = [1, -1]
    net, images = TerritoryNet(architecture, weights), images_of_inputs(PLACES)
    generator = np.random.default_rng(1)
    board = generator.choice([1e7, -1e7, 1e-6, 3e-6], (6, 6, 2)).astype(np.float32)
    straight = net.mean_logits(turned_inputs(board, 0), images).reshape(6, 6)
    for symmetry in range(1, 8):
        found = net.mean_logits(turned_inputs(board, symmetry), images).reshape(6, 6)
        both = np.stack([straight, straight], -1)
        assert (found == turned_inputs(both, symmetry).reshape(6, 6, len(PLACES))[..., 4]).all()


def test_inputs_that_cannot_be_turned_are_refused():
    with pytest.raises(GoError, match=r"stone .* \(0, -1\) is missing"):
        images_of_inputs([("stone", 0, 1), ("stone", 0, 0)])


@pytest.mark.parametrize("shape", [(1, 9, 6), (1, 10, 7), (9, 7), (1, 1, 7), (1, 400, 7)])
def test_inputs_of_another_shape_are_refused(shape):
    with pytest.raises(GoError, match=r"the net takes inputs of shape \(positions, area, 7\)"):
        a_net(Architecture(7)).logits(np.zeros(shape, np.float32))


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"n_inputs": 0}, "n_inputs of a net must be a whole number from 1 to 10000, not 0"),
        ({"sweeps": 9}, "sweeps of a net must be a whole number from 1 to 4, not 9"),
        ({"states": 2.5}, "states of a net must be a whole number"),
        ({"cell": "lstm"}, "cell of a net must be logistic or gated, not 'lstm'"),
        ({"border_networks": 1}, "border_networks of a net must be true or false, not 1"),
    ],
)
def test_an_architecture_that_makes_no_sense_is_refused(settings, message):
    with pytest.raises(GoError, match=message):
        Architecture(**{"n_inputs": 3, **settings})
