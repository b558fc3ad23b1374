"""`tengen match` as a user types it."""

import signal
import subprocess
import time

from tests.match.matches import misbehaving, n_stored
from tests.test_cli import TENGEN, run

RANDOM = ["match", "random", "random", "--size", "3", "--random-opening", "1"]


def test_a_match_is_played_kept_exported_and_shown_again(tmp_path):
    arguments = [*RANDOM, "--games", "4", "--store", str(tmp_path / "m.db")]
    first = run(*arguments, "--sgf", str(tmp_path / "sgf"), "--dat", str(tmp_path / "m.dat"))
    assert (first.returncode, "Traceback" in first.stderr) == (0, False)
    assert "Ends of 4 games" in first.stdout
    assert "4/4 games" in first.stderr
    assert len(list((tmp_path / "sgf").iterdir())) == 4
    assert (tmp_path / "m.dat").read_text().count("\n") == 20
    again = run(*arguments)
    assert again.stdout == first.stdout


def test_a_signal_ends_a_match_with_its_table(tmp_path):
    path = tmp_path / "m.db"
    arguments = [
        *RANDOM[:2],
        misbehaving("thinks long"),
        *RANDOM[3:],
        "--games",
        "1000",
        "--store",
        str(path),
    ]
    with subprocess.Popen(
        [*TENGEN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as match:
        while n_stored(path) == 0:
            assert match.poll() is None
            time.sleep(0.01)
        match.send_signal(signal.SIGTERM)
        shown, errors = match.communicate(timeout=60)
    assert match.returncode == 130
    assert shown.endswith("Not complete: interrupted\n")
    assert "Traceback" not in errors


def test_games_come_in_pairs():
    done = run(*RANDOM, "--games", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tengen: games come in pairs: 3 is odd, use 4\n"


def test_a_program_that_cannot_be_started_ends_the_match_with_status_1(tmp_path):
    done = run("match", "random", "gtp:/nowhere/engine", "--store", str(tmp_path / "m.db"))
    assert done.returncode == 1
    assert "Not complete: 2 void games in a row; the last: cannot start engine" in done.stdout
