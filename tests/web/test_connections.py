"""Connections that ask for nothing or half of something, or take nothing, end by themselves."""

import base64
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

import pytest
from websockets.exceptions import ConnectionClosed

from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import RunningServer, serve

SOON = 0.2


@contextmanager
def impatient(folder: Path, monkeypatch: pytest.MonkeyPatch, **limits: float) -> Iterator[RunningServer]:
    """A server that waits for nobody."""
    for name, value in limits.items():
        monkeypatch.setattr(f"tengen.web.server.{name}", value)
        monkeypatch.setattr(f"tengen.web.server.{name}", value, raising=False)
    with serve(folder / "games", [folder / "results"]) as server:
        yield server


def dial(server: RunningServer) -> socket.socket:
    place = urlparse(server.url)
    return socket.create_connection((place.hostname, place.port), timeout=PATIENCE)


def is_ended(connection: socket.socket) -> bool:
    """Whether the other side has ended it."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("begin", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"\x16\x03\x01"])
def test_half_a_request_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    with impatient(tmp_path, monkeypatch, SECONDS_TO_ASK=SOON) as server, dial(server) as connection:
        connection.sendall(begin)
        assert is_ended(connection)


def test_neither_is_a_request_that_comes_a_byte_at_a_time_nor_the_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with impatient(tmp_path, monkeypatch, SECONDS_TO_ASK=SOON) as server, dial(server) as connection:
        host = urlparse(server.url).netloc
        connection.sendall(f"GET /nothing HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 403")

        def send_a_byte() -> bool:
            try:
                connection.sendall(b"G")
            except OSError:
                return True
            return False

        wait_until(send_a_byte)


def test_a_page_that_does_not_say_hello_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with impatient(tmp_path, monkeypatch, SECONDS_TO_ASK=SOON) as server, server.connect() as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=PATIENCE)
        with server.page() as other:
            assert other.session


def test_a_page_that_reads_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that waits for it: more states than a line takes, of which only the newest would count."""
    with impatient(tmp_path, monkeypatch, SECONDS_TO_READ=6) as server, server.page() as looking:
        record = "(;SZ[5]" + f";C[{10_000 * 'x'}]" * 40 + ")"
        assert len(looking.ask("state", type="open_record", text=record)["tree"]) == 41
        session = server.hub._places[looking.session].session
        asleep = begin_websocket(server)
        say(asleep, {"type": "hello", "session": looking.session})
        wait_until(lambda: session.n_viewers == 2)
        for node in range(40):
            looking.ask("state", type="go_to", node=node)
        wait_until(lambda: session.n_viewers == 1)
        asleep.close()


def begin_websocket(server: RunningServer) -> socket.socket:
    """A websocket that takes little at once; nothing of it was read but the answer to its beginning."""
    place = urlparse(server.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
    connection.connect((place.hostname, place.port))
    lines = [
        f"GET /ws?token={server.token} HTTP/1.1",
        f"Host: {place.netloc}",
        f"Origin: {server.url.rstrip('/')}",
        f"Cookie: {server.cookie['cookie']}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    return connection


def say(connection: socket.socket, message: dict[str, str]) -> None:
    """A short message in one frame, with a mask of zeros."""
    data = json.dumps(message).encode()
    assert len(data) < 126
    connection.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)
