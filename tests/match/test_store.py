"""The store: whole rows or none, one match a file, one runner at a time."""

import hashlib
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

import pytest

from tengen import GoError
from tengen.match import rows
from tengen.match.job import GameJob, GameResult
from tengen.match.schedule import game_job
from tengen.match.sprt import Sprt
from tengen.match.store import Store, open_reader, read_games
from tests.match.matches import played, result, setting

MATCH = setting()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.db"


def fill(path, *numbers):
    with Store(path, MATCH) as store:
        for number in numbers:
            store.add(*played(number, of=MATCH))


def test_everything_a_game_knows_comes_back_in_schedule_order(path):
    odd = replace(
        result(None, "void", moves=(), reason="it\nsaid 'no'", stderr_tail="ü\0[]"), claim=None, score=None
    )
    games = [
        played(3, "W", "resign", of=MATCH),
        (game_job(MATCH, 0), odd),
        played(11, claim="B+2.5", moves=("A1", "B1"), of=MATCH),
        played(2, None, of=MATCH),
    ]
    with Store(path, MATCH) as store:
        for game in games:
            store.add(*game)
    with Store(path, MATCH) as store:
        found = store.games()
    assert found == sorted(games, key=lambda game: game[0].number)
    assert isinstance(found[0].job, GameJob)
    assert isinstance(found[0].result, GameResult)


def test_a_game_is_written_once_unless_it_was_void(path):
    void, valid = played(0, None, "void", of=MATCH), played(0, of=MATCH)
    with Store(path, MATCH) as store:
        store.add(*void)
        store.add(*void)
        store.add(*valid)
        with pytest.raises(GoError, match="already has this game"):
            store.add(*played(0, "W", of=MATCH))
        assert store.games() == [valid]


def test_a_game_that_cannot_be_written_leaves_the_void_one_in_its_place(path):
    void = played(0, None, "void", of=MATCH)
    with Store(path, MATCH) as store:
        store.add(*void)
        with pytest.raises(GoError):
            store.add(*played(0, reason=object(), of=MATCH))
        assert store.games() == [void]


def test_a_game_is_on_disk_when_add_returns(path):
    with Store(path, MATCH) as store:
        store.add(*played(5, of=MATCH))
        other = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        assert other.execute("SELECT number, winner FROM game").fetchall() == [(5, "B")]
        other.close()
        assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_another_setting_is_refused_by_what_differs(path):
    fill(path, 0)
    other = setting(komi=6.5, second="random:seed=3")
    with pytest.raises(GoError) as caught:
        Store(path, other)
    assert str(caught.value) == (
        f"{path} holds another match: second is random there and random:seed=3 here; "
        "komi is 0.5 there and 6.5 here"
    )
    fill(path, 1)


