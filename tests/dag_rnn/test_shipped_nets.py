"""The nets in the package, and nets of one's own."""

import pytest
from numba import config

from tengen import Game, GoError
from tengen.dag_rnn import evaluator
from tengen.dag_rnn.evaluator import SHIPPED_NETS, load_pretrained
from tengen.dag_rnn.weights import save_net
from tengen.players.spec import make_player
from tests.dag_rnn.test_evaluator import net_file, some_game

WALL = """
. X . O .
. X . O .
. X . O .
. X . O .
. X . O .
"""


@pytest.mark.skipif(config.DISABLE_JIT, reason="a net of full size")
@pytest.mark.parametrize("name", SHIPPED_NETS)
def test_shipped_nets_know_whose_side_is_whose(name):
    evaluator = load_pretrained(name, is_averaged=True)
    owners = evaluator.owners(Game.from_diagram(WALL))
    assert (owners[:, :2] > 0.75).all()  # on a board smaller than any it was taught
    assert (owners[:, 3:] < 0.25).all()
    assert evaluator.origin.metrics["right"] > 0.83


def test_a_net_of_ones_own_is_found_by_its_file(tmp_path):
    save_net(tmp_path / "mine.safetensors", net_file())
    assert load_pretrained(str(tmp_path / "mine.safetensors")).knows_moves
    with pytest.raises(GoError, match="there is no net 'huge': neither one of paper, nine, small, large"):
        load_pretrained("huge")
    (tmp_path / "bad").write_bytes(b"no net")
    with pytest.raises(GoError, match="cannot read the weights in"):
        load_pretrained(str(tmp_path / "bad"))


@pytest.fixture
def reads(monkeypatch):
    """The files that are read."""
    paths, load_net = [], evaluator.load_net

    def load(path):
        paths.append(path)
        return load_net(path)

    monkeypatch.setattr(evaluator, "load_net", load)
    return paths


def test_a_file_is_read_once_for_all_players(tmp_path, reads):
    path = tmp_path / "mine.safetensors"
    save_net(path, net_file())
    players = [make_player(f"dag-rnn:net={path},averaged={averaged}") for averaged in ("no", "yes", "no")]
    assert reads == [path]
    nets = [player._foresight for player in players]
    assert [net.view.is_averaged for net in nets] == [False, True, False]
    assert nets[0].view.table is nets[1].view.table


def test_players_with_the_same_net_do_not_see_each_others_positions(tmp_path):
    save_net(tmp_path / "mine.safetensors", net_file())
    one, other = (load_pretrained(str(tmp_path / "mine.safetensors")) for _ in range(2))
    places = [
        {array.__array_interface__["data"][0] for array in (net._sight.logits, net._sight.inputs)}
        for net in (one, other)
    ]
    assert not places[0] & places[1]
    game = some_game(4)
    assert one.logits(game).tolist() == other.logits(game).tolist()


def test_a_file_that_was_replaced_is_read_anew(tmp_path, reads):
    path = tmp_path / "mine.safetensors"
    save_net(path, net_file(n_outputs=2))
    assert load_pretrained(str(path)).knows_moves
    save_net(path, net_file(n_outputs=1))
    assert not load_pretrained(str(path)).knows_moves
    path.write_bytes(b"no net")
    with pytest.raises(GoError, match="cannot read the weights in"):
        load_pretrained(str(path))
    assert len(reads) == 3
