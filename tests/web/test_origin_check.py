"""Only pages of this server on this machine are answered, and only with its token."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.web.origin_check import NO_TOKEN, OriginMiddleware, new_token

OURS = "127.0.0.1:8361"
WS = f"ws://{OURS}/ws"
HOSTS = frozenset({OURS, "localhost:8361", "[::1]:8361"})
TOKEN = "n8Yw2_tQ6rV0kE-4bLxZsG7uJc1mAoPdHfTi9vRyXe3"  # one for all processes: it names parametrized tests
ORIGIN = {"origin": f"http://{OURS}"}


async def page(request: object) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("here")
    await socket.close()


@pytest.fixture
def stranger() -> TestClient:
    """Who was told nothing."""
    routes = [Route("/", page, methods=["GET", "POST"]), WebSocketRoute("/ws", echo)]
    return TestClient(OriginMiddleware(Starlette(routes=routes), HOSTS, TOKEN), base_url=f"http://{OURS}")


@pytest.fixture
def client(stranger: TestClient) -> TestClient:
    """Who has opened the address with the token."""
    assert stranger.get(f"/?token={TOKEN}").text == "the page"
    return stranger


def closes_with(client: TestClient, address: str, headers: dict[str, str]) -> int:
    """The code with which a websocket is closed at once."""
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(address, headers=headers) as s,
    ):
        s.receive_text()
    return closed.value.code


@pytest.mark.parametrize("host", sorted(HOSTS))
def test_our_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get(f"/?token={TOKEN}", headers={"host": host}).text == "the page"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8361", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8361.evil.example", ""],
)
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get(f"/?token={TOKEN}", headers={"host": host})
    assert answer.status_code == 403
    assert "the page" not in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://{OURS}", "http://127.0.0.1:80", ""]
)
def test_another_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/", headers={"origin": origin}).status_code == 403
    assert client.post("/", headers={"origin": origin}).status_code == 403
    assert closes_with(client, f"{WS}?token={TOKEN}", {"origin": origin}) == 1008


def test_without_an_origin_only_looking_is_allowed(client: TestClient) -> None:
    assert client.get("/").status_code == 200
    assert client.post("/").status_code == 403
    assert closes_with(client, f"{WS}?token={TOKEN}", {}) == 1008


def test_our_own_page_is_welcome(client: TestClient) -> None:
    assert client.post("/", headers=ORIGIN).status_code == 200
    with client.websocket_connect(f"{WS}?token={TOKEN}", headers=ORIGIN) as socket:
        assert socket.receive_text() == "here"


WRONG = ["", "?token=", "?token=x", f"?token={TOKEN[:-1]}", f"?token={TOKEN}x", "?token=%ff%00", "?tokem=x"]


@pytest.mark.parametrize("query", WRONG)
def test_without_the_token_nothing_is_answered(stranger: TestClient, query: str) -> None:
    for answer in (stranger.get(f"/{query}"), stranger.post(f"/{query}", headers=ORIGIN)):
        assert answer.status_code == 403
        assert "Open the address that tengen play shows" in answer.text
        assert "set-cookie" not in answer.headers
        assert TOKEN not in answer.text
    assert closes_with(stranger, WS + query, ORIGIN) == NO_TOKEN


@pytest.mark.parametrize("value", ["", "x", TOKEN, "é", '"', 3000 * "0"])
def test_a_wrong_cookie_is_none(stranger: TestClient, value: str) -> None:
    assert stranger.get("/", headers={"cookie": f"tengen-8361={value}".encode()}).status_code == 403  # type: ignore[dict-item]


def test_the_cookie_stands_for_the_token_but_opens_no_websocket(client: TestClient) -> None:
    assert client.get("/").status_code == 200
    for query in WRONG:
        assert closes_with(client, WS + query, ORIGIN) == NO_TOKEN


def test_the_token_alone_opens_no_websocket(stranger: TestClient) -> None:
    assert closes_with(stranger, f"{WS}?token={TOKEN}", ORIGIN) == NO_TOKEN


def test_the_cookie_is_for_our_pages_and_for_no_script(stranger: TestClient) -> None:
    answer = stranger.get(f"/?token={TOKEN}")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("tengen-8361=")
    assert all(part in cookie for part in ("; HttpOnly", "; SameSite=Strict", "; Path=/"))
    assert TOKEN not in cookie
    assert "no-store" in answer.headers["cache-control"]
    assert "set-cookie" not in stranger.get("/").headers


def test_cookies_of_others_do_no_harm(client: TestClient) -> None:
    ours = client.cookies["tengen-8361"]
    others = f'a; b={{"x": "[y]"}}; c=,,; tengen-8361={ours}; d="'
    assert client.get("/", headers={"cookie": others}).status_code == 200


def test_every_start_has_a_token_of_its_own(client: TestClient) -> None:
    cookie = {"cookie": f"tengen-8361={client.cookies['tengen-8361']}"}
    other = TestClient(
        OriginMiddleware(Starlette(routes=[Route("/", page)]), HOSTS, new_token()), f"http://{OURS}"
    )
    assert other.get("/", headers=cookie).status_code == 403
    assert other.get(f"/?token={TOKEN}").status_code == 403
    assert len({new_token() for _ in range(100)}) == 100
    assert len(TOKEN) >= 43  # 256 bits in letters of six


def test_every_answer_says_what_a_page_may_load(client: TestClient) -> None:
    for answer in (client.get("/"), client.get("/nothing"), client.post("/")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
