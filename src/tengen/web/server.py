"""Connections that take something only while somebody is served: uvicorn's, with limits of time and number.

uvicorn itself waits for ever for the rest of a request, and for a page that takes nothing of what it is sent.

The server of the page: files, and one websocket a page. It listens on this machine only.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tengen import __version__
from tengen.core.errors import GoError
from tengen.core.rules import NAMED_RULES
from tengen.web.game.opponents import LEVELS
from tengen.web.limits import (
    MAX_CONNECTIONS,
    MAX_LOST_THREADS,
    MAX_MESSAGE_BYTES,
    MESSAGE_BURST,
    MESSAGES_A_SECOND,
    PLAYOUTS_A_MOVE,
    SECONDS_A_LOOK,
    SECONDS_A_MOVE,
    SECONDS_A_REQUEST,
    SECONDS_TO_ASK,
    SECONDS_TO_READ,
)
from tengen.web.messages.game import Problem, Welcome
from tengen.web.messages.requests import REQUEST, Hello, Request
from tengen.web.messages.schema import Event
from tengen.web.origin_check import App, OriginMiddleware
from tengen.web.outbox import Outbox, Viewer
from tengen.web.registry import LibraryApi, SessionRegistry
from tengen.web.session import WebSession
from tengen.web.threads import Workers


class HttpConnection(H11Protocol):
    """Ends if no whole request comes in time, be it the first one or the next."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        self._expect_request()

    def on_response_complete(self) -> None:
        """A request is answered; the next one may come."""
        super().on_response_complete()
        self._expect_request()

    def _expect_request(self) -> None:
        self.loop.call_later(SECONDS_TO_ASK, self._end_unless_asked, self.cycle)

    def _end_unless_asked(self, last: RequestResponseCycle | None) -> None:
        if self.cycle is last and self.transport.get_protocol() is self:  # else it has become a websocket
            self.transport.abort()


