"""The compiled loop of book/coverage.py: replay games and look every position up."""

import numpy as np

from tengen.book.hashes import N_CORNERS, play_noting
from tengen.book.lookup import board_moves, corner_moves
from tengen.book.samples import USED
from tengen.core.board import clear_board
from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.points import MAX_AREA, N_POINTS, PASS

FUSEKI, JOSEKI, EITHER = range(3)

COVERAGE = np.dtype(
    [
        ("n_games", np.int64),
        ("n_positions", np.int64),
        ("n_known", np.int64, 3),  # [FUSEKI, JOSEKI, EITHER]: positions with a book move
        ("n_winner", np.int64),  # positions in which the winner is to play
        ("n_winner_known", np.int64, 3),  # ... and the book has a move
        ("n_named", np.int64, 3),  # ... and it is the one that was played
        ("n_moves", np.int64, 3),  # moves that the books name, in all positions
        ("points", np.uint16, MAX_AREA),  # scratch
        ("counts", np.uint32, MAX_AREA),
        ("is_listed", np.uint8, N_POINTS),  # [point] by FUSEKI (bit 0) and JOSEKI (bit 1)
    ],
    align=True,
)


@jit
def measure_games(moves, colours, first, winners, verdicts, n_moves, book, board, hashes, coverage):
    """Look up the first positions of all games whose verdict is USED, up to an illegal move or a pass."""
    for game in range(len(winners)):
        if verdicts[game] != USED:
            continue
        coverage.n_games += 1
        clear_board(board, board.board_size)
        hashes[:] = 0
        for index in range(first[game], min(first[game] + n_moves, first[game + 1])):
            move, colour = np.uint32(moves[index]), np.int64(colours[index])
            if move == PASS or colour != board.to_play or not is_legal(board, move, colour, False):
                break
            measure_position(board, hashes, move, colour == winners[game], book, coverage)
            play_noting(board, move, colour, book[2].words, hashes)


@jit
def measure_position(board, hashes, move, is_winner, book, coverage):
    """Count one position, before the move."""
    fuseki, joseki, geometry = book
    to_play = np.int64(board.to_play)
    coverage.is_listed[:] = 0
    n_found = board_moves(fuseki, geometry, hashes, to_play, coverage.points, coverage.counts)
    _list_moves(coverage, n_found, FUSEKI)
    for corner in range(N_CORNERS):
        n_found = corner_moves(joseki, geometry, hashes, corner, to_play, coverage.points, coverage.counts)
        _list_moves(coverage, n_found, JOSEKI)
    coverage.n_positions += 1
    coverage.n_winner += is_winner
    for part in range(3):
        mask = part + 1  # the bits of FUSEKI, JOSEKI, or both
        n_moves = 0
        for point in range(len(coverage.is_listed)):
            n_moves += coverage.is_listed[point] & mask != 0
        coverage.n_moves[part] += n_moves
        coverage.n_known[part] += n_moves > 0
        coverage.n_winner_known[part] += is_winner and n_moves > 0
        coverage.n_named[part] += is_winner and coverage.is_listed[move] & mask != 0


@jit
def _list_moves(coverage, n_found, part):
    """Mark the moves that a look-up wrote."""
    for index in range(n_found):
        coverage.is_listed[coverage.points[index]] |= 1 << part
