"""The nets in the package, and nets of one's own."""

import pytest
from numba import config

from tengen import Game, GoError
from tengen.nets.dag_rnn_weights import save_net
from tengen.nets.shipped_nets import SHIPPED_NETS, find_net
from tests.nets.test_foresight import net_file

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
    foresight = find_net(name, is_averaged=True)
    owners = foresight.owners(Game.from_diagram(WALL))
    assert (owners[:, :2] > 0.8).all()
    assert (owners[:, 3:] < 0.2).all()
    assert foresight.origin.metrics["right"] > 0.83


def test_a_net_of_ones_own_is_found_by_its_file(tmp_path):
    save_net(tmp_path / "mine.safetensors", net_file())
    assert find_net(str(tmp_path / "mine.safetensors")).knows_moves
    with pytest.raises(GoError, match="there is no net 'huge': neither one of paper, small, large"):
        find_net("huge")
    (tmp_path / "bad").write_bytes(b"no net")
    with pytest.raises(GoError, match="cannot read the net in"):
        find_net(str(tmp_path / "bad"))
