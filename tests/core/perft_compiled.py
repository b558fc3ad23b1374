"""Perft with the compiled board: all sequences of n plies, without recursion."""

import numpy as np

from tengen.core.board_jit import new_boards
from tengen.core.jit import jit
from tengen.core.play_jit import play_move
from tengen.core.points_jit import MAX_AREA, PASS
from tengen.core.rules_jit import legal_points, position_key


def perft(game, depth):
    """The number of sequences of exactly `depth` plies from a game, passes included."""
    boards = new_boards(depth + 1)
    boards[0] = game.board
    history = np.zeros(len(game.history) + depth, np.uint64)
    history[: len(game.history)] = game.history
    points = np.zeros((depth + 1, MAX_AREA + 1), np.uint16)
    rules = game.rules
    n_left, n_passes = np.zeros((2, depth + 1), np.int64)
    return int(
        _perft(
            boards, depth, rules.suicide, rules.superko, history, len(game.history), points, n_left, n_passes
        )
    )  # fmt: skip


@jit
def _perft(boards, depth, suicide, superko, history, n_history, points, n_left, n_passes):
    total = 0
    ply = 0
    n_left[0] = _generate(boards[0], suicide, superko, history, n_history, points[0])
    while ply >= 0:
        if n_left[ply] == 0:
            ply -= 1
            continue
        n_left[ply] -= 1
        move = points[ply, n_left[ply]]
        if ply + 1 == depth:
            total += 1
            continue
        boards[ply + 1] = boards[ply]
        play_move(boards[ply + 1], move, np.int64(boards[ply].to_play))
        n_passes[ply + 1] = n_passes[ply] + 1 if move == PASS else 0
        ply += 1
        after = boards[ply]
        history[n_history + ply - 1] = position_key(after.hash, after.to_play, superko)
        n_left[ply] = 0
        if n_passes[ply] < 2:
            n_left[ply] = _generate(after, suicide, superko, history, n_history + ply, points[ply])
    return total


@jit
def _generate(board, suicide, superko, history, n_history, points):
    """All moves of the colour to play, a pass last."""
    n_points = legal_points(board, np.int64(board.to_play), suicide, superko, history, n_history, points)
    points[n_points] = PASS
    return n_points + 1
