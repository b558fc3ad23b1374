"""Slow, obvious twins of the self-taught nets: representations, values, one step of TD(0), and a whole game.

Boards and points are those of `tests.reference.board`. A net is a list of its layers, (inputs, units) each,
in double precision. Nothing is kept up to date: every value is computed from the position alone.
"""

import numpy as np

from tests.reference.board import BLACK, EMPTY, NaiveBoard, area_score, colour_at, opponent


def stone_value(position, point, own):
    sign = colour_at(position, point)
    return 0 if sign == EMPTY else (1 if sign == own else -1)


def koten(position, own):
    size = len(position)
    return [stone_value(position, (row, column), own) for row in range(size) for column in range(size)]


def roban(position, own):
    size = len(position)
    values = np.array(koten(position, own)).reshape(size, size)
    inputs = []
    for row in range(size - 2):
        for column in range(size - 2):
            nine = [values[row + i][column + j] for i in range(3) for j in range(3)]
            inputs.append(sum(nine) / 9)
    return [*inputs, values.mean()]


def katatsugi(position, own):
    size = len(position)
    inputs = []
    for row in range(size):
        for column in range(size):
            total = 0.0
            for i, j in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
                if 0 <= row + i < size and 0 <= column + j < size:
                    total += 0.2 * stone_value(position, (row + i, column + j), own)
            inputs.append(total)
    return inputs


INPUTS = {"koten": koten, "roban": roban, "katatsugi": katatsugi}


def logistic(values):
    return 1 / (1 + np.exp(-values))


def value(layers, inputs):
    active = np.array(inputs, float)
    for layer in layers[:-1]:
        active = logistic(active @ layer)
    return float((active @ layers[-1])[0])


def gradient(layers, inputs):
    """The derivative of the value by every weight, layer by layer, by back-propagation."""
    active = [np.array(inputs, float)]
    for layer in layers[:-1]:
        active.append(logistic(active[-1] @ layer))
    slope = np.ones(1)
    gradients = []
    for layer, below in zip(reversed(layers), reversed(active)):
        gradients.insert(0, np.outer(below, slope))
        slope = (layer @ slope) * below * (1 - below)
    return gradients


def learned(layers, value_then, gradient_then, target, rate):
    """The weights after one step: value and gradient are those at the time of the move."""
    return [
        layer + rate * (target - value_then) * part for layer, part in zip(layers, gradient_then, strict=True)
    ]


def creative_range(values, creativity):
    """Which values a creative player draws from."""
    largest = max(values)
    lowest = largest * (1 - creativity) if largest >= 0 else largest * (1 + creativity)
    return {index for index, value in enumerate(values) if value >= lowest}


def greedy_game(layers, representation, size, rate):
    """A game of the net against itself, always the best move, learning; returns layers and moves."""
    board, colour, last, moves = NaiveBoard.empty(size), BLACK, {}, []
    see = INPUTS[representation]
    while not board.is_over and len(moves) < 3 * size * size:
        choices = [*board.legal_moves(colour), None]
        values = [value(layers, see(board.play(colour, move).position, colour)) for move in choices]
        best = max(range(len(choices)), key=values.__getitem__)
        if colour in last:
            layers = learned(layers, *last[colour], values[best], rate)
        board = board.play(colour, choices[best])
        seen = see(board.position, colour)
        last[colour] = value(layers, seen), gradient(layers, seen)
        moves.append(choices[best])
        colour = opponent(colour)
    score = area_score(board.position)
    for role in (opponent(colour), colour):  # the last to move first
        lead = score if role == BLACK else -score
        layers = learned(layers, *last[role], 0.5 + 0.5 * np.sign(lead), rate)
    return layers, moves
