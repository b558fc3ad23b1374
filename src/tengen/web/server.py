"""The server of the page: files, and one websocket a page. It listens on this machine only."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

from tengen import __version__
from tengen.core.errors import GoError
from tengen.core.rules import NAMED_RULES
from tengen.web.guard import App, Guard
from tengen.web.hub import Hub, Place
from tengen.web.levels import LEVELS
from tengen.web.limits import (
    MAX_MESSAGE_BYTES,
    MESSAGE_BURST,
    MESSAGES_A_SECOND,
    PLAYOUTS_A_MOVE,
    SECONDS_A_MOVE,
)
from tengen.web.messages.game import Problem, Welcome
from tengen.web.messages.requests import REQUEST, Hello, Request
from tengen.web.messages.schema import Event
from tengen.web.outbox import Outbox
from tengen.web.shelf import Shelf

STATIC = Path(__file__).parent / "static"
_SECONDS_A_TICK = 0.5
_log = logging.getLogger(__name__)


def make_app(hub: Hub, shelf: Shelf, hosts: frozenset[str], static: Path = STATIC) -> App:
    """The application; `hosts` as in Guard."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        ticking = asyncio.create_task(_tick(hub))
        yield
        ticking.cancel()
        await asyncio.to_thread(hub.close)

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)

    @app.get("/")
    async def index() -> FileResponse:
        return FileResponse(static / "index.html", headers={"cache-control": "no-cache"})

    @app.websocket("/ws")
    async def websocket(socket: WebSocket) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await _serve_page(socket, hub, shelf)

    app.mount("/", StaticFiles(directory=static, check_dir=False), name="static")
    return Guard(app, hosts)


def serving_settings() -> dict[str, Any]:
    """What uvicorn is told: nothing of the traffic is written anywhere, and messages have an end."""
    return {
        "log_level": "warning",
        "ws": "websockets-sansio",
        "ws_max_size": MAX_MESSAGE_BYTES,
        "timeout_graceful_shutdown": 2,
    }


async def _tick(hub: Hub) -> None:
    while True:
        await asyncio.sleep(_SECONDS_A_TICK)
        await asyncio.to_thread(hub.tick)


async def _serve_page(socket: WebSocket, hub: Hub, shelf: Shelf) -> None:
    """One page from its hello to its end; its requests are done one after the other, beside the loop."""
    hello = _parse(await _receive(socket))
    if not isinstance(hello, Hello):
        await _send(socket, Problem(text="the first message must be hello"))
        return
    try:
        place, outbox = hub.enter(hello.session, asyncio.get_running_loop())
    except GoError as error:
        await _send(socket, Problem(text=str(error)))
        return
    await _send(socket, _welcome(place))
    sending = asyncio.create_task(_send_all(socket, outbox))
    try:
        await asyncio.to_thread(place.session.tell_state)
        await _answer_requests(socket, place, shelf)
    finally:
        sending.cancel()
        await asyncio.to_thread(hub.leave, place, outbox)


async def _answer_requests(socket: WebSocket, place: Place, shelf: Shelf) -> None:
    allowance, last = float(MESSAGE_BURST), time.monotonic()
    while True:
        text = await _receive(socket)
        now = time.monotonic()
        allowance = min(MESSAGE_BURST, allowance + (now - last) * MESSAGES_A_SECOND)
        last = now
        if allowance < 1:
            place.tell(Problem(text="too many messages at once: slow down"))
            continue
        allowance -= 1
        await asyncio.to_thread(_answer, text, place, shelf)


def _answer(text: str, place: Place, shelf: Shelf) -> None:
    """Do what one message asks for; whatever goes wrong is told in a sentence, without a trace."""
    try:
        request = _parse(text)
        if isinstance(request, Problem):
            place.tell(request)
        elif place.session.knows(request):
            place.session.handle(request)
        else:
            place.tell(shelf.answer(request))
    except GoError as error:
        place.tell(Problem(text=str(error)))
    except Exception:
        _log.exception("a request failed")
        place.tell(Problem(text="something went wrong in the server: its terminal says what"))


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
    await socket.send_text(json.dumps(event.model_dump(), allow_nan=False))


def _welcome(place: Place) -> Welcome:
    return Welcome(
        session=place.key,
        version=__version__,
        levels=list(LEVELS),
        rules=list(NAMED_RULES),
        seconds_a_move=SECONDS_A_MOVE,
        playouts_a_move=PLAYOUTS_A_MOVE,
    )
