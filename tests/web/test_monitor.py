"""Watching experiments: what the stores say, while they change, and nothing else on the disk."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tengen import GoError
from tengen.experiments.answers import stamped
from tengen.experiments.cached_computation import CachedComputation
from tengen.experiments.catalogue import EXPERIMENTS
from tengen.experiments.experiment import Run, RunOptions
from tengen.experiments.report import append_record, new_record
from tengen.match.export import game_to_sgf
from tengen.match.intervals import wilson
from tengen.match.match_stats import tally
from tengen.match.schedule import MatchConfig, game_job
from tengen.match.sprt import Sprt
from tengen.match.store import Store, StoredGame
from tengen.web.monitor import store as watched_store
from tengen.web.monitor.discovery import page_name
from tengen.web.monitor.monitor import ExperimentMonitor
from tests.match.matches import played, result, setting

A, B, C = "random:seed=1", "random:seed=2", "random:seed=3"


def fill(path: Path, match: MatchConfig, winners: str, first: int = 0) -> None:
    """A store with games of these winners: B, W, - for a draw, v for a void game."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Store(path, match) as store:
        for number, winner in enumerate(winners, first):
            came = result(None, "void") if winner == "v" else result(None if winner == "-" else winner)
            ended = f"2026-01-01T00:{number // 60:02}:{number % 60:02}.000+00:00"
            store.add(game_job(match, number), replace(came, ended=ended))


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"


def watch(*folders: Path) -> ExperimentMonitor:
    return ExperimentMonitor(folders, folders[0].parent / "docs")


def test_without_folders_there_is_nothing_to_watch(results: Path) -> None:
    assert watch(results).rows().rows == []
    with pytest.raises(GoError, match="there is no experiment 'results' here"):
        watch(results).experiment("results")


def test_a_match_is_a_row_and_a_cell_with_its_interval(results: Path) -> None:
    fill(results.parent / "match.db", setting(A, B), "BWB-Wv")
    watching = watch(results, results.parent / "match.db")
    (row,) = watching.rows().rows
    assert (row.name, row.done, row.total, row.running) == ("match", 5, None, False)
    assert row.title == f"{A} against {B}, 5x5"
    seen = watching.experiment("match")
    (cell,) = seen.cells
    assert (cell.store, cell.first, cell.second) == ("match", A, B)
    assert (cell.games, cell.wins, cell.losses, cell.draws, cell.voids) == (5, 3, 1, 1, 1)
    assert cell.rate == 0.7
    assert (cell.low, cell.high) == wilson(3.5, 5)
    assert (cell.total, cell.sprt) == (None, None)


