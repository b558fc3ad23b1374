"""kill -9 at random moments: no game twice, none lost, and the same table in the end."""

import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen.match.match_stats import tally
from tests.match.matches import n_stored, play, setting
from tests.match.test_runner import without_circumstances

ROOT = Path(__file__).parent.parent.parent
N_GAMES, N_KILLS = 200, 100


def test_a_match_whose_runner_was_killed_is_the_same_match(tmp_path):
    path = tmp_path / "killed.db"
    script = [sys.executable, "-m", "tests.match.forking_killer", path, "16", "6", "1"]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert int(done.stdout) >= 3, done.stderr
    match = setting(size=3, random_moves=1)
    killed = play(path, match, 16)
    undisturbed = play(tmp_path / "undisturbed.db", match, 16)
    assert [game.job.number for game in killed.games] == list(range(16))
    assert without_circumstances(killed.games) == without_circumstances(undisturbed.games)
    assert tally(killed.games).total == tally(undisturbed.games).total


def command(path):
    players = ["mcts:playouts=60,memory_mb=8", "mcts:policy=default,playouts=60,memory_mb=8"]
    options = ["--size", "7", "--random-opening", "2", "--games", str(N_GAMES), "--store", str(path)]
    return [sys.executable, "-m", "tengen", "match", *players, *options]


def kill_at_a_random_moment(path, moments, longest, at_start):
    """Start the command and kill it: while it starts, or some time after it has taken the store."""
    lock = path.with_name(path.name + ".lock")
    runner = subprocess.Popen(command(path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if at_start:
        time.sleep(moments.uniform(0, 2))
    else:
        while runner.poll() is None and not (lock.exists() and lock.read_text() == f"{runner.pid}\n"):
            time.sleep(0.005)
        time.sleep(moments.uniform(0, longest))
    runner.kill()
    return runner.wait() == -9


def table(path):
    """The printed table without the times."""
    done = subprocess.run(command(path), capture_output=True, text=True, check=True)
    return re.sub(r"\d+\.\d{4}", "", done.stdout)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_kills_in_a_match_of_two_hundred_games(tmp_path):
    path, undisturbed = tmp_path / "killed.db", tmp_path / "undisturbed.db"
    start = time.monotonic()
    expected = table(undisturbed)
    seconds_a_game = (time.monotonic() - start) / N_GAMES
    moments = random.Random(1)
    n_killed = 0
    for kill in range(N_KILLS):
        games_a_kill = (N_GAMES - n_stored(path)) / (N_KILLS - kill + 5)
        longest = 2 * games_a_kill * seconds_a_game
        n_killed += kill_at_a_random_moment(path, moments, longest, at_start=kill % 5 == 0)
    left = N_GAMES - n_stored(path)
    print(f"{n_killed} of {N_KILLS} runners killed at work, {left} games left for the last one")
    assert n_killed == N_KILLS
    assert table(path) == expected
    games = [play_again(name) for name in (path, undisturbed)]
    assert [game.job.number for game in games[0]] == list(range(N_GAMES))
    assert without_circumstances(games[0]) == without_circumstances(games[1])


def play_again(path):
    """The games of a complete match as the store has them."""
    first, second = command(path)[4:6]
    report = play(path, setting(first, second, size=7, komi=7.5, random_moves=2), N_GAMES)
    return report.games
