"""The recursive net in JAX, for learning: the outputs of dag_rnn/sweep_jit.py, with gradients, in batches.

All four planes run in one batch, mirrored so that each starts at the top left. Points of an anti-diagonal do
not depend on each other, so a sweep is a scan over the 2 N - 1 anti-diagonals. The board is skewed for it:
with rows of length 2 N cut anew into rows of length 2 N - 1, row i moves i places to the right, and an
anti-diagonal becomes a column. The same code runs on a CPU and on a GPU.

This module imports JAX, the extra `train`; nothing that plays imports it.
"""

from math import isqrt
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from tengen.dag_rnn.architecture import GATED, Architecture, n_gates
from tengen.dag_rnn.sweep_jit import MOVE, N_PLANES, OWNER
from tengen.dag_rnn.training.sampler import Batch

Weights = dict[str, Any]  # by the names of `weight_shapes`


class BatchMetrics(NamedTuple):
    """How well each position of a batch was foretold; all (positions,) float32."""

    entropy: Any  # relative entropy of the owners, a mean over points
    right: Any  # share of points whose owner was foretold, of those that have one
    log_move: Any  # log probability of the move played, 0 if there is none
    first: Any  # 1 if the move played was the likeliest


def logits(architecture: Architecture, weights: Weights, inputs: Any) -> Any:
    """(positions, area, n_outputs) of inputs (positions, area, n_inputs)."""
    n_positions, area, n_inputs = inputs.shape
    size = isqrt(area)
    own = inputs.reshape(n_positions, size, size, n_inputs)
    seen = own
    for sweep in range(architecture.sweeps):
        seen = jnp.concatenate([own, _sweep(architecture, weights, sweep, seen)], -1)
    bend = jax.nn.relu if architecture.cell == GATED else jax.nn.sigmoid
    hidden = bend(_layer(weights, "output.hidden", seen))
    return _layer(weights, "output.logits", hidden).reshape(n_positions, area, architecture.n_outputs)


def judge(architecture: Architecture, weights: Weights, batch: Batch) -> BatchMetrics:
    """How well a batch is foretold, position by position."""
    found = logits(architecture, weights, batch.inputs)
    owner, targets = found[..., OWNER], batch.targets
    cross_entropy = jax.nn.softplus(owner) - targets * owner
    own_entropy = jax.scipy.special.entr(targets) + jax.scipy.special.entr(1 - targets)
    decided = targets != 0.5
    right = ((owner > 0) == (targets > 0.5)) & decided
    entropy = (cross_entropy - own_entropy).mean(-1)
    share_right = right.sum(-1) / jnp.maximum(decided.sum(-1), 1)
    if architecture.n_outputs <= MOVE:
        nothing = jnp.zeros_like(entropy)
        return BatchMetrics(entropy, share_right, nothing, nothing)
    move_logits = jnp.where(batch.legal, found[..., MOVE], -1e30)
    played = jnp.maximum(batch.moves, 0)[:, None]
    log_moves = jax.nn.log_softmax(move_logits)
    log_move = jnp.take_along_axis(log_moves, played, 1)[:, 0]
    first = (move_logits.argmax(-1) == batch.moves).astype(jnp.float32)
    return BatchMetrics(entropy, share_right, jnp.where(batch.moves >= 0, log_move, 0.0), first)


def loss(architecture: Architecture, weights: Weights, batch: Batch) -> Any:
    """Relative entropy of the owners minus the log probability of the move, a mean over positions."""
    judgement = judge(architecture, weights, batch)
    return (batch.weights[:, 0] * judgement.entropy - batch.weights[:, 1] * judgement.log_move).mean()


def _layer(weights: Weights, name: str, values: Any) -> Any:
    return values @ weights[name] + weights[f"{name}_bias"]


def _sweep(architecture: Architecture, weights: Weights, sweep: int, seen: Any) -> Any:
    """The states of the four planes, (positions, size, size, 4 * states)."""
    n_positions, size = seen.shape[:2]
    make_states = _gated_cell if architecture.cell == GATED else _logistic_cell

    def step(states: Any, diagonal: Any) -> tuple[Any, Any]:
        weighed, on_board, missing = diagonal
        vertical = jnp.pad(states, ((0, 0), (0, 0), (1, 0), (0, 0)))[:, :, :-1]
        units = weighed + _neighbours(architecture, weights, sweep, missing, vertical, states)
        made = make_states(architecture, weights, sweep, missing, units, vertical, states)
        made = jnp.where(on_board, made, 0.0)
        return made, made

    steps = np.arange(size)
    across = np.arange(2 * size - 1)[:, None] - steps[None]  # [diagonal, step down] -> step across
    on_board = ((across >= 0) & (across < size))[..., None]
    n_missing = ((across == 0) + (steps == 0).astype(int))[..., None]
    missing = (n_missing[:, None] == np.arange(3)[:, None, None]).astype(
        np.float32
    )  # (diagonals, 3, size, 1)
    start = jnp.zeros((N_PLANES, n_positions, size, architecture.states), jnp.float32)
    weighed = _skew(_weigh_points(architecture, weights, sweep, seen))
    _, states = jax.lax.scan(step, start, (weighed, jnp.asarray(on_board), jnp.asarray(missing)))
    planes = _mirror(_straighten(states))
    return jnp.concatenate(list(planes), -1)


