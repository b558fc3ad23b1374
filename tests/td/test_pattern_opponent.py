"""The pattern player's choice against its twin on random positions."""

import numpy as np
import pytest
from numba import config

from tengen.core.jit import jit
from tengen.core.points_jit import MAX_AREA, N_POINTS
from tengen.core.random_jit import rng_state
from tengen.td.pattern_opponent_jit import select_by_shape
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of, board_showing, scattered
from tests.reference import opponents as naive
from tests.reference.board import NaiveBoard
from tests.reference.playout_rules import random_game

N_DRAWS = 3 if config.DISABLE_JIT else 400


@jit
def draw_many(board, colour, n_draws, points, state, drawn):
    for _ in range(n_draws):
        drawn[select_by_shape(board, colour, points, state)] += 1


def moves_drawn(board, colour):
    drawn = np.zeros(N_POINTS, np.int64)
    draw_many(board, COLOURS[colour], N_DRAWS, np.zeros(MAX_AREA, np.uint16), rng_state(5), drawn)
    return set(drawn.nonzero()[0].tolist())


def check_choice(board, compiled, colour):
    before = compiled.tobytes()
    expected = {to_point(move) for move in naive.pattern_moves(board, colour)}
    drawn = moves_drawn(compiled, colour)
    assert drawn <= expected, (board.diagram(), colour)
    assert drawn == expected or config.DISABLE_JIT
    assert compiled.tobytes() == before


@pytest.mark.parametrize("size", [3, 5] if config.DISABLE_JIT else [3, 5, 7])
@pytest.mark.parametrize("seed", range(1 if config.DISABLE_JIT else 2))
def test_every_move_with_equal_right_turns_up_and_no_other(size, seed):
    for board, colour in random_game(size, seed)[:: 11 if config.DISABLE_JIT else 3]:
        check_choice(board, board_of(board), colour)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_so_they_do_among_many_stones_in_atari(size):
    for board in scattered(size, 3 if config.DISABLE_JIT else 60):
        for colour in "XO":
            check_choice(board, board_showing(board.position), colour)


def test_stones_come_before_shape():
    board = NaiveBoard.empty(5).play("O", (0, 0)).play("X", (0, 1)).play("O", (3, 3)).play("X", (3, 2))
    assert moves_drawn(board_of(board), "X") == {to_point((1, 0))}
