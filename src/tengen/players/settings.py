"""Settings of a player, declared once: name, kind, default, range and a line of help.

A player is a dataclass, and a field made by `setting` is one of its settings; the annotation tells the
kind. Reading text, the messages about bad input, `tengen players` and docs/players.md all come from
that one declaration, so a new setting is one line:

    playouts: int | None = setting(8000, "playouts for each move, or none", low=1)
"""

import dataclasses
import difflib
import math
import re
import shlex
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Any, get_args, get_type_hints

from tengen.core.errors import GoError

Value = int | float | bool | str | tuple[str, ...] | None

_METADATA_KEY = "tengen setting"
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_COMMAND_LINE = tuple[str, ...]
_KINDS = (int, float, bool, str, _COMMAND_LINE)
_YES_AND_NO = {"yes": True, "no": False}
_NONE = "none"
_SHOWN = 40

LARGEST_NUMBER = 10**18  # compiled code counts in 64 bits and weighs in 32


@dataclasses.dataclass(frozen=True)
class Setting:
    """One thing that a player can be told."""

    name: str
    kind: Any  # one of _KINDS
    optional: bool  # may be none
    default: Value
    help: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]  # of a text; () where any will do
    shipped: tuple[str, ...]  # of a text without choices: what comes with Tengen, any other is a file

    @property
    def is_command_line(self) -> bool:
        """Whether it takes all of the text after the colon, as the words of a command line."""
        return bool(self.kind == _COMMAND_LINE)

    def names_a_file(self, value: Value) -> bool:
        """Whether a value leads to a file of this machine: free text that is not declared as shipped does."""
        return isinstance(value, str) and not self.choices and value not in self.shipped

    def parse(self, text: str) -> Value:
        """The value of a text; GoError if it is none."""
        if self.optional and text == _NONE:
            return None
        try:
            value = self._parse_kind(text)
        except ValueError:
            raise self._error(text) from None
        self.check(value)
        return value

    def format(self, value: Value) -> str:
        """The text of a value: what `parse` reads back; GoError if there is none."""
        self.check(value)
        if value is None:
            return _NONE
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return shlex.join(value)
        return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)

    def check(self, value: Value) -> None:
        """GoError unless the value is of the kind, in the range, and can be written as text."""
        if value is None:
            fits = self.optional
        elif isinstance(value, bool) or self.kind is bool:
            fits = isinstance(value, bool) and self.kind is bool
        elif isinstance(value, tuple):
            fits = self.is_command_line and bool(value) and all("\n" not in word for word in value)
        elif isinstance(value, str):
            fits = self.kind is str and self._fits_text(value)
        else:
            fits = self.kind is float or (self.kind is int and isinstance(value, int))
            fits = fits and self._fits_range(value)
        if not fits:
            raise self._error(value)

    def values(self) -> str:
        """Which values there are, as the end of a sentence."""
        if self.is_command_line:
            text = "a command line"
        elif self.kind is bool:
            text = " or ".join(_YES_AND_NO)
        elif self.kind is str:
            text = f"one of {', '.join(self.choices)}" if self.choices else "a text without commas"
        else:
            text = ("a whole number" if self.kind is int else "a number") + self._range()
        return f"{text}, or {_NONE}" if self.optional else text

    def _parse_kind(self, text: str) -> Value:
        if self.is_command_line:
            return tuple(shlex.split(text))
        if self.kind is bool:
            return _YES_AND_NO.get(text, text)
        if self.kind is int:
            return int(text) if _WHOLE_NUMBER.fullmatch(text) else text
        return float(text) if self.kind is float else text

    def _fits_text(self, value: str) -> bool:
        if self.choices:
            return value in self.choices
        free = value.isprintable() and "," not in value and value == value.strip()
        return free and value != "" and not (self.optional and value == _NONE)

    def _fits_range(self, value: float) -> bool:
        low = -LARGEST_NUMBER if self.low is None else self.low
        high = LARGEST_NUMBER if self.high is None else self.high
        return low <= value <= high  # which no NaN does

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low} to {self.high}"
        if self.low is not None:
            return f" of {self.low} or more"
        return f" of {self.high} or less" if self.high is not None else ""

    def _error(self, value: object) -> GoError:
        shown = repr(value)[:_SHOWN]
        hint = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        if isinstance(value, int | float) and LARGEST_NUMBER < value < math.inf:
            shown, hint = "so large", f" (at most {LARGEST_NUMBER})"
        return GoError(f"{self.name} cannot be {shown}{hint}: use {self.values()}")


def setting(
    default: Value = dataclasses.MISSING,  # type: ignore[assignment]
    help: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Iterable[str] = (),
    shipped: Iterable[str] = (),
) -> Any:
    """A field of a player that is a setting; without a default it has to be named."""
    facts = {"help": help, "low": low, "high": high, "choices": tuple(choices), "shipped": tuple(shipped)}
    return dataclasses.field(default=default, metadata={_METADATA_KEY: facts})


def settings_of(player_class: type[Any]) -> dict[str, Setting]:
    """The settings of a class of players by name, in the order of their declaration."""
    hints = get_type_hints(player_class)
    found = {}
    for field in dataclasses.fields(player_class):
        if _METADATA_KEY in field.metadata:
            kind, optional = _kind(hints[field.name])
            default = None if field.default is dataclasses.MISSING else field.default
            facts = field.metadata[_METADATA_KEY]
            found[field.name] = Setting(field.name, kind, optional, default, **facts)
    return found


def with_preset(player_class: type[Any], values: Mapping[str, Value]) -> dict[str, Value]:
    """The values with those of the preset they name, where the class has PRESETS; named values win."""
    presets: Mapping[str, Mapping[str, Value]] = getattr(player_class, "PRESETS", {})
    preset = values.get("preset", getattr(player_class, "preset", None))
    return {**presets.get(str(preset), {}), **values}


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint in brackets at the nearest known name, or nothing."""
    nearest = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" (did you mean {nearest[0]}?)" if nearest else ""


def _kind(hint: Any) -> tuple[Any, bool]:
    """The kind of a setting by its annotation, and whether it may be none."""
    if hint == _COMMAND_LINE:
        return hint, False
    parts = get_args(hint) or (hint,)
    kinds = [part for part in parts if part is not NoneType]
    if len(kinds) != 1 or kinds[0] not in _KINDS:
        raise TypeError(f"a setting cannot be of type {hint}")
    return kinds[0], NoneType in parts
