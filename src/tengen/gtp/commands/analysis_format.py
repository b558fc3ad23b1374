"""An analysis as text: Leela Zero's and KataGo's `info` lines, and the JSON that CGOS stores.

All numbers are seen from the colour to play. Our search has one expected score for the position and
none for each move, so every move tells that one; `utility` is the win rate on a scale from -1 to 1.

Writing down what a search reports, without a way for a vanished listener to break the search.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tengen.core.notation import format_vertex
from tengen.core.points_jit import point_at
from tengen.gtp.commands.analysis_options import AnalysisOptions
from tengen.players.player import Analysis, Analyst, CandidateMove

# CGOS writes the ownership of a point as one letter: -1 is the first, 1 the last.
_CGOS_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"


def format_lz(analysis: Analysis, size: int, options: AnalysisOptions) -> str:
    """Leela Zero's line: whole numbers, ten thousand for certainty."""
    blocks = [
        f"info move {format_vertex(candidate.move, size)} visits {candidate.visits}"
        f" winrate {_in_ten_thousand(candidate.win_rate)} prior {_in_ten_thousand(candidate.prior)}"
        f" lcb {_in_ten_thousand(candidate.lower_bound)} order {order}"
        f" pv {_format_moves(candidate.line, size)}"
        for order, candidate in enumerate(_told(analysis, options))
    ]
    return " ".join(blocks)


def format_kata(analysis: Analysis, size: int, options: AnalysisOptions) -> str:
    """KataGo's line; root and ownership come behind all moves."""
    parts = [
        f"info move {format_vertex(candidate.move, size)} {_format_pairs(move_numbers(analysis, candidate))}"
        f" order {order} pv {_format_moves(candidate.line, size)}"
        for order, candidate in enumerate(_told(analysis, options))
    ]
    if options.root_info:
        parts.append(f"rootInfo {_format_pairs(root_numbers(analysis))}")
    if options.ownership:
        parts.append("ownership " + " ".join(map(format_number, board_values(analysis.ownership, size))))
    return " ".join(parts)


def format_cgos(analysis: Analysis, size: int) -> str:
    """The JSON object that CGOS keeps with a move; a line is told without its first move."""
    moves = [
        {
            "move": format_vertex(candidate.move, size),
            "winrate": _rounded(candidate.win_rate),
            "score": _rounded(analysis.score_lead),
            "prior": _rounded(candidate.prior),
            "visits": candidate.visits,
            "pv": _format_moves(candidate.line[1:], size),
        }
        for candidate in visited_moves(analysis)
    ]
    owners = [min(1.0, max(0.0, (value + 1) / 2)) for value in board_values(analysis.ownership, size)]
    told = {
        "winrate": _rounded(analysis.win_rate),
        "score": _rounded(analysis.score_lead),
        "visits": analysis.visits,
        "moves": moves,
        "ownership": "".join(_CGOS_LETTERS[round(62 * value)] for value in owners),
    }
    return json.dumps(told, separators=(",", ":"))


def visited_moves(analysis: Analysis) -> list[CandidateMove]:
    """The moves that were really looked at, best first; others have nothing but a prior."""
    return [candidate for candidate in analysis.candidates if candidate.visits > 0]


def _told(analysis: Analysis, options: AnalysisOptions) -> list[CandidateMove]:
    """The moves of a line: all that were looked at, and more or less of them if that is wanted."""
    visited = visited_moves(analysis)
    others = [candidate for candidate in analysis.candidates if candidate.visits <= 0]
    n_others = max(0, options.min_moves - len(visited))
    return [*visited, *others[:n_others]][: options.max_moves]


def move_numbers(analysis: Analysis, candidate: CandidateMove) -> dict[str, int | float]:
    """KataGo's numbers of a move, in its order; whole numbers and fractions."""
    return {
        "visits": candidate.visits,
        "utility": 2 * candidate.win_rate - 1,
        "winrate": candidate.win_rate,
        "scoreMean": analysis.score_lead,
        "scoreStdev": analysis.score_deviation,
        "scoreLead": analysis.score_lead,
        "scoreSelfplay": analysis.score_lead,
        "prior": candidate.prior,
        "lcb": candidate.lower_bound,
        "utilityLcb": 2 * candidate.lower_bound - 1,
    }


def root_numbers(analysis: Analysis) -> dict[str, int | float]:
    """KataGo's numbers of the position."""
    return {
        "visits": analysis.visits,
        "winrate": analysis.win_rate,
        "utility": 2 * analysis.win_rate - 1,
        "scoreMean": analysis.score_lead,
        "scoreStdev": analysis.score_deviation,
        "scoreLead": analysis.score_lead,
        "scoreSelfplay": analysis.score_lead,
    }


def board_values(values: Any, size: int) -> list[float]:
    """The values of an (N_POINTS,) array row by row from the top left of the board."""
    return [float(values[point_at(row, column)]) for row in range(size) for column in range(size)]


def format_number(value: float) -> str:
    """A number with up to six decimals and never an exponent, which some readers do not know."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _format_pairs(numbers: dict[str, int | float]) -> str:
    return " ".join(f"{key} {format_number(value)}" for key, value in numbers.items())


def _format_moves(moves: Iterable[int], size: int) -> str:
    return " ".join(format_vertex(move, size) for move in moves)


def _in_ten_thousand(share: float) -> int:
    return max(0, round(10_000 * share))


def _rounded(value: float) -> float:
    return round(value, 6)


# --- Reports while a search runs ------------------------------------------------------------------


class Reporter:
    """Writes each analysis that has something to tell.

    A report is called from within a search. If it cannot be written, the search is stopped and not
    broken; who writes next, outside of it, gets the error.
    """

    def __init__(self, analyst: Analyst, write: Callable[[Analysis], None]) -> None:
        self.n_written = 0
        self._analyst = analyst
        self._write = write

    def __call__(self, analysis: Analysis) -> None:
        """Write a report."""
        if not visited_moves(analysis):
            return
        try:
            self._write(analysis)
            self.n_written += 1
        except OSError:
            self._analyst.stop()
