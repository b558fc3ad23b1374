"""Many pages at once on a real server in a process of its own, which is measured from here; a program.

    python -m tests.chaos.load SESSIONS THINKING MINUTES

Some sessions think without end: they analyse, let engines play each other, or play against one. Others are
only looked at. One more page asks small questions all the time, and its answers are timed.
"""

import contextlib
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tengen.web.registry import SessionRegistry
from tengen.web.saved_games import SavedGamesFolder
from tests.web.conftest import Page, RunningServer

SERVER = """
import sys
from pathlib import Path
import tengen.web.registry, tengen.web.server
from tengen.cli.app import app
folder = Path(sys.argv[1])
(folder / "index.html").touch()
tengen.web.server.STATIC = folder
tengen.web.registry.SECONDS_UNWATCHED = float(sys.argv[2])
app(["play", "--no-open", "--games", str(folder / "games")])
"""
LEVELS = ("first-steps", "easy", "medium", "hard", "strong", "strongest", "td", "naive", "pattern", "random")
SECONDS_UNTIL_FORGOTTEN = 2.0  # instead of ten minutes
SECONDS_TO_SETTLE = 90.0
SECONDS_BETWEEN_QUESTIONS = 0.25


@dataclass
class Measured:
    """What a load did to the server: seconds until answers, and megabytes of resident memory."""

    seconds: list[float]
    before: float
    most: float
    after: float
    n_moves: int
    problems: list[str]

    def percentile(self, share: float) -> float:
        """Seconds within which this share of all questions was answered."""
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]

    def __str__(self) -> str:
        times = ", ".join(f"p{100 * share:g} {1000 * self.percentile(share):.0f} ms" for share in
                          (0.5, 0.95, 0.99, 1.0))  # fmt: skip
        return (
            f"{len(self.seconds)} answers: {times}; {self.before:.0f} MB before, {self.most:.0f} at most, "
            f"{self.after:.0f} afterwards; {self.n_moves} moves of engines; {len(self.problems)} problems "
            f"{sorted(set(self.problems))[:5]}"
        )


