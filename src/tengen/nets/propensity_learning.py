"""Learning propensity from games: Equation 3 of Wu & Baldi, with C = 1.

Every position of a game, the empty board and the last one among them, counts in all its sixteen images (eight
symmetries, colours exchanged or not). NB and NW say how often a point that was in a pattern at a place was
owned at the end of the game by the colour of the 1s, or of the -1s. Points that nobody owned do not count.
Memory: 70 MB for the counts, whatever the number of games. Cost: nine additions for each window and position.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tengen.core.board import new_board
from tengen.core.errors import GoError
from tengen.core.symmetry import N_SYMMETRIES
from tengen.nets.propensity import (
    N_CELLS,
    N_PATTERNS,
    N_PLACES,
    NO_STONE,
    Rows,
    cell_images,
    pattern_images,
    place_images,
    rows_of_table,
    unique_places,
)
from tengen.nets.propensity_counts import LEAD, N_COUNTS, TOTAL, count_game
from tengen.nets.targets import EndedGame

REGULARIZER = 1  # the paper's C

Counts = npt.NDArray[np.int32]  # (N_PLACES, N_PATTERNS, N_CELLS, N_COUNTS)


def learn_propensity(games: Iterable[EndedGame]) -> Rows:
    """The rows of propensity learned from games; GoError if there are none."""
    counts = np.zeros((N_PLACES, N_PATTERNS, N_CELLS, N_COUNTS), np.int32)
    board = new_board(19)
    n_games = 0
    for game in games:
        count_game(board, game.size, game.moves, game.owners, counts)
        n_games += 1
    if n_games == 0:
        raise GoError("there is no game with a known end to learn propensity from")
    return rows_of_table({place: _propensity(counts, place) for place in unique_places()})


def _propensity(counts: Counts, place: int) -> npt.NDArray[np.float64]:
    """Equation 3 for all patterns at a place, (N_PATTERNS, N_CELLS), from the counts of all images."""
    lead = np.zeros((N_PATTERNS, N_CELLS))
    total = np.zeros((N_PATTERNS, N_CELLS))
    for symmetry in range(N_SYMMETRIES):
        images, cells = pattern_images()[symmetry], cell_images()[symmetry]
        at = counts[place_images()[symmetry, place]]
        for patterns, sign in ((images, 1), (2 * NO_STONE - images, -1)):
            found = at[patterns][:, cells]
            lead += sign * found[..., LEAD]
            total += found[..., TOTAL]
    propensity: npt.NDArray[np.float64] = lead / (total + REGULARIZER)
    return propensity
