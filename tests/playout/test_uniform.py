"""The uniform policy: exactly the playable points, each with the same chance."""

import random
from collections import Counter

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.board_jit import copy_board
from tengen.core.jit import jit
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.playout.uniform_jit import draw_unless_eye, select_uniform
from tests.core.positions import COLOURS, RULE_SETS, both, to_pair, to_point
from tests.reference.board import opponent

N_DRAWS = 60 if config.DISABLE_JIT else 3_000


@jit
def draw_many(board, colour, n_draws, state, drawn):
    """How often each point is drawn; the board keeps what it learns about settled points."""
    for _ in range(n_draws):
        drawn[select_uniform(board, colour, False, 0, state)] += 1


def middle_game(size, n_moves, seed):
    """A random position on both boards."""
    chance = random.Random(seed)
    game, twin = both(size, RULE_SETS[0])
    colour = "X"
    for _ in range(n_moves):
        legal = [point for point in twin.legal_moves(colour) if not twin.is_eye_for(colour, point)]
        move = chance.choice(legal) if legal else None
        game.play(to_point(move))
        twin = twin.play(colour, move)
        colour = opponent(colour)
    return game, twin, colour


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size, n_moves", [(3, 12), (5, 20), (5, 40), (7, 70)])
def test_all_playable_points_are_drawn_equally_often_and_no_others(size, n_moves, seed):
    game, twin, colour = middle_game(size, n_moves, seed)
    playable = {to_point(point) for point in twin.legal_moves(colour) if not twin.is_eye_for(colour, point)}
    drawn = np.zeros(421, np.int64)
    draw_many(copy_board(game.board), COLOURS[colour], N_DRAWS, rng_state(seed), drawn)
    expected = playable or {PASS}
    assert set(drawn.nonzero()[0].tolist()) <= expected
    if not config.DISABLE_JIT:
        assert set(drawn.nonzero()[0].tolist()) == expected
        mean = N_DRAWS / len(expected)
        chi_square = sum((drawn[point] - mean) ** 2 / mean for point in expected)
        assert chi_square < len(expected) + 6 * (2 * len(expected)) ** 0.5


def test_a_settled_eye_is_playable_again_when_its_chain_comes_into_atari():
    game = Game.from_diagram(
        """
        . X O . O
        X X O . O
        O O O O O
        . . . . .
        . . . . .""",
        to_play=WHITE,
    )
    board = copy_board(game.board)
    state = rng_state(3)
    drawn = {int(select_uniform(board, WHITE, False, 0, state)) for _ in range(50)}
    assert to_point((0, 0)) in drawn  # the black chain is in atari: White may capture
    game = Game.from_diagram(
        """
        . X . X .
        X X X X .
        O O O O O
        . . . . .
        . . . . ."""
    )
    board = copy_board(game.board)
    assert all(to_pair(int(select_uniform(board, WHITE, False, 0, state))) != (0, 0) for _ in range(50))
    assert board.n_settled > 0


def test_random_points_that_are_no_eyes_are_drawn_until_none_is_left():
    game = Game.from_diagram("""
        . X .
        X X .
        . . .""")
    state = rng_state(1)
    points = np.array([to_point((0, 0)), to_point((2, 2))], np.uint16)
    assert {int(draw_unless_eye(game.board, BLACK, points.copy(), 2, state)) for _ in range(20)} == {
        to_point((2, 2))
    }
    assert draw_unless_eye(game.board, BLACK, points.copy(), 1, state) == PASS
    seen = Counter(int(draw_unless_eye(game.board, WHITE, points.copy(), 2, state)) for _ in range(40))
    assert len(seen) == 2
