"""What the page can look at beside its game: saved games and experiments."""

from tengen.core.errors import GoError
from tengen.web.messages.requests import AskExperiment, AskExperiments, AskGame, AskSaved, Request
from tengen.web.messages.schema import Event
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.watching import Watching


class Shelf:
    """Answers requests that no session is needed for."""

    def __init__(self, saved: SavedGamesFolder, watching: Watching) -> None:
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
