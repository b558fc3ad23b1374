"""Databases from anybody: looking at them leaves no trace, runs nothing of theirs, and comes to an end."""

import os
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tengen import GoError
from tengen.match import database
from tengen.match.store import Store, open_reader, read_games
from tests.match.matches import played, setting

MATCH = setting()
PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.db"


def fill(path: Path, n_games: int = 1) -> None:
    with Store(path, MATCH) as store:
        for number in range(n_games):
            store.add(*played(number, of=MATCH))


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as other, other:
        for statement in statements:
            other.execute(statement)


def both_refuse(path: Path, message: str) -> None:
    for look in (lambda: read_games(path, MATCH), lambda: Store(path, MATCH)):
        with pytest.raises(GoError, match=message) as caught:
            look()
        assert "\n" not in str(caught.value)


# --- What else may be in it -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement, kind",
    [
        ("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM match; END", "trigger 't'"),
        ("CREATE VIEW v AS SELECT * FROM game", "view 'v'"),
        ("CREATE VIRTUAL TABLE words USING fts5(text)", "table 'words'"),
        ("CREATE INDEX i ON game (winner)", "index 'i'"),
    ],
)
def test_only_plain_tables_are_allowed(path: Path, statement: str, kind: str) -> None:
    fill(path)
    changed(path, statement)
    both_refuse(path, f"is no store of a match: it has the {kind}")


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE more (text TEXT)"],
        ["ANALYZE"],
        ["DROP TABLE match"],
        ["DROP TABLE game"],
        ["DROP TABLE match", "CREATE TABLE match (setting TEXT NOT NULL, sha256 TEXT)"],
        ["ALTER TABLE game ADD COLUMN g TEXT GENERATED ALWAYS AS (winner || winner)"],
        ["ALTER TABLE game ADD COLUMN d TEXT DEFAULT 'x'"],
    ],
)
def test_tables_are_those_of_a_store_word_for_word(path: Path, statements: list[str]) -> None:
    fill(path)
    changed(path, *statements)
    both_refuse(
        path,
        "is no store of a match: its tables are others|its games have the column|the table 'sqlite_stat1'",
    )


def test_a_view_in_place_of_the_games_is_not_run(path: Path) -> None:
    fill(path)
    endless = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i AS number FROM n"
    changed(path, "DROP TABLE game", f"CREATE VIEW game AS {endless}")
    both_refuse(path, "it has the view 'game'")


def test_the_number_of_settings_is_one(path: Path) -> None:
    fill(path)
    changed(path, "INSERT INTO match SELECT * FROM match")
    both_refuse(path, "is damaged: it has 2 settings")
    changed(path, "DELETE FROM match")
    both_refuse(path, "is damaged: it has 0 settings")


@pytest.mark.parametrize(
    "values, message",
    [
        ("winner = 'X'", "its winner is 'X'"),
        ("ending = NULL", "its ending is 'None'"),
        ("black_seconds = 9e999", "its black seconds is 'inf'"),
        ("size = 'nine'", "its size is 'nine'"),
        ("moves = x'80ff'", "its moves is "),
        ("machine = CAST(x'ff41' AS TEXT)", "its machine is "),
    ],
)
def test_a_game_without_a_checksum_must_make_sense(path: Path, values: str, message: str) -> None:
    make_old(path)
    changed(path, f"UPDATE game SET {values} WHERE number = 3")
    with pytest.raises(GoError, match=rf"match.db is damaged: game 3 \({message}"):
        read_games(path, MATCH)
    with Store(path, MATCH) as store:
        assert 3 not in [game.job.number for game in store.games()]


def make_old(path: Path) -> None:
    """A store of format 1, as it was before there were checksums."""
    fill(path, 20)
    changed(
        path,
        "PRAGMA user_version = 1",
        "ALTER TABLE game DROP COLUMN sha256",
        "CREATE TABLE m (setting TEXT NOT NULL)",
        "INSERT INTO m SELECT setting FROM match",
        "DROP TABLE match",
        "ALTER TABLE m RENAME TO match",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '\"match\"', 'match')",
    )


# --- Work without end -----------------------------------------------------------------------------


