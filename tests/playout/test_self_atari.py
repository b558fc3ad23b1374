"""Refusing idle self-ataris, against the naive board."""

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import copy_board
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.playout.parameters_jit import ALWAYS
from tengen.playout.pattern3x3_jit import select_pattern
from tengen.playout.self_atari_jit import is_idle_self_atari
from tengen.playout.uniform_jit import select_uniform
from tests.core.positions import COLOURS, to_pair, to_point
from tests.playout.boards import board_of
from tests.reference.board import opponent
from tests.reference.playout_rules import is_self_atari, pattern_moves, random_game

SEEDS = range(1 if config.DISABLE_JIT else 3)
SIZES = [5] if config.DISABLE_JIT else [5, 9]
N_DRAWS = 10 if config.DISABLE_JIT else 40


def is_idle(board, point, colour):
    """A move that takes nothing and leaves its group one liberty."""
    n_enemies = len(board.stones(opponent(colour)))
    takes = len(board.play(colour, point).stones(opponent(colour))) < n_enemies
    return not takes and is_self_atari(board, point, colour)


def positions(size):
    for seed in SEEDS:
        for board, colour in random_game(size, seed)[10 :: 7 if config.DISABLE_JIT else 2]:
            yield board, colour, board_of(board)


@pytest.mark.parametrize("size", SIZES)
def test_idle_self_ataris_are_those_of_the_naive_board(size):
    n_idle = 0
    for board, colour, compiled in positions(size):
        for point in board.legal_moves(colour):
            expected = is_idle(board, point, colour)
            assert is_idle_self_atari(compiled, np.uint32(to_point(point)), COLOURS[colour]) == expected
            n_idle += expected
    assert n_idle > 3


@pytest.mark.parametrize("size", SIZES)
def test_refused_always_they_are_never_drawn_and_everything_else_may_be(size):
    n_refused = 0
    for board, colour, compiled in positions(size):
        playable = {at for at in board.legal_moves(colour) if not board.is_eye_for(colour, at)}
        idle = {at for at in playable if is_idle(board, at, colour)}
        state, drawn = rng_state(1), set()
        for _ in range(N_DRAWS):
            drawn.add(int(select_uniform(copy_board(compiled), COLOURS[colour], False, ALWAYS, state)))
        assert drawn <= ({to_point(at) for at in playable - idle} or {PASS})
        n_refused += len(idle)
        move = board.moves[-1][1]
        if move is not None:
            allowed = {at for at in pattern_moves(board, move, colour) if not is_idle(board, at, colour)}
            last = np.uint32(to_point(move))
            found = int(select_pattern(compiled, last, COLOURS[colour], True, ALWAYS, state))
            assert found in ({to_point(at) for at in allowed} or {PASS})
    assert n_refused > 3


def test_refused_half_the_time_they_are_drawn_half_as_often():
    board = next(
        (board, colour, compiled)
        for board, colour, compiled in positions(5)
        if any(is_idle(board, at, colour) for at in board.legal_moves(colour))
    )
    board, colour, compiled = board
    n_idle = {}
    for refuse in (0, ALWAYS // 2):
        state = rng_state(2)
        draws = [
            int(select_uniform(copy_board(compiled), COLOURS[colour], False, refuse, state))
            for _ in range(20 * N_DRAWS)
        ]
        n_idle[refuse] = sum(point != PASS and is_idle(board, to_pair(point), colour) for point in draws)
    assert 0.2 * n_idle[0] < n_idle[ALWAYS // 2] < 0.9 * n_idle[0]
