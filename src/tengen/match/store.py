"""The games of a match on disk: SQLite, one row a game, written as it ends.

A row is one transaction that has reached the disk when `add` returns (WAL, synchronous=FULL), so a
runner may be killed at any moment: what it had finished is there, and nothing else. The setting is
stored when the match begins, and another one on the same file is refused. A lock on a file beside the
store keeps a second runner away and dies with its process, however that ends.
"""

import dataclasses
import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, get_type_hints

from tengen.core.errors import GoError
from tengen.match.job import GameJob, GameResult
from tengen.match.schedule import MatchSetting
from tengen.match.sprt import Sprt

_APPLICATION_ID = 0x54454E47  # "TENG", in the header of the file
_FORMAT = 1
_HEADER_BYTES = 100  # of any SQLite file
_SHOWN = 60
_NO_LIMIT = 1 << 62

_JOB_FIELDS = tuple(field.name for field in dataclasses.fields(GameJob))
_RESULT_FIELDS = tuple(field.name for field in dataclasses.fields(GameResult))
_COLUMNS = _JOB_FIELDS + _RESULT_FIELDS
_COLUMN_LIST = ", ".join(f'"{name}"' for name in _COLUMNS)  # quoted: SQL has a word "commit"
_HINTS = get_type_hints(GameJob) | get_type_hints(GameResult)
_LISTS = {name for name in _COLUMNS if _HINTS[name] == tuple[str, ...]}  # stored with spaces between


class PlayedGame(NamedTuple):
    """A row: a game that was asked for, and what came of it."""

    job: GameJob
    result: GameResult


class Store:
    """The file of one match, held by one runner: `with Store(path, setting) as store: store.add(...)`."""

    def __init__(self, path: Path, setting: MatchSetting) -> None:
        """Begin the match, or go on with it; GoError if the file is another's, torn, or in use."""
        self.path = path
        self._lock = _lock(path)
        try:
            with _told(path):
                self._database = _open(path)
        except BaseException:
            os.close(self._lock)
            raise
        try:
            with _told(path):
                self._begin(setting)
        except BaseException:
            self.close()
            raise

    def add(self, job: GameJob, result: GameResult) -> None:
        """Write a game; a void one of the same number is replaced, any other is not."""
        row = dataclasses.asdict(job) | dataclasses.asdict(result)
        values = [" ".join(row[name]) if name in _LISTS else row[name] for name in _COLUMNS]
        marks = ", ".join("?" for _ in _COLUMNS)
        with _told(self.path), self._database:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("DELETE FROM game WHERE number = ? AND ending = 'void'", [job.number])
            self._database.execute(f"INSERT INTO game ({_COLUMN_LIST}) VALUES ({marks})", values)

    def games(self) -> list[PlayedGame]:
        """All games in the order of the schedule."""
        with _told(self.path):
            return _all_games(self._database)

    def close(self) -> None:
        """Close the file and let another runner have it."""
        self._database.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self, setting: MatchSetting) -> None:
        """Write the setting into a new file, or compare it with the one that is there."""
        database = self._database
        with database:
            database.execute("BEGIN IMMEDIATE")
            if not database.execute("SELECT 1 FROM sqlite_master").fetchone():
                _create(database, setting)
        _check_kind(self.path, database)
        _check_whole(self.path, database)
        _compare(self.path, _stored_setting(database), json.loads(_as_json(setting)))


