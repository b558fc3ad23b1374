"""What the text of a value means, in plain Python: points, numbers, results. `values` is compiled.

White space means nothing in these values: `B[d<line break>d]` is a move at dd.

A game as a plain line of moves, out of a tree and back into one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.points_jit import (
    BLACK,
    EMPTY,
    MAX_AREA,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WHITE,
    column_of,
    point_at,
    row_of,
)
from tengen.sgf.charsets import read_text
from tengen.sgf.errors import DEFAULT_LIMITS, REASONS, Limits, SgfError
from tengen.sgf.tree import SIMPLE_TEXT, SgfNode, SgfTree, format_sgf
from tengen.sgf.value_scanner_jit import (
    BAD_POINT,
    BAD_SIZE,
    NOT_GO,
    OFF_THE_BOARD,
    TOO_MUCH_SETUP,
    UNPLAYABLE_SIZE,
)
from tengen.sgf.values_jit import (
    FORFEIT,
    KOMI_LIMIT,
    MAX_DIGITS,
    MAX_SGF_SIZE,
    NO_ENDING,
    POINTS,
    RESIGNATION,
    TIME,
)

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ENDINGS = {"r": RESIGNATION, "t": TIME, "f": FORFEIT}


class SgfResult(NamedTuple):
    """What RE tells."""

    winner: int | None  # BLACK, WHITE, EMPTY for a draw, None if unknown
    ending: int  # NO_ENDING, POINTS, RESIGNATION, TIME, FORFEIT
    margin: float | None  # in points, None where not counted


class Rectangle(NamedTuple):
    """Columns and rows from 0, all four included; a single point has left = right, top = bottom."""

    left: int
    top: int
    right: int
    bottom: int


def without_space(text: str) -> str:
    """A text without the white space of ASCII, as the parsers below want it."""
    return re.sub(r"[ \t-\r]", "", text)


def parse_points(text: str) -> Rectangle | None:
    """The points of `dd`, or of a compressed list `aa:cc`, whatever its corners; None if it is neither."""
    if not re.fullmatch("[a-zA-Z]{2}(:[a-zA-Z]{2})?", text):
        return None
    columns, rows = text[0] + text[-2], text[1] + text[-1]
    left, right = sorted(map(_LETTERS.index, columns))
    top, bottom = sorted(map(_LETTERS.index, rows))
    return Rectangle(left, top, right, bottom)


def format_move(move: int) -> str:
    """A point or PASS as SGF writes it; a pass is an empty value."""
    if move == PASS:
        return ""
    return _LETTERS[column_of(move)] + _LETTERS[row_of(move)]


def parse_size(text: str) -> tuple[int, int] | None:
    """Columns and rows of `19` or `13:9`, each from 1 to 52; None for anything else."""
    match = re.fullmatch("([0-9]{1,3})(?::([0-9]{1,3}))?", text)
    if match is None:
        return None
    columns, rows = int(match[1]), int(match[2] or match[1])
    return (columns, rows) if min(columns, rows) >= 1 and max(columns, rows) <= MAX_SGF_SIZE else None


def parse_komi(text: str) -> float | None:
    """Komi in points; None for anything but a number, or a number as large as 375 (3.75 stones)."""
    komi = _parse_number(text.removeprefix("-") if text.startswith("-") else text.removeprefix("+"))
    if komi is None or komi > KOMI_LIMIT:
        return None
    return -komi if text.startswith("-") else komi


def parse_whole(text: str) -> int | None:
    """A whole number of up to three digits; None for anything else."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def parse_handicap(text: str) -> int | None:
    """Handicap stones; None for anything but a whole number of stones that the board can hold."""
    handicap = parse_whole(text)
    return None if handicap is None or handicap > MAX_AREA else handicap


def parse_result(text: str) -> SgfResult:
    """The result of `B+3.5`, `W+R`, `B+Time`, `W+F`, `B+`, `0`, `Draw`, `Jigo`; else unknown."""
    if text.lower() in ("0", "draw", "jigo"):
        return SgfResult(EMPTY, POINTS, 0.0)
    if not re.match("[BbWw][+]", text):
        return SgfResult(None, NO_ENDING, None)
    winner = BLACK if text[0] in "Bb" else WHITE
    ending = _ENDINGS.get(text[2:3].lower(), NO_ENDING)
    margin = _parse_number(text[2:])
    return SgfResult(winner, ending if margin is None else POINTS, margin)


