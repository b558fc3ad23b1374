"""An analysis as GoGui draws it: lines of graphics, in an answer or live on stderr."""

import contextlib
import sys
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from tengen.book.query import BookMove
from tengen.book.usage import describe_book_move
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, PASS, opponent
from tengen.gtp.commands.analysis_format import board_values, format_number, visited_moves
from tengen.gtp.session import GtpSession
from tengen.players.player import Analysis, CandidateMove

_N_SHOWN = 9
_BEST_COLOUR, _OTHER_COLOUR = "#00c000", "#e0c000"


def best_moves_graphics(analysis: Analysis, size: int) -> str:
    """The best moves numbered, the first one green."""
    shown = _on_board(analysis)[:_N_SHOWN]
    vertices = [format_vertex(candidate.move, size) for candidate in shown]
    lines = [f"COLOR {_BEST_COLOUR} {vertices[0]}"] if vertices else []
    if len(vertices) > 1:
        lines.append(f"COLOR {_OTHER_COLOUR} {' '.join(vertices[1:])}")
    if vertices:
        lines.append("LABEL " + " ".join(f"{vertex} {rank}" for rank, vertex in enumerate(vertices, 1)))
    return "\n".join([*lines, _status(analysis, size)])


def win_rates_graphics(analysis: Analysis, size: int) -> str:
    """Every move that was looked at with its win rate in per cent, and a shade of the colour that wins."""
    shown = _on_board(analysis)
    if not shown:
        return _status(analysis, size)
    rates = [(format_vertex(candidate.move, size), candidate.win_rate) for candidate in shown]
    sign = _sign(analysis)
    shades = " ".join(f"{vertex} {format_number(round(sign * (2 * rate - 1), 3))}" for vertex, rate in rates)
    labels = " ".join(f"{vertex} {100 * rate:.0f}" for vertex, rate in rates)
    return f"INFLUENCE {shades}\nLABEL {labels}\n{_status(analysis, size)}"


def book_graphics(moves: list[BookMove], size: int) -> str:
    """Every book move with how often it was made, those of the whole board green; details below the board."""
    if not moves:
        return "TEXT the book knows no move here"
    times: dict[int, int] = {}
    for move in moves:
        times.setdefault(move.point, move.times)
    whole = {move.point for move in moves if move.corner is None}
    groups = {_BEST_COLOUR: whole, _OTHER_COLOUR: times.keys() - whole}
    lines = [
        " ".join([f"COLOR {colour}", *(format_vertex(point, size) for point in times if point in group)])
        for colour, group in groups.items()
        if group
    ]
    labels = " ".join(f"{format_vertex(point, size)} {count}" for point, count in times.items())
    told = ", ".join(describe_book_move(move, size) for move in moves[:_N_SHOWN])
    return "\n".join([*lines, f"LABEL {labels}", f"TEXT {told}"])


def format_variation(analysis: Analysis, size: int) -> str:
    """The line of the best move with its colours, `b D4 w Q16`; nothing if there is none."""
    visited = visited_moves(analysis)
    if not visited:
        return ""
    words = []
    colour = analysis.to_play
    for move in visited[0].line:
        words.append(f"{'b' if colour == BLACK else 'w'} {format_vertex(move, size)}")
        colour = int(opponent(colour))
    return " ".join(words)


def format_ownership_board(analysis: Analysis, size: int) -> str:
    """The owners row by row from the top, 1 for Black and -1 for White."""
    return format_board_values(_sign(analysis) * analysis.ownership, size)


def format_board_values(ownership: npt.NDArray[np.float64], size: int) -> str:
    """Values of points, (N_POINTS,), as GoGui's dboard: row by row from the top."""
    values = [format_number(round(value, 3)) for value in board_values(ownership, size)]
    rows = [" ".join(values[start : start + size]) for start in range(0, len(values), size)]
    return "\n" + "\n".join(rows)


@contextlib.contextmanager
def live_graphics(session: GtpSession, size: int) -> Iterator[Callable[[Analysis], None]]:
    """What to call with each report of a search to show it in GoGui, which is cleared afterwards."""

    def show(analysis: Analysis) -> None:
        if session.live_graphics and visited_moves(analysis):
            variation = format_variation(analysis, size)
            _write_to_gogui(f"gogui-gfx:\n{best_moves_graphics(analysis, size)}\nVAR {variation}\n")

    yield show
    if session.live_graphics:
        _write_to_gogui("gogui-gfx: CLEAR")


def _write_to_gogui(text: str) -> None:
    """Pictures are worth no error: a closed stderr only means that nobody looks."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def _sign(analysis: Analysis) -> int:
    """What turns a value of the colour to play into one of Black's: GoGui's plus is Black."""
    return 1 if analysis.to_play == BLACK else -1


def _on_board(analysis: Analysis) -> list[CandidateMove]:
    return [candidate for candidate in visited_moves(analysis) if candidate.move != PASS]


def _status(analysis: Analysis, size: int) -> str:
    """The line below the board."""
    visited = visited_moves(analysis)
    best = format_vertex(visited[0].move, size) if visited else "none"
    rate, lead = 100 * analysis.win_rate, analysis.score_lead
    return f"TEXT best {best}, win rate {rate:.1f} %, lead {lead:+.1f}, {analysis.visits} playouts"
