"""What a check has found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class FindingState(StrEnum):
    """How bad it is; only problems make the command fail."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "PROBLEM"


@dataclass(frozen=True)
class Finding:
    """A sentence about one thing, and what to do about it."""

    state: FindingState
    says: str
    remedy: str = ""  # for a person: a command, mostly
    repair: Callable[[], None] | None = None  # what --repair does; OSError or GoError if it cannot


Check = Callable[[], Iterator[Finding]]


def ok(says: str) -> Finding:
    """All is well."""
    return Finding(FindingState.OK, says)


def note(says: str, remedy: str = "", repair: Callable[[], None] | None = None) -> Finding:
    """Nothing is wrong, but something could be better."""
    return Finding(FindingState.NOTE, says, remedy, repair)


def problem(says: str, remedy: str = "", repair: Callable[[], None] | None = None) -> Finding:
    """Something is wrong."""
    return Finding(FindingState.PROBLEM, says, remedy, repair)


def count(number: int, singular: str, plural: str = "") -> str:
    """As in 1 file, 2 files."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def megabytes(n_bytes: int) -> str:
    """A size to read."""
    return f"{n_bytes / 1e6:,.0f} MB"
