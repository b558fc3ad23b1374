"""The Naive player's choice: in drawings, and against its twin on random positions."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.jit import jit
from tengen.core.notation import format_vertex
from tengen.core.points_jit import MAX_AREA, N_POINTS
from tengen.core.random_jit import rng_state
from tengen.td.naive_opponent_jit import select_naive
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of, board_showing, scattered
from tests.reference import opponents as naive
from tests.reference.playout_rules import random_game

N_DRAWS = 5 if config.DISABLE_JIT else 400
SEEDS = range(1 if config.DISABLE_JIT else 3)
STEP = 7 if config.DISABLE_JIT else 2


@jit
def draw_many(board, colour, n_draws, points, state, drawn):
    for _ in range(n_draws):
        drawn[select_naive(board, colour, points, state)] += 1


def moves_drawn(board, colour, n_draws=N_DRAWS):
    drawn = np.zeros(N_POINTS, np.int64)
    draw_many(board, colour, n_draws, np.zeros(MAX_AREA, np.uint16), rng_state(5), drawn)
    return set(drawn.nonzero()[0].tolist())


def vertices_drawn(diagram, colour=BLACK):
    game = Game.from_diagram(diagram, to_play=colour)
    return {format_vertex(point, game.size) for point in moves_drawn(game.board, colour)}


def check_choice(board, compiled, colour):
    before = compiled.tobytes()
    expected = {to_point(move) for move in naive.naive_moves(board, colour)}
    drawn = moves_drawn(compiled, COLOURS[colour])
    assert drawn <= expected, (board.diagram(), colour)
    assert drawn == expected or config.DISABLE_JIT
    assert compiled.tobytes() == before


@pytest.mark.parametrize("size", [2, 3, 5, 7])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_move_with_equal_right_turns_up_and_no_other(size, seed):
    for board, colour in random_game(size, seed)[::STEP]:
        check_choice(board, board_of(board), colour)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_so_they_do_among_many_stones_in_atari(size):
    for board in scattered(size, 3 if config.DISABLE_JIT else 60):
        for colour in "XO":
            check_choice(board, board_showing(board.position), colour)


def test_the_random_positions_try_every_rule():
    rules = (
        naive.captures,
        lambda board, colour: naive.rescues(board, colour, 1),
        lambda board, colour: naive.rescues(board, colour, 2),
        naive.sensible_moves,
    )
    n_used = [0] * (len(rules) + 1)
    for seed in range(3):
        for board, colour in random_game(5, seed)[::2]:
            n_used[next((n for n, rule in enumerate(rules) if rule(board, colour)), len(rules))] += 1
    assert min(n_used) > 0


def test_it_takes_the_larger_chain():
    assert vertices_drawn("""
        . O X . .
        . X . . .
        . . . . .
        . X X . .
        X O O . .""") == {"D1"}


def test_it_saves_the_larger_chain():
    assert vertices_drawn("""
        . . . . .
        . O O . .
        O X X . .
        . O O . O
        . . . . X""") == {"D3"}


def test_of_equal_chains_it_saves_the_one_that_gets_most_liberties():
    assert vertices_drawn("""
        . . . O X
        . . . . .
        . . . . X
        O . . . .
        X . . . .""") == {"E4"}


def test_a_chain_that_cannot_get_a_second_liberty_is_left_alone():
    drawn = vertices_drawn(
        """
        . O X X .
        . O O X .
        . . . . .
        . . . . .
        . . . . .""",
        WHITE,
    )
    assert "E5" not in drawn


def test_a_chain_with_two_liberties_gets_as_many_as_it_can():
    assert vertices_drawn("""
        . . . . .
        O . . . .
        X . . . .
        . . . . .
        . . . . .""") == {"B3"}


def test_it_passes_when_only_eyes_and_self_ataris_are_left():
    assert vertices_drawn("""
        . X . X .
        X X X X X
        O O O O O
        O . O . O
        O O O O O""") == {"pass"}
