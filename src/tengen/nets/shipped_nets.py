"""The territory nets that come with Tengen, and nets of one's own, by name.

paper -- the size of Wu & Baldi, taught on 9x9 games alone
nine  -- gated, taught on 9x9 games alone, too: of twenty the one that foretells moves on 19x19 best
small -- foretells moves, too, in about a millisecond on 19x19; taught on 9x9 and on professional games
large -- the same with ten times the weights and the time

A process reads a file once: a player is made for every game, and to spread the table of propensities takes
longer than a move. What was read is never changed. A file that was replaced since is read anew.
"""

from functools import lru_cache
from pathlib import Path

from tengen.core.errors import GoError
from tengen.nets.foresight import Foresight

SHIPPED_NETS = ("paper", "nine", "small", "large")
_N_KEPT = 4  # nets, of 9 MB each and more


def find_net(name: str, *, is_averaged: bool = False) -> Foresight:
    """A shipped net, or that of a file; GoError in one sentence if there is none of this name."""
    path = net_path(name)
    try:
        found = path.stat()
    except OSError as error:
        raise GoError(f"cannot read the weights in {path}: {error}") from None
    stamp = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    return _read_once(path, stamp).for_another(is_averaged=is_averaged)


def net_path(name: str) -> Path:
    """The file of a net; GoError if there is none."""
    if name in SHIPPED_NETS:
        return Path(__file__).with_name(f"dag_rnn_{name}.safetensors")
    if not Path(name).exists():
        raise GoError(f"there is no net {name!r}: neither one of {', '.join(SHIPPED_NETS)} nor a file")
    return Path(name)


@lru_cache(maxsize=_N_KEPT)
def _read_once(path: Path, stamp: tuple[int, ...]) -> Foresight:
    """The net of a file as it was at a time; the stamp is there for the cache."""
    return Foresight.load(path)
