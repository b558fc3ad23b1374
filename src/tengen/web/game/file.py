"""The file of a game: all that is in it, and where changes go.

Looking never writes. A change is written into the file itself only if Tengen wrote it (its AP or TENGEN says
so), all of it could be read, and nobody else has changed it since; else it goes into a copy under a name of
its own, which has all that the file had. Text is written as UTF-8, with CA to say so.
"""

import time

from tengen import __version__
from tengen.sgf import Limits, SgfTree, escape_text, format_sgf, parse_sgf
from tengen.web.messages.game import CollectionGame
from tengen.web.saved_games import MAX_BYTES, ChangedElsewhereError, SavedGamesFolder, content_key, describe

_LIMITS = Limits(file_bytes=MAX_BYTES, nodes=200_000)
_PROGRAM = "Tengen"
_MARK = "TENGEN"  # in the root of copies: AP is left to the program that wrote the game
_UNFINISHED = "unfinished"  # beside it: RE is about moves that were cut off


class GameFile:
    """The games of a file, one of them played or looked at."""

    def __init__(self, trees: list[SgfTree], name: str) -> None:
        """Games that are on no disk yet; they will be saved under the name."""
        self.trees = trees
        self.number = 0  # of the game that is played or looked at
        self.name = name  # where changes go
        self.saved_as: str | None = None  # where the games are on disk
        self._known: str | None = None  # the key of what is there, as we read or wrote it
        self._why_copy: str | None = None

    @classmethod
    def begin(cls, name: str, tree: SgfTree) -> "GameFile":
        """A game that begins here."""
        tree.root.properties.insert(2, ("AP", [f"{_PROGRAM}:{__version__}"]))
        return cls([tree], name)

    @classmethod
    def opened(cls, content: bytes | str, copy_name: str) -> "GameFile":
        """A file or a text that somebody gave the page; GoError if it is no record."""
        file = cls(parse_sgf(content, _LIMITS), copy_name)
        file._why_copy = "what you opened stays as it is"
        return file

    @classmethod
    def loaded(cls, name: str, content: bytes, copy_name: str) -> "GameFile":
        """A saved game; GoError if it is no record."""
        file = cls(parse_sgf(content, _LIMITS), name)
        file.saved_as, file._known = name, content_key(content)
        if file.warnings:
            file._copy_as(copy_name, f"not all of {name} can be read, so it stays as it is")
        elif not is_ours(file.trees[0]):
            file._copy_as(copy_name, f"Tengen did not write {name}, so it stays as it is")
        return file

    @property
    def warnings(self) -> list[str]:
        """What could not be read, and would be lost if the file was written anew."""
        return [warning for tree in self.trees for warning in tree.warnings]

    @property
    def notes(self) -> list[str]:
        """Sentences for those who look at the file."""
        notes = []
        if self._why_copy is not None:
            reason = self._why_copy[0].upper() + self._why_copy[1:]
            notes.append(f"{reason}: changes are saved in a copy, {self.name}.")
        if warnings := self.warnings:
            more = f" (and {len(warnings) - 1} more)" if len(warnings) > 1 else ""
            notes.append(f"Not all of the file can be read: {warnings[0]}{more}.")
        return notes

    def content(self) -> bytes:
        """All games as a file."""
        return format_sgf(self.trees)

    def save(self, folder: SavedGamesFolder) -> None:
        """Write all games where changes go; GoError if that cannot be, and nothing is lost."""
        if not is_ours(self.trees[0]):
            self.trees[0].root.put(_MARK, [__version__])
        content = self.content()
        try:
            folder.save(self.name, content, self._known if self.saved_as == self.name else None)
        except ChangedElsewhereError:
            old = self.name
            self._copy_as(folder.new_name(time.time()), f"{old} was changed elsewhere and stays as it is now")
            folder.save(self.name, content)
        self.saved_as, self._known = self.name, content_key(content)

    def list_games(self) -> list[CollectionGame]:
        """The games that are in the file, for those who want to look at another one."""
        return [describe(tree) for tree in self.trees]

    def _copy_as(self, name: str, why: str) -> None:
        self.name, self._why_copy = name, why


def is_ours(tree: SgfTree) -> bool:
    """Whether Tengen wrote a game."""
    return is_played_here(tree) or bool(tree.root.values(_MARK))


def is_played_here(tree: SgfTree) -> bool:
    """Whether a game was played with Tengen, so that its names are those of seats, and its result is ours."""
    return (tree.root.text("AP") or "").startswith(_PROGRAM)


def put_result(tree: SgfTree, result: str) -> None:
    """Write how a game ended, or that the end was cut off: what another program told of it stays."""
    if result or is_played_here(tree):
        tree.root.put("RE", [escape_text(result)] if result else [])
        tree.root.put(_MARK, [__version__] if tree.root.values(_MARK) else [])
    else:
        tree.root.put(_MARK, [__version__, _UNFINISHED])


def result_of(tree: SgfTree) -> str:
    """How a game ended; empty if nobody knows, or if the end was cut off."""
    return "" if _UNFINISHED in tree.root.values(_MARK) else (tree.root.text("RE") or "").strip()