def test_the_newest_games_come_first_and_can_be_replayed(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.monitor.monitor.MAX_GAMES", 3)
    monkeypatch.setattr(watched_store, "MAX_GAMES", 3)
    fill(results / "two" / "one.db", setting(A, B), "BBBW")
    fill(results / "two" / "other.db", setting(A, C), "B", first=9)
    watching = watch(results)
    games = watching.experiment("two").games
    assert [(game.store, game.number) for game in games] == [("other", 9), ("one", 3), ("one", 2)]
    assert (games[1].black, games[1].white, games[1].result, games[1].moves) == (B, A, "W+3.5", 3)
    record = watching.game("two", "one", 3)
    ended = "2026-01-01T00:00:03.000+00:00"
    whole = StoredGame(game_job(setting(A, B), 3), result("W", ended=ended))
    assert record.text.encode() == game_to_sgf(whole)
    assert record.name == "one-00003"


def test_a_running_match_is_seen_as_it_goes_on(results: Path) -> None:
    path, match = results / "live" / "match.db", setting(A, B)
    path.parent.mkdir(parents=True)
    watching = watch(results)
    with Store(path, match) as store:
        for n_games in range(1, 4):
            store.add(*played(n_games - 1, of=match))
            (row,) = watching.rows().rows
            assert (row.done, row.running) == (n_games, True)
            assert watching.experiment("live").cells[0].games == n_games
    (row,) = watching.rows().rows
    assert (row.done, row.running) == (3, False)


def test_those_that_run_are_first(results: Path) -> None:
    for name in "abc":
        fill(results / name / "match.db", setting(A, B), "B")
    with Store(results / "b" / "match.db", setting(A, B)):
        assert [row.name for row in watch(results).rows().rows] == ["b", "a", "c"]


def test_looking_does_not_hinder_a_runner_or_change_a_store(results: Path) -> None:
    path, match = results / "live" / "match.db", setting(A, B)
    fill(path, match, "BW")
    before = path.read_bytes()
    script = (
        "import sys; from pathlib import Path; from tengen.web.monitor.monitor import ExperimentMonitor\n"
        "watching = ExperimentMonitor([Path(sys.argv[1])], Path('nowhere'))\n"
        "print('looking', flush=True)\n"
        "while True: watching.rows(); watching.experiment('live')\n"
    )
    looker = subprocess.Popen([sys.executable, "-c", script, results], stdout=subprocess.PIPE)
    try:
        assert looker.stdout is not None
        assert looker.stdout.readline() == b"looking\n"
        for _ in range(50):
            with Store(path, match):
                pass
        assert looker.poll() is None
    finally:
        looker.kill()
        looker.communicate()
    assert path.read_bytes() == before


def test_a_sequential_test_stands_where_the_runner_has_it(results: Path) -> None:
    test = Sprt(0, 100)
    path, match = results / "sprt" / "match.db", setting(A, B, sprt=test)
    watching = watch(results)
    fill(path, match, "")
    bounds = watching.experiment("sprt").cells[0].sprt
    assert bounds is not None
    assert abs(bounds["llr"]) < 0.01
    fill(path, match, "BWBBvB")
    watching.experiment("sprt")
    fill(path, match, "W", first=4)  # the void game is played again
    (cell,) = watching.experiment("sprt").cells
    state = test.judge([1, 0, 1, 0, 1])  # BW, BB and WB: in the first game of each pair A has Black
    assert cell.sprt == {"llr": state.llr, "lower": state.lower, "upper": state.upper}


def test_after_the_verdict_of_a_test_games_do_not_count(results: Path) -> None:
    match = setting(A, B, sprt=Sprt(0, 400))
    fill(results / "sprt" / "match.db", match, "BW" * 20 + "WB" * 20)
    (cell,) = watch(results).experiment("sprt").cells
    assert cell.sprt is not None
    assert cell.sprt["llr"] >= cell.sprt["upper"]
    assert cell.wins == cell.games < 40


def test_cells_are_in_the_order_of_a_cross_table(results: Path) -> None:
    # C beats A and B, B beats A: the best pairing is B against C.
    fill(results / "cup" / "1.db", setting(A, B), "WBWBWB")
    fill(results / "cup" / "2.db", setting(A, C), "WBWBWB")
    fill(results / "cup" / "3.db", setting(B, C), "WBWBWB")
    cells = watch(results).experiment("cup").cells
    assert [(cell.first, cell.second) for cell in cells] == [(B, C), (A, C), (A, B)]
    assert watch(results).rows().rows[0].title == "3 players, 5x5"


def test_a_reproduction_knows_how_many_games_it_wants_and_shows_its_page(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playouts = RunOptions(games=4, playouts=(10,), policies=("default", "lgrf2"))
    append_record(results / "lgrf-fig7", new_record(playouts))
    settings = {
        name: MatchConfig(
            f"mcts:preset=orego,policy={name},playouts=10", "gnugo:level=10", size=9, referee="gnugo"
        )
        for name in ("default", "lgrf2", "lgr1")
    }
    fill(results / "lgrf-fig7" / "lgrf2-10.db", settings["lgrf2"], "BWBWBW")  # two more than wanted
    fill(results / "lgrf-fig7" / "default-10.db", settings["default"], "B")
    fill(results / "lgrf-fig7" / "lgr1-10.db", settings["lgr1"], "B")  # of an earlier run
    docs = results.parent / "docs"
    docs.mkdir()
    (docs / "lgrf-fig7.md").write_text(
        "# t\n\n![c](lgrf-fig7.svg)\n\n![c](../secret.svg)\n\n![c](gone.svg)\n"
    )
    (docs / "lgrf-fig7.svg").write_text("<svg>ours</svg>")
    (results.parent / "secret.svg").write_text("<svg>secret</svg>")
    (row,) = watch(results).rows().rows
    assert (row.name, row.done, row.total) == ("lgrf-fig7", 5, 8)
    assert row.title == "win rates against GNU Go on 9x9"
    seen = watch(results).experiment("lgrf-fig7")
    assert [(cell.store, cell.games, cell.total) for cell in seen.cells] == [
        ("default-10", 1, 4),
        ("lgrf2-10", 4, 4),
        ("lgr1-10", 1, None),
    ]
    assert "<svg" in seen.figures[0]  # drawn from the games as they are now
    assert "partly run" in seen.report
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    written = watch(results).experiment("lgrf-fig7")
    assert written.figures == ["<svg>ours</svg>"]
    assert written.report.startswith("# t\n")
    assert "This is the page that was last written: a report with figures needs matplotlib" in written.report


def test_a_report_is_made_anew_when_games_were_played_but_not_all_the_time(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_record(
        results / "lgrf-fig7", new_record(RunOptions(games=4, playouts=(10,), policies=("default",)))
    )
    player = "mcts:preset=orego,policy=default,playouts=10"
    played = MatchConfig(player, "gnugo:level=10", size=9, referee="gnugo")
    store = results / "lgrf-fig7" / "default-10.db"
    fill(store, played, "B")
    watching = watch(results)
    first = watching.experiment("lgrf-fig7").report
    store.unlink()
    fill(store, played, "BW")
    assert watching.experiment("lgrf-fig7").report == first
    monkeypatch.setattr("tengen.web.monitor.monitor._SECONDS_A_REPORT", 0)
    assert "2 of 4" in watching.experiment("lgrf-fig7").report


@pytest.mark.parametrize("wanted", [{"games": "x"}, {"playouts": [[]]}, {"policies": ["nobody"]}])
def test_a_record_that_makes_no_sense_leaves_the_stores_as_they_are(results: Path, wanted: object) -> None:
    fill(results / "lgrf-fig7" / "match.db", setting(A, B), "B")
    values = {"started": "", "command": "", "commit": "", "machine": "", "versions": "", "wanted": wanted}
    (results / "lgrf-fig7" / "runs.jsonl").write_text(json.dumps(values) + "\n")
    (row,) = watch(results).rows().rows
    assert (row.done, row.total) == (1, None)


def test_a_reproduction_without_matches_tells_its_state(results: Path) -> None:
    append_record(results / "td-fig2", new_record(RunOptions()))
    (row,) = watch(results).rows().rows
    assert (row.name, row.done, row.total) == ("td-fig2", 0, None)
    docs = results.parent / "docs"
    docs.mkdir()
    (docs / "td-fig2.md").write_text("# td-fig2\n\nState: partly run, 3 of 20.\n")
    assert watch(results).rows().rows[0].title == f"{row.title} (partly run, 3 of 20)"
    assert watch(results).experiment("td-fig2").cells == []


OF_ANOTHER_VERSION = {
    "a list": [1, 2],
    "a number": 7,
    "other names": {"teams": ["koten"], "results": []},
    "names without what they name": {"nets": ["koten"], "games": 4, "pairs": [{"first": 0}]},
    "a place that is not there": {
        "nets": ["koten"],
        "games": 4,
        "pairs": [{"first": 5, "second": 9, "won": 1, "drawn": 0, "lost": 0, "different": 1}],
    },
}


def answer_of_another_version(results: Path, value: object) -> None:
    """A tournament of nets that was kept, with a value that this version does not know."""
    kind, run = EXPERIMENTS["td-table1"].kind, Run("td-table1", RunOptions(games=4), results)
    assert isinstance(kind, CachedComputation)
    append_record(run.home, new_record(run.wanted))
    kind._answers(run).keep(kind._question(run), stamped(value))


@pytest.mark.parametrize("value", OF_ANOTHER_VERSION.values(), ids=OF_ANOTHER_VERSION)
def test_a_report_of_another_version_never_fails_the_page(results: Path, value: object) -> None:
    """The page of that experiment was an internal error."""
    answer_of_another_version(results, value)
    fill(results / "cup" / "good.db", setting(A, B), "BW")
    (results / "td-table1" / "td-table1.md").write_text("# td-table1\n\nState: partly run, 3 of 20 games.\n")
    watching = watch(results)
    assert [row.name for row in watching.rows().rows] == ["cup", "td-table1"]
    report = watching.experiment("td-table1").report
    assert report.startswith("# td-table1\n")
    assert report.endswith("another version of Tengen may have written what is kept.\n")


@pytest.mark.parametrize("wanted", [{"opponent": 5}, {"playouts": ["{x}"]}, {"scale": "one"}, {"games": [2]}])
def test_a_record_of_another_version_never_fails_the_page(results: Path, wanted: object) -> None:
    fill(results / "lgrf-fig7" / "match.db", setting(A, B), "B")
    fill(results / "cup" / "good.db", setting(A, B), "BW")
    values = {"started": "", "command": "", "commit": "", "machine": "", "versions": "", "wanted": wanted}
    (results / "lgrf-fig7" / "runs.jsonl").write_text(json.dumps(values) + "\n")
    watching = watch(results)
    assert [(row.name, row.done) for row in watching.rows().rows] == [("cup", 2), ("lgrf-fig7", 1)]
    assert [cell.games for cell in watching.experiment("lgrf-fig7").cells] == [1]


def test_a_store_that_cannot_even_be_judged_does_not_fail_the_others(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(results / "cup" / "1.db", setting(A, B), "BW")
    fill(results / "cup" / "2.db", setting(A, C), "BW")

    def odd(games: list[StoredGame]) -> object:
        if games[0].job.white == C:
            raise KeyError("ending")
        return tally(games)

    monkeypatch.setattr(watched_store, "tally", odd)
    seen = watch(results).experiment("cup")
    assert [cell.store for cell in seen.cells] == ["1"]
    assert "left out: 2.db cannot be read by this version of Tengen (KeyError)" in seen.title


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE match (setting TEXT)")


def other_version(path: Path) -> None:
    fill(path, setting(A, B), "B")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 7")


def other_setting(path: Path) -> None:
    fill(path, setting(A, B), "B")
    with closing(sqlite3.connect(path)) as database, database:
        text = '{"first": "martian", "second": "random"}'
        checksum = hashlib.sha256(text.encode()).hexdigest()
        database.execute("UPDATE match SET setting = ?, sha256 = ?", [text, checksum])


def no_setting(path: Path) -> None:
    fill(path, setting(A, B), "B")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM match")


def bad_row(path: Path) -> None:
    fill(path, setting(A, B), "B")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE game SET moves = NULL")


def cut_off(path: Path) -> None:
    fill(path, setting(A, B), "B" * 40)
    path.write_bytes(path.read_bytes()[:5000])


BROKEN = {
    "foreign": (foreign, "broken.db is a database of another program"),
    "other version": (other_version, "broken.db has format 7 of match stores"),
    "other setting": (other_setting, "martian"),
    "no setting": (no_setting, "broken.db is damaged: it has 0 settings"),
    "text": (lambda path: path.write_text("not a database, " * 50), "broken.db is no store of a match"),
    "empty": (lambda path: path.write_bytes(b""), "broken.db is a database of another program"),
    "cut off": (cut_off, "broken.db"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_store_that_cannot_be_read_is_left_out_with_a_reason(results: Path, kind: str) -> None:
    make, reason = BROKEN[kind]
    fill(results / "cup" / "good.db", setting(A, B), "BW")
    make(results / "cup" / "broken.db")
    watching = watch(results)
    for _ in range(2):  # a reason is kept, too
        (row,) = watching.rows().rows
        assert row.done == 2
        assert "left out: " in row.title
        assert reason in row.title
        assert str(results) not in row.title
        assert [cell.store for cell in watching.experiment("cup").cells] == ["good"]
    with pytest.raises(GoError):
        watching.game("cup", "broken", 0)


def test_a_store_with_a_bad_row_is_left_out_when_its_games_are_read(results: Path) -> None:
    fill(results / "cup" / "good.db", setting(A, B), "BW")
    bad_row(results / "cup" / "broken.db")
    seen = watch(results).experiment("cup")
    assert [cell.store for cell in seen.cells] == ["good"]
    assert "left out: broken.db is damaged: game 0 (its checksum is wrong)" in seen.title


TRICKS = [
    "",
    ".",
    "..",
    "../secret",
    "/etc",
    "secret\0",
    "..\\secret",
    "%2e%2e",
    "secret",
    "cup/..",
    "match.db",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_names_that_were_not_listed_find_nothing(results: Path, trick: str) -> None:
    fill(results / "cup" / "match.db", setting(A, B), "B")
    fill(results.parent / "secret" / "match.db", setting(A, B), "B")
    watching = watch(results)
    watching.rows()
    for ask in (
        lambda: watching.experiment(trick),
        lambda: watching.game(trick, "match", 0),
        lambda: watching.game("cup", trick, 0),
        lambda: watching.game("cup", str(results.parent / "secret" / "match"), 0),
    ):
        with pytest.raises(GoError, match=r"there is no experiment|has no match"):
            ask()


def test_links_and_pipes_are_not_followed(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # so that pages are shown that were written
    secret = results.parent / "secret"
    fill(secret / "match.db", setting(A, B), "B")
    fill(results / "cup" / "match.db", setting(A, B), "B")
    (results / "linked").symlink_to(secret)
    (results / "cup" / "linked.db").symlink_to(secret / "match.db")
    os.mkfifo(results / "cup" / "pipe.db")
    (results / "lgrf-fig7").mkdir()
    os.mkfifo(results / "lgrf-fig7" / "runs.jsonl")
    watching = watch(results)
    assert [row.name for row in watching.rows().rows] == ["cup"]
    assert [cell.store for cell in watching.experiment("cup").cells] == ["match"]
    docs = results.parent / "docs"
    docs.mkdir()
    append_record(results / "td-fig2", new_record(RunOptions()))
    (docs / "td-fig2.md").symlink_to(secret / "match.db")
    assert "needs matplotlib" in watching.experiment("td-fig2").report
    assert "SQLite" not in watching.experiment("td-fig2").report


def test_a_game_that_was_not_played_is_refused_without_a_path(results: Path) -> None:
    fill(results / "cup" / "match.db", setting(A, B), "B")
    with pytest.raises(GoError, match=r"^match has no game 7$"):
        watch(results).game("cup", "match", 7)


def test_names_can_be_shown_and_sent_back() -> None:
    assert page_name("cup", {"cup", "cup-2"}) == "cup-3"
    assert page_name("a\udcff\n", ()) == "a??"
    long = page_name("x" * 200, ())
    assert len(long) == 80
    assert len(page_name("x" * 200, {long})) == 80


def test_two_folders_of_one_name_are_two_experiments(results: Path) -> None:
    fill(results / "cup" / "match.db", setting(A, B), "B")
    fill(results.parent / "more" / "cup" / "match.db", setting(A, B), "BW")
    watching = watch(results, results.parent / "more", results)
    assert [(row.name, row.done) for row in watching.rows().rows] == [("cup", 1), ("cup-2", 2)]


def test_what_has_not_changed_is_not_read_again(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        fill(results / "cup" / f"{number}.db", setting(A, f"random:seed={number + 10}"), "BW")
    watching = watch(results)
    watching.experiment("cup")
    opened = []
    open_reader = watched_store.open_reader
    monkeypatch.setattr(watched_store, "open_reader", lambda path: opened.append(path) or open_reader(path))
    watching.rows()
    watching.experiment("cup")
    assert opened == []
    fill(results / "cup" / "3.db", setting(A, "random:seed=13"), "B", first=2)
    assert watching.rows().rows[0].done == 41
    assert {path.name for path in opened} == {"3.db"}
