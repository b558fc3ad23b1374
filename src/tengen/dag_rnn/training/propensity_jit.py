# mypy: allow-untyped-defs, no-check-untyped-defs
"""Counting who owned the points of 3x3 patterns at the end: the compiled loop of propensity learning.

Learning propensity from games: Equation 3 of Wu & Baldi, with C = 1.

Every position of a game, the empty board and the last one among them, counts in all its sixteen images (eight
symmetries, colours exchanged or not). NB and NW say how often a point that was in a pattern at a place was
owned at the end of the game by the colour of the 1s, or of the -1s. Points that nobody owned do not count.
Memory: 70 MB for the counts, whatever the number of games. Cost: nine additions for each window and position.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import clear_board, new_board
from tengen.core.errors import GoError
from tengen.core.jit import jit
from tengen.core.play_jit import play_move
from tengen.core.points_jit import BLACK, EMPTY, N_SYMMETRIES, point_at
from tengen.dag_rnn.features.propensity_jit import (
    N_CELLS,
    N_LINES,
    N_PATTERNS,
    N_PLACES,
    NO_STONE,
    Rows,
    cell_images,
    column_code,
    line_of_window,
    pattern_images,
    place_images,
    rows_of_table,
    unique_places,
)
from tengen.dag_rnn.training.targets import ScoredGame

LEAD, TOTAL = 0, 1  # NB - NW, and NB + NW
N_COUNTS = 2


@jit
def count_game(board, size, moves, owners, counts):
    """Replay a legal game and count all windows of all its positions, as Black sees them.

    owners -- (size * size,) uint8: BLACK, WHITE, or EMPTY for points that nobody owns, row by row
    counts -- (N_PLACES, N_PATTERNS, N_CELLS, N_COUNTS) int32
    """
    clear_board(board, size)
    _count_position(board, owners, counts)
    for index in range(len(moves)):
        play_move(board, np.uint32(moves[index]), np.int64(board.to_play))
        _count_position(board, owners, counts)


@jit
def _count_position(board, owners, counts):
    """Count all windows of one position."""
    size = np.int64(board.board_size)
    for row in range(size - 2):
        place = N_LINES * line_of_window(row, size)
        left, middle = 0, 0
        for column in range(size):
            right = column_code(board, point_at(row, column), BLACK)
            if column >= 2:
                pattern = np.uint32(left + 3 * middle + 9 * right + NO_STONE)
                cells = counts[np.uint32(place + line_of_window(column - 2, size)), pattern]
                for cell in range(N_CELLS):
                    owner = np.int64(owners[(row + cell // 3) * size + column - 2 + cell % 3])
                    if owner != EMPTY:
                        cells[cell, LEAD] += 3 - 2 * owner
                        cells[cell, TOTAL] += 1
            left, middle = middle, right


# --- Learning -------------------------------------------------------------------------------------


REGULARIZER = 1  # the paper's C

Counts = npt.NDArray[np.int32]  # (N_PLACES, N_PATTERNS, N_CELLS, N_COUNTS)


def learn_propensity(games: Iterable[ScoredGame]) -> Rows:
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
