"""SQLite files that may come from anybody, opened so that they neither harm nor hang who looks at them.

Looking writes nothing: where no runner has left a journal, SQLite is told that the file does not change, and
makes no files of its own beside it. Before anything is read, the tables must be written down word for word as
ours are, with no trigger, view or virtual table beside them. What a file makes SQLite do is limited by its
length, so that one with pages in a circle, or shared by many, ends with a sentence.
"""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tengen.core.errors import GoError, one_line

_HEADER_BYTES = 100  # of any SQLite file
_LARGEST_VALUE = 1 << 26  # bytes; a setting with all openings has some megabytes
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LARGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_STEPS_A_BYTE = 1  # of SQLite's machine; a game has some 600 bytes and takes some 80 steps to read
_LEAST_STEPS = 1_000_000
_STEPS_AT_A_TIME = 10_000
_SHOWN = 120  # characters
COPY = "bring back a copy of it, or begin another"  # what to do about a damaged one

Stamp = tuple[int, int, int]


@contextmanager
def looked_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to read, also beside its runner; it leaves no trace."""
    before = _check_file(path)
    is_still = not any(_length(path.with_name(path.name + end)) for end in ("-wal", "-journal"))
    mode = "mode=ro&immutable=1" if is_still else "mode=ro"
    with told(path):
        database = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)
    with closing(database):
        try:
            with told(path):
                _restrict(database, path)
            yield database
        except GoError:
            _check_unchanged(path, before, is_still)
            raise
        _check_unchanged(path, before, is_still)


def open_to_write(path: Path) -> sqlite3.Connection:
    """A database to write, with transactions begun by hand; made if there is none."""
    if path.exists():
        _check_file(path)
    with told(path):
        database = sqlite3.connect(path, isolation_level=None)
        _restrict(database, path)
    return database


def trust(database: sqlite3.Connection) -> None:
    """What was read and found right may be read as often as one likes."""
    database.set_progress_handler(None, 0)


def keep_journal(path: Path, database: sqlite3.Connection) -> None:
    """Whatever is committed from here is on the disk, and readers do not wait."""
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise GoError(f"{path} is where SQLite cannot keep a journal ({mode}); use a local disk")
    database.execute("PRAGMA synchronous = FULL")


def tables(path: Path, database: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table as they are declared; GoError if there is anything but plain tables."""
    found = {}
    for kind, name, text in database.execute("SELECT type, name, sql FROM sqlite_master"):
        begin = f"CREATE TABLE {name} ("
        if kind != "table" or not str(text).startswith(begin) or not text.endswith(")"):
            raise GoError(f"{path} is no store of a match: it has the {kind} {one_line(str(name), 60)!r}")
        found[str(name)] = text[len(begin) : -1].split(", ")
    return found


def check_whole(path: Path, database: sqlite3.Connection) -> None:
    """GoError if pages are missing or make no sense, which SQLite would read as zeros or pass over."""
    (n_pages,), (page_bytes,) = (
        database.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    n_bytes = path.stat().st_size
    if n_bytes < n_pages * page_bytes and not _length(path.with_name(path.name + "-wal")):
        raise GoError(f"{path} is damaged: it has {n_bytes} bytes of {n_pages * page_bytes}; {COPY}")
    (damage,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if damage != "ok":
        raise GoError(f"{path} is damaged ({one_line(damage, _SHOWN)}): {COPY}")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """SQLite's errors as one sentence; a transaction that met one has not happened."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise GoError(f"{path} already has this game") from None
    except sqlite3.OperationalError as error:  # disk full, no permission, no such folder
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise GoError(f"{path} is damaged: reading it does not come to an end; {COPY}") from None
        raise GoError(
            f"cannot use {path}: {one_line(str(error), _SHOWN)}; the games stored before are kept"
        ) from None
    except (sqlite3.DatabaseError, AttributeError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, GoError):
            raise
        raise GoError(
            f"{path} is no store of a match, or a damaged one ({one_line(str(error), _SHOWN)}): {COPY}"
        ) from None


def _restrict(database: sqlite3.Connection, path: Path) -> None:
    """Let the file do nothing but hold tables, and those not without end."""
    for limit, most in _LIMITS.items():
        database.setlimit(limit, most)
    steps_left = _LEAST_STEPS + _STEPS_A_BYTE * (_length(path) + _length(path.with_name(path.name + "-wal")))

    def is_too_long() -> bool:
        nonlocal steps_left
        steps_left -= _STEPS_AT_A_TIME
        return steps_left < 0

    database.set_progress_handler(is_too_long, _STEPS_AT_A_TIME)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA mmap_size = 0")
    database.text_factory = _text


def _text(content: bytes) -> str:
    """Text that may be damaged: the checksum of its row tells."""
    return content.decode("utf-8", "surrogateescape")


def _check_file(path: Path) -> Stamp:
    """When a file was changed; GoError unless it is a plain one that SQLite would not take for a new one."""
    try:
        found = path.stat()
    except OSError as error:
        raise GoError(f"cannot use {path}: {error.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise GoError(f"cannot use {path}: it is no plain file")
    if 0 < found.st_size < _HEADER_BYTES:
        raise GoError(f"{path} is damaged: it has only {found.st_size} bytes; {COPY}")
    return found.st_mtime_ns, found.st_size, found.st_ino


def _check_unchanged(path: Path, before: Stamp, is_still: bool) -> None:
    """GoError if a runner has begun, and written, while we took the file for one that does not change."""
    if is_still and _check_file(path) != before:
        raise GoError(f"{path} was written while it was read: look again")


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
