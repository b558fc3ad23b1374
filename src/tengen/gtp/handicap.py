"""Handicap stones: the fixed points of the GTP specification, and points of our own choice."""

import itertools

from tengen.core.errors import GoError
from tengen.core.points import BLACK, WHITE, column_of, point_at, row_of
from tengen.core.vertex import format_vertex
from tengen.gtp.arguments import expect, parse_stone, parse_whole
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import OwnCommands, Session

MIN_STONES = 2
_SMALLEST_BOARD = 7
_FOURTH_LINE_FROM = 13  # smaller boards put handicap stones on the third line

# Low, middle and high line as -1, 0, 1: (column, row from the bottom), in the order of the specification.
_CORNERS = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
_LEFT_AND_RIGHT = [(-1, 0), (1, 0)]
_BOTTOM_AND_TOP = [(0, -1), (0, 1)]
_CENTRE = (0, 0)


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


def handicap_commands(session: Session) -> OwnCommands:
    """Commands that give Black stones on an empty board; White is then to play."""

    def place(points: list[int]) -> str:
        colours = session.game.board.colour.copy()
        colours[points] = BLACK
        session.set_up(colours, WHITE, handicap=len(points))
        return " ".join(format_vertex(point, session.game.size) for point in points)

    def check_empty() -> None:
        if session.game.board.stones.any():
            raise GtpError("board not empty")

    def fixed_handicap(arguments: list[str]) -> str:
        (count,) = expect(arguments, "STONES")
        n_stones = parse_whole(count, "the number of stones")
        check_empty()
        return place(fixed_handicap_points(session.game.size, n_stones))

    def place_free_handicap(arguments: list[str]) -> str:
        (count,) = expect(arguments, "STONES")
        n_stones = parse_whole(count, "the number of stones")
        check_empty()
        return place(free_handicap_points(session.game.size, n_stones))

    def set_free_handicap(arguments: list[str]) -> str:
        size = session.game.size
        check_empty()
        try:
            points = [parse_stone(vertex, size) for vertex in arguments]
        except GtpError as error:
            raise GtpError(f"bad vertex list: {error}") from None
        if len(set(points)) < len(points):
            raise GtpError("bad vertex list: a vertex is named twice")
        if not MIN_STONES <= len(points) < size * size:
            raise GtpError(f"bad vertex list: {len(points)} stones are not from 2 to {size * size - 1}")
        place(points)
        return ""

    return {
        "fixed_handicap": fixed_handicap,
        "place_free_handicap": place_free_handicap,
        "set_free_handicap": set_free_handicap,
    }
