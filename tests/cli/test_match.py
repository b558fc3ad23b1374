"""`tengen match` as a user types it."""

import signal
import subprocess
import time

import pytest

from tests.cli.test_app import TENGEN, run
from tests.match.matches import misbehaving, n_stored
from tests.waiting import PATIENCE

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
        shown, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130
    assert shown.endswith("Not complete: interrupted\n")
    assert "Traceback" not in errors


def test_games_come_in_pairs():
    done = run(*RANDOM, "--games", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tengen: games come in pairs: 3 is odd, use 4\n"


def test_a_program_that_starts_no_more_ends_the_match_with_status_1(tmp_path):
    once = misbehaving("starts once", tmp_path / "was here")
    done = run("match", "random", once, "--store", str(tmp_path / "m.db"))
    assert done.returncode == 1
    assert "Not complete: 2 void games in a row; the last: python" in done.stdout


@pytest.mark.parametrize(
    "player, sentence, place",
    [
        ("td", "player td: the net katatsugi plays on 5x5, not on 3x3", ["--workers", "2"]),
        ("td", "player td: the net katatsugi plays on 5x5, not on 3x3", []),
        (
            "gtp:/nowhere/engine",
            "player gtp:/nowhere/engine: cannot start engine: [Errno 2] No such file",
            [],
        ),
        ("dag-rnn:net=no-such-net", "player dag-rnn:net=no-such-net: ", []),
        ("mcts:book_file=no-such-book", "player mcts:book_file=no-such-book: ", []),
        (misbehaving("refuses the board"), "does not play on 3x3: ", []),
        (misbehaving("exits at start"), "ended without an answer to 'boardsize 3' (status 3)", []),
    ],
)
def test_a_player_that_cannot_play_is_told_before_anything_is_written(tmp_path, player, sentence, place):
    done = run("match", player, *RANDOM[2:], *place, "--store", str(tmp_path / "m.db"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("tengen: player ")
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []
