"""Learning the move prior: the compiled loop against plain arithmetic, and what it learns."""

import math
from itertools import pairwise

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import new_board
from tengen.core.errors import GoError
from tengen.core.points_jit import NO_MOVE
from tengen.mcts.move_prior.features_jit import LAST_AT, facts_of
from tengen.mcts.move_prior.learning_jit import CHOICE, LESSON, replay_game
from tengen.mcts.move_prior.training import N_PASSES, n_replays, read_games, train
from tengen.mcts.move_prior.weights import learned_slots, n_learned
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference import move_facts as naive
from tests.reference.playout_rules import random_game

RATE = 0.1


def replayed(size, moves, weights, squares, rate):
    """What the compiled loop counted."""
    lesson = np.zeros(1, LESSON).view(np.recarray)[0]
    choice = np.zeros(1, CHOICE).view(np.recarray)[0]
    moves = np.array(moves, np.uint16)
    replay_game(new_board(size), size, moves, learned_slots(), weights, squares, rate, choice, lesson)
    return lesson


def naive_replay(game, weights, squares):
    """The same by the naive board: likelihoods of the moves played."""
    likelihoods = []
    for (board, colour), (after, _) in pairwise(game):
        move = after.moves[-1][1]
        earlier = [NO_MOVE, NO_MOVE, *(to_point(made) for _, made in board.moves)]
        if move is None:
            continue
        points = [
            point
            for point in board.points
            if point == move or (board.is_legal(colour, point) and not board.is_eye_for(colour, point))
        ]
        last, before = np.uint32(earlier[-1]), np.uint32(earlier[-2])
        compiled = board_of(board)
        candidates = [
            [
                int(learned_slots()[slot])
                for slot in facts_of(compiled, np.uint32(to_point(point)), COLOURS[colour], last, before)
            ]
            for point in points
        ]
        likelihoods.append(naive.learn(weights, squares, RATE, candidates, points.index(move)))
    return likelihoods


@pytest.mark.parametrize("size", [3] if config.DISABLE_JIT else [3, 5, 7])
def test_a_game_teaches_what_plain_arithmetic_says(size):
    game = random_game(size, 5)
    plain_weights, plain_squares = [0.0] * n_learned(), [0.0] * n_learned()
    likelihoods = naive_replay(game, plain_weights, plain_squares)
    weights, squares = np.zeros(n_learned()), np.zeros(n_learned())
    lesson = replayed(size, [to_point(move) for _, move in game[-1][0].moves], weights, squares, RATE)
    assert lesson.n_positions == len(likelihoods) > 3
    assert lesson.log_likelihood == pytest.approx(sum(math.log(one) for one in likelihoods))
    assert weights == pytest.approx(np.array(plain_weights))
    assert squares == pytest.approx(np.array(plain_squares))


def test_judging_leaves_the_weights_as_they_are():
    weights, squares = np.zeros(n_learned()), np.zeros(n_learned())
    lesson = replayed(5, [42, 43, 44], weights, squares, 0.0)
    assert not weights.any()
    assert not squares.any()
    assert lesson.log_likelihood == pytest.approx(-math.log(25) - math.log(24) - math.log(23))


def test_a_game_ends_for_us_where_it_is_illegal():
    lesson = replayed(5, [42, 42, 43], np.zeros(n_learned()), np.zeros(n_learned()), RATE)
    assert lesson.n_positions == 1


def snake(size, start):
    """A game whose every move lies beside the last one."""
    rows = [[(row, column) for column in range(size)][:: 1 if row % 2 else -1] for row in range(start, size)]
    return size, np.array([to_point(point) for row in rows for point in row][: 2 * size], np.uint16)


def test_what_games_have_in_common_is_learned():
    games = [snake(size, start) for size in (5, 6, 7) for start in (0, 1, 2, 3)]
    n_seen = []
    training = train("small", games, seed=1, on_game=lambda: n_seen.append(1))
    beside, far = (training.weights[learned_slots()[LAST_AT + distance]] for distance in (2, 8))
    assert beside > far + 1
    assert training.accuracy > 0.25
    assert len(n_seen) == n_replays(games) == N_PASSES * 10 + 2
    assert train("small", games, seed=1).weights.tolist() == training.weights.tolist()
    assert "10 games" in training.note()


def test_games_are_read_by_kind_of_board(tmp_path):
    small = "(;SZ[5];B[aa];W[bb])" * 12 + "(;SZ[5];B[aa];B[bb])" + "(;SZ[5]AB[cc];B[aa])"
    (tmp_path / "games.sgf").write_text(small + "(;SZ[13];B[aa];W[bb])" * 15)
    games = read_games([tmp_path / "games.sgf"], 13, print)
    assert [(kind, len(found), found[0][0]) for kind, found in games.items()] == [
        ("small", 12, 5),
        ("large", 13, 13),
    ]
    assert games["small"][0][1].tolist() == [21, 42]


def test_too_few_games_are_refused(tmp_path):
    (tmp_path / "games.sgf").write_text("(;SZ[5];B[aa])" * 12)
    with pytest.raises(GoError, match="0 games on large boards are too few to learn from: 10 at least"):
        read_games([tmp_path / "games.sgf"], 100, print)
