"""The games of sessions as SGF files in one folder, so that they survive a restart.

A page names a game by letters, digits, - and _ alone, so no name can lead out of the folder. Files are opened
as plain files only: a link is not followed, and a pipe or device that somebody put there is not read.
"""

import hashlib
import os
import re
import secrets
import threading
from datetime import UTC, datetime
from pathlib import Path

from tengen.core.errors import GoError
from tengen.core.files import is_plain_file, read_plain_file, write_atomically
from tengen.sgf import SgfTree, main_line, parse_sgf
from tengen.web.messages.game import CollectionGame, SavedGame, SavedGames
from tengen.web.messages.requests import MAX_NAME

MAX_GAMES = 1000
_ENDING = ".sgf"
_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_NAME}}}", re.ASCII)
MAX_BYTES = 4 << 20  # of a game
_SHOWN = 40


def default_folder() -> Path:
    """Where games are kept if nobody says otherwise, as the XDG base directories have it."""
    data = os.environ.get("XDG_DATA_HOME", "")
    home = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return home / "tengen" / "games"


class ChangedElsewhereError(GoError):
    """A file is no longer as it was read or written by whoever wants to write it."""


class SavedGamesFolder:
    """The saved games of one folder; it is made with the first game."""

    def __init__(self, folder: Path) -> None:
        """Look at a folder that need not be there yet."""
        self.folder = folder
        self._rows: dict[str, tuple[tuple[int, int, int], SavedGame]] = {}  # by name: file's stamp, and row
        self._lock = threading.Lock()  # sessions ask from several threads

    def new_name(self, now: float) -> str:
        """A name for a new game: the time, to be read by people, and random letters against twins."""
        moment = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d-%H%M%S")
        return f"{moment}-{secrets.token_hex(4)}"

    def save(self, name: str, data: bytes, known: str | None = None) -> None:
        """Write a game, or replace it in one step; GoError if there are too many, and all are kept.

        known -- the key of what the file should hold by now: ChangedElsewhereError if it holds something else
        """
        path = self._path(name)
        if len(data) > MAX_BYTES:
            raise GoError(f"the game {name} is too long to be saved: more than {MAX_BYTES >> 20} MiB")
        if not path.exists() and len(self._names()) >= MAX_GAMES:
            raise GoError(
                f"there are {MAX_GAMES:,} saved games already: this one is not saved, and all are kept"
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._lock:
                if known is not None and is_plain_file(path) and not _holds(path, known):
                    raise ChangedElsewhereError(f"the game {name} was changed elsewhere")
                write_atomically(path, data)
        except OSError as error:  # said without the folder, which a page need not know
            raise GoError(f"the game {name} cannot be saved: {error.strerror}") from None

    def load(self, name: str) -> bytes:
        """The file of a game; GoError if there is none of this name."""
        path = self._path(name)
        try:
            return read_plain_file(path, MAX_BYTES, follow_links=False)
        except OSError:
            raise GoError(f"there is no saved game {name}") from None

    def list(self) -> SavedGames:
        """All games, the one that changed last first; a broken one is listed as such."""
        with self._lock:
            rows = {name: row for name in self._names() if (row := self._row(name)) is not None}
            self._rows = {name: self._rows[name] for name in rows}
        return SavedGames(games=sorted(rows.values(), key=lambda row: (-row.changed, row.name)))

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise GoError(
                f"{name[:_SHOWN]!r} is no name of a saved game: use up to {MAX_NAME} letters, digits, - and _"
            )
        return self.folder / (name + _ENDING)

    def _names(self) -> set[str]:
        try:
            files = os.listdir(self.folder)
        except OSError:  # no folder, no games
            return set()
        names = {file.removesuffix(_ENDING) for file in files if file.endswith(_ENDING)}
        return {name for name in names if _NAME.fullmatch(name)}

    def _row(self, name: str) -> SavedGame | None:
        """What the list says of a game, parsed again if its file has changed; None if it is no plain file."""
        path = self._path(name)
        try:
            found = path.lstat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if name not in self._rows or self._rows[name][0] != stamp:
                row = _describe(name, read_plain_file(path, MAX_BYTES, follow_links=False), found.st_mtime)
                self._rows[name] = stamp, row
        except OSError:
            return None
        return self._rows[name][1]


def _holds(path: Path, known: str) -> bool:
    try:
        return content_key(read_plain_file(path, MAX_BYTES, follow_links=False)) == known
    except OSError:  # too long, for one
        return False


def content_key(content: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(content).hexdigest()


def describe(tree: SgfTree) -> CollectionGame:
    """A game by its main line."""
    try:
        record = main_line(tree)
    except GoError as error:
        return CollectionGame(title=f"cannot be read: {error}", size=0, moves=0, result=None)
    black, white = record.black_name or "Black", record.white_name or "White"
    return CollectionGame(
        title=f"{black[:MAX_NAME]} against {white[:MAX_NAME]}",
        size=record.size,
        moves=len(record.moves),
        result=record.result[:_SHOWN] or None,
    )


def _describe(name: str, data: bytes, changed: float) -> SavedGame:
    """The row of a file by its first game."""
    try:
        trees = parse_sgf(data)
    except GoError as error:
        return SavedGame(
            name=name,
            title=f"cannot be read: {error}",
            size=0,
            moves=0,
            result=None,
            changed=changed,
            games=0,
        )
    first = describe(trees[0])
    return SavedGame(name=name, changed=changed, games=len(trees), **first.model_dump())
