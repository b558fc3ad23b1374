"""A net that teaches itself: which moves it may play, who wins, and that it goes on where it was stopped."""

from collections import Counter
from math import exp

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import PASS
from tengen.dag_rnn.evaluator import TerritoryEvaluator, playable_moves
from tengen.dag_rnn.training.self_play import (
    SelfPlayConfig,
    bootstrap,
    by_areas,
    choose_at_random,
    play_game,
    points_of_first,
)
from tengen.dag_rnn.weights import load_net
from tests.dag_rnn.test_evaluator import net_file

TINY = SelfPlayConfig(3, generations=2, games=10, steps=2, trials=2, batch=4)


def vertices(game):
    return {format_vertex(point, game.size) for point in playable_moves(game)}


def test_own_eyes_stay_open_and_those_of_the_other_may_be_taken():
    game = Game.from_diagram("""
        . X . O
        X X . O
        . . O O
        . . O . """)
    assert "A4" not in vertices(game)
    assert vertices(game) == {"A1", "A2", "B1", "B2", "C3", "C4"}
    full = Game.from_diagram("""
        . X .
        X X X
        . X . """)
    assert choose_at_random(full, np.random.default_rng(0)) == PASS
    assert by_areas(TerritoryEvaluator(net_file(), "here"), 1.0)(full, np.random.default_rng(0)) == PASS


def test_moves_are_drawn_in_proportion_to_areas():
    game, foresight, rng = Game(3), TerritoryEvaluator(net_file(), "here"), np.random.default_rng(1)
    choose, n_draws = by_areas(foresight, 0.02), 20 if config.DISABLE_JIT else 2000
    counts = Counter(choose(game, rng) for _ in range(n_draws))
    areas = {move: foresight.areas_after(game, [move])[0] for move in playable_moves(game)}
    total = sum(exp(area / 0.02) for area in areas.values())
    for move, area in areas.items():
        p = exp(area / 0.02) / total
        assert abs(counts[move] - n_draws * p) < 5 * (n_draws * p * (1 - p)) ** 0.5 + 1
    assert len({round(area, 3) for area in areas.values()}) > 1


def at(*wanted):
    """Plays the first of some vertices that is open, or passes."""

    def choose(game, rng):
        moves = playable_moves(game)
        points = [parse_vertex(vertex, game.size) for vertex in wanted]
        return next((point for point in points if point in moves), PASS)

    return choose


def test_points_count_for_both_colours_and_half_for_a_draw():
    rng = np.random.default_rng(0)
    middle, nothing = at("B2"), at()
    assert points_of_first(3, middle, nothing, 4, rng) == 4
    assert points_of_first(3, nothing, middle, 4, rng) == 0
    assert points_of_first(3, nothing, nothing, 4, rng) == 2
    game = play_game(3, choose_at_random, choose_at_random, rng)
    assert game.is_over or len(game.moves) == 4 * 9


def test_temperatures_fall_by_a_factor():
    settings = SelfPlayConfig(5, generations=3, hottest=8.0, coldest=2.0)
    assert [settings.temperature(generation) for generation in range(3)] == pytest.approx([8, 4, 2])
    with pytest.raises(GoError, match="the board size must be from 2 to 19, not 20"):
        SelfPlayConfig(20)
    with pytest.raises(GoError, match="a generation needs 10 games to learn from and validate, not 9"):
        SelfPlayConfig(5, games=9)


@pytest.mark.skipif(config.DISABLE_JIT, reason="plays whole games with the paper's net")
def test_a_bootstrap_that_was_stopped_goes_on_to_the_same_net(tmp_path):
    told = []
    net, figures = bootstrap(TINY, tmp_path / "whole", "a test", lambda *progress: told.append(progress))
    assert told[-1] == (1, 10)
    assert [one["generation"] for one in figures] == [0, 1]
    assert all(0 <= one["points"] <= one["trials"] == 2 for one in figures)
    assert not (
        net.weights["output.logits"] == load_net(_file(tmp_path, "whole", 0)).weights["output.logits"]
    ).all()

    def stop(generation, n_games):
        if generation == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bootstrap(TINY, tmp_path / "stopped", "a test", stop)
    assert _file(tmp_path, "stopped", 0).exists()
    again, same = bootstrap(TINY, tmp_path / "stopped", "a test")
    assert same == figures
    for name, array in net.weights.items():
        assert (again.weights[name] == array).all()
    other = SelfPlayConfig(3, generations=2, games=11, steps=2, trials=2, batch=4)
    with pytest.raises(
        GoError, match=r"generation-000\.safetensors is of another bootstrap .*choose another"
    ):
        bootstrap(other, tmp_path / "stopped", "a test")


def _file(folder, name, generation):
    return folder / name / f"generation-{generation:03}.safetensors"
