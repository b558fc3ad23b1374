"""Connections that take something only while somebody is served: uvicorn's, with limits of time and number.

uvicorn itself waits for ever for the rest of a request, and for a page that takes nothing of what it is sent.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tengen.web.limits import MAX_CONNECTIONS, SECONDS_TO_ASK, SECONDS_TO_READ


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
