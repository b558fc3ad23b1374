"""The server against pages that err, flood, lie, leave or come back, and many of them at once."""

import json
import threading
import time
import urllib.request
from http.client import HTTPConnection
from urllib.parse import urlparse

import numba
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tengen.web.limits import MAX_MESSAGE_BYTES, MAX_SESSIONS, MESSAGE_BURST
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import RunningServer

HUMANS = {"black": "human", "white": "human", "size": 5}


def test_the_page_and_its_files(server: RunningServer) -> None:
    with urllib.request.urlopen(server.address) as answer:
        assert b"Tengen" in answer.read()
        assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "/%2e%2e%2fsecret.txt%00.html",
        "//etc/passwd",
        "/static/../../secret.txt",
        "/link.txt",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_path_leads_out_of_the_folder(server: RunningServer, path: str) -> None:
    place = urlparse(server.url)
    connection = HTTPConnection(place.hostname or "", place.port)
    connection.request("GET", path, headers=server.cookie)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status in (400, 404, 405, 500)
    assert b"secret" not in body
    assert b"root:" not in body
    assert b"Traceback" not in body


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_other_pages_get_no_connection(server: RunningServer, origin: str | None) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(
            server.address.replace("http:", "ws:").replace("?", "ws?"),
            origin=origin,  # type: ignore[arg-type]
            additional_headers=server.cookie,
        ),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"type": "fly"}',
        '{"type": "play"}',
        '{"type": "play", "vertex": "<script>"}',
        "null",
        '""',
    ],
)
def test_a_wrong_message_is_a_problem_and_no_more(server: RunningServer, text: str) -> None:
    with server.page() as page:
        page.ask("state", type="new_game", **HUMANS)
        page.socket.send(text)
        problem = page.wait_for(lambda event: event["type"] == "problem")
        assert "Traceback" not in problem["text"]
        assert "/" not in problem["text"]
        assert page.ask("state", type="play", vertex="C3")["last_move"] == "C3"


def test_hello_comes_first(server: RunningServer) -> None:
    with server.connect() as socket:
        socket.send('{"type": "resign"}')
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "problem"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


def test_a_message_that_is_too_long_ends_the_connection(server: RunningServer) -> None:
    with server.page() as page, pytest.raises(ConnectionClosed):
        page.ask("nothing", type="open_record", text="x" * (MAX_MESSAGE_BYTES + 1))
    with server.page() as page:
        assert page.session


def test_a_flood_is_told_to_slow_down(server: RunningServer) -> None:
    with server.page() as page:
        for _ in range(3 * MESSAGE_BURST):
            page.send(type="watch", views=[])
        page.wait_for(lambda event: event["type"] == "problem" and "slow down" in event["text"])
        time.sleep(0.5)
        page.send(type="new_game", **HUMANS)
        page.wait_for(lambda event: event["type"] == "state" and event["size"] == 5)


def test_a_page_that_comes_back_finds_its_game(server: RunningServer) -> None:
    with server.page() as page:
        page.ask("state", type="new_game", **HUMANS)
        page.ask("state", type="play", vertex="C3")
        key = page.session
    with server.page(key) as page:
        assert page.session == key
        assert page.first_state["last_move"] == "C3"
    with server.page("no such key") as page:
        assert page.session not in (key, "no such key")
        assert page.first_state["last_move"] is None


def test_keys_cannot_be_guessed(server: RunningServer) -> None:
    with server.page() as one, server.page() as other:
        assert one.session != other.session
        assert len(one.session) >= 22  # 128 bits in letters of six


def test_a_search_stops_when_its_page_closes(server: RunningServer) -> None:
    def is_thinking() -> bool:
        return any(thread.name.startswith("thinking") for thread in threading.enumerate())

    with server.page() as page:
        page.send(type="new_game", **{**HUMANS, "size": 9})
        page.send(type="analyse", on=True)
        page.wait_for(lambda event: event["type"] == "thought" and event["running"])
        assert is_thinking()
    wait_until(lambda: not is_thinking())


def test_records_with_hostile_text_stay_text(server: RunningServer) -> None:
    name = "<script>alert(1)</script>"
    with server.page() as page:
        text = f"(;SZ[5]PB[{name}]PW[javascript:alert(1)];B[cc]C[<img src=x onerror=alert(1)>])"
        state = page.ask("state", type="open_record", text=text)
        assert state["tree"][1]["comment"] == "<img src=x onerror=alert(1)>"
        assert state["black"] == "human"  # a name is nobody's player


def test_fifty_pages_play_fifty_games(server: RunningServer) -> None:
    """Each plays its own moves; no stone of another game is ever on its board."""
    n_pages, failures = 50, []
    points = [f"{letter}{number}" for letter in "ABCDE" for number in range(1, 6)]

    def run(number: int) -> None:
        try:
            with server.page() as page:
                page.ask("state", type="new_game", **HUMANS)
                own = [points[(number + 7 * step) % 25] for step in range(4)]
                for count, vertex in enumerate(own, 1):
                    state = page.ask("state", type="play", vertex=vertex)
                    played = [row["vertex"] for row in state["tree"][1:]]
                    if played != own[:count]:
                        failures.append((number, own[:count], played))
        except BaseException as error:
            failures.append((number, repr(error)))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(n_pages)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="interpreted searches hold the interpreter")
def test_others_are_answered_while_some_think(server: RunningServer) -> None:
    with server.page() as one, server.page() as two, server.page() as third:
        for page in (one, two):
            page.ask("state", type="new_game", **{**HUMANS, "size": 19})
            page.send(type="analyse", on=True)
            page.wait_for(lambda event: event["type"] == "thought" and event["running"])
        seconds = []
        for _ in range(20):
            started = time.monotonic()
            third.ask("saved_games", type="ask_saved")
            seconds.append(time.monotonic() - started)
        assert sorted(seconds)[18] < 0.5  # 0.2 is what we want of a machine that does nothing else


def test_there_is_an_end_to_sessions(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_SESSIONS > 50
    monkeypatch.setattr("tengen.web.registry.MAX_SESSIONS", 1)
    with server.page() as first:
        with server.connect() as socket:
            socket.send('{"type": "hello"}')
            assert "close one" in json.loads(socket.recv(timeout=PATIENCE))["text"]
        assert first.ask("state", type="new_game", **HUMANS)["size"] == 5

    def may_enter() -> bool:
        """The place of a page that has left is given away, as soon as the server has heard of it."""
        with server.connect() as socket:
            socket.send('{"type": "hello"}')
            answer = json.loads(socket.recv(timeout=PATIENCE))
            return answer["type"] == "welcome" and answer["session"] != first.session

    wait_until(may_enter)


def test_what_goes_wrong_inside_is_told_without_its_trace(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("/home/somebody/secret")

    monkeypatch.setattr("tengen.web.registry.LibraryApi.answer", fail)
    with server.page() as page:
        problem = page.ask("problem", type="ask_saved")
        assert "secret" not in problem["text"]
        assert page.ask("state", type="new_game", **HUMANS)["size"] == 5
