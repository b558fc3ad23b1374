"""The opponents of Mayer's experiments as players: by their rules, and by those of the game."""

import pytest
from numba import config

from tengen import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.players.heuristic_players import NaivePlayer, PatternPlayer, RandomPlayer
from tengen.players.spec import make_player

N_SEEDS = 5 if config.DISABLE_JIT else 200


def vertices_chosen(player_class, game, **settings):
    return {
        format_vertex(player_class(seed=seed, **settings).choose_move(game), game.size)
        for seed in range(N_SEEDS)
    }


@pytest.mark.parametrize("text", ["naive", "pattern"])
def test_it_takes_stones_by_its_text(text):
    game = Game.from_diagram("""
        O X . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .""")
    assert format_vertex(make_player(text, seed=3).choose_move(game), 5) == "A4"


@pytest.mark.parametrize("player_class", [NaivePlayer, PatternPlayer])
def test_it_passes_when_only_own_eyes_are_left(player_class):
    game = Game.from_diagram("""
        . X .
        X X X
        . X .""")
    assert player_class().choose_move(game) == PASS


def test_the_pattern_player_begins_in_the_centre_of_a_small_board():
    assert vertices_chosen(PatternPlayer, Game(5)) == {"C3"}


@pytest.mark.parametrize("player_class", [NaivePlayer, PatternPlayer])
def test_a_ko_lifted_by_two_passes_is_retaken_only_where_no_superko_forbids_it(player_class):
    chosen = {}
    for rules in ("chinese", "chinese-kgs"):
        game = Game.from_diagram(
            """
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            . . . . .""",
            rules=rules,
        )
        for move in ("C4", "pass", "pass"):
            game.play(move)
        chosen[rules] = vertices_chosen(player_class, game)
    assert chosen["chinese"] == {"B4"}
    assert "B4" not in chosen["chinese-kgs"]
    assert len(chosen["chinese-kgs"]) > 1


def test_random_among_all_moves_fills_eyes_and_passes():
    game = Game.from_diagram("""
        . X .
        X X X
        . X X""")
    assert vertices_chosen(RandomPlayer, game) == {"pass"}
    assert vertices_chosen(RandomPlayer, game, moves="all") <= {"pass", "A3", "C3", "A1"}
    if not config.DISABLE_JIT:
        assert vertices_chosen(RandomPlayer, game, moves="all") == {"pass", "A3", "C3", "A1"}
