"""Queries in KataGo's JSON analysis format, checked field by field before anything is searched.

What would change the meaning of the answer is refused; what only asks for more than we have (or for
tuning of a search that is not ours) is answered with a warning, and the query goes on.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from tengen.core.rules import Rules
from tengen.gtp.commands.analysis_options import LONGEST_INTERVAL_SECONDS, check_first_moves, moves_except
from tengen.gtp.commands.position import KOMI_LIMIT
from tengen.gtp.commands.rules import parse_kata_rules, rules_from_keys
from tengen.gtp.session import play_move

DEFAULT_VISITS = 1000
DEFAULT_KOMI = 7.5
MAX_TURNS = 10_000
_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_VIEWPOINTS = ("BLACK", "WHITE", "SIDETOMOVE")


class QueryError(GoError):
    """A query that cannot be answered, and the field that is to blame."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass
class Query:
    """A game and what is to be told about some of its positions."""

    id: str
    game: Game  # all moves played
    turns: list[int]
    priorities: list[int]  # one for each turn
    visits: int = DEFAULT_VISITS
    seconds: float | None = None
    report_every: float | None = None
    ownership: bool = False
    policy: bool = False
    viewpoint: str = "BLACK"  # whose win rate is told: BLACK, WHITE or SIDETOMOVE
    avoid: list[tuple[int, frozenset[int]]] = field(default_factory=list)  # moves of a colour
    allow: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    warnings: list[tuple[str, str]] = field(default_factory=list)  # field and message

    def position(self, turn: int) -> Game:
        """The game after so many moves."""
        game = self.game.copy()
        while len(game.moves) > turn:
            game.undo()
        return game

    def avoided(self, game: Game) -> frozenset[int]:
        """The moves that must not be looked at in a position; QueryError if they are those of the other."""
        avoided: frozenset[int] = frozenset()
        for name, lists in (("avoidMoves", self.avoid), ("allowMoves", self.allow)):
            for colour, moves in lists:
                with _blaming(name):
                    check_first_moves(name, colour, game.to_play, 1)
                avoided |= moves if name == "avoidMoves" else moves_except(game, colour, moves)
        return avoided


def parse_query(data: dict[str, Any], query_id: str) -> Query:
    """The query of a JSON object; QueryError names the field that is wrong."""
    size = _parse_size(data)
    rules = _parse_rules(_required(data, "rules"))
    komi = _number(data, "komi", DEFAULT_KOMI, -KOMI_LIMIT, KOMI_LIMIT)
    game = _parse_game(data, size, rules, komi)
    turns = _parse_turns(data, len(game.moves))
    query = Query(query_id, game, turns, _parse_priorities(data, len(turns)))
    query.visits = _whole(data, "maxVisits", DEFAULT_VISITS, 1)
    if data.get("reportDuringSearchEvery") is not None:
        query.report_every = _number(data, "reportDuringSearchEvery", 1.0, 0.001, LONGEST_INTERVAL_SECONDS)
    query.ownership = _switch(data, "includeOwnership")
    query.policy = _switch(data, "includePolicy")
    query.avoid = _parse_move_lists(data, "avoidMoves", size)
    query.allow = _parse_move_lists(data, "allowMoves", size)
    if data.get("whiteHandicapBonus", "0") not in ("0", 0):
        raise QueryError("a handicap bonus is not offered: add it to komi", "whiteHandicapBonus")
    _override_settings(query, data)
    _warn_of_the_rest(query, data)
    for turn in turns if query.avoid or query.allow else []:
        query.avoided(query.position(turn))
    return query


def _parse_size(data: dict[str, Any]) -> int:
    for name in ("boardXSize", "boardYSize"):
        _required(data, name)
        _whole(data, name, 0, MIN_SIZE, MAX_SIZE)
    if data["boardXSize"] != data["boardYSize"]:
        raise QueryError("only square boards are offered", "boardYSize")
    return int(data["boardXSize"])


def _parse_rules(value: Any) -> Rules:
    with _blaming("rules"):
        if isinstance(value, dict):
            return rules_from_keys(value)
        if isinstance(value, str):
            return parse_kata_rules(value)
    raise QueryError("rules must be a name or an object", "rules")


def _parse_game(data: dict[str, Any], size: int, rules: Rules, komi: float) -> Game:
    """The game from its set-up to its last move."""
    stones = _parse_pairs(data.get("initialStones", []), "initialStones", size)
    moves = _parse_pairs(_required(data, "moves"), "moves", size)
    colours = Game(size).board.colour.copy()
    for colour, point in stones:
        if not point:
            raise QueryError("a pass is not a stone", "initialStones")
        colours[point] = colour
    if len(moves) > MAX_TURNS:
        raise QueryError(f"more than {MAX_TURNS} moves", "moves")
    first = _first_to_play(data, stones, moves)
    with _blaming("initialStones"):
        game = Game.from_colours(size, colours, first, komi, rules)
    for number, (colour, point) in enumerate(moves, 1):
        with _blaming("moves", f"move {number}: "):
            play_move(game, point, colour)
    return game


def _first_to_play(data: dict[str, Any], stones: list[tuple[int, int]], moves: list[tuple[int, int]]) -> int:
    """Whose turn it is before the first move: as told, else the first mover, else White with a handicap."""
    if data.get("initialPlayer") is not None:
        return _parse_colour(data["initialPlayer"], "initialPlayer")
    if moves:
        return moves[0][0]
    return WHITE if len(stones) >= 2 and all(colour == BLACK for colour, _ in stones) else BLACK


