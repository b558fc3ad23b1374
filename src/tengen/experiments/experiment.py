"""What an experiment is: a table or figure of a paper as a value, and one run of it.

An experiment names the paper's result and says how it is played (its kind). A run adds what the user
asked for and the folder that keeps the games. A kind has no state: whatever it needs to go on is on
disk, so a run may be killed at any moment. A kind declares which options it takes; all others are refused.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, Protocol

from tengen.core.errors import GoError
from tengen.experiments.document import Block
from tengen.match.executors.serial import Executor
from tengen.match.schedule import check_pairs

# Called as a run goes on: the cell, its games done and wanted, and how it stands in words.
Watch = Callable[[str, int, int, str], None]

PAPERS = {
    "lgrf": "Baier & Drake, The Power of Forgetting (2010)",
    "book": "Baier & Winands, Active Opening Book Application for Monte-Carlo Tree Search in 19x19 Go (2011)",
    "dag": "Wu & Baldi, A Scalable Machine Learning Approach to Go (2006)",
    "td": "Mayer, Board Representations for Neural Go Players Learning by Temporal Difference (2007)",
}


# What may be asked for: the name of a field of RunOptions, and the option of the command.
OPTIONS = {
    "scale": "--scale",
    "games": "--games",
    "playouts": "--playouts",
    "policies": "--policy",
    "opponent": "--opponent",
    "nets": "--net",
    "data": "--data",
}
# Where the work is done, and which options say so.
Where = Literal["farm", "threads", "here"]
PLACES: dict[Where, tuple[str, tuple[str, ...]]] = {
    "farm": ("is played on a farm", ("--workers", "--scheduler", "--slurm", "--tls")),
    "threads": ("runs in threads of this process", ("--workers",)),
    "here": ("is computed in this process alone", ()),
}


@dataclass(frozen=True)
class RunOptions:
    """What the user asked for; what is left open is the paper's."""

    scale: float = 1.0  # of the paper's games and playouts
    games: int | None = None  # a cell; wins over the scale
    playouts: tuple[int, ...] = ()  # a move; wins over the scale
    policies: tuple[str, ...] = ()
    opponent: str = ""  # a player's text, in place of the paper's opponent
    nets: tuple[str, ...] = ()  # names or files
    data: str = ""  # the folder of games

    def games_of(self, paper: int, *, in_pairs: bool = False) -> int:
        """Games a cell; GoError if they come in pairs and an odd number was asked for."""
        if self.games is not None:
            if in_pairs:
                check_pairs(self.games)
            return self.games
        step = 2 if in_pairs else 1
        return step * max(1, round(self.scale * paper / step))

    def playouts_of(self, paper: Sequence[int]) -> list[int]:
        """Playouts a move, each number once."""
        return list(dict.fromkeys(self.playouts or [max(1, round(self.scale * n)) for n in paper]))


@dataclass(frozen=True)
class Run:
    """An experiment with what was asked for and where its games are kept."""

    id: str
    wanted: RunOptions
    folder: Path  # of all experiments; some share games
    threads: int = 1  # of this process, where an experiment runs in threads

    @property
    def home(self) -> Path:
        """The folder of this experiment."""
        return self.folder / self.id


class Dated(Protocol):
    """A result that says when and where it was found."""

    @property
    def ended(self) -> str:
        """UTC, as ISO 8601 writes it."""

    @property
    def machine(self) -> str:
        """With its processor."""

    @property
    def commit(self) -> str:
        """Of Tengen, "" if it is not known."""


@dataclass(frozen=True)
class Sources:
    """Where the figures of a report come from."""

    date: str = ""  # of the last result, "" without any
    commits: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()

    @classmethod
    def of(cls, results: Iterable[Dated]) -> "Sources":
        """All that went into a report."""
        found = list(results)
        return cls(
            max((one.ended[:10] for one in found), default=""),
            tuple(sorted({one.commit for one in found} - {""})),
            tuple(sorted({one.machine for one in found})),
        )


@dataclass(frozen=True)
class RunSummary:
    """What a run has come to."""

    n_done: int
    n_wanted: int
    unit: str  # of these numbers, such as games
    scale: str  # in words, beside the paper's
    sources: Sources
    blocks: list[Block]


class ExperimentRunner(Protocol):
    """How an experiment is played and what its report shows."""

    @property
    def takes(self) -> tuple[str, ...]:
        """The fields of RunOptions that change something."""

    @property
    def where(self) -> Where:
        """Where the work is done."""

    def check(self, run: Run) -> None:
        """GoError if the run cannot be played as asked."""

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Play what is missing; why it stopped before its end, "" if it did not."""

    def findings(self, run: Run) -> RunSummary:
        """The report of what has been played so far, also while another process plays."""


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a paper."""

    id: str
    title: str
    needs: str
    claims: tuple[str, ...]  # the paper's, in words
    kind: ExperimentRunner | None = None
    instead: str = ""  # why there is nothing to run, where there is no kind

    @property
    def paper(self) -> str:
        """Authors and title."""
        return PAPERS[self.id.partition("-")[0]]


def check_options(experiment: Experiment, wanted: RunOptions, places: Iterable[str] = ()) -> None:
    """GoError that names what does not apply to an experiment, and what does.

    places -- the options that were given of those that say where the work is done
    """
    assert experiment.kind is not None
    taken, usual = experiment.kind.takes, RunOptions()
    given = [each.name for each in fields(wanted) if getattr(wanted, each.name) != getattr(usual, each.name)]
    if refused := [OPTIONS[name] for name in given if name not in taken]:
        known = _listed([option for name, option in OPTIONS.items() if name in taken])
        raise GoError(f"{experiment.id} does not take {_listed(refused)}: it takes {known or 'no options'}")
    where, allowed = PLACES[experiment.kind.where]
    if refused := [option for option in places if option not in allowed]:
        raise GoError(f"{experiment.id} {where}: leave out {_listed(refused)}")


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def choose(what: str, wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    """The names asked for in the order of the known ones, all if none was; GoError names an unknown one."""
    for name in wanted:
        if name not in known:
            raise GoError(f"{what} has no policy {name!r}: choose from {', '.join(known)}")
    return [name for name in known if not wanted or name in wanted]