class WebsocketConnection(WebSocketsSansIOProtocol):
    """Ends at once if its page answers no ping, and soon when it is closed, whatever was not taken yet."""

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve the page to its end."""
        await super().run_asgi()
        self.loop.call_later(SECONDS_TO_READ, self.transport.abort)


def connection_settings() -> dict[str, Any]:
    """What uvicorn is told of them."""
    return {
        "http": HttpConnection,
        "ws": WebsocketConnection,
        "ws_ping_interval": SECONDS_TO_READ / 2,
        "ws_ping_timeout": SECONDS_TO_READ / 2,
        "ws_per_message_deflate": False,  # nothing travels far
    }


# --- The server -----------------------------------------------------------------------------------


STATIC = Path(__file__).parent / "static"
_SECONDS_BETWEEN_LOOKS = 0.5
_SECONDS_TO_END = 0.7  # for pages to be told that the server ends
_SECONDS_TO_CLOSE = 0.3  # for all that is thought about to hear that nobody wants it any more
_SAID_NOTHING = 1008
_TAKES_LONG = "this takes long: the answer comes when it is there"
_log = logging.getLogger(__name__)


def make_app(
    hub: SessionRegistry, shelf: LibraryApi, hosts: frozenset[str], token: str, static: Path = STATIC
) -> App:
    """The application; `hosts` and `token` as in OriginMiddleware."""
    requests = Workers("request", MAX_CONNECTIONS + MAX_LOST_THREADS)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        clocks, memory = (Workers(name, MAX_LOST_THREADS) for name in ("clocks", "memory"))
        tasks = [
            asyncio.create_task(_repeat(clocks, hub.tick)),
            asyncio.create_task(_repeat(memory, hub.keep_memory)),
        ]
        yield
        for task in tasks:
            task.cancel()
        with contextlib.suppress(TimeoutError):
            await clocks.do(_SECONDS_TO_CLOSE, hub.close)

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)

    @app.get("/")
    async def index() -> FileResponse:
        return FileResponse(static / "index.html", headers={"cache-control": "no-cache"})

    @app.websocket("/ws")
    async def websocket(socket: WebSocket) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await _serve_page(socket, hub, shelf, requests)

    app.mount("/", StaticFiles(directory=static, check_dir=False), name="static")
    return OriginMiddleware(app, hosts, token)


def serving_settings() -> dict[str, Any]:
    """What uvicorn is told: nothing of the traffic is written anywhere, and messages have an end."""
    return {
        "log_level": "warning",
        "log_config": None,  # uvicorn's own closes the handlers of everybody, and some close stderr with them
        "ws_max_size": MAX_MESSAGE_BYTES,
        "timeout_graceful_shutdown": _SECONDS_TO_END,
        **connection_settings(),
    }


async def _repeat(workers: Workers, look: Callable[[], None]) -> None:
    """Look after something now and then, whatever becomes of a look."""
    while True:
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        try:
            await workers.do(SECONDS_A_LOOK, look)
        except Exception:
            _log.exception("a look at all sessions failed")


async def _serve_page(socket: WebSocket, hub: SessionRegistry, shelf: LibraryApi, requests: Workers) -> None:
    """One page from its hello to its end; its requests are done one after the other, beside the loop."""
    try:
        hello = _parse(await asyncio.wait_for(_receive(socket), SECONDS_TO_ASK))
    except TimeoutError:
        await socket.close(_SAID_NOTHING)
        return
    if not isinstance(hello, Hello):
        await _send(socket, Problem(text="the first message must be hello"))
        return
    outbox = Outbox(asyncio.get_running_loop())
    viewer = Viewer(outbox.put)
    try:
        key, session = await requests.do(2 * SECONDS_A_REQUEST, hub.enter, hello.session, viewer)
    except (GoError, TimeoutError) as error:
        await _send(socket, Problem(text=str(error) or _TAKES_LONG))
        return
    try:
        await _send(socket, _welcome(key))
        sending = asyncio.create_task(_send_all(socket, outbox))
        try:
            await _answer_requests(socket, session, viewer, shelf, outbox, requests)
        finally:
            sending.cancel()
    finally:
        with contextlib.suppress(GoError, TimeoutError):  # it is busy, and will see that nobody looks
            await requests.do(SECONDS_A_REQUEST, session.leave, viewer)


async def _answer_requests(
    socket: WebSocket,
    session: WebSession,
    viewer: Viewer,
    shelf: LibraryApi,
    outbox: Outbox,
    requests: Workers,
) -> None:
    allowance, last = float(MESSAGE_BURST), time.monotonic()
    while True:
        text = await _receive(socket)
        now = time.monotonic()
        allowance = min(MESSAGE_BURST, allowance + (now - last) * MESSAGES_A_SECOND)
        last = now
        if allowance < 1:
            viewer.tell(Problem(text="too many messages at once: slow down"))
            continue
        allowance -= 1
        await outbox.has_room()
        try:
            await requests.do(SECONDS_A_REQUEST, _answer, text, session, viewer, shelf)
        except (GoError, TimeoutError) as error:
            viewer.tell(Problem(text=str(error) or _TAKES_LONG))


def _answer(text: str, session: WebSession, viewer: Viewer, shelf: LibraryApi) -> None:
    """Do what one message asks for; whatever goes wrong is told in a sentence, without a trace."""
    try:
        request = _parse(text)
        if isinstance(request, Problem):
            viewer.tell(request)
        elif session.knows(request):
            session.handle(request, viewer)
        else:
            viewer.tell(shelf.answer(request))
    except GoError as error:
        viewer.tell(Problem(text=str(error)))
    except Exception:
        _log.exception("a request failed")
        viewer.tell(Problem(text="something went wrong in the server: its terminal says what"))


async def _receive(socket: WebSocket) -> str:
    """The next message; one that is too long or no text ends the connection."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > MAX_MESSAGE_BYTES:
        await socket.close(1009)
        raise WebSocketDisconnect(1009)
    return str(text)


def _parse(text: str) -> Request | Problem:
    try:
        return REQUEST.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return Problem(text=f"a message that is none: {where} {first['msg']}".strip()[:300])


async def _send_all(socket: WebSocket, outbox: Outbox) -> None:
    while True:
        for event in await outbox.take():
            await _send(socket, event)


async def _send(socket: WebSocket, event: Event) -> None:
    await socket.send_text(event.model_dump_json())


def _welcome(key: str) -> Welcome:
    return Welcome(
        session=key,
        version=__version__,
        levels=list(LEVELS),
        rules=list(NAMED_RULES),
        seconds_a_move=SECONDS_A_MOVE,
        playouts_a_move=PLAYOUTS_A_MOVE,
    )
