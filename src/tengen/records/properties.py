"""What the text of a value means, in plain Python: points, numbers, results. `values` is compiled.

White space means nothing in these values: `B[d<line break>d]` is a move at dd.
"""

import re
from typing import NamedTuple

from tengen.core.points import BLACK, EMPTY, MAX_AREA, PASS, WHITE, column_of, row_of
from tengen.records.values import (
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


class GameResult(NamedTuple):
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


def parse_result(text: str) -> GameResult:
    """The result of `B+3.5`, `W+R`, `B+Time`, `W+F`, `B+`, `0`, `Draw`, `Jigo`; else unknown."""
    if text.lower() in ("0", "draw", "jigo"):
        return GameResult(EMPTY, POINTS, 0.0)
    if not re.match("[BbWw][+]", text):
        return GameResult(None, NO_ENDING, None)
    winner = BLACK if text[0] in "Bb" else WHITE
    ending = _ENDINGS.get(text[2:3].lower(), NO_ENDING)
    margin = _parse_number(text[2:])
    return GameResult(winner, ending if margin is None else POINTS, margin)


def _parse_number(text: str) -> float | None:
    """A number such as 6, 6.5, .5 or 6,5: no sign, no exponent, not too many digits to be exact."""
    match = re.fullmatch("([0-9]*)[.,]?([0-9]*)", text)
    if match is None or not 1 <= len(match[1] + match[2]) <= MAX_DIGITS:
        return None
    return float(f"{match[1] or 0}.{match[2] or 0}")
