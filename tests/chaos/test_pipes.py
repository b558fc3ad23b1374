"""A named pipe where a file should be: to open one waits for a writer, and none comes."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli.app import app
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.spec import PLAYERS, make_player, player_settings

PATIENCE = 60.0


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def refusal(pipe: Path, act: Callable[[], object]) -> str:
    """Why something was refused; it must not wait for the other end of the pipe."""
    told: list[str] = []

    def run() -> None:
        try:
            told.append(str(act()))
        except (GoError, SystemExit) as error:
            told.append(str(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    waits = thread.is_alive()
    if waits:  # let it go, for the tests that follow
        os.close(os.open(pipe, os.O_RDWR | os.O_NONBLOCK))
    assert not waits, "it waits for the pipe"
    return told[0]


COMMANDS = [
    "book info PIPE",
    "book show PIPE",
    "book coverage PIPE PIPE",
    "book build PIPE --size 9 -o OUT",
    "train move-prior PIPE -o OUT",
    "train dag-rnn PIPE --size 9 -o OUT",
    "match random random --size 5 --games 2 --store PIPE",
    "match random random --size 5 --games 2 --slurm PIPE --store OUT",
    "evidence --plan PIPE",
    "territory PIPE",
    "territory PIPE --net PIPE",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_waits_for_a_pipe(pipe: Path, tmp_path: Path, command: str) -> None:
    words = [
        word.replace("PIPE", str(pipe)).replace("OUT", str(tmp_path / "out")) for word in command.split()
    ]

    def act() -> str:
        result = CliRunner().invoke(app, words)
        assert result.exit_code != 0, result.output
        assert isinstance(result.exception, GoError | SystemExit), repr(result.exception)
        return f"{result.exception} {result.output} {result.stderr}"

    assert "Traceback" not in refusal(pipe, act)


@pytest.mark.parametrize(
    "player",
    [
        f"{name}:{setting.name}="
        for name in PLAYERS
        for setting in player_settings(name).values()
        if setting.kind is str and not setting.choices
    ],
)
def test_no_player_waits_for_a_pipe(pipe: Path, player: str) -> None:
    assert "cannot" in refusal(pipe, lambda: make_player(f"{player}{pipe}"))


@pytest.mark.parametrize("command", ["loadsgf", "tengen-territory", "printsgf"])
def test_no_line_of_gtp_waits_for_a_pipe(pipe: Path, command: str) -> None:
    commands = Engine(RandomPlayer(1), Game(5)).commands
    answer = refusal(pipe, lambda: commands[command]([str(pipe)]))
    assert answer == "" if command == "printsgf" else "cannot" in answer  # which puts a file in its place


def test_a_pipe_that_would_be_waited_for_is_noticed(pipe: Path) -> None:
    """The test of the tests."""
    sys.modules[__name__].PATIENCE, patience = 0.5, PATIENCE  # type: ignore[attr-defined]
    try:
        with pytest.raises(AssertionError, match="waits"):
            refusal(pipe, pipe.read_bytes)
    finally:
        sys.modules[__name__].PATIENCE = patience  # type: ignore[attr-defined]
