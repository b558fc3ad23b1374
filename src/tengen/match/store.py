"""The games of a match on disk: SQLite, one row a game, written as it ends.

A row is one transaction that has reached the disk when `add` returns (WAL, synchronous=FULL), so a
runner may be killed at any moment: what it had finished is there, and nothing else. The setting is
stored when the match begins, and another one on the same file is refused. A lock on a file beside the
store keeps a second runner away and dies with its process, however that ends.

Each row has a checksum over its game, and so has the setting. A reader refuses a store with a damaged game
and names it. A runner takes such a game out and plays it again: which games a disk damages has nothing to do
with who won them, so no result becomes likelier by it. What the row held is kept in a file beside the store.
Stores of format 1 were made without checksums; their games are read as unverified, and games that are added
have one, in a column that older versions neither miss nor mind.

Which matches are being played: those whose store is held by a runner.

A runner holds a lock on a file beside its store. To see that by taking the lock would turn away a runner that
starts in the same moment, so the kernel's list of locks is read instead. It shows the processes of this
machine that we can see; where there is no such list, nothing counts as held.
"""

import hashlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tengen.core.errors import GoError, one_line
from tengen.core.files import hold
from tengen.match.database import (
    COPY,
    check_whole,
    keep_journal,
    looked_at,
    open_to_write,
    tables,
    told,
    trust,
)
from tengen.match.job import GameJob, GameResult
from tengen.match.rows import CHECKSUM, COLUMNS, DEFAULTS, declaration, game_of, row_of
from tengen.match.schedule import MatchConfig
from tengen.match.sprt import Sprt

_APPLICATION_ID = 0x54454E47  # "TENG", in the header of the file
_FORMATS = 1, 2
_SEALED = 2  # the format whose rows all have a checksum
_SETTING = {1: ["setting TEXT NOT NULL"], 2: ["setting TEXT NOT NULL", f"{CHECKSUM} TEXT NOT NULL"]}
_CHECKSUM = {1: f'"{CHECKSUM}" TEXT', 2: f'"{CHECKSUM}" TEXT NOT NULL'}
_SHOWN = 60
_NO_LIMIT = 1 << 62
_MOST_DAMAGED = 0.1  # share of games; more are not the work of a disk
_log = logging.getLogger(__name__)


class StoredGame(NamedTuple):
    """A row: a game that was asked for, and what came of it."""

    job: GameJob
    result: GameResult

    @property
    def is_verified(self) -> bool:
        """Whether a checksum says that it is as it was played."""
        return True


class UnverifiedGame(StoredGame):
    """A row without a checksum, as older versions wrote them."""

    @property
    def is_verified(self) -> bool:
        """It may have been changed since."""
        return False


class Store:
    """The file of one match, held by one runner: `with Store(path, setting) as store: store.add(...)`."""

    def __init__(self, path: Path, setting: MatchConfig) -> None:
        """Begin the match, or go on with it; GoError if the file is another's, torn, or in use."""
        self.path = path
        self._lock = hold(lock_path(path), f"{path} is in use by another runner")
        try:
            self._database = open_to_write(path)
        except BaseException:
            os.close(self._lock)
            raise
        try:
            with told(path):
                self._begin(setting)
        except BaseException:
            self.close()
            raise

    def add(self, job: GameJob, result: GameResult) -> None:
        """Write a game; a void one of the same number is replaced, any other is not."""
        with told(self.path), self._database:
            self._database.execute("BEGIN IMMEDIATE")
            _add_columns(self._database)
            self._database.execute("DELETE FROM game WHERE number = ? AND ending = 'void'", [job.number])
            row = row_of(job, result)
            names, marks = _listed(row), ", ".join("?" for _ in row)
            self._database.execute(f"INSERT INTO game ({names}) VALUES ({marks})", list(row.values()))

    def games(self) -> list[StoredGame]:
        """All games in the order of the schedule."""
        with told(self.path):
            return _all_games(self.path, self._database)

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

    def _begin(self, setting: MatchConfig) -> None:
        """Write the setting into a new file, or go on with the match that is there if it is the same."""
        database = self._database
        is_new = not database.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not is_new:
            _check_schema(self.path, database)
            _compare(self.path, _stored_setting(self.path, database), setting)
        keep_journal(self.path, database)
        with database:
            database.execute("BEGIN IMMEDIATE")
            if is_new:
                _create(database, setting)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all is in the one file from here
        check_whole(self.path, database)
        trust(database)
        _set_aside(self.path, database)


