"""Softmax-1: the exact distribution of its moves, and the counts behind it, against dictionaries."""

import random

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.core.random_jit import rng_state
from tengen.playout.playout_jit import new_playout
from tengen.playout.softmax_jit import RATES, count_move, learn_reply_rates, select_softmax, win_rate
from tests.core.positions import COLOURS
from tests.playout.boards import board_of
from tests.playout.recorded import entries, to_move
from tests.reference import reply_policies as naive
from tests.reference.playout_rules import random_game
from tests.reference.reply_policies import START, number_of

SEEDS = range(1 if config.DISABLE_JIT else 3)


def new_rates():
    return np.zeros(1, RATES).view(np.recarray)[0]


def learn(rates, moves, first_colour, winner, previous):
    points = np.zeros(1083, np.uint16)
    points[: len(moves)] = [number_of(move) for move in moves]
    learn_reply_rates(
        rates, points, len(moves), COLOURS[first_colour], COLOURS[winner], np.uint32(number_of(previous))
    )


def written_distribution(scratch):
    """The weights that a draw left behind, as {move: probability}."""
    n_points = np.count_nonzero(scratch.points)
    weights = scratch.values[:n_points]
    return {to_move(point): weight / weights.sum() for point, weight in zip(scratch.points.tolist(), weights)}


def test_a_move_never_tried_is_worth_one_half_and_each_try_counts():
    rates = new_rates()
    key = np.uint32(1), np.uint32(50), np.uint32(60)
    assert win_rate(rates, *key) == 0.5
    for won, expected in ((False, 0.0), (True, 0.5), (True, 2 / 3)):
        count_move(rates, *key, won)
        assert win_rate(rates, *key) == expected
    assert win_rate(rates, np.uint32(2), *key[1:]) == 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_the_counts_of_replies_agree_with_a_dictionary(seed):
    chance = random.Random(seed)
    rates, twin = new_rates(), {}
    points = [None, (0, 0), (2, 1), (4, 4), (18, 18)]
    for _ in range(20):
        previous = chance.choice([*points, START])
        moves = chance.choices(points, k=chance.randrange(25))
        first_colour, winner = chance.choices("XO", k=2)
        learn(rates, moves, first_colour, winner, previous)
        naive.learn_reply_rates(twin, moves, first_colour, winner, previous)
    numbered = {(COLOURS[c], number_of(p), number_of(m)): counts for (c, p, m), counts in twin.items()}
    assert entries(rates.runs) == {key: runs for key, (runs, _) in numbered.items()}
    assert entries(rates.wins) == {key: wins for key, (_, wins) in numbered.items() if wins}


@pytest.mark.parametrize("opening", [True, False])
@pytest.mark.parametrize("temperature", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_distribution_is_that_of_the_paper_over_all_available_moves(seed, temperature, opening):
    chance = random.Random(seed)
    state = rng_state(seed)
    for board, colour in random_game(5, seed)[1::6]:
        rates, twin = new_rates(), {}
        previous = board.moves[-1][1]
        for _ in range(60):
            move, winner = chance.choice(board.points), chance.choice("XO")
            learn(rates, [move], colour, winner, previous)
            naive.learn_reply_rates(twin, [move], colour, winner, previous)
        compiled, scratch = board_of(board), new_playout()
        move = select_softmax(
            compiled, rates, scratch, opening, temperature, np.uint32(number_of(previous)), COLOURS[colour],
            state,
        )  # fmt: skip
        expected = naive.softmax_distribution(twin, board, colour, previous, temperature, opening)
        assert written_distribution(scratch) == pytest.approx(expected, rel=1e-9, abs=1e-12)
        assert to_move(move) in (expected or {None})


def test_it_finds_no_move_where_only_eyes_and_suicide_are_left():
    game = Game.from_diagram(". X X\nX X X\nX X .")
    for colour in (BLACK, WHITE):
        move = select_softmax(
            game.board, new_rates(), new_playout(), False, 0.1, np.uint32(NO_MOVE), colour, rng_state(1)
        )
        assert move == PASS
