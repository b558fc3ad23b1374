"""What an experiment is: a table or figure of a paper as a value, and one run of it.

An experiment names the paper's result and says how it is played (its kind). A run adds what the user
asked for and the folder that keeps the games. A kind has no state: whatever it needs to go on is on
disk, so a run may be killed at any moment.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tengen.core.errors import GoError
from tengen.experiments.document import Block
from tengen.match.here import GameFarm
from tengen.match.schedule import check_pairs

# Called as a run goes on: the cell, its games done and wanted, and how it stands in words.
Watch = Callable[[str, int, int, str], None]

PAPERS = {
    "lgrf": "Baier & Drake, The Power of Forgetting (2010)",
    "book": "Baier & Winands, Active Opening Book Application for Monte-Carlo Tree Search in 19x19 Go (2011)",
    "dag": "Wu & Baldi, A Scalable Machine Learning Approach to Go (2006)",
    "td": "Mayer, Board Representations for Neural Go Players Learning by Temporal Difference (2007)",
}


@dataclass(frozen=True)
class Wanted:
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
    wanted: Wanted
    folder: Path  # of all experiments; some share games
    threads: int = 1  # of this process, where an experiment runs in threads

    @property
    def home(self) -> Path:
        """The folder of this experiment."""
        return self.folder / self.id


@dataclass(frozen=True)
class Findings:
    """What a run has come to."""

    n_done: int  # games, or what else the run consists of
    n_wanted: int
    scale: str  # in words, beside the paper's
    date: str  # of the last game, "" without any
    commits: tuple[str, ...]
    machines: tuple[str, ...]
    blocks: list[Block]


class Kind(Protocol):
    """How an experiment is played and what its report shows."""

    def check(self, run: Run) -> None:
        """GoError if the run cannot be played as asked."""

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Play what is missing; why it stopped before its end, "" if it did not."""

    def findings(self, run: Run) -> Findings:
        """The report of what has been played so far, also while another process plays."""


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a paper."""

    id: str
    title: str
    needs: str
    claims: tuple[str, ...]  # the paper's, in words
    kind: Kind | None = None
    instead: str = ""  # why there is nothing to run, where there is no kind
    in_threads: bool = False  # of this process, and not on a farm

    @property
    def paper(self) -> str:
        """Authors and title."""
        return PAPERS[self.id.partition("-")[0]]


def choose(what: str, wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    """The names asked for in the order of the known ones, all if none was; GoError names an unknown one."""
    for name in wanted:
        if name not in known:
            raise GoError(f"{what} has no policy {name!r}: choose from {', '.join(known)}")
    return [name for name in known if not wanted or name in wanted]
