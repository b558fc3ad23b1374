"""Two plies with a territory net: the area that is left after the best reply to each of some moves.

The paper tried 2-ply minimax beside 1-ply (Wu & Baldi, section 3.4). A first move costs one look at each of
its replies, so all first moves of a 19x19 position would cost up to 130,000 looks: callers name the few that
they want to know about. Replies are all legal points but eyes of the one who replies, and a pass.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.board import new_boards
from tengen.core.game import Game
from tengen.core.jit import jit
from tengen.core.legality import legal_points, position_key
from tengen.core.play import play_move
from tengen.core.points import MAX_AREA, PASS, opponent
from tengen.nets.foresight import Foresight, last_moves_of
from tengen.nets.look import expected_area
from tengen.playout.feasibility import is_feasible


class Scratch(NamedTuple):
    """What a look at replies needs beside a sight."""

    boards: Any  # (1,) BOARD: after the first move
    points: npt.NDArray[np.uint32]  # (MAX_AREA,) its replies


def playable_moves(game: Game) -> list[int]:
    """All legal points of the colour to play but its own eyes, row by row; no suicides."""
    points = np.zeros(MAX_AREA, np.uint32)
    history = game.history
    n_points = playable_points(game.board, game.rules.superko, history, len(history), points)
    return [int(point) for point in points[:n_points]]


def areas_after_replies(foresight: Foresight, game: Game, moves: list[int]) -> npt.NDArray[np.float64]:
    """The area that the colour to play expects after each of some legal moves and the best reply to it."""
    areas = np.zeros(len(moves))
    history = np.append(game.history, np.uint64(0))
    scratch = Scratch(new_boards(1), np.zeros(MAX_AREA, np.uint32))
    look_at_replies(
        game.board,
        np.array(moves, np.uint32),
        last_moves_of(game),
        game.rules.superko,
        history,
        foresight.view,
        foresight.new_sight(),
        scratch,
        areas,
    )
    return areas


@jit
def playable_points(board, superko, history, n_history, points):
    """Write all legal points of the colour to play but its own eyes; returns how many."""
    colour = np.int64(board.to_play)
    n_points = 0
    for index in range(legal_points(board, colour, False, superko, history, n_history, points)):
        point = np.uint32(points[index])
        if is_feasible(board, point, colour, False):
            points[n_points] = point
            n_points += 1
    return n_points


@jit
def look_at_replies(board, moves, last_moves, superko, history, view, sight, scratch, areas):
    """Write the area of the colour to play after each move and the reply that leaves it least.

    history -- the positions so far and room for one more, that after a move
    """
    colour = np.int64(board.to_play)
    n_history = len(history) - 1
    after = scratch.boards[0]
    for index in range(len(moves)):
        scratch.boards[0] = board
        play_move(after, np.uint32(moves[index]), colour)
        history[n_history] = position_key(after.hash, opponent(colour), superko)
        n_replies = playable_points(after, superko, history, n_history + 1, scratch.points)
        sight.last_moves[1] = moves[index]
        sight.last_moves[2] = last_moves[0]
        areas[index] = _area_after_best_reply(after, scratch.points, n_replies, view, sight)


@jit
def _area_after_best_reply(board, replies, n_replies, view, sight):
    """What the best of some replies, or a pass, leaves to the other colour."""
    after, context = sight.boards[0], sight.last_moves
    least = np.inf
    for index in range(n_replies + 1):
        reply = np.uint32(replies[index]) if index < n_replies else np.uint32(PASS)
        sight.boards[0] = board
        play_move(after, reply, np.int64(board.to_play))
        context[0] = reply
        least = min(least, expected_area(after, context, view, sight))
    return least
