"""Jobs for the tests of the farm, in a module of their own: workers import it."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Task:
    """A stand-in for a game."""

    number: int
    log: Path | None = None  # gets a line each time the task is begun
    seconds: float = 0.0
    until: Path | None = None  # it lasts until this file is there
    deaths: int = 0  # how many workers die of it


def play(task):
    """Write the log, take the time, die if that is due, and give the square of the number."""
    begun = 0
    if task.log is not None:
        with task.log.open("a") as file:
            file.write(f"{task.number}\n")
        begun = task.log.read_text().split().count(str(task.number))
    time.sleep(task.seconds)
    while task.until is not None and not task.until.exists():
        time.sleep(0.02)
    if 0 < begun <= task.deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    return task.number**2


def fail(task):
    """What a fault in a program looks like."""
    raise ZeroDivisionError(f"task {task.number}")


def fail_first(task):
    """A fault in task 0, while the others are played."""
    return play(task) if task.number else fail(task)


def wait_for_each_other(task):
    """Play only with all others at the same time; gives the own number."""
    folder, number, n_players = task
    (folder / str(number)).touch()
    while len(list(folder.iterdir())) < n_players:
        time.sleep(0.02)
    return number


def nothing(number):
    """The shortest game."""
    return number


def self_play(seed):
    """A real game on 9x9, 1,000 playouts a move on both sides; gives its number of moves."""
    from tengen import Game
    from tengen.players.spec import make_player

    game = Game(9, 7.5, "chinese-kgs")
    players = [make_player("mcts:playouts=1000,memory_mb=64,resign=0", seed + side) for side in range(2)]
    while not game.is_over and len(game.moves) < 250:
        game.play(players[len(game.moves) % 2].choose_move(game))
    return len(game.moves)
