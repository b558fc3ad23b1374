"""The runner: what is missing is played, what was played is kept, and it knows when to stop."""

import os
import signal
import threading
from dataclasses import replace

import pytest

from tengen import GoError
from tengen.match.executors.serial import SerialExecutor
from tengen.match.game import play_game
from tengen.match.runner import run_match
from tengen.match.schedule import game_job
from tengen.match.sprt import Sprt
from tengen.match.store import Store
from tests.match.matches import Prepared, misbehaving, play, result, setting

MATCH = setting(size=3)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.db"


def prepared(path, results, n_games, match=MATCH):
    farm = Prepared(results)
    with Store(path, match) as store:
        return run_match(match, store, farm, n_games), farm.asked


def without_circumstances(games):
    """What two runs of the same match must agree about: all but times, and where it was played."""
    circumstances = {"black_seconds": 0.0, "white_seconds": 0.0, "started": "", "ended": "", "commit": ""}
    return [(game.job, replace(game.result, **circumstances)) for game in games]


def test_a_match_is_its_schedule_played(path):
    seen = []
    report = play(path, MATCH, 6, on_game=seen.append)
    assert (report.end, report.reason, report.sprt) == ("complete", "", None)
    assert [game.job for game in report.games] == [game_job(MATCH, number) for number in range(6)]
    assert seen == report.games
    expected = [(game_job(MATCH, number), play_game(game_job(MATCH, number))) for number in range(6)]
    assert [game.result.moves for game in report.games] == [game.moves for _, game in expected]


def test_a_match_goes_on_where_it_stopped_and_is_the_same(path, tmp_path):
    play(path, MATCH, 2)
    seen = []
    report = play(path, MATCH, 6, on_game=seen.append)
    assert [game.job.number for game in seen] == [2, 3, 4, 5]
    assert without_circumstances(report.games) == without_circumstances(
        play(tmp_path / "other.db", MATCH, 6).games
    )
    again = play(path, MATCH, 6, on_game=seen.append)
    assert len(seen) == 4
    assert again.games == report.games
    assert play(path, MATCH, 4).games == report.games[:4]


def test_holes_are_filled(path):
    results = {number: result() for number in range(6)}
    with Store(path, MATCH) as store:
        for number in (1, 4):
            store.add(game_job(MATCH, number), result("W"))
    report, asked = prepared(path, results, 6)
    assert asked == [0, 2, 3, 5]
    assert [game.result.winner for game in report.games] == ["B", "W", "B", "B", "W", "B"]


VOID = result(None, "void", reason="cannot start engine")


def test_two_voids_in_a_row_stop_the_match_with_the_reason(path):
    results = dict(enumerate([result(), VOID, result(), VOID, VOID, result()]))
    report, asked = prepared(path, results, 6)
    assert (report.end, asked) == ("void", [0, 1, 2, 3, 4])
    assert report.reason == "2 void games in a row; the last: cannot start engine"


def test_void_games_are_played_again_by_the_next_run(path):
    first = dict(enumerate([result(), VOID, VOID]))
    prepared(path, first, 4)
    report, asked = prepared(path, {number: result("W") for number in range(4)}, 4)
    assert (report.end, asked) == ("complete", [1, 2, 3])
    assert [game.result.winner for game in report.games] == ["B", "W", "W", "W"]


SPRT = Sprt(0, 400)
TESTED = setting(size=3, sprt=SPRT)
WON = {number: result("B" if number % 2 == 0 else "W") for number in range(40)}  # by the first player


def test_the_verdict_of_a_test_ends_the_match_and_later_games_do_not_count(path):
    n_pairs = next(n for n in range(1, 20) if SPRT.judge((0, 0, 0, 0, n)).verdict)
    assert n_pairs > 1
    with Store(path, TESTED) as store:  # ahead of the row, as with many workers
        store.add(game_job(TESTED, 2 * n_pairs + 3), result("W"))
    report, asked = prepared(path, WON, None, TESTED)
    assert (report.end, report.sprt) == ("verdict", SPRT.judge((0, 0, 0, 0, n_pairs)))
    assert [game.job.number for game in report.games] == asked == list(range(2 * n_pairs))
    report, asked = prepared(path, WON, None, TESTED)
    assert (report.end, asked, len(report.games)) == ("verdict", [], 2 * n_pairs)


def test_a_test_without_verdict_ends_with_the_games(path):
    report, _ = prepared(path, WON, 2, TESTED)
    assert (report.end, report.sprt.verdict, len(report.games)) == ("complete", None, 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_match_and_all_that_was_finished_is_kept(path, number):
    before = signal.getsignal(number)

    class Interrupted(SerialExecutor):
        def run(self, play, jobs):
            for job in jobs:
                if job.number == 3:
                    os.kill(os.getpid(), number)
                yield job, play(job)

    with Store(path, MATCH) as store:
        report = run_match(MATCH, store, Interrupted(), 6)
    assert (report.end, len(report.games)) == ("interrupted", 3)
    assert signal.getsignal(number) == before
    assert play(path, MATCH, 6).end == "complete"


def test_a_signal_while_a_game_is_written_waits_for_its_end(path):
    with Store(path, MATCH) as store:
        add = store.add

        def add_interrupted(job, result):
            os.kill(os.getpid(), signal.SIGTERM)
            add(job, result)

        store.add = add_interrupted
        report = run_match(MATCH, store, SerialExecutor(), 6)
    assert (report.end, len(report.games)) == ("interrupted", 1)


def test_a_match_in_another_thread_leaves_signals_alone(path):
    reports = []
    thread = threading.Thread(target=lambda: reports.append(play(path, MATCH, 2)))
    thread.start()
    thread.join()
    assert [report.end for report in reports] == ["complete"]


def test_a_full_disk_stops_the_match_with_a_sentence(path):
    with Store(path, MATCH) as store:
        (n_pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {n_pages}")
        with pytest.raises(GoError, match="disk is full"):
            run_match(MATCH, store, Prepared({number: result() for number in range(1000)}), 1000)


MODES = [
    "exits", "writes garbage", "answers with a wrong id", "answers 100 MB", "makes an illegal move",
    "resigns",
]  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_the_match_goes_on_whatever_a_program_does(path, mode):
    match = setting(second=misbehaving(mode), size=3, seconds_per_command=20.0)
    report = play(path, match, 2)
    assert report.end == "complete"
    assert {game.result.ending for game in report.games} == {"resign" if mode == "resigns" else "forfeit"}
    assert [game.result.winner for game in report.games] == ["B", "W"]


@pytest.mark.parametrize("mode", ["hangs", "leaves the answer open"])
def test_a_program_that_is_always_late_stops_the_match_by_void_games(path, mode):
    report = play(path, setting(second=misbehaving(mode), size=3, seconds_per_command=1.5), 4)
    assert report.end == "void"
    assert [game.result.ending for game in report.games] == ["void", "void"]
    assert "did not answer in time" in report.reason
