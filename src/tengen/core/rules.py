"""Rules as a value: which repetitions are forbidden, and whether suicide is allowed.

All of Tengen's rules count area. The named sets are those whose results we can judge exactly;
others (Japanese, AGA, ...) are refused rather than scored wrongly.
"""

from dataclasses import dataclass, replace
from typing import Literal

from tengen.core.errors import GoError
from tengen.core.legality import POSITIONAL_SUPERKO, SIMPLE_KO, SITUATIONAL_SUPERKO

Ko = Literal["simple", "positional", "situational"]

_SUPERKO_CODE = {
    "simple": SIMPLE_KO,
    "positional": POSITIONAL_SUPERKO,
    "situational": SITUATIONAL_SUPERKO,
}


@dataclass(frozen=True)
class Rules:
    """A set of rules; scoring is always by area."""

    name: str
    ko: Ko
    suicide: bool
    dead_stay: bool = False  # nobody takes dead stones off when both have passed: they must be captured

    def __post_init__(self) -> None:
        if self.ko not in _SUPERKO_CODE:
            raise GoError(f"unknown ko rule {self.ko!r}: choose one of {', '.join(_SUPERKO_CODE)}")

    @property
    def superko(self) -> int:
        """The ko rule as the number that compiled code knows."""
        return _SUPERKO_CODE[self.ko]

    def where_dead_stay(self) -> "Rules":
        """The same rules where nobody is asked which stones are dead, as between programs."""
        return replace(self, dead_stay=True)


NAMED_RULES = {
    rules.name: rules
    for rules in (
        Rules("tromp-taylor", ko="positional", suicide=True, dead_stay=True),
        Rules("chinese", ko="simple", suicide=False),
        Rules("chinese-kgs", ko="positional", suicide=False),
    )
}


def parse_rules(name: str) -> Rules:
    """The rules of a name, in any case."""
    try:
        return NAMED_RULES[name.strip().lower()]
    except KeyError:
        known = ", ".join(NAMED_RULES)
        raise GoError(f"unknown rules {name!r}: Tengen plays {known} (all by area)") from None
