"""Who plays a colour in a session: a person, or a player made from its text."""

from collections.abc import Callable

from tengen.core.errors import GoError
from tengen.players.player import Player
from tengen.players.spec import make_player
from tengen.web.levels import player_of

HUMAN = "human"


class Seat:
    """One side of the board; `text` is what the page said."""

    def __init__(self, text: str, make: Callable[[], Player] | None = None) -> None:
        """A person's seat, or that of a player, which is made at once: GoError if it cannot be."""
        self.text = text
        self._make = make
        self._player = make() if make else None

    @property
    def is_human(self) -> bool:
        """Whether a person moves."""
        return self._make is None

    @property
    def player(self) -> Player | None:
        """Who moves; made anew after it was dismissed, None for a person."""
        if self._player is None and self._make is not None:
            self._player = self._make()
        return self._player

    @property
    def made(self) -> Player | None:
        """Who has moved so far and may hold memory; None if nobody has."""
        return self._player

    def dismiss(self) -> None:
        """Let the player go with all that it holds; the next move is made by another one."""
        self._player = None


def take_seat(text: str, size: int, seed: int, *, allow_programs: bool) -> Seat:
    """A seat for a level, a player's text, or a person; GoError if there is no such player."""
    text = text.strip()
    if text == HUMAN:
        return Seat(HUMAN)
    spec = player_of(text, size, allow_programs=allow_programs)
    return Seat(text, lambda: make_player(spec, seed))


def seat_from_record(text: str, size: int, seed: int) -> Seat:
    """A seat as a record names it: a person unless it is a player of ours."""
    try:
        return take_seat(text, size, seed, allow_programs=False)
    except GoError:
        return Seat(HUMAN)