class StoreReader:
    """A store seen beside a runner that may be at work: nothing is locked, and nothing is changed."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        """For `open_reader`, which see; GoError if this is no store that this Tengen reads."""
        self._path = path
        self._database = database
        with told(path):
            _check_schema(path, database)

    def setting(self) -> MatchConfig:
        """What is played."""
        with told(self._path):
            return _stored_setting(self._path, self._database)

    def count(self, before: int | None = None) -> int:
        """How many games count, of those with numbers below one if it is given."""
        with told(self._path):
            asked = "SELECT count(*) FROM game WHERE ending != 'void' AND number < ?"
            (n_games,) = self._database.execute(asked, [_NO_LIMIT if before is None else before]).fetchone()
        return int(n_games)

    def games(self) -> list[StoredGame]:
        """All games in the order of the schedule; GoError if one of them is damaged."""
        with told(self._path):
            check_whole(self._path, self._database)
            return _all_games(self._path, self._database)

    def game(self, number: int) -> StoredGame:
        """The game of a number; GoError if it has not been played, or is damaged."""
        with told(self._path):
            games = _all_games(self._path, self._database, number)
        if not games:
            raise GoError(f"{self._path} has no game {number}")
        return games[0]


@contextmanager
def open_reader(path: Path) -> Iterator[StoreReader]:
    """A store to read; GoError in one sentence if the file is none, or of another version."""
    with looked_at(path) as database:
        yield StoreReader(path, database)


def read_games(path: Path, setting: MatchConfig) -> list[StoredGame]:
    """The games of a store in the order of the schedule, read beside a runner that may be at work.

    None if there is no such file yet; GoError if it holds another match, or a damaged game.
    """
    if not path.exists():
        return []
    with open_reader(path) as reader:
        _compare(path, reader.setting(), setting)
        return reader.games()


def lock_path(path: Path) -> Path:
    """The file beside a store that its runner holds."""
    return path.with_name(path.name + ".lock")


# --- The tables -----------------------------------------------------------------------------------


def _create(database: sqlite3.Connection, setting: MatchConfig) -> None:
    """The tables of a new store; part of one transaction with the setting."""
    columns = ", ".join([*map(declaration, COLUMNS), _CHECKSUM[_SEALED]])
    text = json.dumps(asdict(setting))
    database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {_SEALED}")
    database.execute(f"CREATE TABLE match ({', '.join(_SETTING[_SEALED])})")  # one row, JSON
    database.execute(f"CREATE TABLE game ({columns})")
    database.execute("INSERT INTO match VALUES (?, ?)", [text, _checksum(text)])


def _check_schema(path: Path, database: sqlite3.Connection) -> None:
    """GoError if the file is another program's, of a newer version, or holds anything but our two tables."""
    (application_id,) = database.execute("PRAGMA application_id").fetchone()
    if application_id != _APPLICATION_ID:
        raise GoError(f"{path} is a database of another program, not the store of a match")
    version = _format_of(database)
    if version not in _FORMATS:
        raise GoError(f"{path} has format {version} of match stores, and this Tengen reads {_FORMATS[-1]}")
    found = tables(path, database)
    if found.keys() != {"match", "game"} or found["match"] != _SETTING[version]:
        raise GoError(f"{path} is no store of a match: its tables are others, {COPY}")
    known = {declaration(name): name for name in COLUMNS} | {_CHECKSUM[version]: CHECKSUM}
    names = [known.get(text, "") for text in found["game"]]
    if "" in names:
        text = found["game"][names.index("")]
        raise GoError(
            f"{path} is of a newer version or damaged: its games have the column {one_line(text, _SHOWN)}"
        )
    needed = {*COLUMNS, *([CHECKSUM] if version == _SEALED else [])} - DEFAULTS.keys()
    if missing := sorted(needed.difference(names)):
        raise GoError(f"{path} is damaged: its games have no {missing[0]}; {COPY}")


def _add_columns(database: sqlite3.Connection) -> None:
    """Columns that are new since a store was made; older versions write their rows without them."""
    there = _columns(database)
    for name in (*COLUMNS, CHECKSUM):
        if name not in there:
            text = _CHECKSUM[1] if name == CHECKSUM else declaration(name)
            database.execute(f"ALTER TABLE game ADD COLUMN {text}")


def _columns(database: sqlite3.Connection) -> list[str]:
    """The columns of games that are there; for a store whose schema was found right."""
    return [str(name) for _, name, *_ in database.execute("PRAGMA table_info(game)")]


