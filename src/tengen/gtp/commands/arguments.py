"""Arguments of commands from text to values; every fault is a syntax error that says what is wanted."""

import re

from tengen.core.errors import GoError
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, PASS, WHITE
from tengen.gtp.protocol import GtpError

_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_WHOLE = re.compile("[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})")


def expect(arguments: list[str], usage: str) -> list[str]:
    """The arguments, if there are as many as words in the usage; those in brackets may be missing."""
    words = usage.split()
    n_needed = sum(not word.startswith("[") for word in words)
    if not n_needed <= len(arguments) <= len(words):
        wanted = usage or "no arguments"
        raise GtpError(f"syntax error: expected {wanted}, got {len(arguments) or 'no'} arguments")
    return arguments


def parse_colour(text: str) -> int:
    """BLACK or WHITE."""
    try:
        return _COLOURS[text.lower()]
    except KeyError:
        raise GtpError(f"syntax error: {text[:20]!r} is not a colour: black, b, white or w") from None


def is_colour(text: str) -> bool:
    """Whether a word names a colour."""
    return text.lower() in _COLOURS


def is_number(text: str) -> bool:
    """Whether a word is a decimal number."""
    return _NUMBER.fullmatch(text) is not None


def parse_switch(text: str, what: str) -> bool:
    """`true` or `false`."""
    if text not in ("true", "false"):
        raise GtpError(f"syntax error: {what} must be true or false, not {text[:20]!r}")
    return text == "true"


def parse_move(text: str, size: int) -> int:
    """A point of the board, or PASS."""
    try:
        return parse_vertex(text, size)
    except GoError as error:
        raise GtpError(f"syntax error: {error}") from None


def parse_stone(text: str, size: int) -> int:
    """A point of the board; a pass is none."""
    point = parse_move(text, size)
    if point == PASS:
        raise GtpError("syntax error: a pass is not a point")
    return point


def parse_whole(text: str, what: str) -> int:
    """A whole number from 0; `what` names it in the message."""
    if not _WHOLE.fullmatch(text):
        raise GtpError(f"syntax error: {what} must be a whole number, not {text[:20]!r}")
    return int(text)


def parse_number(text: str, what: str) -> float:
    """A decimal number with or without a sign; no exponent, no infinity."""
    if not _NUMBER.fullmatch(text):
        raise GtpError(f"syntax error: {what} must be a number, not {text[:20]!r}")
    return float(text)


def parse_seconds(text: str, what: str) -> float:
    """A decimal number that is not negative."""
    seconds = parse_number(text, what)
    if seconds < 0:
        raise GtpError(f"syntax error: {what} must not be negative")
    return seconds


def parse_coloured_moves(arguments: list[str], size: int) -> list[tuple[int, int]]:
    """The moves of `b D4 w Q16 ...` as (colour, point or PASS)."""
    if len(arguments) % 2:
        raise GtpError("syntax error: expected pairs of a colour and a vertex")
    pairs = zip(arguments[::2], arguments[1::2])
    return [(parse_colour(colour), parse_move(vertex, size)) for colour, vertex in pairs]
