"""A net as an advisor: the odds and the winner that follow from its outputs."""

import math
from threading import Thread

import numpy as np
import pytest
from numba import config

from tengen import BLACK, Game
from tengen.core.points_jit import opponent
from tengen.dag_rnn.evaluator import TerritoryEvaluator, last_moves_of
from tengen.dag_rnn.features.inputs_jit import N_INPUTS, N_POSITION_INPUTS
from tengen.dag_rnn.sweep_jit import MOVE, OWNER
from tengen.players.net_evaluator import NetEvaluator, win_chance
from tests.dag_rnn.test_evaluator import net_file, some_game

SIZES = (4,) if config.DISABLE_JIT else (5, 9)


def naive_chance(logits, komi):
    """Point by point: the lead, its deviation if points hang together, and a logistic function."""
    lead, variance = -komi, 0.0
    for logit in logits:
        p = 1 / (1 + math.exp(-float(logit)))
        lead += p - (1 - p)
        variance += 4 * p * (1 - p)
    return 1 / (1 + math.exp(-lead / max(2 * math.sqrt(variance), 0.5)))


@pytest.mark.parametrize("komi", [7.5, -7.5, 0.0])
def test_the_chance_to_win_is_that_of_the_expected_lead(komi):
    rng = np.random.default_rng(1)
    for size in (2, 9, 19):
        logits = rng.normal(0.1, 3, size * size).astype(np.float32)
        assert win_chance(logits, komi) == pytest.approx(naive_chance(logits, komi), rel=1e-5)


@pytest.mark.parametrize(
    "logits, komi, expected",
    [
        ([0.0] * 4, 0.0, 0.5),  # nothing is known
        ([0.0] * 16, 8.0, 1 / (1 + math.e)),  # 8 points behind, with a deviation of 2 x 4
        ([50.0] * 81, 7.5, 1.0),
        ([-50.0] * 81, 7.5, 0.0),
        ([50.0] * 5 + [-50.0] * 4, 0.5, 1 / (1 + math.exp(-1))),  # half a point ahead, and all is settled
    ],
)
def test_known_chances(logits, komi, expected):
    assert win_chance(np.array(logits, np.float32), komi) == pytest.approx(expected)


@pytest.mark.parametrize("size", SIZES)
def test_advice_is_what_the_net_says_about_the_position(size):
    foresight = TerritoryEvaluator(net_file(N_INPUTS, 2), "here")
    for seed in range(3):
        game = some_game(size, seed, n_moves=10 + seed)
        before = game.board.tobytes()
        logits = foresight.logits(game)
        advice = NetEvaluator(foresight, 7.5, 1).advise(game.board, last_moves_of(game), 0)
        shares = np.exp(logits[:, MOVE]) / np.exp(logits[:, MOVE]).sum()
        np.testing.assert_allclose(advice.odds / advice.odds.sum(), shares, rtol=1e-4)
        komi = 7.5 if game.to_play == BLACK else -7.5
        assert advice.value == pytest.approx(naive_chance(logits[:, OWNER], komi), rel=1e-4)
        assert game.board.tobytes() == before


def test_exchanged_colours_exchange_komi():
    foresight = TerritoryEvaluator(net_file(N_INPUTS, 2), "here")
    game = some_game(4)
    other = Game.from_diagram(game.diagram().translate(str.maketrans("XO", "OX")), opponent(game.to_play))
    nothing = np.array([1, 1, 1], np.uint32)  # no last moves
    values = [
        NetEvaluator(foresight, komi, 1).advise(one.board, nothing, 0).value
        for one, komi in ((game, 3.5), (other, -3.5))
    ]
    assert values[0] == values[1]


def test_a_net_for_territory_alone_has_no_odds():
    foresight = TerritoryEvaluator(net_file(N_POSITION_INPUTS, 1), "here")
    game = some_game(4)
    advice = NetEvaluator(foresight, 0.5, 1).advise(game.board, last_moves_of(game), 0)
    assert not advice.odds.any()
    assert 0 < advice.value < 1


@pytest.mark.skipif(config.DISABLE_JIT, reason="threads are for compiled code")
def test_threads_may_ask_at_once():
    foresight = TerritoryEvaluator(net_file(N_INPUTS, 2), "here")
    games = [some_game(9, seed) for seed in range(2)]
    advisor, found = NetEvaluator(foresight, 7.5, 2), {}

    def ask(number):
        game = games[number]
        found[number] = [advisor.advise(game.board, last_moves_of(game), number) for _ in range(50)]

    threads = [Thread(target=ask, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, game in enumerate(games):
        alone = NetEvaluator(foresight, 7.5, 1).advise(game.board, last_moves_of(game), 0)
        assert {one.value for one in found[number]} == {alone.value}
        assert all((one.odds == alone.odds).all() for one in found[number])