def _format_of(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


# --- The setting ----------------------------------------------------------------------------------


def _stored_setting(path: Path, database: sqlite3.Connection) -> MatchConfig:
    """What is played there; settings that its version did not know are as their defaults say."""
    rows = database.execute("SELECT * FROM match").fetchall()
    if len(rows) != 1:
        raise GoError(f"{path} is damaged: it has {len(rows)} settings; {COPY}")
    text, *checksum = rows[0]
    if checksum and checksum != [_checksum(text)]:
        raise GoError(f"{path} is damaged: the checksum of its setting is wrong; {COPY}")
    values = dict(json.loads(text))
    known = {field.name for field in fields(MatchConfig)}
    if unknown := sorted(values.keys() - known):
        name = one_line(unknown[0], _SHOWN)
        raise GoError(f"{path} is of a newer version or damaged: its match has the setting {name!r}")
    openings, sprt = values.pop("openings", ()), values.pop("sprt", None)
    return MatchConfig(**values, openings=tuple(map(tuple, openings)), sprt=Sprt(**sprt) if sprt else None)


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _compare(path: Path, there: MatchConfig, here: MatchConfig) -> None:
    """GoError that names what differs between the settings."""
    stored, wanted = asdict(there), asdict(here)
    differences = "; ".join(
        f"{name.replace('_', ' ')} is {one_line(str(stored[name]), _SHOWN)} there "
        f"and {one_line(str(wanted[name]), _SHOWN)} here"
        for name in wanted
        if stored[name] != wanted[name]
    )
    if differences:
        raise GoError(f"{path} holds another match: {differences}")


# --- The games ------------------------------------------------------------------------------------


def _all_games(path: Path, database: sqlite3.Connection, number: int | None = None) -> list[StoredGame]:
    """All games in the order of the schedule, or the one of a number; GoError if one is damaged."""
    games, damaged = _read(database, number)
    if damaged:
        more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        first = min(damaged)
        raise GoError(
            f"{path} is damaged: game {first}{more} ({damaged[first]}); the command that plays this match "
            "plays it again"
        )
    return games


def _read(database: sqlite3.Connection, number: int | None = None) -> tuple[list[StoredGame], dict[int, str]]:
    """Games in the order of the schedule, and what is wrong with those that are damaged, by number."""
    names, is_sealed = _columns(database), _format_of(database) == _SEALED
    games, damaged = [], {}
    which, values = ("", []) if number is None else ("WHERE number = ?", [number])
    for row in database.execute(f"SELECT {_listed(names)} FROM game {which} ORDER BY number", values):
        values_of = dict(zip(names, row))
        kind = UnverifiedGame if values_of.get(CHECKSUM) is None else StoredGame
        try:
            games.append(kind(*game_of(values_of, is_sealed=is_sealed)))
        except ValueError as error:
            damaged[values_of["number"]] = str(error)
    return games, damaged


def _listed(names: Any) -> str:
    return ", ".join(f'"{name}"' for name in names)  # quoted: SQL has a word "commit"


def _set_aside(path: Path, database: sqlite3.Connection) -> None:
    """Take damaged games out, so that they are played again; what they held is kept in a file."""
    games, damaged = _read(database)
    if not damaged:
        return
    if len(damaged) > max(1, _MOST_DAMAGED * len(games)):
        raise GoError(
            f"{path} is damaged: {len(damaged)} of {len(games) + len(damaged)} games, the first of them "
            f"{min(damaged)} ({damaged[min(damaged)]}); {COPY}"
        )
    kept = path.with_name(path.name + ".damaged")
    try:
        with kept.open("a") as file:
            for number, reason in damaged.items():
                row = database.execute("SELECT * FROM game WHERE number = ?", [number]).fetchone()
                file.write(json.dumps([reason, *row], default=repr) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise GoError(f"cannot keep damaged games in {kept}: {error.strerror}") from None
    with database:
        database.execute("BEGIN IMMEDIATE")
        database.executemany("DELETE FROM game WHERE number = ?", [[number] for number in damaged])
    numbers = ", ".join(map(str, sorted(damaged)))
    _log.warning(
        "tengen: %s: damaged games are played again, what their rows held is in %s: %s", path, kept, numbers
    )


# --- Stores that are being played -----------------------------------------------------------------


_LIST = Path("/proc/locks")  # "1: FLOCK  ADVISORY  WRITE 28646 fe:00:2269201 0 EOF"


def locked_stores(paths: Iterable[Path]) -> set[Path]:
    """Those of the stores that a runner holds now."""
    locked = _locked_files()
    return {path for path in paths if locked and _identity(lock_path(path)) in locked}


def _locked_files() -> set[tuple[int, int]]:
    """Device and inode of all files with a lock of the kind that runners take."""
    try:
        lines = _LIST.read_text("ascii", "replace").splitlines()
    except OSError:
        return set()
    found = set()
    for words in map(str.split, lines):
        if len(words) >= 6 and words[1] == "FLOCK":
            major, minor, inode = words[5].split(":")
            found.add((os.makedev(int(major, 16), int(minor, 16)), int(inode)))
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
