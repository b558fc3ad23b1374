"""Who may talk to the server: the page that it served itself, in a browser that was given the token.

A web site that is open in the same browser can send requests to this machine, and it can make a name of its
own point here; so the Host must be ours, and so must the Origin of a websocket and of all but plain GETs.

Another user of this machine can send whatever he likes. So nothing is answered without the token, random and
new with each start, that stands in the address which opens the page. From there on a cookie stands for it. A
browser sends a cookie to all ports of a machine, also to those where somebody else serves; so a websocket,
which alone does anything, needs the token itself beside it, and the page keeps that where only pages of our
own port can read it. Who steals a cookie has gained nothing, and nor has who finds the token of a server that
has ended.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

TOKEN = "token"  # its name in the query
NO_TOKEN = 4401  # closes a websocket of our page that has no valid token, so that it can say what to do
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
_FOREIGN = "this server answers its own page on this machine only"
_WHAT_TO_DO = "Open the address that tengen play shows in its terminal: this one has no token, or an old one."

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def new_token() -> str:
    """A token that nobody can guess: 256 random bits."""
    return secrets.token_urlsafe(32)


class OriginMiddleware:
    """Wraps an application: what is not ours gets 403, and every answer says what a page may load."""

    def __init__(self, app: App, hosts: frozenset[str], token: str) -> None:
        """Hosts -- "127.0.0.1:8000" and the like, as they may stand in Host and, after http://, in Origin."""
        self._app = app
        self._hosts = hosts
        self._token = token
        self._cookie = hashlib.blake2b(token.encode(), digest_size=32, person=b"tengen cookie").hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a websocket, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self._is_ours(scope):
            await _refuse(scope, receive, send, _FOREIGN, accept=False)
        elif not self._is_known(scope):
            await _refuse(scope, receive, send, _WHAT_TO_DO, accept=True)
        else:
            more = [*_HEADERS, *self._cookie_headers(scope)]

            async def send_with_headers(message: MutableMapping[str, Any]) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", []), *more]
                await send(message)

            await self._app(scope, receive, send_with_headers)

    def _is_ours(self, scope: Scope) -> bool:
        """Whether Host and Origin are ours; only a plain GET may come without an Origin."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self._hosts:
            return False
        origin = headers.get("origin")
        if origin is None:
            return scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        return origin.lower() in {f"http://{host}" for host in self._hosts}

    def _is_known(self, scope: Scope) -> bool:
        """Whether token or cookie are there; a websocket needs both."""
        found = self._has_token(scope), self._has_cookie(scope)
        return all(found) if scope["type"] == "websocket" else any(found)

    def _has_token(self, scope: Scope) -> bool:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return _is_same(query.get(TOKEN, [""])[0], self._token)

    def _has_cookie(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        cookies = cookie_parser(headers.get("cookie", ""))  # lenient: others set cookies for this host, too
        return _is_same(cookies.get(_cookie_name(headers["host"]), ""), self._cookie)

    def _cookie_headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """The cookie for a browser that came with the token; its address is to be kept nowhere."""
        if scope["type"] != "http" or not self._has_token(scope):
            return []
        name = _cookie_name(Headers(scope=scope)["host"])
        cookie = f"{name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict"
        return [(b"set-cookie", cookie.encode()), (b"cache-control", b"no-store")]


def _cookie_name(host: str) -> str:
    """By the port: several servers of a machine have different cookies."""
    return f"tengen-{host.rpartition(':')[2]}"


def _is_same(text: str, secret: str) -> bool:
    """Compared in a time that tells nothing."""
    return hmac.compare_digest(text.encode("utf-8", "surrogateescape"), secret.encode())


async def _refuse(scope: Scope, receive: Receive, send: Send, reason: str, *, accept: bool) -> None:
    """Say why; a websocket hears it only after it was accepted, by the code with which it is closed."""
    if scope["type"] == "websocket":
        await receive()  # the wish to connect
        if accept:
            await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": NO_TOKEN if accept else 1008})
        return
    body = f"{reason}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
