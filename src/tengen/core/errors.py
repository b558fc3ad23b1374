"""What can be wrong with what a person or a file gives us.

Text that others wrote, made fit to be shown: nothing in it moves a cursor or turns writing round.
"""

import unicodedata


class GoError(ValueError):
    """Bad input, in one sentence that names what and where; nothing was changed."""


class StoppedError(GoError):
    """A computation that somebody ended before it had an answer."""


class IllegalMoveError(GoError):
    """A move that the rules forbid in this position."""


def visible(text: str) -> str:
    """The text with all that no letter, sign or blank is written as an escape; line breaks and tabs stay."""
    if text.isprintable():
        return text
    return "".join(letter if _is_visible(letter) else _escape(letter) for letter in text)


def one_line(text: str, longest: int) -> str:
    """The beginning of a text as one line of visible words."""
    return visible(" ".join(text[: 4 * longest].split()))[:longest]


def _is_visible(letter: str) -> bool:
    return letter.isprintable() or letter in "\n\t" or unicodedata.category(letter) == "Zs"


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
