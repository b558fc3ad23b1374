"""Influence of both forms, against the naive board and drawings."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.dag_rnn.features.chains_jit import find_chains
from tengen.dag_rnn.features.influence_jit import saturated, spread_influence
from tengen.dag_rnn.features.inputs_jit import new_scratch
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference import net_inputs as naive
from tests.reference.playout_rules import random_game

STEP = 7


def influence_of(board, influence=None):
    chains, influence = new_scratch().chains, new_scratch().influence if influence is None else influence
    find_chains(board, chains)
    spread_influence(board, chains, influence)
    return influence


@pytest.mark.parametrize(
    "size, n_games", [(5, 1)] if config.DISABLE_JIT else [(2, 1), (5, 4), (9, 2), (13, 1)]
)
def test_influence_is_that_of_the_naive_board(size, n_games):
    influence, n_different = new_scratch().influence, 0
    for seed in range(n_games):
        for board, _ in random_game(size, seed, 4 * size)[::STEP]:
            influence_of(board_of(board), influence)
            for stringent, sums in ((False, influence.exact), (True, influence.stringent)):
                for (colour, point), expected in naive.influence(board.position, stringent).items():
                    assert sums[COLOURS[colour] - 1, to_point(point)] == expected
            n_different += not np.array_equal(influence.exact, influence.stringent)
    assert n_different > 0 or size == 2


def rows_of(sums, size):
    """Sums as rows of the board."""
    return [[float(sums[to_point((row, column))]) for column in range(size)] for row in range(size)]


def test_a_lone_stone_radiates_halves():
    influence = influence_of(Game.from_diagram("X . . / . . . / . . .".replace("/", "\n")).board)
    assert rows_of(influence.exact[0], 3) == [
        [1, 1 / 2, 1 / 4],
        [1 / 2, 1 / 4, 1 / 8],
        [1 / 4, 1 / 8, 1 / 16],
    ]
    assert not influence.exact[1].any()


WALL = ". O . / X O . / . O .".replace("/", "\n")


def test_any_enemy_blocks_in_the_exact_form():
    sums = influence_of(Game.from_diagram(WALL).board).exact[0]
    assert rows_of(sums, 3) == [[1 / 2, 1 / 4, 0], [1, 1 / 2, 0], [1 / 2, 1 / 4, 0]]


def test_only_a_stronger_enemy_blocks_in_the_stringent_form():
    sums = influence_of(Game.from_diagram(WALL).board).stringent
    assert rows_of(sums[0], 3) == [[1 / 2, 1 / 4, 0], [1, 1 / 2, 0], [1 / 2, 1 / 4, 0]]
    # The lone stone has two liberties, the wall five: for the wall it is no obstacle.
    weak = influence_of(Game.from_diagram("X O . / . O . / . O .".replace("/", "\n")).board)
    assert rows_of(weak.stringent[1], 3)[1][0] == 1 / 2 + 1 / 4 + 1 / 4
    assert rows_of(weak.stringent[1], 3)[0][0] == 1 / 2 + 1 / 4 + 1 / 8


def test_an_enemy_of_equal_strength_does_not_block():
    rows = ". . . . / . X O . / . . . . / . . . ."
    influence = influence_of(Game.from_diagram(rows.replace("/", "\n")).board)
    assert rows_of(influence.exact[0], 4)[1][3] == 1 / 16
    assert rows_of(influence.stringent[0], 4)[1][3] == 1 / 4


def test_the_net_sees_sums_between_zero_and_one():
    assert [float(saturated(np.float32(total))) for total in (0, 1, 3)] == [0, 0.5, 0.75]
