"""Which self-taught nets an experiment looks at: shipped ones by name, others by file."""

from pathlib import Path

from tengen.core.array_files import fingerprint
from tengen.core.errors import GoError
from tengen.experiments.experiment import Run
from tengen.td.weights import SHIPPED_NETS, TdNetFile, find_td_net, td_net_path

BEST_NET = "katatsugi"  # with creative selection, the paper's best
_OF_ALL_NETS = ("td-table1", "td-truth")
_MARK_DIGITS = 8


def check_td_nets(run: Run) -> None:
    """GoError for a net that is not there, or nets that cannot meet."""
    labels = [td_label(name) for name in td_nets_of(run)]
    if twice := [label for label in labels if labels.count(label) > 1]:
        raise GoError(f"{run.id} tells nets apart by their names, but two are called {twice[0]}")
    sizes = {load_net(run, name).architecture.size for name in td_nets_of(run)}
    if len(sizes) > 1:
        named = ", ".join(map(str, sorted(sizes)))
        raise GoError(f"{run.id} is played on one board, but these nets are for the sizes {named}")


def check_one_net(run: Run) -> None:
    """The same, and GoError if several nets are named."""
    if len(run.wanted.nets) > 1:
        raise GoError(f"{run.id} looks at one net, not at {len(run.wanted.nets)}")
    check_td_nets(run)


def td_nets_of(run: Run) -> tuple[str, ...]:
    """The nets that were asked for, else all shipped ones or the best one, by experiment."""
    return run.wanted.nets or (SHIPPED_NETS if run.id in _OF_ALL_NETS else (BEST_NET,))


def load_net(run: Run, name: str) -> TdNetFile:
    """A net; GoError says what to do if it is missing."""
    if not td_net_path(name).exists():
        raise GoError(
            f"{run.id} needs the net {name!r}, which is not there: name files of your own by --net, such as "
            "those that td-fig2 and td-fig3 leave in results"
        )
    return find_td_net(name)


def td_label(name: str) -> str:
    """A net by name, a file without its folders and its ending."""
    return name if name in SHIPPED_NETS else Path(name).stem


def td_fingerprints(run: Run) -> list[str]:
    """A few digits of each file, so that figures of other weights are not taken for those of these."""
    return [fingerprint(td_net_path(name))[:_MARK_DIGITS] for name in td_nets_of(run)]


def mark_td_nets(run: Run) -> list[str]:
    """Each net by name and digits."""
    names = map(td_label, td_nets_of(run))
    return [f"{name}-{mark}" for name, mark in zip(names, td_fingerprints(run), strict=True)]
