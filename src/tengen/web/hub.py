"""All sessions of the server, by keys that nobody can guess."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from tengen.core.errors import GoError
from tengen.web.limits import MAX_SESSIONS, SECONDS_UNWATCHED
from tengen.web.messages.requests import NewGame
from tengen.web.messages.schema import Event
from tengen.web.outbox import Outbox
from tengen.web.played_game import PlayedGame
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.session import Session


@dataclass
class Place:
    """A session, and the page that looks at it."""

    key: str
    outbox: Outbox | None = None
    session: Session = field(init=False)
    unwatched_since: float = 0.0

    def tell(self, event: Event) -> None:
        """To the page, if one is there."""
        if (outbox := self.outbox) is not None:
            outbox.put(event)


class Hub:
    """Opens, finds and forgets sessions."""

    def __init__(
        self,
        saved: SavedGamesFolder,
        first: Mapping[str, Any] = MappingProxyType({}),
        *,
        allow_programs: bool = False,
    ) -> None:
        """No sessions yet.

        first -- fields of NewGame: the game that a session begins with; GoError if it cannot be
        """
        self._saved = saved
        self._allow_programs = allow_programs
        self._places: dict[str, Place] = {}
        try:
            self._first = NewGame.model_validate(first)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            raise GoError(
                f"the page cannot begin with this game: {wrong['loc'][0]}: {wrong['msg']}"
            ) from None
        PlayedGame.begin("first", self._first, seed=0, allow_programs=allow_programs)

    def enter(self, key: str | None, loop: asyncio.AbstractEventLoop) -> tuple[Place, Outbox]:
        """The session of a key, or a new one; a page that comes later takes the place of an earlier one."""
        place = self._places.get(key or "")
        if place is None:
            place = self._open()
        outbox = Outbox(loop)
        place.outbox = outbox
        return place, outbox

    def leave(self, place: Place, outbox: Outbox) -> None:
        """A page is gone: nobody looks, so nothing is thought about."""
        if place.outbox is outbox:
            place.outbox = None
            place.unwatched_since = time.monotonic()
            place.session.close()

    def tick(self) -> None:
        """Look at clocks, and forget sessions that nobody has looked at for long."""
        now = time.monotonic()
        for key, place in list(self._places.items()):
            if place.outbox is not None:
                place.session.tick()
            elif now - place.unwatched_since > SECONDS_UNWATCHED:
                del self._places[key]

    def close(self) -> None:
        """End everything."""
        for place in self._places.values():
            place.session.close()

    def _open(self) -> Place:
        if len(self._places) >= MAX_SESSIONS:
            oldest = min(
                (place for place in self._places.values() if place.outbox is None),
                key=lambda place: place.unwatched_since,
                default=None,
            )
            if oldest is None:
                raise GoError(f"{MAX_SESSIONS} pages are open already: close one of them")
            del self._places[oldest.key]
        place = Place(secrets.token_urlsafe(16))
        place.session = Session(self._saved, place.tell, self._first, allow_programs=self._allow_programs)
        self._places[place.key] = place
        return place
