"""A game as a row of numbers and texts, with a checksum over all of them.

What a job and a result consist of is declared there; columns follow from it. A field that is new in some
version has a default, which is what rows of earlier versions mean: they may lack its column, and the checksum
leaves out whatever is as the default says.
"""

import hashlib
import json
import re
from dataclasses import MISSING, asdict, fields
from math import isfinite
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tengen.match.job import GameJob, GameResult

_JOB_FIELDS = tuple(field.name for field in fields(GameJob))
_RESULT_FIELDS = tuple(field.name for field in fields(GameResult))
_HINTS = get_type_hints(GameJob) | get_type_hints(GameResult)
_LISTS = {name for name, hint in _HINTS.items() if hint == tuple[str, ...]}  # stored with spaces between
_NUMBERS: dict[Any, str] = {int: "INTEGER", float: "REAL", float | None: "REAL"}

_SURROGATE = re.compile("[\ud800-\udfff]")  # bytes that were no text

COLUMNS = _JOB_FIELDS + _RESULT_FIELDS
CHECKSUM = "sha256"
DEFAULTS: dict[str, Any] = {
    field.name: field.default for kind in (GameJob, GameResult) for field in fields(kind)
    if field.default is not MISSING
}  # fmt: skip


def declaration(name: str) -> str:
    """The column of a field."""
    return f'"{name}" {_NUMBERS.get(_HINTS[name], "TEXT")}{" PRIMARY KEY" if name == "number" else ""}'


def row_of(job: GameJob, result: GameResult) -> dict[str, Any]:
    """The values of all columns, the checksum among them."""
    values = {name: _stored(name, value) for name, value in (asdict(job) | asdict(result)).items()}
    return {**values, CHECKSUM: _checksum(values)}


def game_of(row: dict[str, Any], *, is_sealed: bool) -> tuple[GameJob, GameResult]:
    """The game of a row; ValueError that says what is wrong with it.

    is_sealed -- a row without a checksum is wrong, and not only old
    """
    values = {name: row.get(name) for name in COLUMNS}
    values |= {name: default for name, default in DEFAULTS.items() if values[name] is None}
    if (is_sealed or row.get(CHECKSUM) is not None) and row.get(CHECKSUM) != _checksum(values):
        raise ValueError("its checksum is wrong")
    for name, value in values.items():
        if not _fits(name, value):
            raise ValueError(f"its {name.replace('_', ' ')} is {str(value)[:60]!r}")
    whole: dict[str, Any] = {
        name: tuple(str(value).split()) if name in _LISTS else value for name, value in values.items()
    }
    return (
        GameJob(**{name: whole[name] for name in _JOB_FIELDS}),
        GameResult(**{name: whole[name] for name in _RESULT_FIELDS}),
    )


def _checksum(values: dict[str, Any]) -> str:
    """The SHA-256 of a row; what cannot be written as JSON, such as bytes, has none."""
    told = {name: value for name, value in values.items() if name not in DEFAULTS or value != DEFAULTS[name]}
    try:
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    except TypeError:
        return ""


def _stored(name: str, value: Any) -> Any:
    """A value as it comes back from SQLite; zeros there have no sign."""
    if name in _LISTS:
        return " ".join(value)
    if _NUMBERS.get(_HINTS[name]) == "REAL" and value is not None:
        return float(value) + 0.0
    return value


def _kinds(hint: Any) -> tuple[set[type], set[str]]:
    """The types that a stored value may have, and the words if it can only be one of some."""
    if get_origin(hint) is Literal:
        return {str}, set(get_args(hint))
    if type(None) in get_args(hint):
        types, words = zip(*map(_kinds, get_args(hint)))
        return set.union(*types), set.union(*words)
    return {str if hint == tuple[str, ...] else hint}, set()


_KINDS = {name: _kinds(hint) for name, hint in _HINTS.items()}


def _fits(name: str, value: Any) -> bool:
    """Whether a stored value is one that a field may have, and a page can tell."""
    types, words = _KINDS[name]
    if type(value) not in types or (words and value is not None and value not in words):
        return False
    if type(value) is str:
        return not _SURROGATE.search(value)
    return type(value) is not float or isfinite(value)