def deep_tree(path: Path, n_levels: int = 16, n_children: int = 200) -> None:
    """Replace the games by a tree whose pages all have the same page below, many times: 200^16 rows."""
    with closing(sqlite3.connect(path)) as other:
        (root,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'").fetchone()
        (n_pages,) = other.execute("PRAGMA page_count").fetchone()
    content = bytearray(path.read_bytes())
    leaf = bytes(content[(root - 1) * PAGE : root * PAGE])
    pages = [root, *range(n_pages + 1, n_pages + 1 + n_levels)]
    for level, page in enumerate(pages):
        below = pages[level + 1] if level + 1 < len(pages) else None
        new = leaf if below is None else interior(below, n_children)
        content[(page - 1) * PAGE : page * PAGE] = new
    struct.pack_into(">I", content, 28, len(content) // PAGE)
    path.write_bytes(content)


def interior(below: int, n_children: int) -> bytes:
    """A page of the inside of a table whose children are all the same page."""
    page = bytearray(PAGE)
    first = PAGE - 5 * n_children
    page[0] = 5
    struct.pack_into(">HHBI", page, 3, n_children, first, 0, below)
    for number in range(n_children):
        place = PAGE - 5 * (number + 1)
        struct.pack_into(">H", page, 12 + 2 * number, place)
        struct.pack_into(">IB", page, place, below, 1)
    return bytes(page)


def test_a_tree_of_pages_that_never_ends_is_refused(path: Path) -> None:
    fill(path, 2)
    deep_tree(path)
    both_refuse(path, "is damaged")
    with open_reader(path) as reader, pytest.raises(GoError, match="reading it does not come to an end"):
        reader.count()


def test_reading_a_whole_store_stays_far_within_the_limit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, 200)
    monkeypatch.setattr(database, "_LEAST_STEPS", 0)
    monkeypatch.setattr(database, "_STEPS_AT_A_TIME", 100)
    with open_reader(path) as reader:
        reader.setting()
        reader.count()
        assert len(reader.games()) == 200


def test_a_value_is_not_larger_than_sense(path: Path) -> None:
    fill(path)
    changed(path, f"UPDATE match SET setting = '{'x' * (1 << 26)}x'")
    both_refuse(path, "string or blob too big")


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_is_no_plain_file_is_not_opened(path: Path, make) -> None:  # type: ignore[no-untyped-def]
    make(path)
    both_refuse(path, "it is no plain file")


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_looking_leaves_no_trace(path: Path) -> None:
    fill(path, 3)
    path.with_name("match.db.lock").unlink()
    before = path.read_bytes(), path.stat()
    assert len(read_games(path, MATCH)) == 3
    with open_reader(path) as reader:
        assert reader.count() == 3
        assert names_in(path.parent) == ["match.db"]
    assert names_in(path.parent) == ["match.db"]
    assert (path.read_bytes(), path.stat()) == before


def test_a_store_is_read_where_nothing_can_be_written() -> None:
    program = (
        "import os, sys; from tengen.match.store import open_reader; from pathlib import Path\n"
        "os.geteuid() or os.setuid(65534)\n"  # root may write anywhere
        "with open_reader(Path(sys.argv[1])) as reader: print(len(reader.games()))"
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.db"
        fill(path, 3)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        found = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True)
        path.parent.chmod(0o755)
    assert (found.stdout, found.stderr) == ("3\n", "")


def test_games_are_read_that_a_killed_runner_left_in_its_journal(path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path\n"
        "from tengen.match.store import Store; from tests.match.matches import played, setting\n"
        "store = Store(Path(sys.argv[1]), setting())\n"
        "for number in range(3): store.add(*played(number))\n"
        "os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", program, path], env=os.environ | {"PYTHONPATH": str(root)})
    assert path.with_name("match.db-wal").stat().st_size
    assert len(read_games(path, MATCH)) == 3
    with Store(path, MATCH) as store:
        assert len(store.games()) == 3


def test_a_reader_that_was_overtaken_by_a_runner_says_so(path: Path) -> None:
    fill(path, 3)

    def look() -> None:
        with open_reader(path) as reader:
            reader.count()
            fill_one_more(path)

    with pytest.raises(GoError, match="was written while it was read: look again"):
        look()


def fill_one_more(path: Path) -> None:
    with Store(path, MATCH) as store:
        store.add(*played(3))


def test_a_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    changed(path, "CREATE TABLE notes (text)")
    before = path.read_bytes()
    both_refuse(path, "is a database of another program")
    assert path.read_bytes() == before
