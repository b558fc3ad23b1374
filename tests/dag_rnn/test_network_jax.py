"""The net in JAX: the compiled net's outputs, and the gradient of the naive loss."""

import jax
import numpy as np
import pytest
from numba import config

from tengen.dag_rnn.architecture import GATED, Architecture, paper_net, small_net
from tengen.dag_rnn.training.network_jax import judge, logits, loss
from tengen.dag_rnn.training.sampler import Batch
from tests.dag_rnn.test_architecture import ARCHITECTURES, a_net, some_inputs
from tests.reference import dag_rnn as naive

INTERPRETED = config.DISABLE_JIT


def in_turn(quick):
    """All architectures, those that are not named for the quick lane marked as slow: JAX compiles each."""
    return [
        pytest.param(one, marks=[] if number in quick else pytest.mark.slow)
        for number, one in enumerate(ARCHITECTURES)
    ]


@pytest.mark.parametrize("size", [3] if INTERPRETED else [5, 9, 13, 19])
@pytest.mark.parametrize("architecture", in_turn(quick=[]))
def test_jax_and_compiled_code_agree(architecture, size):
    net, inputs = a_net(architecture), some_inputs(architecture, size, n_positions=2)
    found = jax.jit(logits, static_argnums=0)(architecture, net.weights, inputs)
    assert abs(np.asarray(found) - net.logits(inputs)).max() < 1e-5


@pytest.mark.parametrize("number, size", [(0, 5), (3, 9), (1, 13), (4, 19)])
def test_jax_and_compiled_code_agree_on_some(number, size):
    test_jax_and_compiled_code_agree(ARCHITECTURES[number], 2 if INTERPRETED else size)


def some_batch(architecture, size):
    generator = np.random.default_rng(4)
    targets = generator.choice([0.0, 0.25, 0.5, 0.8, 1.0], (2, size * size)).astype(np.float32)
    legal = generator.random((2, size * size)) < 0.6
    legal[0, 3] = True
    return Batch(
        inputs=some_inputs(architecture, size, 2),
        targets=targets,
        moves=np.array([3, -1], np.int32),
        legal=legal,
        weights=np.array([[1.0, 0.5], [0.7, 0.2]], np.float32),
        stones=np.array([4, 5], np.int32),
    )


def naive_loss(architecture, weights, batch, size):
    total = 0.0
    for position in range(len(batch.inputs)):
        inputs, targets, legal = (
            array[position].reshape(size, size, *array.shape[2:]).tolist()
            for array in (batch.inputs, batch.targets, batch.legal)
        )
        found = naive.logits(architecture.as_dict(), weights, inputs, size)
        move = int(batch.moves[position])
        move = divmod(move, size) if move >= 0 and architecture.n_outputs == 2 else None
        total += naive.loss(found, targets, move, legal, batch.weights[position].tolist())
    return total / len(batch.inputs)


@pytest.mark.skipif(INTERPRETED, reason="JAX does the same whether Numba compiles or not")
@pytest.mark.parametrize("architecture", in_turn(quick=[0, 3]))
def test_the_gradient_is_how_the_naive_loss_changes(architecture):
    net, size, step = a_net(architecture), 2, 1e-4  # 2x2 has a corner, sides and a point inside
    batch = some_batch(architecture, size)
    value, gradient = jax.jit(jax.value_and_grad(loss, 1), static_argnums=0)(architecture, net.weights, batch)
    assert float(value) == pytest.approx(naive_loss(architecture, net.weights, batch, size), abs=1e-5)
    generator = np.random.default_rng(5)
    for name, array in net.weights.items():
        place = tuple(generator.integers(array.shape))
        either = []
        for change in (step, -step):
            changed = {one: values.astype(float) for one, values in net.weights.items()}
            changed[name][place] += change
            either.append(naive_loss(architecture, changed, batch, size))
        assert float(gradient[name][place]) == pytest.approx((either[0] - either[1]) / (2 * step), abs=2e-6)


def test_positions_are_judged_by_what_is_known_of_them():
    architecture = Architecture(7, n_outputs=2)
    net, batch = a_net(architecture), some_batch(architecture, 3)
    found = jax.jit(judge, static_argnums=0)(architecture, net.weights, batch)
    owner, move = net.logits(batch.inputs)[..., 0], net.logits(batch.inputs)[..., 1]
    for position in range(2):
        decided = batch.targets[position] != 0.5
        right = (owner[position] > 0) == (batch.targets[position] > 0.5)
        assert found.right[position] == pytest.approx(right[decided].mean())
    odds = np.exp(move[0]) * batch.legal[0]
    assert found.log_move[0] == pytest.approx(np.log(odds[3] / odds.sum()), abs=1e-5)
    assert found.first[0] == (odds.argmax() == 3)
    assert found.log_move[1] == found.first[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 9, 13, 19])
@pytest.mark.parametrize("architecture", [paper_net(70), small_net(70), Architecture(70, cell=GATED)])
def test_jax_and_compiled_code_agree_on_nets_of_full_size(architecture, size):
    test_jax_and_compiled_code_agree(architecture, size)
