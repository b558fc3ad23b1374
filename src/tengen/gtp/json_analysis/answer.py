"""An analysis as an answer in KataGo's JSON analysis format.

KataGo's default viewpoint is Black's, and programs such as KaTrain rely on it: win rates, scores and
ownership are Black's unless the query wants them otherwise.
"""

from typing import Any

import numpy as np

from tengen.core.game import Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, N_POINTS, PASS, WHITE
from tengen.gtp.commands.analysis_format import board_values, move_numbers, root_numbers, visited_moves
from tengen.gtp.json_analysis.query import Query
from tengen.players.player import Analysis

_CHANCES = ("winrate", "lcb")  # of the other side: what is missing to 1
_ILLEGAL = -1.0


def analysis_answer(
    query: Query, turn: int, game: Game, analysis: Analysis, *, is_during_search: bool
) -> dict[str, Any]:
    """What is told about one turn of a query."""
    size = game.size
    flip = _viewer(query, game) != game.to_play
    move_infos = [
        {
            "move": format_vertex(candidate.move, size),
            "order": order,
            "pv": [format_vertex(move, size) for move in candidate.line],
            **_seen(move_numbers(analysis, candidate), flip),
        }
        for order, candidate in enumerate(visited_moves(analysis))
    ]
    player = "B" if game.to_play == BLACK else "W"
    answer: dict[str, Any] = {
        "id": query.id,
        "isDuringSearch": is_during_search,
        "turnNumber": turn,
        "moveInfos": move_infos,
        "rootInfo": {"currentPlayer": player, **_seen(root_numbers(analysis), flip)},
    }
    if query.ownership:
        sign = -1 if flip else 1
        answer["ownership"] = [
            round(sign * value, 6) + 0.0 for value in board_values(analysis.ownership, size)
        ]
    if query.policy:
        answer["policy"] = _policy(game, analysis)
    return answer


def no_results(query: Query, turn: int) -> dict[str, Any]:
    """What is told about a turn that was given up before it was looked at."""
    return {"id": query.id, "isDuringSearch": False, "turnNumber": turn, "noResults": True}


def _viewer(query: Query, game: Game) -> int:
    return {"BLACK": BLACK, "WHITE": WHITE}.get(query.viewpoint, game.to_play)


def _seen(numbers: dict[str, int | float], flip: bool) -> dict[str, int | float]:
    """The numbers from the side of the viewer, who may not be the one to play."""
    return {key: _from_the_other_side(key, value) if flip else value for key, value in numbers.items()}


def _from_the_other_side(key: str, value: int | float) -> int | float:
    if key in _CHANCES:
        return 1.0 - value
    if key in ("visits", "prior", "scoreStdev"):
        return value
    return 0.0 - value


def _policy(game: Game, analysis: Analysis) -> list[float]:
    """The priors row by row, then that of a pass; what was not looked at has 0, what is illegal -1."""
    priors = np.full(N_POINTS, _ILLEGAL)
    for vertex in [*game.legal(), "pass"]:
        priors[parse_vertex(vertex, game.size)] = 0.0
    for candidate in analysis.candidates:
        if priors[candidate.move] != _ILLEGAL:  # a search may not know of superko
            priors[candidate.move] = candidate.prior
    return [*board_values(priors, game.size), float(priors[PASS])]