def test_a_second_runner_is_refused_while_the_first_lives(path):
    code = f"""
import sys
from pathlib import Path
from tengen.match.schedule import MatchConfig
from tengen.match.store import Store
store = Store(Path({str(path)!r}), MatchConfig("random", "random", size=5, komi=0.5))
print("ready", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout.readline() == b"ready\n"
        with pytest.raises(GoError, match=rf"is in use by another runner \(process {first.pid}\)"):
            Store(path, MATCH)
        first.kill()
    fill(path, 0)


def test_a_store_that_was_refused_is_free_for_the_next(path):
    fill(path, 0)
    with pytest.raises(GoError):
        Store(path, setting(size=7))
    fill(path, 1)


def test_foreign_files_are_refused_and_left_alone(path):
    path.write_bytes(b"(;SZ[9];B[ee])" * 100)
    before = path.read_bytes()
    with pytest.raises(GoError, match=r"is no store of a match, or a damaged one \(file is not a database\)"):
        Store(path, MATCH)
    assert path.read_bytes() == before


def test_databases_of_others_are_refused(path):
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes (text)")
    other.close()
    with pytest.raises(GoError, match="is a database of another program"):
        Store(path, MATCH)


def test_a_format_of_the_future_is_refused(path):
    fill(path, 0)
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 3")
    other.close()
    with pytest.raises(GoError, match="has format 3 of match stores, and this Tengen reads 2"):
        Store(path, MATCH)


def test_a_torn_file_is_refused_wherever_it_ends(path):
    fill(path, *range(40))
    whole = path.read_bytes()
    lengths = [1, 99, 100, 5000, len(whole) - 4096, len(whole) - 1]
    for length in lengths:
        path.write_bytes(whole[:length])
        with pytest.raises(GoError, match="damaged"):
            Store(path, MATCH)
    path.write_bytes(whole)
    fill(path, 40)


def test_a_damaged_page_is_refused(path):
    fill(path, *range(40))
    data = bytearray(path.read_bytes())
    page = 4096 * (len(data) // 4096 - 1)
    data[page : page + 100] = bytes(100)
    path.write_bytes(data)
    with pytest.raises(GoError, match=f"{path} is damaged"):
        Store(path, MATCH)


def test_a_place_without_a_journal_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GoError, match="is where SQLite cannot keep a journal"):
        Store(Path(":memory:"), MATCH)


def test_an_empty_file_is_a_new_store(path):
    path.touch()
    fill(path, 0)
    with Store(path, MATCH) as store:
        assert [game.job.number for game in store.games()] == [0]


def test_a_full_disk_is_told_and_nothing_is_lost(path):
    with Store(path, MATCH) as store:
        (n_pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {n_pages + 2}")  # as if the disk ended there
        numbers = count()
        with pytest.raises(GoError, match=rf"{path}.* disk is full; the games stored before are kept"):
            any(store.add(*played(number, of=MATCH)) for number in numbers)
        n_stored = next(numbers) - 1
    with Store(path, MATCH) as store:
        assert [game.job.number for game in store.games()] == list(range(n_stored))
        assert n_stored > 3
        store.add(*played(n_stored, of=MATCH))


@pytest.mark.parametrize("name", ["nowhere/match.db", ""])
def test_a_place_where_nothing_can_be_written_is_told(tmp_path, name):
    with pytest.raises(GoError, match=r"cannot (open|use)"):
        Store(tmp_path / name, MATCH)


def test_games_are_read_beside_the_runner(tmp_path):
    path, match = tmp_path / "m.db", setting()
    assert read_games(path, match) == []
    with Store(path, match) as store:
        store.add(*played(0))
        assert read_games(path, match) == [played(0)]
        with pytest.raises(GoError, match=r"holds another match: komi is 0\.5 there and 7\.5 here"):
            read_games(path, setting(komi=7.5))
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(GoError, match="is no store of a match, or a damaged one"):
        read_games(path, match)


@pytest.mark.parametrize(
    "match",
    [MATCH, setting(openings=(("A1", "B2"), ())), setting(random_moves=2, sprt=Sprt(0, 10), seed=7)],
    ids=["plain", "openings", "sprt"],
)
def test_a_reader_tells_any_match_beside_its_runner(path, match):
    games = [played(0, of=match), played(1, None, "void", of=match), played(5, "W", of=match)]
    with Store(path, match) as store:
        for game in games:
            store.add(*game)
        with open_reader(path) as reader:
            assert reader.setting() == match
            assert reader.games() == games
            assert (reader.count(), reader.count(5), reader.count(0)) == (2, 1, 0)
            assert reader.game(5) == games[2]
            with pytest.raises(GoError, match="has no game 2"):
                reader.game(2)


def test_a_reader_leaves_the_errors_of_others_alone(path):
    fill(path, 0)
    with pytest.raises(ValueError, match="ours"), open_reader(path):
        raise ValueError("ours")


def test_a_reader_makes_no_store(path):
    with pytest.raises(GoError, match="cannot use"), open_reader(path):
        pass
    assert not path.exists()


# --- Versions -------------------------------------------------------------------------------------


def as_if_made_before(path, *statements):
    """Change a store as if a version without some field had made it."""
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def test_a_setting_that_an_older_version_did_not_know_is_as_its_default_says(path):
    fill(path, 0)
    text = json.dumps({name: value for name, value in asdict(MATCH).items() if name != "referee"})
    checksum = hashlib.sha256(text.encode()).hexdigest()
    as_if_made_before(path, f"UPDATE match SET setting = '{text}', sha256 = '{checksum}'")
    assert read_games(path, MATCH) == [played(0, of=MATCH)]
    fill(path, 1)
    with pytest.raises(GoError, match="holds another match: referee is  there and gnugo here"):
        Store(path, setting(referee="gnugo"))
    with open_reader(path) as reader:
        assert reader.setting() == MATCH


def test_a_setting_of_a_newer_version_is_refused_by_name(path):
    fill(path, 0)
    text = json.dumps(asdict(MATCH) | {"handicap": 3})
    checksum = hashlib.sha256(text.encode()).hexdigest()
    as_if_made_before(path, f"UPDATE match SET setting = '{text}', sha256 = '{checksum}'")
    for look in (lambda: read_games(path, MATCH), lambda: Store(path, MATCH)):
        with pytest.raises(
            GoError, match="is of a newer version or damaged: its match has the setting 'hand"
        ):
            look()


def test_a_column_that_is_new_is_as_its_default_says(path, monkeypatch):
    monkeypatch.setitem(rows.DEFAULTS, "referee", "")
    monkeypatch.setitem(rows.DEFAULTS, "claim", None)
    fill(path, 0)
    as_if_made_before(path, "ALTER TABLE game DROP COLUMN referee", "ALTER TABLE game DROP COLUMN claim")
    before = path.read_bytes()
    assert read_games(path, MATCH) == [played(0, of=MATCH)]
    with Store(path, MATCH):
        pass
    assert path.read_bytes() == before  # the columns are made with the first game
    claimed = played(1, claim="B+2.5", of=MATCH)
    with Store(path, MATCH) as store:
        store.add(*claimed)
    assert read_games(path, MATCH) == [played(0, of=MATCH), claimed]
    fill(path, 2)


def test_a_column_that_is_missing_or_of_a_newer_version_is_named(path):
    fill(path, 0)
    whole = path.read_bytes()
    for statement, message in (
        ("ALTER TABLE game DROP COLUMN machine", "is damaged: its games have no machine"),
        ("ALTER TABLE game DROP COLUMN sha256", "is damaged: its games have no sha256"),
        (
            "ALTER TABLE game ADD COLUMN mood TEXT",
            "is of a newer version or damaged: .* the column mood TEXT",
        ),
    ):
        path.write_bytes(whole)
        as_if_made_before(path, statement)
        for look in (lambda: read_games(path, MATCH), lambda: Store(path, MATCH)):
            with pytest.raises(GoError, match=message):
                look()


def test_numbers_come_back_as_they_were_stored_whatever_their_kind(path):
    whole = replace(result(), score=3, black_seconds=-0.0, white_seconds=1)
    with Store(path, MATCH) as store:
        store.add(game_job(MATCH, 0), whole)
    assert read_games(path, MATCH) == [(game_job(MATCH, 0), whole)]


def test_a_lock_that_is_a_link_does_no_harm(path):
    target = path.with_name("precious")
    target.write_text("text")
    path.with_name("match.db.lock").symlink_to(target)
    with pytest.raises(GoError, match=r"cannot open .*match.db.lock"):
        Store(path, MATCH)
    assert target.read_text() == "text"


def test_a_file_in_the_place_of_the_lock_is_not_written_over(path):
    lock = path.with_name("match.db.lock")
    lock.write_text("my notes")
    with pytest.raises(GoError, match=r"match.db.lock is in the way"):
        Store(path, MATCH)
    assert lock.read_text() == "my notes"
