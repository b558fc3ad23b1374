"""kill -9 of workers, and of a runner with workers: the same table in the end, and nobody stays behind."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from numba import config

from tengen import GoError
from tengen.match.executors.dask_executor import DaskExecutor
from tengen.match.match_stats import tally
from tengen.match.runner import run_match
from tengen.match.store import Store
from tests.match.matches import misbehaving, n_stored, play, setting
from tests.match.test_runner import without_circumstances
from tests.players.programs import is_running
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parent.parent.parent


def workers_of_this_process():
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.Error):  # it has just died
            if "multiprocessing.spawn" in " ".join(child.cmdline()):
                found.append(child)
    return found


def programs_of(folder):
    """Processes that name a folder on their command line, as our engines do in these tests."""
    named = [one.info for one in psutil.process_iter(["pid", "cmdline"]) if one.info["cmdline"]]
    return [one["pid"] for one in named if any(str(folder) in word for word in one["cmdline"][1:])]


def kill_workers(path, n_games, n_kills, moments):
    """Kill a worker at a random moment after a game has ended, again and again; gives how many were killed.

    A fresh worker needs time to load what it plays with, so waiting for a game lets the match advance.
    The last fifth of the games is left in peace: where games are short, the match would else be over first.
    """
    n_killed = 0
    for kill in range(n_kills):
        n_before = (n_games * 4 // 5) * (kill + 1) // (n_kills + 1)
        wait_until(lambda n_before=n_before: n_stored(path) >= n_before, patience=2 * PATIENCE)
        time.sleep(moments.uniform(0, 0.4))
        wait_until(workers_of_this_process)
        with suppress(psutil.Error, IndexError):
            moments.choice(workers_of_this_process()).send_signal(signal.SIGKILL)
            n_killed += 1
    return n_killed


def check_a_match_with_killed_workers(folder, match, n_games, n_kills):
    path, seen, n_killed = folder / "killed.db", [], []
    killer = threading.Thread(
        target=lambda: n_killed.append(kill_workers(path, n_games, n_kills, random.Random(1)))
    )
    with Store(path, match) as store, DaskExecutor.local(2) as farm:
        killer.start()
        report = run_match(match, store, farm, n_games, on_game=seen.append)
    killer.join()
    undisturbed = play(folder / "undisturbed.db", match, n_games)
    assert report.end == "complete"
    assert len(n_killed) == 1
    assert n_killed[0] >= 0.98 * n_kills  # one may die by itself just before
    assert sorted(game.job.number for game in seen) == list(range(n_games))
    assert without_circumstances(report.games) == without_circumstances(undisturbed.games)
    assert tally(report.games).total == tally(undisturbed.games).total


def test_a_match_whose_workers_are_killed_is_the_same_match_and_leaves_no_program(tmp_path):
    engine = f"{misbehaving('thinks long')} {tmp_path}"
    match = setting(f"{engine}/A", f"{engine}/B", size=3, random_moves=2)
    check_a_match_with_killed_workers(tmp_path, match, n_games=10, n_kills=2)
    wait_until(lambda: not programs_of(tmp_path), pause=0.3)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(config.DISABLE_JIT, reason="plays real games")
def test_a_hundred_killed_workers_in_a_match_of_two_hundred_games(tmp_path):
    players = "mcts:playouts=600,memory_mb=8", "mcts:policy=default,playouts=600,memory_mb=8"
    match = setting(*players, size=7, komi=7.5, random_moves=2)
    check_a_match_with_killed_workers(tmp_path, match, n_games=200, n_kills=100)


def test_a_killed_runner_leaves_neither_workers_nor_programs_that_hang(tmp_path):
    engine, path = f"{misbehaving('hangs')} {tmp_path}", tmp_path / "match.db"
    command = [sys.executable, "-m", "tengen", "match", "random", engine, "--workers", "2", "--store", path]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as runner:
        try:
            wait_until(lambda: len(programs_of(tmp_path)) == 1 + 2, pause=0.3)
            family = [child.pid for child in psutil.Process(runner.pid).children(recursive=True)]
            assert len(family) > 4  # two workers, two engines, and what watches over them
            with pytest.raises(GoError, match=rf"in use by another runner \(process {runner.pid}\)"):
                Store(path, setting("random", engine, size=9, komi=7.5))
        finally:
            os.kill(runner.pid, signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, family)))
