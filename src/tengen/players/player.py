"""What a player is: anything that chooses a move in a game."""

from typing import Protocol

from tengen.core.game import Game


class Player(Protocol):
    """Chooses moves for whichever colour is to play; keeps no game of its own."""

    @property
    def name(self) -> str:
        """How tables, records and pages call the player."""

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS, for the colour to play; the game is left as it was."""
