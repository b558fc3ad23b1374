"""Positions of games written as numbers to learn from, in compiled code."""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.play import play_move
from tengen.core.points import BLACK, EMPTY, PASS, column_of, opponent, point_at, row_of
from tengen.nets.features import write_inputs


@jit
def write_positions(
    size, moves, first, owners, trusted, numbers, times, symmetries, images, later_share, moves_later,
    table, board, scratch, inputs, targets, played, legal, weights, stones,
):  # fmt: skip
    """Write positions of packed games (dag_rnn_data.py), each turned by a symmetry, as rows of a batch."""
    for index in range(len(numbers)):
        game, symmetry = numbers[index], symmetries[index]
        start, stop = first[game], first[game + 1]
        now = start + times[index]
        _replay(board, size, moves, start, now, images, symmetry)
        colour = np.int64(board.to_play)
        write_inputs(board, table, scratch, inputs[index])
        _write_legal(board, size, colour, legal[index])
        stones[index] = board.stones[BLACK] + board.stones[opponent(BLACK)]
        move = images[symmetry, moves[now]]
        played[index] = -1 if move == PASS else row_of(move) * size + column_of(move)
        weights[index, 0] = np.float32(trusted[game])
        weights[index, 1] = np.float32(move != PASS)
        _write_targets(size, colour, owners[game], images, symmetry, targets[index])
        if later_share > 0:
            end = now + moves_later
            if end < stop:
                _play(board, moves, now, end, images, symmetry)
                _mix_later(board, size, colour, later_share, targets[index])


@jit
def _replay(board, size, moves, start, stop, images, symmetry):
    """The position after some moves of a game, on a turned board."""
    clear_board(board, size)
    _play(board, moves, start, stop, images, symmetry)


@jit
def _play(board, moves, start, stop, images, symmetry):
    for index in range(start, stop):
        play_move(board, np.uint32(images[symmetry, moves[index]]), np.int64(board.to_play))


@jit
def _write_legal(board, size, colour, legal):
    """Where the colour to play may move; superko is not asked."""
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            is_empty = board.colour[point] == EMPTY
            legal[row * size + column] = is_empty and is_legal(board, np.uint32(point), colour, False)


@jit
def _write_targets(size, colour, owners, images, symmetry, targets):
    """The owners at the end as the colour to play sees them: 1 its own, 0 the other's, 0.5 nobody's."""
    for row in range(size):
        for column in range(size):
            image = images[symmetry, point_at(row, column)]
            owner = owners[row * size + column]
            own = 0.5 if owner == EMPTY else np.float64(owner == colour)
            targets[row_of(image) * size + column_of(image)] = own


@jit
def _mix_later(board, size, colour, share, targets):
    """Equation 1: mix in the area some moves later, on the board now."""
    for row in range(size):
        for column in range(size):
            stone = board.colour[point_at(row, column)]
            area = 0.5 if stone == EMPTY else np.float64(stone == colour)
            index = row * size + column
            targets[index] = (1 - share) * targets[index] + share * area
