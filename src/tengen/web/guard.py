"""Who may talk to the server: pages that it served itself, from this machine.

A web site that is open in the same browser can send requests to this machine, and it can make a name of its
own point here; so the Host must be ours, and so must the Origin of a websocket and of all but plain GETs.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guard:
    """Wraps an application: what is not ours gets 403, and every answer says what a page may load."""

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        """Hosts -- "127.0.0.1:8000" and the like, as they may stand in Host and, after http://, in Origin."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a websocket, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self.is_welcome(scope):
            await _refuse(scope, send)
        else:

            async def send_with_headers(message: MutableMapping[str, Any]) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", []), *_HEADERS]
                await send(message)

            await self._app(scope, receive, send_with_headers)

    def is_welcome(self, scope: Scope) -> bool:
        """Whether Host and Origin are ours; only a plain GET may come without an Origin."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self._hosts:
            return False
        origin = headers.get("origin")
        if origin is None:
            return scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        return origin.lower() in {f"http://{host}" for host in self._hosts}


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b"this server answers its own page on this machine only\n"
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode()), *_HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
