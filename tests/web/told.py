"""A session in tests: what it told, and waiting for what it will tell."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tengen.web.messages.game import State
from tengen.web.messages.requests import NewGame, Request
from tengen.web.messages.schema import Event
from tengen.web.outbox import Viewer
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.session import WebSession
from tests.waiting import PATIENCE

Told = TypeVar("Told", bound=Event)


class ToldSession:
    """A session, and all that it has told so far."""

    def __init__(self, folder: Path, session: WebSession | None = None) -> None:
        """Look at a session, a new one if none is given."""
        self.events: list[Event] = []
        self.folder = folder
        self.session = session or WebSession(SavedGamesFolder(folder), NewGame(), seed=1)
        self.viewer = Viewer(self._tell)
        self._news = threading.Condition()
        self.enter()

    def enter(self) -> None:
        """Look, as a page does that opens."""
        self.session.enter(self.viewer)

    def close(self) -> None:
        """Look no more, as a page does that is closed; enter again if you like."""
        self.session.leave(self.viewer)

    def another(self) -> "ToldSession":
        """A second page that looks at the same session."""
        return ToldSession(self.folder, self.session)

    def ask(self, request: Request) -> None:
        self.session.handle(request, self.viewer)

    def _tell(self, event: Event) -> None:
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def begin(self, **settings: object) -> State:
        """A game on 5x5, between persons unless something else is said."""
        asked = {"size": 5, "komi": 0.5, "black": "human", "white": "human", **settings}
        self.ask(NewGame.model_validate(asked))
        return self.state

    @property
    def state(self) -> State:
        """The state that was told last."""
        return next(event for event in reversed(self.events) if isinstance(event, State))

    def last(self, kind: type[Told]) -> Told:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def wait(self, is_told: Callable[[], bool]) -> None:
        """Until something holds of what was told."""
        with self._news:
            assert self._news.wait_for(is_told, PATIENCE), f"never told; the last was {self.events[-1:]}"
