"""Contextual Monte Carlo: tiles are all pairs of a side's points; the best good tile is followed."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import N_POINTS, NO_MOVE, PASS
from tengen.playout.context_jit import learn_tiles, select_contextual
from tests.core.positions import COLOURS
from tests.playout.boards import board_of
from tests.playout.recorded import entries, to_move
from tests.playout.test_softmax import new_rates
from tests.reference import reply_policies as naive
from tests.reference.board import NaiveBoard
from tests.reference.playout_rules import random_game
from tests.reference.reply_policies import START, number_of

SEEDS = range(1 if config.DISABLE_JIT else 4)


def learn(rates, moves, first_colour, winner):
    points = np.zeros(1083, np.uint16)
    points[: len(moves)] = [number_of(move) for move in moves]
    seen = np.zeros((3, N_POINTS), np.uint8)
    learn_tiles(rates, seen, points, len(moves), COLOURS[first_colour], COLOURS[winner])
    assert not seen.any()


def select(board, rates, colour, own_previous, opening=True):
    return to_move(
        select_contextual(board, rates, opening, np.uint32(number_of(own_previous)), COLOURS[colour])
    )


def test_a_pair_counts_once_whatever_the_order_and_however_often_it_was_played():
    rates = new_rates()
    learn(rates, [(0, 0), (4, 4), (0, 1), None, (0, 0), (3, 3), None, (4, 4), (0, 1)], "X", "O")
    a, b, c, d = (number_of(point) for point in [(0, 0), (0, 1), (4, 4), (3, 3)])
    assert entries(rates.runs) == {(1, a, b): 1, (1, b, a): 1, (2, c, d): 1, (2, d, c): 1}
    assert entries(rates.wins) == {(2, c, d): 1, (2, d, c): 1}


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_agree_with_a_dictionary(seed):
    chance = random.Random(seed)
    rates, twin = new_rates(), {}
    points = [None, *[(row, 2 * row % 7) for row in range(10)], (18, 18)]
    for _ in range(20):
        moves = chance.choices(points, k=chance.randrange(30))
        first_colour, winner = chance.choices("XO", k=2)
        learn(rates, moves, first_colour, winner)
        naive.learn_tiles(twin, moves, first_colour, winner)
    numbered = {(COLOURS[c], number_of(p), number_of(m)): counts for (c, p, m), counts in twin.items()}
    assert entries(rates.runs) == {key: runs for key, (runs, _) in numbered.items()}
    assert entries(rates.wins) == {key: wins for key, (_, wins) in numbered.items() if wins}


@pytest.mark.parametrize("opening", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_move_belongs_to_the_best_tile_that_can_be_played(seed, opening):
    chance = random.Random(seed)
    n_found = 0
    for board, colour in random_game(5, seed)[2::4]:
        rates, twin = new_rates(), {}
        own_previous = board.moves[-2][1]
        for _ in range(30):
            moves = [own_previous, (0, 0), chance.choice(board.points)]
            winner = chance.choice("XO")
            learn(rates, moves, colour, winner)
            naive.learn_tiles(twin, moves, colour, winner)
        allowed = naive.contextual_moves(twin, board, colour, own_previous, opening)
        assert select(board_of(board), rates, colour, own_previous, opening) in (allowed or {None})
        n_found += bool(allowed)
    assert n_found > 3


def test_a_tile_that_won_half_the_time_is_not_followed_and_one_that_won_more_is():
    board = NaiveBoard.empty(5).play("X", (2, 2)).play("O", (1, 1))
    rates = new_rates()
    for winner, expected in (("X", (3, 3)), ("O", None), ("O", None), ("X", None), ("X", (3, 3))):
        learn(rates, [(2, 2), None, (3, 3)], "X", winner)
        assert select(board_of(board), rates, "X", (2, 2)) == expected


def test_the_better_of_two_tiles_is_followed_if_it_is_vacant():
    board = NaiveBoard.empty(5).play("X", (2, 2)).play("O", (1, 1))
    rates = new_rates()
    for point, winners in (((3, 3), "XXO"), ((3, 2), "XXXO"), ((1, 1), "XXXX")):
        for winner in winners:
            learn(rates, [(2, 2), None, point], "X", winner)
    assert select(board_of(board), rates, "X", (2, 2)) == (3, 2)
    assert select(board_of(board), rates, "O", (2, 2)) is None  # each colour has tiles of its own


@pytest.mark.parametrize("own_previous", [None, START])
def test_without_an_own_previous_move_there_is_no_tile(own_previous):
    rates = new_rates()
    rates.runs[:] = rates.wins[:] = 1
    assert select(board_of(NaiveBoard.empty(5)), rates, "X", own_previous) is None
    assert {number_of(None), number_of(START)} == {PASS, NO_MOVE}
