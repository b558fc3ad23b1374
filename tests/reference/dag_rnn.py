"""The slow, obvious twin of the recursive net: plain loops over lists, states found by recursion.

Weights are a mapping from names to nested lists (or arrays); an architecture is its mapping of plain values.
"""

import math
from functools import cache


def logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def layer(values, weights, name):
    """Bias plus the values times the matrix."""
    matrix, bias = weights[name], weights[name + "_bias"]
    assert len(values) == len(matrix)
    return [
        float(bias[unit]) + sum(value * float(row[unit]) for value, row in zip(values, matrix))
        for unit in range(len(bias))
    ]


def logits(architecture, weights, inputs, size):
    """inputs[row][column] is a list of numbers; so is the result, of logits."""
    seen = {(row, column): list(inputs[row][column]) for row in range(size) for column in range(size)}
    own = dict(seen)
    for sweep in range(architecture["sweeps"]):
        planes = [
            plane(architecture, weights, sweep, seen, size, down, right)
            for down in (True, False)
            for right in (True, False)
        ]
        seen = {point: own[point] + [value for states in planes for value in states[point]] for point in own}
    return [
        [output(architecture, weights, seen[row, column]) for column in range(size)] for row in range(size)
    ]


def plane(architecture, weights, sweep, seen, size, down, right):
    """The states of all points of a plane that runs down (or up) and to the right (or left)."""
    n_states = architecture["states"]

    @cache
    def state(row, column):
        if not (0 <= row < size and 0 <= column < size):
            return None
        vertical = state(row - 1 if down else row + 1, column)
        horizontal = state(row, column - 1 if right else column + 1)
        if architecture["border_networks"]:
            before = [one for one in (vertical, horizontal) if one is not None]
            network = {2: "lateral", 1: "side", 0: "corner"}[len(before)]
        else:
            before = [one if one is not None else [0.0] * n_states for one in (vertical, horizontal)]
            network = "lateral"
        values = seen[row, column] + [value for one in before for value in one]
        if architecture["cell"] == "gated":
            return gated(values, before, n_states, weights, f"sweep{sweep}.{network}")
        hidden = [logistic(one) for one in layer(values, weights, f"sweep{sweep}.{network}.hidden")]
        return [logistic(one) for one in layer(hidden, weights, f"sweep{sweep}.{network}.state")]

    return {point: state(*point) for point in seen}


def gated(values, before, n_states, weights, name):
    """A new state out of a candidate and a mixture of the states before it."""
    gates = layer(values, weights, name + ".gates")
    result = []
    for index in range(n_states):
        candidate, update = math.tanh(gates[index]), logistic(gates[n_states + index])
        kept = 0.0
        if before:
            share = logistic(gates[2 * n_states + index])
            kept = share * before[0][index]
        if len(before) == 2:
            kept += (1 - share) * before[1][index]
        result.append(update * candidate + (1 - update) * kept)
    return result


def output(architecture, weights, values):
    bend = (lambda value: max(value, 0.0)) if architecture["cell"] == "gated" else logistic
    return layer([bend(one) for one in layer(values, weights, "output.hidden")], weights, "output.logits")


def loss(found, targets, move, legal, weights):
    """Relative entropy of the owners, a mean over points, and minus the log probability of the move.

    found[row][column] are logits; targets and legal are alike; move is (row, column) or None.
    """
    points = [(row, column) for row in range(len(found)) for column in range(len(found))]
    entropy = 0.0
    for row, column in points:
        owner = logistic(found[row][column][0])
        for target, p in ((targets[row][column], owner), (1 - targets[row][column], 1 - owner)):
            if target > 0:
                entropy += target * math.log(target / p)
    total = weights[0] * entropy / len(points)
    if move is not None:
        odds = {
            (row, column): math.exp(found[row][column][1]) for row, column in points if legal[row][column]
        }
        total -= weights[1] * math.log(odds[move] / sum(odds.values()))
    return total
