"""What every player promises, tried on every player."""

import pytest
from numba import config

from tengen import Game
from tengen.core.points_jit import PASS
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player
from tests.reference.gnugo import needs_gnugo

N_PLAYOUTS = 2 if config.DISABLE_JIT else 20
PLAYERS = [
    "random",
    "random:moves=all",
    "naive",
    "pattern",
    f"mcts:playouts={N_PLAYOUTS},memory_mb=1,early_pass={'no' if config.DISABLE_JIT else 'yes'}",
    *(
        pytest.param(text, marks=pytest.mark.skipif(config.DISABLE_JIT, reason="a net of full size"))
        for text in (
            "dag-rnn",
            "dag-rnn:net=small,by=moves,temperature=1",
        )
    ),
    pytest.param("gnugo:level=1", marks=needs_gnugo),
]


@pytest.mark.parametrize("text", PLAYERS)
@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese", "chinese-kgs"])
@pytest.mark.parametrize("size", [2, 5, 9])
def test_a_player_makes_only_legal_moves_and_leaves_the_game_alone(text, rules, size):
    player = make_player(text, seed=1)
    assert player.name
    game = Game(size, rules=rules)
    for _ in range(4 if config.DISABLE_JIT else size * size):
        before = game.board.tobytes()
        move = player.choose_move(game)
        assert game.board.tobytes() == before
        game.play(move)
        if game.is_over:
            break


@pytest.mark.parametrize("text", PLAYERS)
def test_the_same_seed_gives_the_same_game(text):
    games = []
    for _ in range(2):
        game, player = Game(5), make_player(text, seed=42)
        while not game.is_over and len(game.moves) < (6 if config.DISABLE_JIT else 75):
            game.play(player.choose_move(game))
        games.append(game.moves)
    assert games[0] == games[1]


def test_the_search_begins_with_a_stone_even_on_the_smallest_boards():
    assert MctsPlayer(playouts=5, memory_mb=1).choose_move(Game(3)) != PASS


def test_the_random_player_fills_no_eyes_and_passes_in_the_end():
    game = Game.from_diagram("""
        . X .
        X X X
        . X .""")
    assert RandomPlayer().choose_move(game) == PASS
