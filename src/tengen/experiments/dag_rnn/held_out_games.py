"""Which nets an experiment looks at, and which games: those that nets were not taught.

The nets that come with Tengen were taught by `load_dataset` with the split of dag_rnn/training/dataset.py:
on games on 9x9 whose ends are known, small and large on professional games on 19x19, too. The same call
finds the games that were kept apart. How games were split is also in the header of each net; where the two
disagree, a page says so. No net was taught on 13x13.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from tengen.core.array_files import fingerprint as file_fingerprint
from tengen.core.errors import GoError
from tengen.dag_rnn.evaluator import SHIPPED_NETS, load_pretrained, net_path
from tengen.dag_rnn.training.dataset import (
    SPLIT_SEED,
    TEST,
    VALIDATION,
    Dataset,
    load_dataset,
    read_whole_games,
)
from tengen.dag_rnn.training.sampler import PackedGames
from tengen.dag_rnn.weights import Provenance
from tengen.experiments.answers import mark_of
from tengen.experiments.experiment import Run
from tengen.sgf import BadRecord

_USUAL_DATA = Path("../shared/data")
_USUAL_NETS = ("paper", "nine", "small")
_MARK_DIGITS = 8
_HUMAN, _ENGINE = "games-9x9-human.sgf.xz", "games-9x9-engine.sgf.xz"
_THIRTEEN, _PRO = "games-13x13.sgf.xz", "games-19x19-pro.sgf.xz"


def check_nets(run: Run) -> None:
    """GoError if a net is not there."""
    for name in nets_of(run):
        load_pretrained(name)


def check_net(run: Run) -> None:
    """The same, and GoError if several nets are named."""
    if len(run.wanted.nets) > 1:
        raise GoError(f"{run.id} looks at one net, not at {len(run.wanted.nets)}")
    check_nets(run)


def nets_of(run: Run) -> tuple[str, ...]:
    """The nets that were asked for, else the smaller ones: the large one takes seconds for a 1-ply move."""
    return run.wanted.nets or _USUAL_NETS


def net_of(run: Run) -> str:
    """The net of an experiment that looks at one."""
    return nets_of(run)[0]


def fingerprint(net: str) -> str:
    """A few digits that change with the file of a net, so that figures of other weights are not mixed."""
    return file_fingerprint(net_path(net))[:_MARK_DIGITS]


def mark_nets(run: Run) -> list[str]:
    """Each net by name and digits."""
    return [f"{label_of(net)}-{fingerprint(net)}" for net in nets_of(run)]


def mark_net(run: Run) -> list[str]:
    """The same of the net of an experiment that looks at one."""
    return mark_nets(run)[:1]


def label_of(net: str) -> str:
    """A net by name, a file without its folders."""
    return net if net in SHIPPED_NETS else Path(net).name


class HeldOutGames(NamedTuple):
    """Games to judge nets on."""

    games: PackedGames
    lessons: Dataset | None  # that they were kept from; None if nobody was taught such games


class GameSource(Protocol):
    """Where an experiment has its games from."""

    def check(self, run: Run) -> None:
        """GoError if there are none."""

    def marks(self, run: Run) -> tuple[str, ...]:
        """Digits that change with the games; GoError if there are none."""

    def kept(self, run: Run, size: int, *, validating: bool = False) -> HeldOutGames:
        """Games that were kept for tests, or those that validate."""


class Archives:
    """The archives of a folder; read once in a process."""

    def check(self, run: Run) -> None:
        """GoError if an archive is missing."""
        for path in self._paths(run):
            if not path.is_file():
                raise GoError(f"{run.id} needs games: there is no {path}; name their folder by --data")

    def marks(self, run: Run) -> tuple[str, ...]:
        """Digits of each archive."""
        self.check(run)
        return tuple(map(mark_of, self._paths(run)))

    def kept(self, run: Run, size: int, *, validating: bool = False) -> HeldOutGames:
        """Games on 9x9, 13x13 or 19x19."""
        folder = data_folder(run)
        if size == 13:
            return HeldOutGames(_games_13x13(folder), None)
        lessons = lessons_9x9(folder) if size == 9 else _lessons_19x19(folder)
        return HeldOutGames((lessons.validation if validating else lessons.test)[size], lessons)

    def _paths(self, run: Run) -> list[Path]:
        return [data_folder(run) / name for name in (_HUMAN, _ENGINE, _THIRTEEN, _PRO)]


def data_folder(run: Run) -> Path:
    """Where the games are."""
    return Path(run.wanted.data) if run.wanted.data else _USUAL_DATA


@cache
def lessons_9x9(folder: Path) -> Dataset:
    """The games on 9x9 as the nets were taught them."""
    return _lessons([folder / _HUMAN, folder / _ENGINE], all_games=False)


@cache
def _lessons_19x19(folder: Path) -> Dataset:
    """The professional games on 19x19 as the small net was taught them."""
    return _lessons([folder / _PRO], all_games=True)


@cache
def _games_13x13(folder: Path) -> PackedGames:
    return read_whole_games([folder / _THIRTEEN], _fail)[13]


def _lessons(paths: list[Path], *, all_games: bool) -> Dataset:
    return load_dataset(
        paths, seed=SPLIT_SEED, validation=VALIDATION, test=TEST, all_games=all_games, on_error=_fail
    )


def _fail(bad: BadRecord) -> None:
    """The archives have no bad records; with one left out the split would be another one."""
    raise GoError(f"the games are not those that nets were taught: {bad}")


def split_warning(net: str, origin: Provenance, kept: HeldOutGames) -> str:
    """What to say of a net whose header does not tell the split of these games; "" if there is nothing."""
    size = kept.games.size
    if kept.lessons is None or size not in origin.sizes:
        return ""
    split = kept.lessons.describe_split(size)
    if split in origin.data:
        return ""
    return (
        f"{label_of(net)} does not say that it was taught with this split of the games ({split}): it may "
        "have learned from games that it is judged on."
    )