@contextlib.contextmanager
def server_process(folder: Path) -> Iterator[tuple[int, RunningServer]]:
    """The process id of a server of its own, and where it is."""
    command = [sys.executable, "-c", SERVER, str(folder), str(SECONDS_UNTIL_FORGOTTEN)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            told = ""
            while not (found := re.search(r"(http://[^/]+/)\?token=(\S+)", told)):
                line = process.stderr.readline()
                assert line, told
                told += line
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield process.pid, RunningServer(found[1], SessionRegistry(SavedGamesFolder(folder)), found[2])
        finally:
            process.kill()


def resident_mb(process: int) -> float:
    """The memory that a process has now."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1000


class Load:
    """Pages that keep a server busy until they are told to end."""

    def __init__(self, server: RunningServer, n_sessions: int, n_thinking: int) -> None:
        self.may_end = threading.Event()
        self.n_moves = 0
        self.problems: list[str] = []
        self._server = server
        kinds = (self._analyse, self._let_engines_play, self._play)
        uses = [kinds[number % 3] if number < n_thinking else self._look for number in range(n_sessions)]
        self.threads = [
            threading.Thread(target=self._run, args=(use, number), daemon=True)
            for number, use in enumerate(uses)
        ]

    def _run(self, use, number: int) -> None:  # type: ignore[no-untyped-def]
        with self._server.page() as page:
            try:
                use(page, random.Random(number))
            except (ConnectionClosed, TimeoutError) as error:
                self.problems.append(f"{use.__name__}: {type(error).__name__}")

    def _read(self, page: Page, seconds: float) -> dict:  # type: ignore[type-arg]
        """Whatever comes in some seconds; the last state."""
        state: dict = {}  # type: ignore[type-arg]
        until = time.monotonic() + seconds
        while not self.may_end.is_set() and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                event = json.loads(page.socket.recv(timeout=min(left, 1.0)))
                if event["type"] == "state":
                    state = event
                elif event["type"] == "problem":
                    self.problems.append(event["text"])
        return state

    def _analyse(self, page: Page, rng: random.Random) -> None:
        """Think about one position after the other, and look at all of it."""
        page.send(type="watch", views=["candidates", "territory", "tree"])
        while not self.may_end.is_set():
            page.send(type="new_game", size=rng.choice((9, 13, 19)), black="human", white="human")
            page.send(type="analyse", on=True)
            for _ in range(10):
                page.send(type="engine_move")
                self.n_moves += 1
                self._read(page, rng.uniform(5, 15))

    def _let_engines_play(self, page: Page, rng: random.Random) -> None:
        """Games of engines against engines, one after the other."""
        while not self.may_end.is_set():
            page.send(
                type="new_game", size=rng.choice((9, 19)), black=rng.choice(LEVELS[:6]), white="strongest"
            )
            for _ in range(60):
                state = self._read(page, 2)
                self.n_moves += bool(state)
                if state and state["phase"] != "playing":
                    break

    def _play(self, page: Page, rng: random.Random) -> None:
        """A person against an engine, with a move as soon as it is allowed."""
        while not self.may_end.is_set():
            page.send(type="new_game", size=rng.choice((9, 19)), black="human", white=rng.choice(LEVELS[3:6]))
            state = self._read(page, 1)
            for _ in range(100):
                points = [
                    f"{'ABCDEFGHJKLMNOPQRST'[column]}{state['size'] - row}"
                    for row, line in enumerate(state.get("board", []))
                    for column, colour in enumerate(line)
                    if colour == "."
                ]
                if not points or self.may_end.is_set() or state["phase"] != "playing":
                    break
                if state["to_play"] == "black" and state["thinking"] is None:
                    page.send(type="play", vertex=rng.choice(points))
                state = self._read(page, 1) or state
                self.n_moves += 1

    def _look(self, page: Page, rng: random.Random) -> None:
        """A page on which somebody makes a move now and then."""
        page.send(type="new_game", size=19, black="human", white="human")
        while not self.may_end.is_set():
            self._read(page, rng.uniform(10, 60))
            page.send(type="play", vertex=f"{rng.choice('ABCDEFGHJ')}{rng.randint(1, 9)}")


def measure(n_sessions: int, n_thinking: int, seconds: float) -> Measured:
    """Put a load on a server for so long, and see what it does to one more page, and to memory."""
    with tempfile.TemporaryDirectory() as folder, server_process(Path(folder)) as (process, server):
        with server.page() as page:
            page.ask("state", type="new_game", size=9, black="human", white="strong")
            page.ask("state", type="play", vertex="E5")
        time.sleep(2 * SECONDS_UNTIL_FORGOTTEN)  # what a first search makes for all is there
        before = most = resident_mb(process)
        load = Load(server, n_sessions, n_thinking)
        for thread in load.threads:
            thread.start()
        answered: list[float] = []
        with server.page() as page:
            page.ask("state", type="new_game", size=5, black="human", white="human")
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                began = time.monotonic()
                vertex = f"{'ABCDE'[len(answered) % 5]}{len(answered) // 5 % 5 + 1}"
                page.ask("state", type="go_to", node=0)
                page.ask("state", type="play", vertex=vertex)
                answered.append((time.monotonic() - began) / 2)
                most = max(most, resident_mb(process))
                time.sleep(SECONDS_BETWEEN_QUESTIONS)
        load.may_end.set()
        for thread in load.threads:
            thread.join()
        until = time.monotonic() + SECONDS_TO_SETTLE
        while (after := resident_mb(process)) > before + 50 and time.monotonic() < until:
            time.sleep(0.5)
        return Measured(answered, before, most, after, load.n_moves, load.problems)


if __name__ == "__main__":
    print(measure(int(sys.argv[1]), int(sys.argv[2]), 60 * float(sys.argv[3])))
