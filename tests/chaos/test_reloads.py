"""Pages that are loaded anew at random moments: every game goes on, and no stone is put by the wrong hand."""

import random
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from numba import config

from tests.web.conftest import MOST_EVENTS, Page, RunningServer, serve

PLAYERS = (
    *((level, size) for level in ("first-steps", "easy", "medium", "hard", "strong") for size in (9, 19)),
    ("strongest", 9),
    ("mcts:preset=orego,playouts=2000", 9),
    ("mcts:playouts=4000,threads=2,policy=lgrf3", 13),
    ("td", 5),
    ("dag-rnn", 9),
    ("naive", 9),
    ("pattern", 9),
    ("random", 5),
    (f"gtp:{sys.executable} -m tengen gtp random", 9),
    ("gnugo" if shutil.which("gnugo") else "random", 9),
)
SLOW = "mcts:playouts=20000,seconds=0.5,prior_net=none"
LONGEST_WAIT = 0.5  # seconds between a click and a reload


class Person:
    """Somebody who plays Black on a page, and loads it anew now and then."""

    def __init__(self, server: RunningServer, player: str, size: int, rng: random.Random) -> None:
        self._server, self._rng = server, rng
        self._open_page = ExitStack()
        self._page: Page = self._open_page.enter_context(server.page())
        self.state = self._page.ask("state", type="new_game", size=size, black="human", white=player)
        self.n_refused = 0

    def reload(self) -> None:
        """The page goes at any moment, and comes back."""
        time.sleep(self._rng.random() * LONGEST_WAIT)
        self._open_page.close()
        self._page = self._open_page.enter_context(self._server.page(self._page.session))
        self.state = self._page.first_state

    def click(self) -> None:
        """On any free point: a stone of Black's, or a sentence why not."""
        blacks = self._moves_of("black")
        vertex = self._rng.choice(self._free())
        self._page.send(type="play", vertex=vertex)
        for _ in range(MOST_EVENTS):
            event = self._page.wait_for(lambda event: event["type"] in ("state", "problem"))
            if event["type"] == "problem":
                self.n_refused += 1
                return
            self.state = event
            if self._moves_of("black") == [*blacks, vertex]:
                return
            assert self._moves_of("black") == blacks
        raise AssertionError("a click was never answered")

    def wait_for_turn(self) -> bool:
        """Until the engine has moved; whether the game goes on."""
        while self.state["phase"] == "playing" and self.state["to_play"] == "white":
            self.state = self._page.wait_for(lambda event: event["type"] == "state")
        return bool(self.state["phase"] == "playing")

    def end(self) -> list[dict[str, Any]]:
        """The moves of the game."""
        self._open_page.close()
        return [row for row in self.state["tree"] if row["vertex"]]

    def _moves_of(self, colour: str) -> list[str]:
        return [row["vertex"] for row in self.state["tree"] if row["colour"] == colour]

    def _free(self) -> list[str]:
        size = self.state["size"]
        return [
            f"{'ABCDEFGHJKLMNOPQRST'[column]}{size - row}"
            for row, line in enumerate(self.state["board"])
            for column, colour in enumerate(line)
            if colour == "."
        ]


def play(server: RunningServer, player: str, size: int, seed: int, n_reloads: int) -> int:
    """A game with reloads; how many clicks were refused."""
    rng = random.Random(seed)
    person, n_done, n_refused = Person(server, player, size, rng), 0, 0
    while n_done < n_reloads:
        if not person.wait_for_turn():
            n_refused += person.n_refused
            check_hands(person.end(), player)
            person = Person(server, player, size, rng)
        person.click()
        if rng.random() < 0.5:
            person.reload()
            n_done += 1
            if rng.random() < 0.5:
                person.click()  # perhaps in the engine's time: refused
    person.wait_for_turn()
    check_hands(person.end(), player)
    return n_refused + person.n_refused


def check_hands(moves: list[dict[str, Any]], player: str) -> None:
    """One line in which the colours alternate, and every move of Black's but the last was answered."""
    assert [row["colour"] for row in moves] == [("black", "white")[at % 2] for at in range(len(moves))], (
        player
    )
    assert [row["parent"] for row in moves] == [0, *(row["id"] for row in moves[:-1])], player
    assert len(moves) > 0, player


def play_all(folder: Path, players: tuple[tuple[str, int], ...], n_reloads: int) -> int:
    """All games at once."""
    with serve(folder / "games", [], allow_programs=True) as server, ThreadPoolExecutor(len(players)) as pool:
        games = [
            pool.submit(play, server, player, size, seed, n_reloads)
            for seed, (player, size) in enumerate(players)
        ]
        return sum(game.result() for game in games)


def test_games_go_on_over_some_reloads(tmp_path: Path) -> None:
    slow = () if config.DISABLE_JIT else ((SLOW, 5), (SLOW, 5))
    play_all(tmp_path, (("random", 5), ("naive", 5), *slow), n_reloads=4 if slow else 2)


@pytest.mark.slow
def test_twenty_games_go_on_over_a_hundred_reloads(tmp_path: Path) -> None:
    assert len(PLAYERS) == 20
    print(f"{play_all(tmp_path, PLAYERS, n_reloads=5)} clicks were refused")
