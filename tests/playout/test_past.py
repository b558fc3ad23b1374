"""PAST: its predicates on drawings and through random games, its counts, and its distribution."""

import random

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.random_jit import rng_state
from tengen.playout.context_jit import (
    MAX_TRUE,
    learn_predicates,
    note_predicates,
    select_past,
    true_predicates,
)
from tengen.playout.playout_jit import new_playout
from tests.core.positions import COLOURS
from tests.playout.boards import board_of
from tests.playout.recorded import entries, to_move
from tests.playout.test_memory import context_row
from tests.playout.test_softmax import new_rates, written_distribution
from tests.reference import reply_policies as naive
from tests.reference.board import NaiveBoard
from tests.reference.playout_rules import random_game
from tests.reference.reply_policies import START, number_of

SEEDS = range(1 if config.DISABLE_JIT else 4)


def rows_found(compiled, colour, before, previous):
    rows = np.zeros(MAX_TRUE, np.uint16)
    n_true = true_predicates(
        compiled, np.uint32(number_of(before)), np.uint32(number_of(previous)), COLOURS[colour], rows
    )
    assert not rows[n_true:].any()
    return rows[:n_true].tolist()


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_the_predicates_that_hold_are_those_of_the_twin_through_random_games(size):
    met = set()
    for seed in SEEDS:
        for board, colour in random_game(size, seed):
            before, previous = [START, START, *(move for _, move in board.moves)][-2:]
            expected = naive.true_predicates(board, before, previous, colour)
            found = rows_found(board_of(board), colour, before, previous)
            assert sorted(found) == sorted(map(context_row, expected))
            met |= {predicate if isinstance(predicate, str) else predicate[0] for predicate in expected}
    if size < 5:
        return
    kinds = {"a position", "quarter", "own last move", "last move", "own atari", "enemy atari"}
    assert met >= kinds | ({"ko"} if size == 9 and len(SEEDS) > 1 else set())


@pytest.mark.parametrize(
    "rows, to_play, previous, expected",
    [
        (". . . . / . X O . / . . . . / . . . .", "X", (1, 2), set()),
        (". X . . / X O X . / . . . . / . . . .", "X", (1, 1), {"enemy atari"}),  # the last move itself
        (". X . . / X O X . / . . . . / . . . .", "X", (3, 3), set()),  # not beside the last move
        (". X . . / X O X . / . . . . / . . . .", "O", (1, 2), {"own atari"}),
        ("O X . . / . X O . / X . X . / . . . .", "O", (1, 1), set()),  # diagonal to it
        ("O X . . / . O . . / . . . . / . . . .", "O", (0, 1), {"own atari", "enemy atari"}),
        ("O X . . / . O X . / . X . . / . . . .", "X", (1, 1), {"own atari", "enemy atari"}),
    ],
)
def test_ataris_count_on_the_last_move_and_beside_it(rows, to_play, previous, expected):
    diagram = rows.replace("/", "\n")
    board = NaiveBoard.from_diagram(diagram)
    compiled = Game.from_diagram(diagram, to_play=COLOURS[to_play]).board
    found = naive.true_predicates(board, None, previous, to_play)
    assert sorted(rows_found(compiled, to_play, None, previous)) == sorted(map(context_row, found))
    assert found & {"own atari", "enemy atari"} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_the_counts_under_predicates_agree_with_a_dictionary(seed):
    """Random games of both sides stand for playouts; what held before each move is noted on the way."""
    rates, twin = new_rates(), {}
    noted = np.full((1083, MAX_TRUE), 99, np.uint16)
    for number in range(2):
        boards = random_game(5, 10 * seed + number, 40)
        moves = [move for _, move in boards[-1][0].moves]
        points = np.zeros(1083, np.uint16)
        points[: len(moves)] = [number_of(move) for move in moves]
        for index, (board, colour) in enumerate(boards[:-1]):
            line = [START, START, *moves]
            before, previous = (np.uint32(number_of(move)) for move in line[index : index + 2])
            note_predicates(board_of(board), before, previous, COLOURS[colour], noted, index)
        winner = "XO"[number % 2]
        learn_predicates(rates, noted, points, len(moves), COLOURS["X"], COLOURS[winner])
        naive.learn_predicates(twin, NaiveBoard.empty(5), moves, "X", winner, START, START)
    numbered = {(COLOURS[c], context_row(p), number_of(m)): counts for (c, p, m), counts in twin.items()}
    assert entries(rates.runs) == {key: runs for key, (runs, _) in numbered.items()}
    assert entries(rates.wins) == {key: wins for key, (_, wins) in numbered.items() if wins}


@pytest.mark.parametrize("opening", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_is_worth_its_best_rate_over_the_predicates_that_have_seen_it(seed, opening):
    chance = random.Random(seed)
    state = rng_state(seed)
    for board, colour in random_game(5, seed)[2::7]:
        before, previous = (move for _, move in board.moves[-2:])
        rates, twin = new_rates(), {}
        predicates = naive.true_predicates(board, before, previous, colour)
        for predicate in [*sorted(predicates, key=str), "ko", ("last move", (0, 0))] * 8:
            point, winner = chance.choice(board.points), chance.choice("XO")
            naive.count_move(twin, colour, predicate, point, winner)
        for (_, predicate, point), (runs, wins) in twin.items():
            rates.runs[COLOURS[colour], context_row(predicate), number_of(point)] = runs
            rates.wins[COLOURS[colour], context_row(predicate), number_of(point)] = wins
        scratch = new_playout()
        move = select_past(
            board_of(board), rates, scratch, opening, 0.1, np.uint32(number_of(before)),
            np.uint32(number_of(previous)), COLOURS[colour], state,
        )  # fmt: skip
        expected = naive.past_distribution(twin, board, colour, before, previous, 0.1, opening)
        assert written_distribution(scratch) == pytest.approx(expected, rel=1e-9, abs=1e-12)
        assert to_move(move) in (expected or {None})
