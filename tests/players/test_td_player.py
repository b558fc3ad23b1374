"""The player of self-taught nets."""

import numpy as np
import pytest

from tengen import Game
from tengen.core.errors import GoError
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.players.spec import make_player
from tengen.td.network import TdArchitecture, initial_layers
from tengen.td.weights import SHIPPED_NETS, TdNetFile, find_td_net, save_td_net
from tests.core.positions import position_of
from tests.reference import td as naive
from tests.reference.board import BLACK, WHITE


@pytest.fixture
def net(tmp_path):
    """A random koten net for 3x3, and its layers."""
    architecture = TdArchitecture("koten", 3, (5,))
    layers = initial_layers(architecture, 3)
    save_td_net(tmp_path / "net", TdNetFile(architecture, layers, "", {}))
    return tmp_path / "net", [layer.astype(float) for layer in layers]


def values_of(layers, game):
    """What each legal move is worth, by the slow twin."""
    own = BLACK if game.to_play == 1 else WHITE
    values = {}
    for move in [*game.legal(), "pass"]:
        after = game.copy()
        after.play(move)
        values[move] = naive.value(layers, naive.koten(position_of(after), own))
    return values


def test_it_plays_what_its_net_likes_best_superko_or_not(net):
    path, layers = net
    player = make_player(f"td:net={path}")
    game = Game(3, komi=0, rules="chinese-kgs")
    for _ in range(40):
        values = values_of(layers, game)
        move = player.choose_move(game)
        chosen = "pass" if move == PASS else format_vertex(move, 3)
        assert values[chosen] == pytest.approx(max(values.values()), abs=1e-5)
        game.play(move)
        if game.is_over:
            break


def test_a_creative_player_draws_from_the_papers_range(net):
    path, layers = net
    game = Game(3)
    values = values_of(layers, game)
    names = list(values)
    expected = {names[index] for index in naive.creative_range(list(values.values()), 0.5)}
    chosen = set()
    for seed in range(100):
        move = make_player(f"td:net={path},creativity=0.5", seed=seed).choose_move(game)
        chosen.add("pass" if move == PASS else format_vertex(move, 3))
    assert chosen == expected
    assert 1 < len(expected) < len(values)


def test_a_deeper_player_finds_the_pass_that_wins(net):
    path, _ = net
    game = Game.from_diagram("""
        . X .
        X X X
        . X .""")
    game.play("pass", 2)
    assert make_player(f"td:net={path},depth=2").choose_move(game) == PASS


def test_the_same_seed_gives_the_same_game(net):
    games = []
    for _ in range(2):
        game, player = Game(3), make_player(f"td:net={net[0]},creativity=0.3", seed=8)
        while not game.is_over and len(game.moves) < 12:
            game.play(player.choose_move(game))
        games.append(game.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "text, message",
    [
        ("td:net=nothing", "there is no net 'nothing': neither one of koten"),
        ("td:depth=0", "depth cannot be 0: use a whole number from 1 to 64"),
        ("td:depth=2,creativity=0.1", "td is creative at depth 1 only"),
    ],
)
def test_impossible_players_are_refused(text, message):
    with pytest.raises(GoError, match=message):
        make_player(text)


def test_other_board_sizes_are_refused_by_name(net):
    player = make_player(f"td:net={net[0]}")
    with pytest.raises(GoError, match=r"plays on 3x3, not on 5x5"):
        player.choose_move(Game(5))


@pytest.mark.parametrize("name", SHIPPED_NETS)
def test_shipped_nets_say_how_they_learned_and_open_in_the_centre_or_near(name):
    file = find_td_net(name)
    assert file.architecture.text() == f"{TdArchitecture(name.removesuffix('-greedy')).text()}"
    assert file.command.startswith("tengen ")
    assert file.metrics["strength"] > 0.5
    assert all(np.isfinite(layer).all() for layer in file.layers)
    move = make_player(f"td:net={name}").choose_move(Game(5))
    assert format_vertex(move, 5) in {"C3", "C2", "C4", "B3", "D3"}  # Black wins from these (van der Werf)
