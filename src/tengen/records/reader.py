"""Bytes to trees: every game of a file with all its variations, comments and odd properties."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tengen.records.charsets import close_value, codec_of, guess_codec
from tengen.records.errors import GAME_TOO_LARGE, REASONS, TOO_MANY_NODES, SgfError
from tengen.records.grammar import (
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
from tengen.records.limits import DEFAULT_LIMITS, Limits
from tengen.records.tree import NO_PARENT, SgfNode, SgfTree

_N_EVENTS = 1 << 16
_MAX_WARNINGS = 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SMALL_LETTERS = bytes(range(ord("a"), ord("z") + 1))


def parse_sgf(data: bytes, limits: Limits = DEFAULT_LIMITS) -> list[SgfTree]:
    """Read all games of a file; raises SgfError and nothing else, whatever the bytes.

    Broken files are read as far as this cannot make a wrong move (see `grammar`); what was skipped
    is told in the warnings of the tree. A game that was cut off is marked truncated.
    """
    if len(data) > limits.file_bytes:
        raise SgfError(REASONS[GAME_TOO_LARGE], 1, 1)
    array = np.array(np.frombuffer(data, dtype=np.uint8))
    state = start_state(limits)
    state[END], state[AT_END] = len(data), 1
    events = empty_events(min(_N_EVENTS, len(data) + 2))
    builder = _Builder(data, array, limits.nodes)
    more = True
    with _garbage_collection_paused():
        while more:
            n_events = record_events(array, state, events)
            builder.take(events, n_events)
            more = events.kind[n_events - 1] != NO_MORE
    if not builder.trees:
        raise SgfError("no game found", 1, 1)
    return builder.trees


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

    def __init__(self, data: bytes, array: np.ndarray, max_nodes: int) -> None:
        self.trees: list[SgfTree] = []
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
        charset = self._tree.charset
        codec = None if charset is None else codec_of(charset)
        if charset is not None and codec is None:
            self._warn(f"unknown charset {charset[:40]!r}", self._tree.root.line, self._tree.root.column)
        codec = codec or guess_codec(text)
        for node in self._tree.nodes:
            properties: list[tuple[str, list[Any]]] = node.properties
            for name, values in properties:
                values[:] = [close_value(value.decode(codec, "replace")) for value in values]
                if any("\ufffd" in value for value in values):
                    self._warn(f"{name} has characters that are not {codec}", node.line, node.column)

    def _warn(self, what: str, line: int, column: int) -> None:
        """Keep a warning for the tree; a flood of them says no more than the first few."""
        if len(self._tree.warnings) < _MAX_WARNINGS:
            self._tree.warnings.append(f"line {line}, column {column}: {what}")
