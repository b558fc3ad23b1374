"""A real server on a free port, and pages that talk to it."""

import json
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from tengen.web.monitor.monitor import ExperimentMonitor
from tengen.web.origin_check import new_token
from tengen.web.registry import LibraryApi, SessionRegistry
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.server import make_app, serving_settings
from tests.waiting import PATIENCE

MOST_EVENTS = 10_000  # that a page waits for: many minutes of a search
TOKEN = new_token()  # of all servers of a run, so that a page finds a server that was started again


@dataclass
class RunningServer:
    """A server that answers at `url`."""

    url: str
    hub: SessionRegistry
    token: str

    @property
    def address(self) -> str:
        """What opens the page in a browser."""
        return f"{self.url}?token={self.token}"

    @property
    def cookie(self) -> dict[str, str]:
        """The header of a browser that has opened the page."""
        with urllib.request.urlopen(self.address) as answer:
            return {"cookie": answer.headers["set-cookie"].partition(";")[0]}

    def connect(self) -> ClientConnection:
        """A websocket as the page opens it."""
        return connect(
            f"{self.url.replace('http:', 'ws:')}ws?token={self.token}",
            origin=self.url.rstrip("/"),  # type: ignore[arg-type]
            additional_headers=self.cookie,
            max_size=1 << 24,
            compression=None,
        )

    @contextmanager
    def page(self, session: str | None = None) -> Iterator["Page"]:
        """A connection that has said hello."""
        with self.connect() as socket:
            page = Page(socket)
            page.send(type="hello", session=session)
            page.session = page.wait_for(lambda event: event["type"] == "welcome")["session"]
            page.first_state = page.wait_for(lambda event: event["type"] == "state")
            yield page


class Page:
    """A page without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.session = ""
        self.first_state: dict[str, Any] = {}

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def wait_for(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next event of which something holds; what comes before it is dropped."""
        for _ in range(MOST_EVENTS):
            event: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if is_it(event):
                return event
        raise AssertionError("it was never told")

    def ask(self, answer: str, **message: Any) -> dict[str, Any]:
        """Send a message and wait for an event of a type, or for a problem."""
        self.send(**message)
        return self.wait_for(lambda event: event["type"] in (answer, "problem"))


@contextmanager
def serve(
    games: Path,
    results: list[Path],
    static: Path | None = None,
    port: int = 0,
    token: str = TOKEN,
    *,
    allow_programs: bool = False,
) -> Iterator[RunningServer]:
    """Run a server in a thread of this process until the block ends."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(128)
    port = listening.getsockname()[1]
    saved = SavedGamesFolder(games)
    hub = SessionRegistry(saved, allow_programs=allow_programs)
    places = {} if static is None else {"static": static}
    app = make_app(
        hub, LibraryApi(saved, ExperimentMonitor(results)), frozenset({f"127.0.0.1:{port}"}), token, **places
    )
    server = uvicorn.Server(uvicorn.Config(app, **serving_settings()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield RunningServer(f"http://127.0.0.1:{port}/", hub, token)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
    assert not thread.is_alive()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a page of one line."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><title>Tengen</title>")
    (tmp_path / "secret.txt").write_text("a secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    with serve(tmp_path / "games", [tmp_path / "results"], static) as running:
        yield running
