"""Rules as a value: which repetitions are forbidden, and whether suicide is allowed.

All of Tengen's rules count area. The named sets are those whose results we can judge exactly;
others (Japanese, AGA, ...) are refused rather than scored wrongly.
"""

import itertools
from dataclasses import dataclass, replace
from typing import Literal

from tengen.core.errors import GoError
from tengen.core.points_jit import column_of, point_at, row_of
from tengen.core.rules_jit import POSITIONAL_SUPERKO, SIMPLE_KO, SITUATIONAL_SUPERKO

MIN_STONES = 2

_SMALLEST_BOARD = 7

# Low, middle and high line as -1, 0, 1: (column, row from the bottom), in the order of the specification.
_CORNERS = [(-1, -1), (1, 1), (-1, 1), (1, -1)]

_LEFT_AND_RIGHT = [(-1, 0), (1, 0)]

_BOTTOM_AND_TOP = [(0, -1), (0, 1)]

_CENTRE = (0, 0)

_FOURTH_LINE_FROM = 13  # smaller boards put handicap stones on the third line


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


def max_fixed_handicap(size: int) -> int:
    """How many fixed points the board has; middle lines need an odd size and room between the stones."""
    if size < _SMALLEST_BOARD:
        return 0
    return 9 if size % 2 and size > _SMALLEST_BOARD else 4


def fixed_handicap_points(size: int, n_stones: int) -> list[int]:
    """The points of a fixed handicap; GoError if the board has not so many."""
    if not MIN_STONES <= n_stones <= max_fixed_handicap(size):
        raise GoError("invalid number of stones")
    places = _CORNERS[:n_stones]
    if n_stones >= 6:
        places = places + _LEFT_AND_RIGHT
    if n_stones >= 8:
        places = places + _BOTTOM_AND_TOP
    if n_stones >= 5 and n_stones % 2:
        places = [*places, _CENTRE]
    low = 3 if size >= _FOURTH_LINE_FROM else 2
    line = {-1: low, 0: size // 2, 1: size - 1 - low}  # counted from 0 at the left and at the bottom
    return [int(point_at(size - 1 - line[row], line[column])) for column, row in places]


def free_handicap_points(size: int, n_stones: int) -> list[int]:
    """Points of our choice: the fixed ones as far as they go, then always the one farthest from all."""
    if not MIN_STONES <= n_stones < size * size:
        raise GoError("invalid number of stones")
    n_fixed = min(n_stones, max_fixed_handicap(size))
    points = fixed_handicap_points(size, n_fixed) if n_fixed else []
    board = [int(point_at(row, column)) for row, column in itertools.product(range(size), repeat=2)]
    room = {point: _room_to_edge(point, size) for point in board}
    for stone in points:
        _take(stone, room)
    while len(points) < n_stones:
        points.append(max(room, key=lambda point: room[point]))
        _take(points[-1], room)
    return points


def _take(stone: int, room: dict[int, int]) -> None:
    """Put a stone: its point is no longer free, and the others have less room."""
    del room[stone]
    for point in room:
        room[point] = min(room[point], _distance(point, stone))


def _room_to_edge(point: int, size: int) -> int:
    """How much room the edge leaves: each line away from it counts twice, so the middle fills first."""
    row, column = int(row_of(point)), int(column_of(point))
    return 1 + 2 * min(row, column, size - 1 - row, size - 1 - column)


def _distance(point: int, other: int) -> int:
    return abs(int(row_of(point) - row_of(other))) + abs(int(column_of(point) - column_of(other)))
