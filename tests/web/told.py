"""A session in tests: what it told, and waiting for what it will tell."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tengen.web.messages.game import State
from tengen.web.messages.requests import NewGame
from tengen.web.messages.schema import Event
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.session import Session

Told = TypeVar("Told", bound=Event)
PATIENCE = 60.0  # seconds, for an interpreted search on a busy machine


class ToldSession:
    """A session, and all that it has told so far."""

    def __init__(self, folder: Path) -> None:
        self.events: list[Event] = []
        self._news = threading.Condition()
        self.session = Session(SavedGamesFolder(folder), self._tell, NewGame(), seed=1)
        self.ask = self.session.handle

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
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while not is_told():
                left = deadline - time.monotonic()
                assert left > 0, f"never told; the last was {self.events[-1:]}"
                self._news.wait(left)
