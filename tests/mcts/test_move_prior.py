"""Virtual wins by learned weights and by an advisor's odds, against the naive board and plain arithmetic."""

import math

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.points_jit import NO_MOVE
from tengen.mcts.move_prior.features_jit import N_WEIGHTS, facts_of
from tengen.mcts.priors_jit import add_learned_priors, write_advised_wins
from tengen.mcts.tree_jit import RAVE_RUNS, RUNS, WINS, point_table
from tengen.mcts.worker import new_worker
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference.move_facts import likelihoods
from tests.reference.playout_rules import is_near_play, random_game

SCALE = 50.0


def virtual_wins(board, colour, last, before, weights):
    """(row,) virtual wins in a node without any."""
    worker = new_worker(point_table(int(board.board_size)), 0)
    worker.board = board
    worker.board.to_play = colour
    worker.playout.previous, worker.playout.before = last, before
    points = point_table(int(board.board_size))
    stats = np.zeros((2, 4, len(points)), np.float32)
    add_learned_priors(stats, 1, points, worker, weights, np.float32(SCALE))
    assert not stats[0].any()
    assert not stats[1, RAVE_RUNS:].any()
    assert (stats[1, RUNS] == stats[1, WINS]).all()
    return stats[1, WINS]


def random_weights(seed):
    return np.random.default_rng(seed).normal(0, 1.5, N_WEIGHTS).astype(np.float32)


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_virtual_wins_grow_with_the_root_of_the_share_of_the_odds(size):
    weights = random_weights(size)
    for board, colour in random_game(size, 3)[:: 7 if config.DISABLE_JIT else 2]:
        moves = [NO_MOVE, NO_MOVE, *(to_point(move) for _, move in board.moves)]
        last, before = np.uint32(moves[-1]), np.uint32(moves[-2])
        compiled = board_of(board)
        strengths = {
            point: sum(
                float(weights[slot])
                for slot in facts_of(compiled, np.uint32(to_point(point)), COLOURS[colour], last, before)
            )
            for point in board.legal_moves(colour)
            if not board.is_eye_for(colour, point)
        }
        wins = virtual_wins(compiled, COLOURS[colour], last, before, weights)
        expected = np.zeros(len(wins))
        for (row, column), share in likelihoods(strengths).items() if strengths else ():
            if share > 0.001:
                expected[1 + row * size + column] = SCALE * math.sqrt(share)
        assert wins == pytest.approx(expected, rel=1e-4, abs=0.05)
        assert ((wins > 0) == (expected > 0)).mean() > 0.95


def test_without_weights_all_moves_are_alike():
    wins = virtual_wins(
        Game(5).board, 1, np.uint32(NO_MOVE), np.uint32(NO_MOVE), np.zeros(N_WEIGHTS, np.float32)
    )
    assert wins[0] == 0
    assert wins[1:] == pytest.approx(SCALE * math.sqrt(1 / 25))


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
@pytest.mark.parametrize("opening", [True, False])
def test_advised_wins_grow_with_the_root_of_the_share_among_moves_that_may_be_tried(size, opening):
    rng = np.random.default_rng(size)
    for board, colour in random_game(size, 3)[:: 7 if config.DISABLE_JIT else 2]:
        given = rng.exponential(1, size * size).astype(np.float32) ** 4
        compiled, points = board_of(board), point_table(size)
        compiled.to_play = COLOURS[colour]
        wins = np.full(len(points), 7, np.float32)
        write_advised_wins(compiled, points, given, opening, 50.0, wins)
        allowed = [
            point
            for point in board.legal_moves(colour)
            if not board.is_eye_for(colour, point) and (not opening or is_near_play(board.position, point))
        ]
        total = sum(float(given[row * size + column]) for row, column in allowed)
        expected = np.zeros(len(points))
        for row, column in allowed:
            share = float(given[row * size + column]) / total
            expected[1 + row * size + column] = 50 * math.sqrt(share) if share > 0.001 else 0
        np.testing.assert_allclose(wins, expected, rtol=1e-4)


def test_no_odds_give_no_wins():
    wins = np.ones(26, np.float32)
    write_advised_wins(Game(5).board, point_table(5), np.zeros(25, np.float32), False, 50.0, wins)
    assert not wins.any()
