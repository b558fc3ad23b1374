"""What never ends, in requests and in players: other pages go on, clocks fall, and Ctrl-C ends the server."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tengen.web.messages.game import SavedGames
from tengen.web.registry import SessionRegistry
from tengen.web.saved_games import SavedGamesFolder
from tests.players.programs import is_running
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import Page, RunningServer, serve, server

__all__ = ["server"]  # the fixture

HUMANS = {"black": "human", "white": "human", "size": 5}
N_HANGING = 40  # many more than the threads of a pool for a machine of two cores


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Semaphore]:
    """Questions for saved games hang until the test is over; released once for each that hangs."""
    may_end, hangs = threading.Event(), threading.Semaphore(0)

    def hang(folder: SavedGamesFolder) -> SavedGames:
        hangs.release()
        may_end.wait()
        return SavedGames(games=[])

    monkeypatch.setattr(SavedGamesFolder, "list", hang)
    yield hangs
    may_end.set()


def test_requests_that_hang_freeze_no_other_page_and_no_clock(
    server: RunningServer, hanging: threading.Semaphore
) -> None:
    with ExitStack() as open_pages:
        for _ in range(N_HANGING):
            open_pages.enter_context(server.page()).send(type="ask_saved")
        for _ in range(N_HANGING):
            assert hanging.acquire(timeout=PATIENCE)
        page = open_pages.enter_context(server.page())
        assert page.ask("state", type="new_game", **HUMANS, main_seconds=1)["size"] == 5
        page.wait_for(lambda event: event["type"] == "state" and event["result"] == "W+T")


def test_a_page_whose_request_takes_long_is_told_and_may_ask_for_more(
    server: RunningServer, hanging: threading.Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.server.SECONDS_A_REQUEST", 0.2)
    with server.page() as page:
        assert "takes long" in page.ask("saved_games", type="ask_saved")["text"]
        monkeypatch.setattr("tengen.web.server.SECONDS_A_REQUEST", PATIENCE)
        assert page.ask("state", type="new_game", **HUMANS)["size"] == 5


def test_a_look_at_the_clocks_that_fails_or_hangs_is_followed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, looks = threading.Event(), []
    tick = SessionRegistry.tick

    def look(hub: SessionRegistry) -> None:
        looks.append(len(looks))
        if looks[-1] == 0:
            raise RuntimeError("a look fails")
        if looks[-1] == 1:
            may_end.wait()
        tick(hub)

    monkeypatch.setattr("tengen.web.server.SECONDS_A_LOOK", 0.2)
    monkeypatch.setattr(SessionRegistry, "tick", look)
    with serve(tmp_path / "games", []) as server:
        wait_until(lambda: len(looks) > 2)
        with server.page() as page:
            page.send(type="new_game", **HUMANS, main_seconds=1)
            page.wait_for(lambda event: event["type"] == "state" and event["result"] == "W+T")
        may_end.set()


@contextmanager
def never_ending_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], RunningServer]]:
    """The server of never_ending_server.py, in a process of its own."""
    command = [sys.executable, "-m", "tests.chaos.never_ending_server", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            told = ""
            while not (found := re.search(r"(http://[^/]+/)\?token=(\S+)", told)):
                line = process.stderr.readline()
                assert line, told
                told += line
            yield process, RunningServer(found[1], SessionRegistry(SavedGamesFolder(folder)), found[2])
        finally:
            process.kill()


def hang_wherever_it_can_be(server: RunningServer, open_pages: ExitStack, folder: Path) -> int:
    """Players, requests, a search and a program that never end; the process id of the program."""
    program, identity = folder / "program.py", folder / "id"
    program.write_text(
        f"import os, time\nopen({str(identity)!r}, 'w').write(str(os.getpid()))\ntime.sleep(1e6)\n"
    )

    def open_page() -> Page:
        return open_pages.enter_context(server.page())

    for _ in range(3):
        open_page().send(type="new_game", size=5, black="random", white="random")
        open_page().send(type="ask_saved")
        page = open_page()
        page.send(type="new_game", **{**HUMANS, "size": 19})
        page.send(type="analyse", on=True)
    page = open_page()
    page.send(type="new_game", size=5, black=f"gtp:{sys.executable} {program}", white="human")
    page.wait_for(lambda event: event["type"] == "state" and event["thinking"] == "move")
    open_page().ask("state", type="new_game", **HUMANS)
    wait_until(lambda: identity.exists() and identity.read_text())
    return int(identity.read_text())


def end(folder: Path) -> tuple[int, float]:
    """The status with which a server ends that hangs wherever it can, its program too, and after how long."""
    with never_ending_server(folder) as (process, server), ExitStack() as open_pages:
        program = hang_wherever_it_can_be(server, open_pages, folder)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        seconds = time.monotonic() - began
        wait_until(lambda: not is_running(program))
    return process.returncode, seconds


def test_ctrl_c_ends_a_server_in_which_much_never_ends(tmp_path: Path) -> None:
    assert end(tmp_path)[0] == 130


@pytest.mark.slow
def test_ctrl_c_ends_it_within_two_seconds(tmp_path: Path) -> None:
    for number in range(5):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert end(folder)[1] < 2, os.getloadavg()
