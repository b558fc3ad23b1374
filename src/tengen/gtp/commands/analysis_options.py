"""What the analysis commands may be asked for, in Leela Zero's and KataGo's words.

An option that we do not offer is refused, not ignored: programs probe for options by trying them.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.gtp.commands.arguments import (
    is_colour,
    is_number,
    parse_colour,
    parse_move,
    parse_seconds,
    parse_switch,
    parse_whole,
)
from tengen.gtp.protocol import GtpError

DEFAULT_INTERVAL_SECONDS = 1.0
SHORTEST_INTERVAL_SECONDS = 0.02  # a report costs some milliseconds, for the lines
LONGEST_INTERVAL_SECONDS = 1e9  # 30 years; Python cannot wait for more than some 290
_CENTISECONDS = 100


@dataclass
class AnalysisOptions:
    """What to analyse and what to tell about it."""

    colour: int  # as if it were this colour's turn
    interval: float = DEFAULT_INTERVAL_SECONDS
    min_moves: int = 0  # so many are told even if they were not looked at yet
    max_moves: int | None = None
    root_info: bool = False
    ownership: bool = False
    avoid: frozenset[int] = frozenset()


def parse_analysis_options(arguments: list[str], game: Game, *, kata: bool) -> AnalysisOptions:
    """`[COLOUR] [CENTISECONDS] [KEY VALUE ...]`; with `kata` also KataGo's own keys."""
    words = deque(arguments)
    options = AnalysisOptions(game.to_play)
    if words and is_colour(words[0]):
        options.colour = parse_colour(words.popleft())
    if words and is_number(words[0]):
        options.interval = _parse_interval(words.popleft())
    while words:
        key = words.popleft()
        parse = _OPTIONS.get(key) or (_KATA_OPTIONS.get(key) if kata else None)
        if parse is None:
            raise GtpError(f"syntax error: unknown option {key[:20]!r}")
        parse(options, key, words, game)
    return options


def moves_except(game: Game, colour: int, allowed: frozenset[int]) -> frozenset[int]:
    """All moves of a colour but the allowed ones: to allow a few is to avoid the others."""
    legal = {parse_vertex(vertex, game.size) for vertex in game.legal(colour)}
    return frozenset((legal | {PASS}) - allowed)


Words = deque[str]
_Option = Callable[[AnalysisOptions, str, Words, Game], None]


def _value(words: Words, key: str) -> str:
    if not words:
        raise GtpError(f"syntax error: the option {key} has no value")
    return words.popleft()


def _parse_interval(text: str) -> float:
    seconds = parse_seconds(text, "the interval") / _CENTISECONDS
    return min(max(SHORTEST_INTERVAL_SECONDS, seconds), LONGEST_INTERVAL_SECONDS)


def _interval(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.interval = _parse_interval(_value(words, key))


def _min_moves(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.min_moves = parse_whole(_value(words, key), key)


def _max_moves(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.max_moves = parse_whole(_value(words, key), key)


def _root_info(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.root_info = parse_switch(_value(words, key), key)


def _ownership(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.ownership = parse_switch(_value(words, key), key)


def _only_false(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    if parse_switch(_value(words, key), key):
        raise GtpError(f"the option {key} is not offered")


def _avoid(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    options.avoid |= _parse_first_moves(options.colour, key, words, game)


def _allow(options: AnalysisOptions, key: str, words: Words, game: Game) -> None:
    allowed = _parse_first_moves(options.colour, key, words, game)
    options.avoid |= moves_except(game, options.colour, allowed)


def _parse_first_moves(colour: int, key: str, words: Words, game: Game) -> frozenset[int]:
    """The moves of `COLOUR VERTEX,VERTEX,... DEPTH`; only first moves can be forbidden: depth 1."""
    whose = parse_colour(_value(words, key))
    moves = frozenset(parse_move(vertex, game.size) for vertex in _value(words, key).split(","))
    depth = parse_whole(_value(words, key), f"the depth of {key}")
    check_first_moves(key, whose, colour, depth)
    return moves


def check_first_moves(key: str, whose: int, colour: int, depth: int) -> None:
    """GtpError unless moves are forbidden where we can: for the colour to play, as its next move."""
    if depth != 1:
        raise GtpError(f"{key} is offered for the next move only: depth 1, not {depth}")
    if whose != colour:
        raise GtpError(f"{key} is offered for the next move only, and {COLOUR_NAMES[colour]} is to play")


_OPTIONS: dict[str, _Option] = {
    "interval": _interval,
    "minmoves": _min_moves,
    "maxmoves": _max_moves,
    "avoid": _avoid,
    "allow": _allow,
}
_KATA_OPTIONS: dict[str, _Option] = {
    "rootInfo": _root_info,
    "ownership": _ownership,
    "movesOwnership": _only_false,
    "ownershipStdev": _only_false,
    "pvVisits": _only_false,
}
