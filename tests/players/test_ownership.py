"""Owners in an analysis: those of playouts, or those of a net."""

import numpy as np
import pytest

from tengen import Game, GoError
from tengen.dag_rnn.evaluator import blacks_territory, load_pretrained, ownership_of
from tengen.dag_rnn.weights import save_net
from tengen.players.mcts_player import MctsPlayer
from tests.dag_rnn.test_evaluator import net_file


def test_an_analysis_tells_the_owners_of_the_net_that_was_named(tmp_path):
    path = tmp_path / "net"
    save_net(path, net_file())
    game = Game(3)
    game.play("B2")
    expected = ownership_of(blacks_territory(load_pretrained(str(path)), game), game.to_play)
    player = MctsPlayer(playouts=2, memory_mb=1, ownership=str(path))
    np.testing.assert_array_equal(player.analyse(game, playouts=2).ownership, expected)
    reports = []
    player.analyse(game, reports.append, playouts=2)
    np.testing.assert_array_equal(reports[-1].ownership, expected)
    player.set_parameter("ownership", "playouts")
    assert not np.array_equal(player.analyse(game, playouts=2).ownership, expected)


def test_a_net_that_is_not_there_is_refused_and_changes_nothing():
    with pytest.raises(GoError, match="there is no net 'huge'"):
        MctsPlayer(ownership="huge")
    player = MctsPlayer()
    with pytest.raises(GoError, match="there is no net 'huge'"):
        player.set_parameter("ownership", "huge")
    assert player.ownership == "playouts"