class StoreReader:
    """A store seen beside a runner that may be at work: nothing is locked, and no game is changed."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        """For `open_reader`, which see; GoError if this is no store that this Tengen reads."""
        self._path = path
        self._database = database
        with _told(path):
            _check_kind(path, database)

    def setting(self) -> MatchSetting:
        """What is played."""
        with _told(self._path):
            values = _stored_setting(self._database)
            openings, sprt = values.pop("openings", ()), values.pop("sprt", None)
            return MatchSetting(
                **values, openings=tuple(map(tuple, openings)), sprt=Sprt(**sprt) if sprt else None
            )

    def count(self, before: int | None = None) -> int:
        """How many games count, of those with numbers below one if it is given."""
        with _told(self._path):
            asked = "SELECT count(*) FROM game WHERE ending != 'void' AND number < ?"
            (n_games,) = self._database.execute(asked, [_NO_LIMIT if before is None else before]).fetchone()
        return int(n_games)

    def games(self) -> list[PlayedGame]:
        """All games in the order of the schedule."""
        with _told(self._path):
            return _all_games(self._database)

    def game(self, number: int) -> PlayedGame:
        """The game of a number; GoError if it has not been played."""
        with _told(self._path):
            asked = f"SELECT {_COLUMN_LIST} FROM game WHERE number = ?"
            row = self._database.execute(asked, [number]).fetchone()
            if row is None:
                raise GoError(f"{self._path} has no game {number}")
            return _played(row)


@contextmanager
def open_reader(path: Path) -> Iterator[StoreReader]:
    """A store to read; GoError in one sentence if the file is none, or of another version."""
    with _told(path):
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    with closing(database):
        yield StoreReader(path, database)


def read_games(path: Path, setting: MatchSetting) -> list[PlayedGame]:
    """The games of a store in the order of the schedule, read beside a runner that may be at work.

    None if there is no such file yet; GoError if it holds another match.
    """
    if not path.exists():
        return []
    with open_reader(path) as reader, _told(path):
        _compare(path, _stored_setting(reader._database), json.loads(_as_json(setting)))
        return reader.games()


def _stored_setting(database: sqlite3.Connection) -> dict[str, Any]:
    (stored,) = database.execute("SELECT setting FROM match").fetchone()
    return dict(json.loads(stored))


def _check_kind(path: Path, database: sqlite3.Connection) -> None:
    """GoError if the file is another program's, or of another version."""
    (application_id,), (version,) = (
        database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application_id != _APPLICATION_ID:
        raise GoError(f"{path} is a database of another program, not the store of a match")
    if version != _FORMAT:
        raise GoError(f"{path} has format {version} of match stores, and this Tengen reads {_FORMAT}")


def _all_games(database: sqlite3.Connection) -> list[PlayedGame]:
    rows = database.execute(f"SELECT {_COLUMN_LIST} FROM game ORDER BY number")
    return [_played(row) for row in rows]


def lock_path(path: Path) -> Path:
    """The file beside a store that its runner holds."""
    return path.with_name(path.name + ".lock")


def _lock(path: Path) -> int:
    """The open, locked file beside the store; it is never removed, for another may be waiting for it."""
    beside = lock_path(path)
    try:
        lock = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise GoError(f"cannot open {beside}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        owner = os.read(lock, 20).decode("ascii", "replace").strip()
        os.close(lock)
        raise GoError(f"{path} is in use by another runner (process {owner})") from None
    os.ftruncate(lock, 0)
    os.write(lock, f"{os.getpid()}\n".encode())
    return lock


def _open(path: Path) -> sqlite3.Connection:
    """The database of a path, made if there is none."""
    if path.is_file() and 0 < path.stat().st_size < _HEADER_BYTES:  # SQLite would take it for a new one
        raise GoError(f"{path} is damaged: it has only {path.stat().st_size} bytes")
    database = sqlite3.connect(path, isolation_level=None)  # transactions are begun by hand
    try:
        (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise GoError(f"{path} is where SQLite cannot keep a journal ({mode}); use a local disk")
        database.execute("PRAGMA synchronous = FULL")
    except BaseException:
        database.close()
        raise
    return database


def _create(database: sqlite3.Connection, setting: MatchSetting) -> None:
    """The tables of a new store; part of one transaction with the setting."""
    types = {int: "INTEGER", float: "REAL", float | None: "REAL"}
    columns = ", ".join(
        f'"{name}" {types.get(_HINTS[name], "TEXT")}{" PRIMARY KEY" if name == "number" else ""}'
        for name in _COLUMNS
    )
    database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {_FORMAT}")
    database.execute("CREATE TABLE match (setting TEXT NOT NULL)")  # one row, JSON
    database.execute(f"CREATE TABLE game ({columns})")
    database.execute("INSERT INTO match VALUES (?)", [_as_json(setting)])


def _check_whole(path: Path, database: sqlite3.Connection) -> None:
    """GoError if the file is damaged or its end is missing, which SQLite would read as zeros."""
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all is in the one file from here
    (n_pages,), (page_bytes,) = (
        database.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    if path.stat().st_size != n_pages * page_bytes:
        raise GoError(f"{path} is damaged: it has {path.stat().st_size} bytes of {n_pages * page_bytes}")
    (damage,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if damage != "ok":
        raise GoError(f"{path} is damaged: {damage}")


def _as_json(setting: MatchSetting) -> str:
    return json.dumps(dataclasses.asdict(setting))


def _compare(path: Path, stored: dict[str, Any], wanted: dict[str, Any]) -> None:
    """GoError that names what differs between the settings."""
    names = [name for name in wanted | stored if stored.get(name) != wanted.get(name)]
    if names:
        differences = "; ".join(
            f"{name.replace('_', ' ')} is {str(stored.get(name))[:_SHOWN]} there "
            f"and {str(wanted.get(name))[:_SHOWN]} here"
            for name in names
        )
        raise GoError(f"{path} holds another match: {differences}")


def _played(row: tuple[Any, ...]) -> PlayedGame:
    values: dict[str, Any] = {
        name: tuple(value.split()) if name in _LISTS else value for name, value in zip(_COLUMNS, row)
    }
    return PlayedGame(
        GameJob(**{name: values[name] for name in _JOB_FIELDS}),
        GameResult(**{name: values[name] for name in _RESULT_FIELDS}),
    )


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """SQLite's errors as one sentence; a transaction that met one has not happened."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise GoError(f"{path} already has this game") from None
    except sqlite3.OperationalError as error:  # disk full, no permission, no such folder
        raise GoError(f"cannot use {path}: {error}; the games stored before are kept") from None
    except (sqlite3.DatabaseError, AttributeError, TypeError, ValueError) as error:
        if isinstance(error, GoError):
            raise
        raise GoError(f"{path} is no store of a match, or a damaged one: {error}") from None
