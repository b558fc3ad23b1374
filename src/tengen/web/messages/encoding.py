"""Moves, colours and boards as messages write them."""

from typing import Any

from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, NO_MOVE, WHITE, point_at
from tengen.web.messages import Colour

START = "start"  # the move before the first one: replies to it are those to an untouched board

_SIGNS = {BLACK: "X", WHITE: "O"}


def vertex_of(move: int, size: int) -> str:
    """A move, also one that was none because the game had not begun."""
    return START if move == NO_MOVE else format_vertex(move, size)


def colour_name(colour: int) -> Colour:
    """A colour as messages name it."""
    return "black" if colour == BLACK else "white"


def board_rows(colours: Any, size: int) -> list[str]:
    """Rows from the top of colours, (N_POINTS,): X, O or . for each point."""
    return [
        "".join(_SIGNS.get(int(colours[point_at(row, column)]), ".") for column in range(size))
        for row in range(size)
    ]