def _parse_number(text: str) -> float | None:
    """A number such as 6, 6.5, .5 or 6,5: no sign, no exponent, not too many digits to be exact."""
    match = re.fullmatch("([0-9]*)[.,]?([0-9]*)", text)
    if match is None or not 1 <= len(match[1] + match[2]) <= MAX_DIGITS:
        return None
    return float(f"{match[1] or 0}.{match[2] or 0}")


# --- Games ----------------------------------------------------------------------------------------


_MOVES = {"B": BLACK, "W": WHITE}
_SETUP = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}


class NodeMoves(NamedTuple):
    """What one node does to the board: stones are set up first, then moves are played."""

    setup: list[
        tuple[int, int]
    ]  # points and colours in the order of the text, EMPTY takes away; the last one counts
    moves: list[tuple[int, int]]  # points (or PASS) and colours
    to_play: int | None  # whose turn it is after the set-up, as PL says


def _no_points() -> npt.NDArray[np.uint16]:
    return np.empty(0, dtype=np.uint16)


def _no_colours() -> npt.NDArray[np.uint8]:
    return np.empty(0, dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class GameRecord:
    """The main line of one game, with M moves and S set-up stones; fields as in `GameArrays`."""

    size: int
    moves: npt.NDArray[np.uint16]  # (M,) points or PASS
    colours: npt.NDArray[np.uint8]  # (M,) BLACK or WHITE
    komi: float | None = None
    handicap: int | None = 0
    rules: str = ""
    result: str = ""
    black_name: str = ""
    white_name: str = ""
    setup_points: npt.NDArray[np.uint16] = field(default_factory=_no_points)  # (S,)
    setup_colours: npt.NDArray[np.uint8] = field(default_factory=_no_colours)  # (S,) EMPTY takes away
    truncated: bool = False  # the moves are only a beginning

    def parsed_result(self) -> SgfResult:
        """Winner, ending and margin, as far as the result tells."""
        return parse_result(without_space(self.result))


def board_size(tree: SgfTree) -> tuple[int, int]:
    """Columns and rows, 1 to 52 as SGF allows; 19 without SZ."""
    text = tree.root.text("SZ")
    size = (MAX_SIZE, MAX_SIZE) if text is None else parse_size(without_space(text))
    if size is None:
        raise _error(BAD_SIZE, tree.root)
    return size


def main_line(tree: SgfTree, limits: Limits = DEFAULT_LIMITS) -> GameRecord:
    """The game along the first variations; SgfError if it cannot be told without a wrong move.

    Nobody judges legality here: moves on stones, and one colour twice in a row, stay as written.
    The odd cases:

    - Only square boards from 2 to 19 have points in this program; others are an error.
    - An empty move is a pass, and so is `tt`. A move or stone outside the board is an error.
    - Two moves in one node are played in the order of the text. Of a move with several values only
      the first counts.
    - Set-up stones before the first move, in whatever nodes, make the first position; in a node
      with the first move they come before it. A point named twice is twice in the list, and the
      last one counts. An empty value sets up nothing.
    - Where stones are set up after a move, the record ends before that node, marked truncated.
    - SZ and GM count in the root; of the rest, the first one on the main line.
    - KM and HA that are no sensible numbers are None, unknown; a missing HA is 0.
    """
    columns, rows = board_size(tree)
    if columns != rows or not MIN_SIZE <= columns <= MAX_SIZE:
        raise _error(UNPLAYABLE_SIZE, tree.root)
    game_type = parse_whole(without_space(tree.root.text("GM") or "1"))
    if game_type not in (1, None):
        raise _error(NOT_GO, tree.root)
    line = _Line(columns, limits)
    for node in tree.main_line():
        if not line.add(node):
            break
    return line.record(tree.truncated)


def read_moves(node: SgfNode, size: int, limits: Limits = DEFAULT_LIMITS) -> NodeMoves:
    """What a node does to a board of a size; SgfError if a point is none."""
    setup: list[tuple[int, int]] = []
    moves: list[tuple[int, int]] = []
    for name, values in node.properties:
        if name in _MOVES:
            moves.append((_move(values[0], size, node), _MOVES[name]))
        elif name in _SETUP:
            for stone in _stones(values, _SETUP[name], size, node):
                setup.append(stone)
                if len(setup) > limits.setup_stones:
                    raise _error(TOO_MUCH_SETUP, node)
    return NodeMoves(setup, moves, _MOVES.get((node.text("PL") or "").strip().upper()[:1]))


class _Line:
    """A main line while its nodes are read."""

    def __init__(self, size: int, limits: Limits) -> None:
        self._size = size
        self._limits = limits
        self._info: dict[str, str] = {}  # first value of each property as text
        self._moves: list[tuple[int, int]] = []  # point and colour
        self._setup: list[tuple[int, int]] = []
        self._cut = False

    def add(self, node: SgfNode) -> bool:
        """Take the next node; False if the record ends before it."""
        n_moves = len(self._moves)
        for name, values in node.properties:
            if name in _MOVES:
                self._moves.append((_move(values[0], self._size, node), _MOVES[name]))
            elif name in _SETUP and any(map(_plain, values)):
                if n_moves > 0:
                    del self._moves[n_moves:]
                    self._cut = True
                    return False
                self._set_up(values, _SETUP[name], node)
            else:
                self._info.setdefault(name, read_text(values[0], is_simple=name in SIMPLE_TEXT))
        return True

    def _set_up(self, values: list[str], colour: int, node: SgfNode) -> None:
        for stone in _stones(values, colour, self._size, node):
            self._setup.append(stone)
            if len(self._setup) > self._limits.setup_stones:
                raise _error(TOO_MUCH_SETUP, node)

    def record(self, truncated: bool) -> GameRecord:
        """The game read so far."""
        info = self._info
        return GameRecord(
            size=self._size,
            moves=np.array([point for point, _ in self._moves], dtype=np.uint16),
            colours=np.array([colour for _, colour in self._moves], dtype=np.uint8),
            komi=parse_komi(without_space(info.get("KM", ""))),
            handicap=parse_handicap(without_space(info.get("HA", "0"))),
            rules=info.get("RU", ""),
            result=info.get("RE", ""),
            black_name=info.get("PB", ""),
            white_name=info.get("PW", ""),
            setup_points=np.array([point for point, _ in self._setup], dtype=np.uint16),
            setup_colours=np.array([colour for _, colour in self._setup], dtype=np.uint8),
            truncated=truncated or self._cut,
        )


def _move(value: str, size: int, node: SgfNode) -> int:
    """The point of a move, or PASS."""
    text = _plain(value)
    if text in ("", "tt"):
        return PASS
    if len(text) != 2:
        raise _error(BAD_POINT, node)
    return _points(text, size, node)[0]


def _stones(values: list[str], colour: int, size: int, node: SgfNode) -> Iterator[tuple[int, int]]:
    """The points of set-up values, each with the colour."""
    for text in filter(None, map(_plain, values)):
        for point in _points(text, size, node):
            yield point, colour


def _points(text: str, size: int, node: SgfNode) -> list[int]:
    """The points of `dd` or `aa:cc`, row by row."""
    area = parse_points(text)
    if area is None:
        raise _error(BAD_POINT, node)
    if max(area.right, area.bottom) >= size:
        raise _error(OFF_THE_BOARD, node)
    rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
    return [point_at(row, column) for row in rows for column in columns]


def _plain(value: str) -> str:
    """A value without white space and backslashes, which mean nothing in points."""
    return without_space(read_text(value, is_simple=True))


def _error(fault: int, node: SgfNode) -> SgfError:
    return SgfError(REASONS[fault], node.line, node.column)


def record_to_tree(record: GameRecord) -> SgfTree:
    """A tree with one line, to add comments and variations to; `main_line` gives the record back.

    Of the set-up, the first position is written: each stone once, and nothing taken away.
    """
    tree = SgfTree()
    root = tree.root
    root.properties += [("FF", ["4"]), ("GM", ["1"]), ("SZ", [str(record.size)])]
    if record.komi is not None:
        root.add_text("KM", f"{record.komi:g}")
    if record.handicap:
        root.add_text("HA", str(record.handicap))
    texts = {"RU": record.rules, "PB": record.black_name, "PW": record.white_name, "RE": record.result}
    for name, text in texts.items():
        if text:
            root.add_text(name, text)
    stones = dict(zip(record.setup_points.tolist(), record.setup_colours.tolist()))
    for name, colour in (("AB", BLACK), ("AW", WHITE)):
        points = [format_move(point) for point, own_colour in stones.items() if own_colour == colour]
        if points:
            root.properties.append((name, points))
    node = 0
    for move, colour in zip(record.moves.tolist(), record.colours.tolist()):
        node = tree.add_node(node)
        tree.nodes[node].properties.append(("B" if colour == BLACK else "W", [format_move(move)]))
    return tree


def record_to_sgf(record: GameRecord) -> bytes:
    """The record as a file: UTF-8, one line, a pass as an empty value."""
    return format_sgf([record_to_tree(record)])
