"""Who plays a colour in a session: a person, or a player made from its text."""

from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.players.player import Player
from tengen.players.spec import make_player
from tengen.web.levels import player_of

HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """One side of the board; `text` is what the page said."""

    text: str
    player: Player | None

    @property
    def is_human(self) -> bool:
        """Whether a person moves."""
        return self.player is None


def take_seat(text: str, size: int, seed: int, *, allow_programs: bool) -> Seat:
    """A seat for a level, a player's text, or a person; GoError if there is no such player."""
    text = text.strip()
    if text == HUMAN:
        return Seat(HUMAN, None)
    player = make_player(player_of(text, size, allow_programs=allow_programs), seed)
    return Seat(text, player)


def seat_from_record(text: str, size: int, seed: int) -> Seat:
    """A seat as a record names it: a person unless it is a player of ours."""
    try:
        return take_seat(text, size, seed, allow_programs=False)
    except GoError:
        return Seat(HUMAN, None)
