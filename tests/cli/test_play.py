"""`tengen play`: how the page is opened, and what keeps it from being served, in one sentence."""

import errno
import re
import socket
import stat
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlparse

import pytest
import uvicorn
from typer.testing import CliRunner

from tengen.cli.app import app
from tengen.cli.browser import open_in_browser, way_to
from tengen.cli.play import _listen
from tengen.core.errors import GoError
from tests.waiting import PATIENCE


def refused(*arguments: str) -> str:
    """Why a command was refused."""
    result = CliRunner().invoke(app, ["play", "--no-open", *arguments])
    assert isinstance(result.exception, GoError)
    return str(result.exception)


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr("tengen.web.server.STATIC", tmp_path)


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["--size", "4"], "size"),
        (["--opponent", "gnugo"], "programs"),
        (["--opponent", "esay"], "easy"),
        (["--rules", "japanese"], "rules"),
        (["--komi", "nan"], "komi"),
    ],
)
def test_a_first_game_that_cannot_be_is_refused(arguments: list[str], reason: str) -> None:
    assert reason in refused(*arguments)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert refused("--port", str(port)) == f"port {port} is taken: choose another with --port"


def test_a_port_that_cannot_be_had_for_another_reason_is_not_called_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(listening: socket.socket, address: tuple[str, int]) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    reason = "cannot serve on port 81: Permission denied; choose another with --port"
    assert refused("--port", "81") == reason
    assert refused() == reason.replace("81", "8361")


def test_without_a_port_the_next_free_one_is_taken() -> None:
    first, port = _listen(None)
    second, next_port = _listen(None)
    with first, second:
        assert port < next_port
        assert first.getsockname()[0] == second.getsockname()[0] == "127.0.0.1"


def test_a_page_that_was_not_built_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").unlink()
    assert "make page" in refused()


def test_the_address_is_printed_whole_and_given_to_the_browser_by_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two starts; what a browser is told stands on a command line, for all users to read."""
    told: list[str] = []
    leads_to: list[str] = []
    has_opened = threading.Event()

    def open_page(url: str) -> bool:
        told.append(url)
        way = Path(urlparse(url).path)
        assert stat.S_IMODE(way.stat().st_mode) == 0o600
        leads_to.append(way.read_text())
        has_opened.set()
        return True

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        assert has_opened.wait(PATIENCE)
        has_opened.clear()
        sockets[0].close()

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr("uvicorn.Server.run", run)
    monkeypatch.setattr("tengen.cli.play.compile_players", lambda: None)
    tokens = set()
    for _ in range(2):
        result = CliRunner().invoke(app, ["play", "--games", str(tmp_path / "games")])
        assert result.exit_code == 0, result.output
        line = next(line for line in result.stderr.splitlines() if "Tengen plays at" in line)
        address, token = re.findall(r"(http://127\.0\.0\.1:\d+/\?token=([\w-]{43})) ", line)[0]
        tokens.add(token)
        assert token not in told[-1]
        assert f"url={address}" in leads_to[-1]
        assert not Path(urlparse(told[-1]).path).exists()
    assert len(tokens) == 2


def test_a_machine_without_a_browser_or_a_place_for_files_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise webbrowser.Error("there is no browser")

    monkeypatch.setattr("webbrowser.open", fail)
    open_in_browser(Path("/nowhere"))
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    monkeypatch.setattr("tengen.cli.browser._SNAPS", Path("/nowhere"))
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: sockets[0].close())
    monkeypatch.setattr("tengen.cli.play.compile_players", lambda: None)
    assert CliRunner().invoke(app, ["play"]).exit_code == 0


def test_a_confined_browser_is_given_a_file_that_it_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.cli.browser._SNAPS", tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    with way_to("http://127.0.0.1:1/?token=<&>") as way:
        assert way.parent == tmp_path
        assert "token=&lt;&amp;&gt;" in way.read_text()
