# mypy: allow-untyped-defs, no-check-untyped-defs
"""One position through the net, compiled: weigh the inputs, sweep the four planes, write the outputs.

What a point sees of itself is the same for all four planes, so it is weighed once, before the sweep. The
planes advance together, each from its own corner: their steps do not wait for each other, and a processor
does several at a time. A point's values lie in one row of memory: inputs, then the states of the four
planes, each part filled up to whole blocks (see core/dense_jit.py).

Costs: area x weights, but for the lateral weights of neighbours, which count four times.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.dense_jit import BLOCK, TILE, add_products, logistic_all, tanh_all
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import MAX_AREA, N_SYMMETRIES, transform_place

OWNER, MOVE = 0, 1  # outputs: the colour to play owns the point; it is the next move

N_PLANES = 4  # of states, numbered by the corner they start at: bit 0 is right, bit 1 is bottom

MAX_SWEEPS = 4


MISSING = MAX_AREA  # the row of a point off the board
_ONE = np.float32(1.0)
_FIXED_POINT = 2.0**24  # mean outputs are summed as whole numbers: their order then does not matter

PLAN = np.dtype(
    [
        ("gated", np.int64),
        ("border_networks", np.int64),
        ("n_sweeps", np.int64),
        ("n_inputs", np.int64),
        ("n_states", np.int64),
        ("n_outputs", np.int64),
        ("input_width", np.int64),  # whole blocks
        ("state_width", np.int64),  # whole blocks
        ("row_width", np.int64),  # inputs and four states
        ("gate_width", np.int64),  # whole tiles: units of a gate, or of the states a logistic cell makes
        ("n_units", np.int64),  # whole tiles: first layer of a cell
        ("hidden_width", np.int64),  # whole tiles: hidden layer of the output network
        ("seen_at", np.int64, (MAX_SWEEPS, 3)),  # by network: where its matrices begin in the packed weights
        ("bias_at", np.int64, (MAX_SWEEPS, 3)),
        ("vertical_at", np.int64, (MAX_SWEEPS, 3)),
        ("horizontal_at", np.int64, (MAX_SWEEPS, 3)),
        ("state_at", np.int64, (MAX_SWEEPS, 3)),
        ("state_bias_at", np.int64, (MAX_SWEEPS, 3)),
        ("output_at", np.int64),
        ("output_bias_at", np.int64),
        ("logits_at", np.int64),
        ("logits_bias_at", np.int64),
    ],
    align=True,
)


class Scratch(NamedTuple):
    """Memory of one thread; made by `TerritoryNet.new_scratch`."""

    rows: np.ndarray  # (2, MAX_AREA + 1, row_width) float32: by sweep, in turn; filling and MISSING stay 0
    weighed: np.ndarray  # (3, MAX_AREA, n_units) float32: by network, what a point sees of itself
    units: np.ndarray  # (4 * n_units,) float32, or the hidden layer of the output network
    made: np.ndarray  # (4 * gate_width,) float32: new states
    image: np.ndarray  # (MAX_AREA, n_inputs) float32: inputs of a turned board
    image_logits: np.ndarray  # (MAX_AREA, n_outputs) float32
    sums: np.ndarray  # (MAX_AREA, n_outputs) float64


@jit
def evaluate_position(inputs, board_size, plan, weights, scratch, logits):
    """Write the logits (area, n_outputs) of a position with inputs (area, n_inputs), row by row."""
    for point in range(board_size * board_size):
        for index in range(plan.n_inputs):
            scratch.rows[0, point, index] = inputs[point, index]
            scratch.rows[1, point, index] = inputs[point, index]
    for sweep in range(plan.n_sweeps):
        weigh_points(board_size, sweep, plan, weights, scratch)
        sweep_planes(board_size, sweep, plan, weights, scratch)
    write_logits(board_size, plan, weights, scratch, logits)


@jit
def evaluate_batch(inputs, board_size, plan, weights, scratch, logits):
    """The same for inputs (positions, area, n_inputs)."""
    for position in range(len(inputs)):
        evaluate_position(inputs[position], board_size, plan, weights, scratch, logits[position])


@jit
def evaluate_mean(inputs, board_size, images, plan, weights, scratch, logits):
    """The mean logits over the eight images of a position; images of a position give images of this, exactly.

    images -- (8, n_inputs): which input each input of an image comes from (`images_of_inputs`)
    """
    area = board_size * board_size
    for point in range(area):
        for output in range(plan.n_outputs):
            scratch.sums[point, output] = 0
    for symmetry in range(N_SYMMETRIES):
        for point in range(area):
            place = image_of(point, symmetry, board_size)
            for index in range(plan.n_inputs):
                scratch.image[place, index] = inputs[point, images[symmetry, index]]
        evaluate_position(scratch.image, board_size, plan, weights, scratch, scratch.image_logits)
        for point in range(area):
            place = image_of(point, symmetry, board_size)
            for output in range(plan.n_outputs):
                logit = np.float64(scratch.image_logits[place, output])
                scratch.sums[point, output] += np.rint(logit * _FIXED_POINT)
    for point in range(area):
        for output in range(plan.n_outputs):
            logits[point, output] = scratch.sums[point, output] / (N_SYMMETRIES * _FIXED_POINT)


@jit_inline
def image_of(point, symmetry, board_size):
    """Where a symmetry (core/points_jit.py) takes a point that is counted row by row."""
    row, column = transform_place(point // board_size, point % board_size, symmetry, board_size)
    return row * board_size + column


@jit
def weigh_points(board_size, sweep, plan, weights, scratch):
    """What all points see of themselves, weighed by the networks that will serve them."""
    last = board_size - 1
    for point in range(board_size * board_size):
        row, column = point // board_size, point % board_size
        n_edges = np.int64(row == 0 or row == last) + np.int64(column == 0 or column == last)
        n_networks = 1 + n_edges if plan.border_networks else 1
        for network in range(n_networks):
            weigh_point(point, sweep, network, plan, weights, scratch)


@jit_inline
def weigh_point(point, sweep, network, plan, weights, scratch):
    width = plan.row_width if sweep else plan.input_width
    units = scratch.weighed[network, point]
    take(weights[plan.bias_at[sweep, network] :], plan.n_units, units)
    matrix = weights[plan.seen_at[sweep, network] :]
    add_products(scratch.rows[sweep & 1, point], width // BLOCK, matrix, plan.n_units // TILE, units)


@jit
def sweep_planes(board_size, sweep, plan, weights, scratch):
    """Fill the four planes of states, each from its own corner."""
    for step_down in range(board_size):
        for step_across in range(board_size):
            n_missing = (step_down == 0) + (step_across == 0)
            network = n_missing if plan.border_networks else 0  # see NETWORKS
            for plane in range(N_PLANES):
                add_neighbours(
                    board_size, sweep, network, plane, step_down, step_across, plan, weights, scratch
                )
            if plan.gated:
                open_gates(board_size, sweep, step_down, step_across, plan, scratch)
            else:
                make_states(board_size, sweep, network, step_down, step_across, plan, weights, scratch)


@jit_inline
def point_of(plane, step_down, step_across, board_size):
    """The point that a plane reaches after so many steps from its corner; MISSING if a step is negative."""
    if step_down < 0 or step_across < 0:
        return MISSING
    row = board_size - 1 - step_down if plane & 2 else step_down
    column = board_size - 1 - step_across if plane & 1 else step_across
    return row * board_size + column


@jit_inline
def add_neighbours(board_size, sweep, network, plane, step_down, step_across, plan, weights, scratch):
    """First layer of a cell: what the point sees of itself, and the states before it."""
    units = scratch.units[plane * plan.n_units : (plane + 1) * plan.n_units]
    point = point_of(plane, step_down, step_across, board_size)
    take(scratch.weighed[network, point], plan.n_units, units)
    rows, first = scratch.rows[1 - (sweep & 1)], plan.input_width + plane * plan.state_width
    n_blocks, n_tiles = plan.state_width // BLOCK, plan.n_units // TILE
    if step_down > 0:
        above = point_of(plane, step_down - 1, step_across, board_size)
        matrix = weights[plan.vertical_at[sweep, network] :]
        add_products(rows[above, first:], n_blocks, matrix, n_tiles, units)
    if step_across > 0:
        beside = point_of(plane, step_down, step_across - 1, board_size)
        matrix = weights[plan.horizontal_at[sweep, network] :]
        add_products(rows[beside, first:], n_blocks, matrix, n_tiles, units)


@jit_inline
def make_states(board_size, sweep, network, step_down, step_across, plan, weights, scratch):
    """Second layer of a logistic cell, for the four planes."""
    logistic_all(scratch.units, N_PLANES * plan.n_units)
    for plane in range(N_PLANES):
        made = scratch.made[plane * plan.gate_width : (plane + 1) * plan.gate_width]
        take(weights[plan.state_bias_at[sweep, network] :], plan.gate_width, made)
        matrix = weights[plan.state_at[sweep, network] :]
        units = scratch.units[plane * plan.n_units : (plane + 1) * plan.n_units]
        add_products(units, plan.n_units // BLOCK, matrix, plan.gate_width // TILE, made)
    logistic_all(scratch.made, N_PLANES * plan.gate_width)
    rows = scratch.rows[1 - (sweep & 1)]
    for plane in range(N_PLANES):
        point = point_of(plane, step_down, step_across, board_size)
        state = rows[point, plan.input_width + plane * plan.state_width :]
        take(scratch.made[plane * plan.gate_width :], plan.n_states, state)


@jit_inline
def open_gates(board_size, sweep, step_down, step_across, plan, scratch):
    """New states of a gated cell, for the four planes."""
    width = plan.gate_width
    rows = scratch.rows[1 - (sweep & 1)]
    for plane in range(N_PLANES):
        units = scratch.units[plane * plan.n_units : (plane + 1) * plan.n_units]
        candidate, update, share = units[:width], units[width:], units[2 * width :]
        tanh_all(candidate, width)
        logistic_all(update, 2 * width)  # and share, which follows
        above = point_of(plane, step_down - 1, step_across, board_size)
        beside = point_of(plane, step_down, step_across - 1, board_size)
        if plan.border_networks and step_down == 0:  # the side network shares the one state there is
            above, beside = beside, above
        first = plan.input_width + plane * plan.state_width
        vertical, horizontal = rows[above, first:], rows[beside, first:]
        state = rows[point_of(plane, step_down, step_across, board_size), first:]
        for index in range(plan.n_states):
            kept = share[index] * vertical[index] + (_ONE - share[index]) * horizontal[index]
            state[index] = update[index] * candidate[index] + (_ONE - update[index]) * kept


@jit
def write_logits(board_size, plan, weights, scratch, logits):
    """The output network at all points."""
    rows = scratch.rows[plan.n_sweeps & 1]
    units = scratch.units[: plan.hidden_width]
    for point in range(board_size * board_size):
        take(weights[plan.output_bias_at :], plan.hidden_width, units)
        matrix = weights[plan.output_at :]
        add_products(rows[point], plan.row_width // BLOCK, matrix, plan.hidden_width // TILE, units)
        if plan.gated:
            rectify_all(units, plan.hidden_width)
        else:
            logistic_all(units, plan.hidden_width)
        made = scratch.made[:TILE]
        take(weights[plan.logits_bias_at :], TILE, made)
        add_products(units, plan.hidden_width // BLOCK, weights[plan.logits_at :], 1, made)
        for output in range(plan.n_outputs):
            logits[point, output] = made[output]


@jit_inline
def rectify_all(units, n_units):
    """Replace negative units by 0."""
    for unit in range(n_units):
        units[unit] = units[unit] if units[unit] > 0 else np.float32(0)


@jit_inline
def take(source, count, target):
    """Copy the first so many values."""
    for index in range(count):
        target[index] = source[index]
