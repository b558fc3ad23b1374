"""What a player is: anything that chooses a move in a game.

What an analysing player tells about a position, while it thinks and afterwards.

Front ends (GTP, JSON lines, the page) know only these types; any player may offer them. All numbers
are seen from the colour to play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from tengen.book.query import BookMove
from tengen.core.game import Game


class Player(Protocol):
    """Chooses moves for whichever colour is to play; keeps no game of its own."""

    @property
    def name(self) -> str:
        """How tables, records and pages call the player."""

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS, for the colour to play; the game is left as it was."""

    def stop(self) -> None:
        """End a running choice of move soon: it returns some legal move, or raises StoppedError.

        May be called from any thread, again and again: a choice that is just beginning may not hear it.
        """


@runtime_checkable
class KnowsSizes(Protocol):
    """A player that does not play on every board."""

    def check_size(self, size: int) -> None:
        """GoError unless it plays on boards of this size."""


# --- What players may be able to do besides -------------------------------------------------------


@dataclass(frozen=True)
class CandidateMove:
    """One move that was looked at."""

    move: int
    visits: int
    win_rate: float
    lower_bound: float  # of the win rate: what it is at least, as far as the visits can tell
    prior: float  # share of belief before the search, 0 to 1; all candidates together make 1 at most
    line: tuple[int, ...]  # the expected continuation, this move first


@dataclass(frozen=True)
class Analysis:
    """A position as a search sees it; candidates come best first and may be none."""

    to_play: int
    visits: int
    win_rate: float
    score_lead: float  # expected points by which the colour to play is ahead, komi counted
    score_deviation: float  # its standard deviation over playouts
    candidates: tuple[CandidateMove, ...]
    ownership: npt.NDArray[np.float64]  # (N_POINTS,) -1 to 1, positive where the colour to play owns


Report = Callable[[Analysis], None]


@runtime_checkable
class Analyst(Protocol):
    """A player that can show what it thinks."""

    def analyse(
        self,
        game: Game,
        report: Report | None = None,
        *,
        every: float = 1.0,
        playouts: int | None = None,
        seconds: float | None = None,
        avoid: frozenset[int] = frozenset(),
    ) -> Analysis:
        """Think about a position until `stop` is called or a budget is used up.

        report -- called in the caller's thread every so many seconds, and with the final state too
        avoid  -- moves that must not be looked at in this position
        """

    def choose_move(self, game: Game, report: Report | None = None, *, every: float = 1.0) -> int:
        """A move by the player's own budget, with reports on the way."""

    def stop(self) -> None:
        """End a running analysis or choice of move soon; may be called from any thread."""


@runtime_checkable
class HasBook(Protocol):
    """A player that may know moves from an opening book."""

    def book_moves(self, game: Game) -> list[BookMove]:
        """The moves known here, those of the whole board first; none without a book for this board."""


@runtime_checkable
class ObeysClock(Protocol):
    """A player that can keep to a time for its next move."""

    def set_time_limit(self, seconds: float | None) -> None:
        """Use at most this long for each move from now on; None takes the limit away."""


@runtime_checkable
class Ponders(Protocol):
    """A player that may think while the opponent does."""

    def start_pondering(self, game: Game) -> None:
        """Think about a position in the background; does nothing unless the player was told to ponder."""

    def stop_pondering(self) -> None:
        """End it and wait until it has ended; the game may then change."""


@runtime_checkable
class KeepsCache(Protocol):
    """A player that keeps knowledge from one move to the next."""

    def clear_cache(self) -> None:
        """Forget it all, as for a new game."""


@runtime_checkable
class Resigns(Protocol):
    """A player that knows when a game is lost."""

    def wants_to_resign(self) -> bool:
        """Whether the last choice of a move found the game lost."""
