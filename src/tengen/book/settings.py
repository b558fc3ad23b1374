"""What a book is built from and what is kept: a value that travels in the header of the file.

The three thresholds of Baier & Winands (2011), section 5, one set for each book. All of them count
*samples*: a position with the move that a counted player made there, the winner or, with `both`, anybody.

theta -- a position is kept if it has at least so many samples
rho   -- a move is kept if it has at least so many of them
sigma -- ... and at least this percentage of the samples of its position, those of moves that are
         not kept included
A position none of whose moves is kept is not stored. The paper's values are the defaults: 0, 5, 5 % for
the fuseki book, 0, 20, 2 % for the joseki book.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from tengen.core.errors import GoError
from tengen.core.points import MAX_SIZE, MIN_SIZE

MAX_DEPTH = 250  # the number of stones of a position is stored in one byte


@dataclass(frozen=True)
class Thresholds:
    """What is frequent enough to be kept."""

    theta: int
    rho: int
    sigma: float  # in per cent

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.theta < 0 or self.rho < 0:
            raise GoError(f"theta and rho are numbers of games from 0, not {self.theta} and {self.rho}")
        if not 0 <= self.sigma <= 100:
            raise GoError(f"sigma is a percentage from 0 to 100, not {self.sigma}")


@dataclass(frozen=True)
class BookSettings:
    """Which part of which games is read, and what is kept of it."""

    size: int = 19  # games on other boards are left out
    corner: int = 10  # lines of a corner; 10 of 19 share the middle lines
    fuseki_depth: int = 50  # moves 1 to 50, and the positions before them
    joseki_depth: int = 100
    winner_only: bool = True
    hold_out: int = 0  # so many games at the beginning are left out, to test the book on
    fuseki: Thresholds = field(default_factory=lambda: Thresholds(0, 5, 5.0))
    joseki: Thresholds = field(default_factory=lambda: Thresholds(0, 20, 2.0))

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise GoError(f"a book is for boards of {MIN_SIZE} to {MAX_SIZE} lines, not {self.size}")
        if not 1 <= self.corner <= self.size:
            raise GoError(f"a corner of this board has 1 to {self.size} lines, not {self.corner}")
        for depth in (self.fuseki_depth, self.joseki_depth):
            if not 0 <= depth <= MAX_DEPTH:
                raise GoError(f"the depth of a book is 0 to {MAX_DEPTH} moves, not {depth}")
        if self.hold_out < 0:
            raise GoError(f"the number of games held out cannot be {self.hold_out}")

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the header of a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "BookSettings":
        """The settings of a header; TypeError or GoError if they are none."""
        plain = {name: value for name, value in values.items() if name not in ("fuseki", "joseki")}
        return cls(**plain, fuseki=Thresholds(**values["fuseki"]), joseki=Thresholds(**values["joseki"]))
