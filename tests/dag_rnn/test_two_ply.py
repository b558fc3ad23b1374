"""Two plies: every reply tried in plain Python, with the rules of the naive board."""

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import BLACK, PASS
from tengen.core.rules import parse_rules
from tengen.dag_rnn.evaluator import TerritoryEvaluator, areas_after_replies, playable_moves
from tests.core.positions import both, to_point
from tests.dag_rnn.test_evaluator import net_file

SIZE = 3 if config.DISABLE_JIT else 5
SIGNS = {BLACK: "X", 3 - BLACK: "O"}


def random_game(size, seed, n_moves):
    """A game by positional superko in both worlds."""
    game, naive = both(size, parse_rules("chinese-kgs"))
    rng = np.random.default_rng(seed)
    for _ in range(n_moves):
        sign = SIGNS[game.to_play]
        move = naive.legal_moves(sign)
        move = move[rng.integers(len(move))] if move else None
        naive = naive.play(sign, move)
        game.play(PASS if move is None else to_point(move))
    return game, naive


def naive_moves(naive, colour):
    sign = SIGNS[colour]
    return [point for point in naive.legal_moves(sign) if not naive.is_eye_for(sign, point)]


@pytest.mark.parametrize("seed", range(2 if config.DISABLE_JIT else 20))
def test_playable_moves_are_the_legal_ones_without_own_eyes(seed):
    game, naive = random_game(SIZE, seed, 5 + 3 * seed)
    assert playable_moves(game) == [to_point(point) for point in naive_moves(naive, game.to_play)]


def areas_left(foresight, game, naive, place):
    """The area of the colour to play after a move and each reply."""
    colour, after = game.to_play, game.copy()
    after.play(PASS if place is None else to_point(place))
    left = []
    for reply in [*naive_moves(naive.play(SIGNS[colour], place), after.to_play), None]:
        board = after.copy()
        board.play(PASS if reply is None else to_point(reply))
        left.append(foresight.owners(board).sum())
    return left


@pytest.mark.parametrize("seed", range(1 if config.DISABLE_JIT else 4))
def test_the_best_reply_leaves_least(seed):
    foresight = TerritoryEvaluator(net_file(), "here")
    game, naive = random_game(SIZE, seed, 4 + 5 * seed)
    places = [*naive_moves(naive, game.to_play)[:4], None]
    areas = areas_after_replies(
        foresight, game, [PASS if place is None else to_point(place) for place in places]
    )
    for place, area in zip(places, areas):
        left = areas_left(foresight, game, naive, place)
        assert area == pytest.approx(min(left), abs=1e-4)
        assert max(left) > min(left)


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="many positions")
def test_replies_that_repeat_a_position_are_not_looked_at():
    """On 2x2 nearly every capture repeats one: the same replies without superko leave something else."""
    foresight, n_other = TerritoryEvaluator(net_file(), "here"), 0
    for seed in range(60):
        game, naive = random_game(2, seed, 8)
        places = naive_moves(naive, game.to_play)
        moves = [to_point(place) for place in places]
        areas = areas_after_replies(foresight, game, moves)
        for place, area in zip(places, areas):
            assert area == pytest.approx(min(areas_left(foresight, game, naive, place)), abs=1e-4)
        game.rules = parse_rules("chinese")  # simple ko
        n_other += int((np.abs(areas_after_replies(foresight, game, moves) - areas) > 1e-4).sum())
    assert n_other > 0
