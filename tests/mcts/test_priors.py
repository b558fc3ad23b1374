"""Priors of a fresh node: what the playout rules would suggest, against the naive board."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.points_jit import NO_MOVE
from tengen.mcts.priors_jit import add_playout_priors
from tengen.mcts.tree_jit import point_table
from tengen.mcts.worker import new_worker
from tests.core.positions import to_pair, to_point
from tests.playout.boards import ataris_of, board_of
from tests.reference.board import NaiveBoard
from tests.reference.playout_rules import random_game
from tests.reference.reply_policies import START
from tests.reference.tree_rules import endangered, priors

SEEDS = range(1 if config.DISABLE_JIT else 3)


def found_priors(compiled, last_move, weight=1):
    """{point: prior wins} of the compiled code; runs grow with wins, RAVE stays as it is."""
    size = int(compiled.board_size)
    entry_of = new_worker(point_table(size), 0).entry_of
    stats = np.zeros((2, 4, 1 + size * size), np.float32)
    previous = np.uint32(NO_MOVE if last_move == START else to_point(last_move))
    add_playout_priors(stats, 1, entry_of, compiled, ataris_of(compiled), previous, np.float32(weight))
    assert not stats[0].any()
    assert not stats[1, 2:].any()
    assert (stats[1, 0] == stats[1, 1]).all()
    points = point_table(size).tolist()
    return {
        to_pair(points[entry]): float(stats[1, 0, entry]) for entry in np.flatnonzero(stats[1, 0]).tolist()
    }


def compare_through_random_games(size, is_compared):
    n_priors = 0
    for seed in SEEDS:
        for board, colour in random_game(size, seed)[1 :: 3 if config.DISABLE_JIT else 1]:
            last_move = board.moves[-1][1]
            if is_compared(endangered(board, last_move, colour)):
                expected = {point: 20.0 * n for point, n in priors(board, last_move, colour).items()}
                assert found_priors(board_of(board), last_move, 20) == expected
                n_priors += len(expected)
    return n_priors


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [3, 5, 9])
def test_priors_of_patterns_and_captures_are_those_of_the_rules_through_random_games(size):
    assert compare_through_random_games(size, is_compared=lambda groups: not groups) > 3


FIVE = ". O X O . / . X . . . / . . . . . / . . . . . / . . . . ."


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_priors_of_escapes_are_those_of_the_rules_through_random_games(size):
    assert compare_through_random_games(size, is_compared=bool) >= 3


@pytest.mark.parametrize(
    "rows, last_move, expected",
    [
        (". . . / . . . / . . .", START, {}),
        ("X O . / . . . / . . .", None, {}),  # a pass threatens nothing
        ("X O . / . . . / . . .", (0, 1), {(1, 0): 2, (1, 1): 1}),
        ("O O X . / . X . . / . . . . / . . . O", (3, 3), {(1, 0): 2}),  # two stones
        (". X O . / . O . . / X . . . / . . . .", (0, 2), {(0, 0): 1, (1, 2): 1}),
        (FIVE, (0, 3), {(0, 0): 2, (1, 2): 2, (1, 3): 1}),
        pytest.param(
            "X X O . / X O . . / . . . . / . . . .",
            (1, 1),
            {(2, 0): 2, (1, 2): 1, (2, 1): 1},
        ),
    ],
)
def test_priors_of_drawings(rows, last_move, expected):
    game = Game.from_diagram(rows.replace("/", "\n"))
    board = NaiveBoard.from_diagram(rows.replace("/", "\n"))
    assert priors(board, None if last_move == START else last_move, "X") == expected
    assert found_priors(game.board, last_move) == expected
