"""`tengen play`: what keeps the page from being served is told in one sentence."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import app
from tengen.core.errors import GoError
from tengen.play_cli import _listen


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


def test_without_a_port_the_next_free_one_is_taken() -> None:
    first, port = _listen(None)
    second, next_port = _listen(None)
    with first, second:
        assert port < next_port
        assert first.getsockname()[0] == second.getsockname()[0] == "127.0.0.1"


def test_a_page_that_was_not_built_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").unlink()
    assert "make page" in refused()
