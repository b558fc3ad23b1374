# mypy: allow-untyped-defs, no-check-untyped-defs
"""Replaying a game for the nets: the stones of every position, row by row without a border.

Positions of games written as numbers to learn from: inputs, moves, and the targets of Equation 1.

T(t) = (1 - w) A(T) + w A(t + k), where A is 1 for an own point, 0 for the other's and 0.5 for one that is
empty or nobody's. T is the end: from there on A is that of the owners.
"""

import numpy as np

from tengen.core.board_jit import clear_board
from tengen.core.jit import jit
from tengen.core.play_jit import play_move
from tengen.core.points_jit import BLACK, EMPTY, NO_MOVE, PASS, WHITE, column_of, point_at, row_of
from tengen.core.rules_jit import is_legal
from tengen.dag_rnn.features.inputs_jit import write_inputs


@jit
def replay_stones(board, size, moves, stones):
    """Write the colours before each move and after the last; False if a move is illegal.

    stones -- (len(moves) + 1, size * size) uint8
    """
    clear_board(board, size)
    for index in range(len(moves)):
        rows_of_board(board.colour, size, stones[index])
        move, colour = np.uint32(moves[index]), np.int64(board.to_play)
        if move != PASS and not is_legal(board, move, colour, False):
            return False
        play_move(board, move, colour)
    rows_of_board(board.colour, size, stones[len(moves)])
    return True


@jit
def rows_of_board(colours, size, rows):
    """Copy what is on the points of the board, (N_POINTS,), into rows without a border, (size * size,)."""
    for row in range(size):
        for column in range(size):
            rows[row * size + column] = colours[point_at(row, column)]


# --- From games to arrays -------------------------------------------------------------------------


@jit
def write_positions(games, drawn, images, later_share, moves_later, table, board, last_moves, scratch, batch):
    """Write positions of packed games, each turned by a symmetry, as rows of a batch.

    games, drawn -- PackedGames, PositionSample (dag_rnn/training/sampler.py)
    images       -- (8, N_POINTS) where a symmetry takes a point
    last_moves   -- (N_LAST_MOVES,) uint32, scratch
    """
    size, moves = games.size, games.moves
    for index in range(len(drawn.numbers)):
        game, symmetry = drawn.numbers[index], drawn.symmetries[index]
        start, stop = games.first[game], games.first[game + 1]
        now = start + drawn.times[index]
        clear_board(board, size)
        _play(board, moves, start, now, images, symmetry)
        colour = np.int64(board.to_play)
        for number in range(len(last_moves)):
            before = now - 1 - number
            last_moves[number] = images[symmetry, moves[before]] if before >= start else NO_MOVE
        write_inputs(board, last_moves, table, scratch, batch.inputs[index])
        _write_legal(board, size, colour, batch.legal[index])
        batch.stones[index] = board.stones[BLACK] + board.stones[WHITE]
        move = images[symmetry, moves[now]]
        batch.moves[index] = -1 if move == PASS else row_of(move) * size + column_of(move)
        batch.weights[index, 0] = np.float32(games.trusted[game])
        batch.weights[index, 1] = np.float32(move != PASS)
        targets = batch.targets[index]
        _write_targets(size, colour, games.owners[game], images, symmetry, targets)
        if later_share > 0 and now + moves_later < stop:
            _play(board, moves, now, now + moves_later, images, symmetry)
            _mix_later(board, size, colour, later_share, targets)


@jit
def _play(board, moves, start, stop, images, symmetry):
    """Play some moves of a game on a turned board."""
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
