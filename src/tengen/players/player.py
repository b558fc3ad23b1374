"""What a player is: anything that chooses a move in a game."""

from typing import Protocol, runtime_checkable

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
