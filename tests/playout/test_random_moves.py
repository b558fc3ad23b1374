"""The paper's Random: every legal move and the pass, all with the same chance."""

import numpy as np
import pytest
from numba import config

from tengen.core.jit import jit
from tengen.core.playable_jit import settle
from tengen.core.points_jit import MAX_AREA, N_POINTS
from tengen.core.random_jit import rng_state
from tengen.playout.uniform_jit import select_any
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference.board import NaiveBoard
from tests.reference.opponents import any_moves
from tests.reference.playout_rules import random_game

N_DRAWS = 100 if config.DISABLE_JIT else 3_000


@jit
def draw_many(board, colour, n_draws, points, state, drawn):
    for _ in range(n_draws):
        drawn[select_any(board, colour, points, state)] += 1


def count_draws(board, colour):
    drawn = np.zeros(N_POINTS, np.int64)
    draw_many(board, COLOURS[colour], N_DRAWS, np.zeros(MAX_AREA, np.uint16), rng_state(2), drawn)
    return drawn


@pytest.mark.parametrize("size", [2, 3, 5])
def test_all_legal_moves_and_the_pass_are_drawn_equally_often(size):
    for board, colour in random_game(size, 1)[:: 30 if config.DISABLE_JIT else 5]:
        drawn = count_draws(board_of(board), colour)
        expected = {to_point(move) for move in any_moves(board, colour)}
        assert set(drawn.nonzero()[0].tolist()) <= expected
        if not config.DISABLE_JIT:
            mean = N_DRAWS / len(expected)
            chi_square = sum((drawn[point] - mean) ** 2 / mean for point in expected)
            assert chi_square < len(expected) + 6 * (2 * len(expected)) ** 0.5


def test_a_settled_eye_is_filled_as_well():
    board = NaiveBoard.empty(3).play("X", (0, 1)).play("X", (1, 0)).play("X", (1, 1))
    compiled = board_of(board)
    settle(compiled, np.uint32(to_point((0, 0))))
    assert count_draws(compiled, "X")[to_point((0, 0))] > 0
