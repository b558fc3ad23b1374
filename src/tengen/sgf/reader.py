"""Bytes to trees: every game of a file with all its variations, comments and odd properties.

In which charset a game is: text that is no bytes any more, and a byte order mark, say it for the whole
file; else CA says it; a game without CA is UTF-8 if it can be, else what the games of the file that name none
are likeliest in (`detection`). Where the bytes cannot be what CA says, another charset is taken if they can
be that.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tengen.sgf.charsets import close_value, codec_of, guess_codec
from tengen.sgf.errors import DEFAULT_LIMITS, REASONS, Limits, SgfError
from tengen.sgf.grammar_jit import (
    ASSUMED,
    AT_END,
    CLOSE,
    END,
    FAULT,
    GAME_BEGIN,
    GAME_END,
    NO_MORE,
    NODE,
    OPEN,
    STRAY,
    VALUE,
    Events,
    empty_events,
    record_events,
    start_state,
)
from tengen.sgf.tree import NO_PARENT, SgfNode, SgfTree
from tengen.sgf.value_scanner_jit import GAME_TOO_LARGE, ONE_BYTE, SHIFT_JIS, TOO_MANY_NODES, TWO_BYTES

_N_EVENTS = 1 << 16
_MAX_WARNINGS = 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_WIDTHS = {"cp932": SHIFT_JIS, "cp950": TWO_BYTES, "big5hkscs": TWO_BYTES, "gb18030": TWO_BYTES}
_NEXT_ROOT = re.compile(rb"(?=\(\s*;\s*(?:FF|GM|SZ|CA|AP|ST)\[)")
_ROOT_END = re.compile(rb"\]\s*[;()]")
_CHARSET = re.compile(rb"(?<![A-Z])CA\s*\[([^\]]*)")
_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))


def parse_sgf(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> list[SgfTree]:
    """Read all games of a file, or of a text; raises SgfError and nothing else, whatever the bytes.

    Broken files are read as far as this cannot make a wrong move (see `grammar`); what was skipped
    is told in the warnings of the tree. A game that was cut off is marked truncated.
    """
    if len(data) > limits.file_bytes:
        raise SgfError(REASONS[GAME_TOO_LARGE], 1, 1)
    data, is_utf_8 = _as_bytes(data)
    assumed = "utf-8" if is_utf_8 or _is_utf_8(data) else _assumed_codec(data)
    array = np.array(np.frombuffer(data, dtype=np.uint8))
    state = start_state(limits)
    state[END], state[AT_END], state[ASSUMED] = len(data), 1, _WIDTHS.get(assumed, ONE_BYTE)
    events = empty_events(min(_N_EVENTS, len(data) + 2))
    builder = _Builder(data, array, limits.nodes, assumed, is_utf_8)
    more = True
    with _garbage_collection_paused():
        while more:
            n_events = record_events(array, state, events)
            builder.take(events, n_events)
            more = events.kind[n_events - 1] != NO_MORE
    if not builder.trees:
        raise SgfError("no game found", 1, 1)
    return builder.trees


def _as_bytes(data: bytes | str) -> tuple[bytes, bool]:
    """Bytes to read, and whether they are surely UTF-8, whatever CA says."""
    if isinstance(data, str):
        return data.encode("utf-8", "replace"), True
    return data, data.startswith(_BYTE_ORDER_MARK) and _is_utf_8(data)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _assumed_codec(data: bytes) -> str:
    """What the games without CA are in; if there is none, the first CA, for text may stand before it."""
    games = [game for game in _NEXT_ROOT.split(data) if not game.isascii()]
    codecs = [_named_codec(game) for game in games]
    if all(codecs):
        return next(iter(codecs), None) or "utf-8"
    unnamed = [game for game, codec in zip(games, codecs) if codec is None]
    return guess_codec(b"".join(game for game in unnamed if not _is_utf_8(game)))


def _named_codec(game: bytes) -> str | None:
    """What CA says in the root of a game."""
    name = _CHARSET.search(_ROOT_END.split(game, 1)[0])
    return codec_of(name[1].decode("latin-1")) if name else None


@contextmanager
def _garbage_collection_paused() -> Iterator[None]:
    """Spare the collector from walking a growing tree again and again: half the time of a large file.

    Trees hold no cycles, so nothing is collected later than it would be.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Builder:
    """Hangs events together to trees; `data` is what their offsets point into."""

    def __init__(self, data: bytes, array: np.ndarray, max_nodes: int, assumed: str, is_utf_8: bool) -> None:
        self.trees: list[SgfTree] = []
        self._assumed = assumed
        self._is_utf_8 = is_utf_8
        self._data = data
        self._line_starts = np.concatenate(([0], np.flatnonzero(array == ord("\n")) + 1))
        self._n_nodes_left = max_nodes
        self._after = 0  # the end of the last game
        self._tree = SgfTree([])
        self._node = NO_PARENT
        self._open: list[int] = []  # the node to return to at each open parenthesis

    def take(self, events: Events, n_events: int) -> None:
        """Take the next events of the file."""
        lines = np.searchsorted(self._line_starts, events.start[:n_events], side="right")
        columns = events.start[:n_events] - self._line_starts[lines - 1] + 1
        fields = [array[:n_events].tolist() for array in (*events, lines, columns)]
        for kind, start, stop, name_start, name_stop, detail, line, column in zip(*fields):
            if kind == VALUE:
                self._add_value(name_start, name_stop, start, stop, detail)
            elif kind == NODE:
                self._add_node(line, column)
            elif kind == OPEN:
                self._open.append(self._node)
            elif kind == CLOSE:
                self._node = self._open.pop()
            elif kind == GAME_BEGIN:
                self._begin(start, line, column)
            elif kind == GAME_END:
                self._end(stop, bool(detail), line, column)
            elif kind == STRAY:
                self._warn("skipped what is no SGF", line, column)
            elif kind == FAULT:
                raise SgfError(REASONS[detail], line, column)
            elif kind == NO_MORE and self._data[self._after :].strip():
                self._warn("skipped text behind the game", line, column)

    def _begin(self, start: int, line: int, column: int) -> None:
        self._tree, self._node, self._open = SgfTree([]), NO_PARENT, []
        if self._data[self._after : start].removeprefix(_BYTE_ORDER_MARK).strip():
            self._warn("skipped text before the game", line, column)

    def _add_node(self, line: int, column: int) -> None:
        nodes = self._tree.nodes
        self._n_nodes_left -= 1
        if self._n_nodes_left < 0:
            raise SgfError(REASONS[TOO_MANY_NODES], line, column)
        if self._node != NO_PARENT:
            nodes[self._node].children.append(len(nodes))
        nodes.append(SgfNode([], self._node, [], line, column))
        self._node = len(nodes) - 1

    def _add_value(self, name_start: int, name_stop: int, start: int, stop: int, nth: int) -> None:
        """Add a value as bytes for now: only the end of the game tells in which charset."""
        properties: list[tuple[str, list[Any]]] = self._tree.nodes[self._node].properties
        if nth == 1:
            name = self._data[name_start:name_stop].translate(None, _SMALL_LETTERS).decode("ascii")
            properties.append((name, []))
        properties[-1][1].append(self._data[start:stop])

    def _end(self, stop: int, truncated: bool, line: int, column: int) -> None:
        text = self._data[self._after : stop]
        self._after = stop
        self._take_charset()
        self._decode(text)
        self._tree.truncated = truncated
        if truncated:
            self._warn("the game is not closed", line, column)
        self.trees.append(self._tree)

    def _take_charset(self) -> None:
        """Note what the first CA of the root says; CA leaves the properties."""
        root = self._tree.root
        charsets: list[Any] = root.values("CA")
        if charsets:
            self._tree.charset = charsets[0].decode("latin-1")
            root.properties = [(name, values) for name, values in root.properties if name != "CA"]

    def _decode(self, text: bytes) -> None:
        """Turn the values into text; broken characters become U+FFFD and a warning."""
        codec = self._codec(text)
        for node in self._tree.nodes:
            properties: list[tuple[str, list[Any]]] = node.properties
            for name, values in properties:
                values[:] = [close_value(value.decode(codec, "replace")) for value in values]
                if any("\ufffd" in value for value in values):
                    self._warn(f"{name} has characters that are not {codec}", node.line, node.column)

    def _codec(self, text: bytes) -> str:
        """What the game is in whose values are still bytes; `text` is all of it."""
        charset, root = self._tree.charset, self._tree.root
        codec = None if charset is None else codec_of(charset)
        if charset is not None and codec is None:
            self._warn(f"unknown charset {charset[:40]!r}", root.line, root.column)
        if self._is_utf_8 or text.isascii():
            return "utf-8"
        if codec is None:
            if _is_utf_8(text):
                return "utf-8"
            return guess_codec(text) if self._assumed == "utf-8" else self._assumed
        if self._can_be(codec):
            return codec
        likeliest = guess_codec(text)
        if likeliest == "latin-1" or not self._can_be(likeliest):  # all bytes can be Latin-1
            return codec
        self._warn(f"the charset is {likeliest}, not {charset!r}", root.line, root.column)
        return likeliest

    def _can_be(self, codec: str) -> bool:
        """Whether all values, still bytes, are text in a codec."""
        try:
            for node in self._tree.nodes:
                for _, values in node.properties:
                    for value in values:
                        value.decode(codec)  # type: ignore[attr-defined]
        except UnicodeDecodeError:
            return False
        return True

    def _warn(self, what: str, line: int, column: int) -> None:
        """Keep a warning for the tree; a flood of them says no more than the first few."""
        if len(self._tree.warnings) < _MAX_WARNINGS:
            self._tree.warnings.append(f"line {line}, column {column}: {what}")