def _weigh_points(architecture: Architecture, weights: Weights, sweep: int, seen: Any) -> Any:
    """What points see of themselves, weighed by the network that serves each plane there."""
    size, n_seen = seen.shape[1], architecture.n_seen(sweep)
    from_corner = (np.arange(size) == 0).astype(int)
    n_missing = (from_corner[:, None] + from_corner[None])[..., None]
    result = None
    for number, network in enumerate(architecture.networks()):
        matrix, bias = _first_layer(architecture, weights, sweep, network)
        planes = _mirror(jnp.stack([seen @ matrix[:n_seen] + bias] * N_PLANES))
        result = planes if result is None else jnp.where(n_missing == number, planes, result)
    return result


def _first_layer(architecture: Architecture, weights: Weights, sweep: int, network: str) -> tuple[Any, Any]:
    """Matrix and bias of a cell's first layer; the gate that a corner lacks is filled up with zeros."""
    if architecture.cell != GATED:
        name = f"sweep{sweep}.{network}.hidden"
        return weights[name], weights[f"{name}_bias"]
    name = f"sweep{sweep}.{network}.gates"
    filling = (n_gates("lateral") - n_gates(network)) * architecture.states
    return jnp.pad(weights[name], ((0, 0), (0, filling))), jnp.pad(weights[f"{name}_bias"], (0, filling))


def _neighbours(
    architecture: Architecture, weights: Weights, sweep: int, missing: Any, vertical: Any, horizontal: Any
) -> Any:
    """The states before the points of a diagonal, weighed; states that are missing are zeros."""
    n_seen = architecture.n_seen(sweep)
    matrix = _first_layer(architecture, weights, sweep, "lateral")[0][n_seen:]
    if not architecture.border_networks:
        return jnp.concatenate([vertical, horizontal], -1) @ matrix
    side = _first_layer(architecture, weights, sweep, "side")[0][n_seen:]
    values = [vertical * missing[0], horizontal * missing[0], (vertical + horizontal) * missing[1]]
    return jnp.concatenate(values, -1) @ jnp.concatenate([matrix, side])


def _logistic_cell(
    architecture: Architecture, weights: Weights, sweep: int, missing: Any, units: Any, *_: Any
) -> Any:
    """Second layer of a logistic cell, by the network of each point."""
    hidden, networks = jax.nn.sigmoid(units), architecture.networks()
    names = [f"sweep{sweep}.{network}.state" for network in networks]
    if len(networks) == 1:
        return jax.nn.sigmoid(_layer(weights, names[0], hidden))
    made = jnp.concatenate([hidden * mask for mask in missing], -1) @ jnp.concatenate(
        [weights[name] for name in names]
    )
    bias = sum(mask * weights[f"{name}_bias"] for mask, name in zip(missing, names))
    return jax.nn.sigmoid(made + bias)


def _gated_cell(
    architecture: Architecture,
    weights: Weights,
    sweep: int,
    missing: Any,
    units: Any,
    vertical: Any,
    horizontal: Any,
) -> Any:
    """New states out of a candidate and a mixture of the states before."""
    candidate, update, share = jnp.split(units, 3, -1)
    candidate, update, share = jnp.tanh(candidate), jax.nn.sigmoid(update), jax.nn.sigmoid(share)
    kept = share * vertical + (1 - share) * horizontal
    if architecture.border_networks:  # a side network has one state before it, and shares that
        kept = jnp.where(missing[1] > 0, share * (vertical + horizontal), kept)
    return update * candidate + (1 - update) * kept


def _mirror(planes: Any) -> Any:
    """Planes (4, positions, size, size, values), each with its own corner at the top left; undoes itself."""
    right, bottom = jnp.flip(planes[1], 2), jnp.flip(planes[2], 1)
    return jnp.stack([planes[0], right, bottom, jnp.flip(planes[3], (1, 2))])


def _skew(planes: Any) -> Any:
    """(4, positions, size, size, values) as (diagonals, 4, positions, size, values), filled up with zeros."""
    n_planes, n_positions, size, _, n_values = planes.shape
    wide = jnp.pad(planes, ((0, 0), (0, 0), (0, 0), (0, size), (0, 0)))
    flat = wide.reshape(n_planes, n_positions, 2 * size * size, n_values)[:, :, : size * (2 * size - 1)]
    return jnp.moveaxis(flat.reshape(n_planes, n_positions, size, 2 * size - 1, n_values), 3, 0)


def _straighten(diagonals: Any) -> Any:
    """Undoes `_skew`."""
    n_diagonals, n_planes, n_positions, size, n_values = diagonals.shape
    flat = jnp.moveaxis(diagonals, 0, 3).reshape(n_planes, n_positions, size * n_diagonals, n_values)
    wide = jnp.pad(flat, ((0, 0), (0, 0), (0, size), (0, 0)))
    return wide.reshape(n_planes, n_positions, size, 2 * size, n_values)[:, :, :, :size]
