"""One game of a match as plain values: what is to be played, and what came of it.

Both travel to other machines and into the store, so they hold numbers and text only, and say all that
is needed to play the game again.
"""

from dataclasses import dataclass
from typing import Literal

Failure = Literal["forfeit", "void"]
Ending = Literal["score", "resign", "forfeit", "void", "move limit"]
Winner = Literal["B", "W"]

FAILURES: tuple[Failure, ...] = ("forfeit", "void")
PLAYED_ON = "made its moves from there on"  # in the reason of a game whose program died for good
ENDINGS: tuple[Ending, ...] = ("score", "resign", "forfeit", "void", "move limit")


@dataclass(frozen=True)
class GameJob:
    """A game to be played; games 2n and 2n + 1 are pair n, with colours changed."""

    number: int  # in the schedule, from 0
    pair: int
    black: str  # the player as text
    white: str
    black_seed: int  # for a player whose text names none
    white_seed: int
    size: int
    komi: float
    rules: str
    opening: tuple[str, ...]  # vertices, Black first
    move_limit: int  # moves of both sides, opening included
    seconds_per_command: float  # longest wait for any answer of a program
    seconds_per_game: float  # of one side, all its moves together
    on_failure: Failure  # what a program that fails gets
    referee: str  # "gnugo", or "" for none

    @property
    def first_is_black(self) -> bool:
        """Whether the match's first player has Black."""
        return self.number % 2 == 0


@dataclass(frozen=True)
class GameResult:
    """What came of a game, and where it was played."""

    winner: Winner | None  # None for a draw and for a void game
    ending: Ending
    reason: str  # of a failure, or who played on for a program; "" where there is nothing to tell
    score: float | None  # by our board, from Black's side; None where nobody counted
    claim: str | None  # the referee's score as it wrote it, "W+2.5"
    moves: tuple[str, ...]  # vertices, opening included
    black_seconds: float
    white_seconds: float
    started: str  # UTC, as ISO 8601 writes it
    ended: str
    stderr_tail: str  # the last words of a program that failed
    black_name: str
    white_name: str
    black_version: str
    white_version: str
    black_threads: int
    white_threads: int
    machine: str
    commit: str  # of Tengen; "" outside a checkout

    @property
    def was_played_on(self) -> bool:
        """Whether another player made the last moves of a program that had died."""
        return self.ending not in FAILURES and PLAYED_ON in self.reason