def _parse_pairs(value: Any, name: str, size: int) -> list[tuple[int, int]]:
    """Colours and points of a list such as [["B", "D4"], ["W", "pass"]]."""
    if not isinstance(value, list):
        raise QueryError(f"{name} must be a list of pairs of a colour and a vertex", name)
    pairs = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            raise QueryError(f"{name} must be a list of pairs of a colour and a vertex", name)
        pairs.append((_parse_colour(pair[0], name), _parse_vertex(pair[1], name, size)))
    return pairs


def _parse_colour(value: Any, name: str) -> int:
    if not isinstance(value, str) or value.lower() not in _COLOURS:
        raise QueryError(f"{str(value)[:20]!r} is not a colour: B or W", name)
    return _COLOURS[value.lower()]


def _parse_vertex(value: Any, name: str, size: int) -> int:
    if not isinstance(value, str):
        raise QueryError(f"{str(value)[:20]!r} is not a vertex", name)
    with _blaming(name):
        return parse_vertex(value, size)


def _parse_turns(data: dict[str, Any], n_moves: int) -> list[int]:
    """The turns to analyse, in their order; the last position if none are named."""
    turns = data.get("analyzeTurns", [n_moves])
    if not isinstance(turns, list) or not turns or len(turns) > MAX_TURNS:
        raise QueryError("analyzeTurns must be a list of turn numbers", "analyzeTurns")
    for turn in turns:
        if not _is_whole(turn) or not 0 <= turn <= n_moves:
            raise QueryError(f"{str(turn)[:20]} is not a turn from 0 to {n_moves}", "analyzeTurns")
    return turns


def _parse_priorities(data: dict[str, Any], n_turns: int) -> list[int]:
    name = "priorities" if "priorities" in data else "priority"
    priorities = data[name] if name == "priorities" else n_turns * [data.get("priority", 0)]
    if not isinstance(priorities, list) or len(priorities) != n_turns:
        raise QueryError("priorities must be a list with one number for each turn", name)
    if not all(_is_whole(priority) for priority in priorities):
        raise QueryError("a priority must be a whole number", name)
    return priorities


def _parse_move_lists(data: dict[str, Any], name: str, size: int) -> list[tuple[int, frozenset[int]]]:
    """The moves of [{"player": "B", "moves": ["C3"], "untilDepth": 1}]; only depth 1 is offered."""
    entries = data.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise QueryError(f"{name} must be a list of objects with player, moves and untilDepth", name)
    found = []
    for entry in entries:
        colour = _parse_colour(entry.get("player"), name)
        moves = entry.get("moves")
        if not isinstance(moves, list):
            raise QueryError(f"the moves of {name} must be a list", name)
        depth = entry.get("untilDepth")
        with _blaming(name):
            check_first_moves(name, colour, colour, depth if _is_whole(depth) else 0)
        found.append((colour, frozenset(_parse_vertex(move, name, size) for move in moves)))
    return found


def _override_settings(query: Query, data: dict[str, Any]) -> None:
    """The two settings of KataGo's that mean something here; of the others a warning tells."""
    settings = data.get("overrideSettings", {})
    if not isinstance(settings, dict):
        raise QueryError("overrideSettings must be an object", "overrideSettings")
    query.viewpoint = settings.get("reportAnalysisWinratesAs", query.viewpoint)
    if query.viewpoint not in _VIEWPOINTS:
        raise QueryError(
            f"reportAnalysisWinratesAs must be one of {', '.join(_VIEWPOINTS)}", "overrideSettings"
        )
    if "maxTime" in settings:
        query.seconds = _number(settings, "maxTime", 1.0, 0.0, 1e9, "overrideSettings")
    for name in settings.keys() - {"reportAnalysisWinratesAs", "maxTime"}:
        query.warnings.append(("overrideSettings", f"unknown setting {name[:40]!r} was left out of account"))


KNOWN_FIELDS = {
    "id", "moves", "initialStones", "initialPlayer", "rules", "komi", "whiteHandicapBonus", "boardXSize",
    "boardYSize", "analyzeTurns", "maxVisits", "includeOwnership", "includePolicy", "avoidMoves",
    "allowMoves", "overrideSettings", "reportDuringSearchEvery", "priority", "priorities",
}  # fmt: skip


def _warn_of_the_rest(query: Query, data: dict[str, Any]) -> None:
    """A warning for each field that is not ours, unless it asks for nothing."""
    for name, value in data.items():
        if name not in KNOWN_FIELDS and value is not False:
            query.warnings.append(
                (name, f"the field {name[:40]!r} is not offered and was left out of account")
            )


def _required(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise QueryError(f"the field {name} is missing", name)
    return data[name]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(data: dict[str, Any], name: str, default: int, low: int, high: int = 1 << 40) -> int:
    value = data.get(name, default)
    if not _is_whole(value) or not low <= value <= high:
        raise QueryError(f"{name} must be a whole number from {low} to {high}", name)
    return int(value)


def _number(
    data: dict[str, Any], name: str, default: float, low: float, high: float, field: str | None = None
) -> float:
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise QueryError(f"{name} must be a number", field or name)
    if not low <= value <= high:  # which no NaN does
        raise QueryError(f"{name} must lie between {low:g} and {high:g}", field or name)
    return float(value)


def _switch(data: dict[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise QueryError(f"{name} must be true or false", name)
    return value


@contextlib.contextmanager
def _blaming(name: str, where: str = "") -> Iterator[None]:
    """A block whose errors are the fault of a field."""
    try:
        yield
    except QueryError:
        raise
    except GoError as error:
        raise QueryError(f"{where}{error}", name) from None
