"""Two plies with a territory net: the area that is left after the best reply to each of some moves.

The paper tried 2-ply minimax beside 1-ply (Wu & Baldi, section 3.4). A first move costs one look at each of
its replies, so all first moves of a 19x19 position would cost up to 130,000 looks: callers name the few that
they want to know about. Replies are all legal points but eyes of the one who replies, and a pass.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.jit import jit
from tengen.core.legality import legal_points
from tengen.core.points import MAX_AREA, PASS
from tengen.nets.foresight import Foresight
from tengen.playout.feasibility import is_feasible


def playable_moves(game: Game) -> list[int]:
    """All legal points of the colour to play but its own eyes, row by row; no suicides."""
    points = np.zeros(MAX_AREA, np.uint32)
    history = game.history
    n_points = playable_points(game.board, game.rules.superko, history, len(history), points)
    return [int(point) for point in points[:n_points]]


def areas_after_replies(foresight: Foresight, game: Game, moves: list[int]) -> npt.NDArray[np.float64]:
    """The area that the colour to play expects after each of some legal moves and the best reply to it.

    StoppedError as `Foresight.areas_after` tells.
    """
    areas = np.zeros(len(moves))
    for index, move in enumerate(moves):
        after = game.copy()
        after.play(move)
        areas[index] = game.size**2 - foresight.areas_after(after, [*playable_moves(after), PASS]).max()
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
