"""The territory nets that come with Tengen, and nets of one's own, by name.

paper -- the size of Wu & Baldi, taught on 9x9 games alone
small -- foretells moves, too, in about a millisecond on 19x19; taught on 9x9 and on professional games
large -- the same with ten times the weights and the time
"""

from pathlib import Path

from tengen.core.errors import GoError
from tengen.nets.foresight import Foresight

SHIPPED_NETS = ("paper", "small", "large")


def find_net(name: str, *, is_averaged: bool = False) -> Foresight:
    """A shipped net, or that of a file; GoError in one sentence if there is none of this name."""
    return Foresight.load(net_path(name), is_averaged=is_averaged)


def net_path(name: str) -> Path:
    """The file of a net; GoError if there is none."""
    if name in SHIPPED_NETS:
        return Path(__file__).with_name(f"dag_rnn_{name}.safetensors")
    if not Path(name).exists():
        raise GoError(f"there is no net {name!r}: neither one of {', '.join(SHIPPED_NETS)} nor a file")
    return Path(name)
