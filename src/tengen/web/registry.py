"""What the page can look at beside its game: saved games and experiments.

All sessions of the server, by keys that nobody can guess.
"""

import logging
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from tengen.core.errors import GoError
from tengen.web.game.live_game import LiveGame
from tengen.web.limits import BUDGET_MB, MAX_SESSIONS, SECONDS_OF_A_TREE, SECONDS_UNWATCHED
from tengen.web.messages.requests import AskExperiment, AskExperiments, AskGame, AskSaved, NewGame, Request
from tengen.web.messages.schema import Event
from tengen.web.monitor.monitor import ExperimentMonitor
from tengen.web.outbox import Viewer
from tengen.web.resources import Resources, return_memory
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.session import WebSession


class LibraryApi:
    """Answers requests that no session is needed for."""

    def __init__(self, saved: SavedGamesFolder, watching: ExperimentMonitor) -> None:
        self._saved = saved
        self._watching = watching

    def answer(self, request: Request) -> Event:
        """The answer; GoError if this is no such request."""
        if isinstance(request, AskSaved):
            return self._saved.list()
        if isinstance(request, AskExperiments):
            return self._watching.rows()
        if isinstance(request, AskExperiment):
            return self._watching.experiment(request.name)
        if isinstance(request, AskGame):
            return self._watching.game(request.name, request.store, request.number)
        raise GoError(f"a message of the type {request.type} is not expected here")


# --- Sessions -------------------------------------------------------------------------------------


_SECONDS_BETWEEN_RETURNS = 10.0  # while memory is short: each looks through all that is there
_log = logging.getLogger(__name__)


class SessionRegistry:
    """Opens, finds and forgets sessions."""

    def __init__(
        self,
        saved: SavedGamesFolder,
        first: Mapping[str, Any] = MappingProxyType({}),
        *,
        allow_programs: bool = False,
        budget_mb: int = BUDGET_MB,
    ) -> None:
        """No sessions yet.

        first     -- fields of NewGame: the game that a session begins with; GoError if it cannot be
        budget_mb -- what the searches of all sessions may take together
        """
        self._saved = saved
        self._allow_programs = allow_programs
        self._places: dict[str, _Place] = {}
        self._lock = threading.Lock()  # held while places come and go
        self._resources = Resources(budget_mb)
        self._forgotten: list[WebSession] = []  # that hold memory still
        self._returned_at = 0.0  # when memory was given to the machine last
        try:
            self._first = NewGame.model_validate(first)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            raise GoError(
                f"the page cannot begin with this game: {wrong['loc'][0]}: {wrong['msg']}"
            ) from None
        LiveGame.begin("first", self._first, seed=0, allow_programs=allow_programs)

    def enter(self, key: str | None, viewer: Viewer) -> tuple[str, WebSession]:
        """The session of a key, or a new one with its key; GoError if there is no room for another."""
        with self._lock:
            place = self._places.get(key or "") or self._open()
            place.n_coming += 1  # or its session might be forgotten just now
        try:
            place.session.enter(viewer)
        finally:
            with self._lock:
                place.n_coming -= 1
        return place.key, place.session

    def tick(self) -> None:
        """Look at clocks, and at who is watched."""
        now = time.monotonic()
        with self._lock:
            places = list(self._places.values())
            for place in places:
                if place.is_watched:
                    place.watched_at = now
        for place in places:
            if place.is_watched:
                try:
                    place.session.tick()
                except Exception:  # the clocks of the others go on
                    _log.exception("a look at the clocks of a game failed")

    def keep_memory(self) -> None:
        """Forget sessions that nobody has looked at for long, and keep to the budget."""
        now = time.monotonic()
        with self._lock:
            for place in list(self._places.values()):
                if not place.is_watched and now - place.watched_at > SECONDS_UNWATCHED:
                    self._forget(place)
            places = list(self._places.values())
            ended, self._forgotten = self._forgotten, []
        left = [
            place.session
            for place in places
            if not place.is_watched
            and now - place.watched_at > SECONDS_OF_A_TREE
            and place.session.bytes_used
        ]
        has_given = [session.give_back() for session in [*ended, *left]]
        del ended
        is_short = self._resources.keep_budget([place.session for place in places])
        if any(has_given) or (is_short and now - self._returned_at > _SECONDS_BETWEEN_RETURNS):
            return_memory()
            self._returned_at = time.monotonic()

    def close(self) -> None:
        """End everything, without waiting for it."""
        with self._lock:
            places = list(self._places.values())
        for place in places:
            place.session.let_go()

    def _open(self) -> "_Place":
        if len(self._places) >= MAX_SESSIONS:
            oldest = min(
                (place for place in self._places.values() if not place.is_watched),
                key=lambda place: place.watched_at,
                default=None,
            )
            if oldest is None:
                raise GoError(f"{MAX_SESSIONS} pages are open already: close one of them")
            self._forget(oldest)
        session = WebSession(
            self._saved, self._first, allow_programs=self._allow_programs, resources=self._resources
        )
        place = _Place(secrets.token_urlsafe(16), session, time.monotonic())
        self._places[place.key] = place
        return place

    def _forget(self, place: "_Place") -> None:
        """A session ends; its memory is given back when that is looked after."""
        del self._places[place.key]
        self._forgotten.append(place.session)


@dataclass
class _Place:
    """A session and its key."""

    key: str
    session: WebSession
    watched_at: float  # when somebody looked last, as far as was noticed
    n_coming: int = 0  # pages that are about to look

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks."""
        return self.n_coming > 0 or self.session.n_viewers > 0
