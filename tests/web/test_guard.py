"""Only pages of this server on this machine are answered."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.web.guard import Guard

OURS = "127.0.0.1:8361"
WS = f"ws://{OURS}/ws"
HOSTS = frozenset({OURS, "localhost:8361", "[::1]:8361"})


async def page(request: object) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("here")
    await socket.close()


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/", page, methods=["GET", "POST"]), WebSocketRoute("/ws", echo)]
    return TestClient(Guard(Starlette(routes=routes), HOSTS), base_url=f"http://{OURS}")


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_our_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).text == "the page"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8361", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8361.evil.example", ""],
)
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 403
    assert "the page" not in answer.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://{OURS}", "http://127.0.0.1:80", ""]
)
def test_another_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/", headers={"origin": origin}).status_code == 403
    assert client.post("/", headers={"origin": origin}).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(WS, headers={"origin": origin}):
        pass


def test_without_an_origin_only_looking_is_allowed(client: TestClient) -> None:
    assert client.get("/").status_code == 200
    assert client.post("/").status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(WS):
        pass


def test_our_own_origin_is_welcome(client: TestClient) -> None:
    assert client.post("/", headers={"origin": f"http://{OURS}"}).status_code == 200
    with client.websocket_connect(WS, headers={"origin": f"http://{OURS}"}) as socket:
        assert socket.receive_text() == "here"


def test_every_answer_says_what_a_page_may_load(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/nothing"), client.post("/")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
