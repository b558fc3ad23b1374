"""A net in the search of a player: what is refused, and what it changes."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.dag_rnn.features.inputs_jit import N_INPUTS, N_POSITION_INPUTS
from tengen.dag_rnn.weights import save_net
from tengen.mcts.worker import NEVER
from tengen.players.net_evaluator import SearchNet
from tengen.players.spec import make_player
from tests.dag_rnn.test_evaluator import net_file

N_PLAYOUTS = 8 if config.DISABLE_JIT else 150
needs_speed = pytest.mark.skipif(config.DISABLE_JIT, reason="needs full nets or many playouts")


@pytest.fixture
def net(tmp_path):
    """A tiny net that foretells moves."""
    save_net(tmp_path / "tiny.net", net_file(N_INPUTS, 2))
    return tmp_path / "tiny.net"


def moves(text, size, n_moves):
    game, player = Game(size), make_player(text, seed=1)
    for _ in range(n_moves):
        game.play(player.choose_move(game))
    return game.moves


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_the_same_seed_gives_the_same_moves_and_the_net_has_a_say(net, size):
    plain = f"mcts:playouts={N_PLAYOUTS},memory_mb=5"
    text = f"{plain},prior_net={net},prior_at=3,value_weight=5"
    n_moves = 2 if config.DISABLE_JIT else 12
    assert moves(text, size, n_moves) == moves(text, size, n_moves)
    assert config.DISABLE_JIT or moves(text, size, n_moves) != moves(plain, size, n_moves)


@needs_speed
@pytest.mark.parametrize("settings", ["prior_net=small", "prior_net=paper,prior_wins=0,value_weight=10"])
def test_shipped_nets_play_on_any_size_with_threads(settings):
    for size in (9, 19):
        moves(f"mcts:playouts=200,memory_mb=20,threads=2,prior_at=5,{settings}", size, 2)


def test_visits_that_are_shown_are_playouts(net):
    player = make_player(f"mcts:memory_mb=5,prior_net={net},prior_at=3,value_weight=5", seed=1)
    analysis = player.analyse(Game(5), playouts=N_PLAYOUTS)
    assert sum(one.visits for one in analysis.candidates) == analysis.visits > 0.9 * N_PLAYOUTS


def test_without_a_net_nothing_is_asked():
    assert SearchNet(None, 50, 100.0, 5.0).asking(7.5, 1) is None


def test_without_a_number_of_playouts_only_roots_are_asked(net):
    asking = SearchNet(str(net), None, 100.0, 5.0).asking(7.5, 1)
    assert (asking.at, asking.wins, asking.value_runs) == (NEVER, 100.0, 5.0)


def test_bad_nets_are_refused_before_any_move_and_nothing_changes(net, tmp_path):
    territory = tmp_path / "territory.net"
    save_net(territory, net_file(N_POSITION_INPUTS, 1))
    (tmp_path / "cut.net").write_bytes(net.read_bytes()[:1000])
    (tmp_path / "foreign.net").write_bytes(b"no net")
    foreign_inputs = replace(net_file(N_INPUTS, 2), input_names=("stone",) * N_INPUTS)
    save_net(tmp_path / "inputs.net", foreign_inputs)
    player = make_player(f"mcts:prior_net={net}")
    before = player.parameters()
    for name, message in (
        ("missing", "there is no net 'missing'"),
        (tmp_path / "cut.net", "cut.net"),
        (tmp_path / "foreign.net", "foreign.net"),
        (tmp_path / "inputs.net", "made for other inputs"),
        (territory, "foretells no moves: it needs prior_wins=0"),
    ):
        with pytest.raises(GoError, match=message):
            make_player(f"mcts:prior_net={name}")
        with pytest.raises(GoError, match=message):
            player.set_parameter("prior_net", str(name))
        assert player.parameters() == before
    assert make_player(f"mcts:prior_net={territory},prior_wins=0,value_weight=5").value_weight == 5


def test_a_net_can_be_changed_and_left_out_again(net):
    player = make_player(f"mcts:playouts={N_PLAYOUTS},memory_mb=5", seed=1)
    plain = make_player(f"mcts:playouts={N_PLAYOUTS},memory_mb=5,prior_net=none", seed=1)
    player.set_parameter("prior_net", str(net))
    player.set_parameter("prior_at", "none")
    asked = [one.prior for one in player.analyse(Game(5), playouts=5).candidates]
    player.set_parameter("prior_net", "none")
    priors = [
        sorted(one.prior for one in each.analyse(Game(5), playouts=5).candidates) for each in (player, plain)
    ]
    assert priors[0] == priors[1]
    assert not np.array_equal(sorted(asked), priors[0])
