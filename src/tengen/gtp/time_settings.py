"""Time as GTP tells it: the system of a game, and what is left on both clocks."""

from dataclasses import dataclass, field
from typing import Literal

TimeSystem = Literal["none", "absolute", "canadian", "byoyomi", "fischer", "fischer-capped"]


@dataclass(frozen=True)
class TimeLeft:
    """One clock: seconds, and stones (Canadian) or periods (byo-yomi) left; 0 in main time."""

    seconds: float
    stones: int


@dataclass
class TimeSettings:
    """The time system of the game, all times in seconds; what a system does not have is 0 or None."""

    system: TimeSystem = "none"
    main: float = 0.0
    period: float = 0.0  # length of an overtime period: canadian, byoyomi
    stones: int = 0  # moves to make within a period: canadian
    periods: int = 0  # overtime periods of one move each: byoyomi
    increment: float = 0.0  # gained with each move: fischer
    main_limit: float | None = None  # the clock never shows more: fischer-capped
    move_limit: float | None = None  # longest time for one move: fischer-capped
    left: dict[int, TimeLeft] = field(default_factory=dict)  # by colour, as last reported
