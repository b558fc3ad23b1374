# mypy: allow-untyped-defs, no-check-untyped-defs
"""The compiled loop of book/query.py: replay games and look every position up.

The samples of games: every position read, by name, with the move that was made there.

A game is replayed once for both books. For the fuseki book each move of the part read is a sample with the
whole board before it. For the joseki book it is a sample with each corner it lies in, as that corner was
just before the move: so a corner is sampled once for each move made *in it*, however long the players were
elsewhere. Corners share the middle lines; a move there is a sample of two corners, tengen of all four.
Only the winner's moves are samples, or those of both players if asked for.

Cost: one play and some exclusive ors a move, about 0.2 microseconds.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.book.hashes_jit import (
    N_CORNERS,
    board_key,
    canonical_board_move,
    canonical_corner_move,
    corner_key,
    play_noting,
)
from tengen.book.table_jit import board_moves, corner_moves
from tengen.core.board_jit import clear_board
from tengen.core.jit import jit
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, PASS, WHITE
from tengen.core.rules_jit import is_legal

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


# What became of a game.
USED, OTHER_SIZE, HANDICAP, NO_WINNER, OUT_OF_TURN, ILLEGAL = range(6)


# --- From games to samples ------------------------------------------------------------------------


POINT_BITS = 16
POINT_MASK = (1 << POINT_BITS) - 1


class SamplingOptions(NamedTuple):
    """Which moves are samples."""

    size: int
    fuseki_depth: int
    joseki_depth: int
    winner_only: bool


class Samples(NamedTuple):
    """Room for samples: the name of the position, its stones and the move.

    The stones follow from the name; they stand in the high bits of `entries`, so that the order by name and
    entry is that by name and move.
    """

    keys: npt.NDArray[np.uint64]  # (n,)
    entries: npt.NDArray[np.uint32]  # (n,) stones << POINT_BITS | canonical move


def new_samples(room: int) -> Samples:
    """Room for so many samples."""
    return Samples(np.empty(room, np.uint64), np.empty(room, np.uint32))


@jit
def sample_games(moves, colours, first, winners, verdicts, reading, geometry, board, hashes, fuseki, joseki):
    """Replay the games whose verdict is USED and write their samples; returns how many of each book.

    A game with a pass, a colour out of turn or an illegal move in the part read gives no sample at all, and
    its verdict says so.
    """
    n_fuseki, n_joseki = 0, 0
    for game in range(len(winners)):
        if verdicts[game] != USED:
            continue
        line = slice(first[game], first[game + 1])
        verdicts[game], after_fuseki, after_joseki = sample_game(
            moves[line], colours[line], winners[game], reading, geometry, board, hashes,
            fuseki, n_fuseki, joseki, n_joseki,
        )  # fmt: skip
        if verdicts[game] == USED:
            n_fuseki, n_joseki = after_fuseki, after_joseki
    return n_fuseki, n_joseki


@jit
def sample_game(moves, colours, winner, reading, geometry, board, hashes, fuseki, n_fuseki, joseki, n_joseki):
    """Replay one game; what became of it, and how many samples there are now."""
    clear_board(board, reading.size)
    hashes[:] = 0
    for index in range(min(len(moves), max(reading.fuseki_depth, reading.joseki_depth))):
        move, colour = np.uint32(moves[index]), np.int64(colours[index])
        if move == PASS or colour != board.to_play:
            return OUT_OF_TURN, n_fuseki, n_joseki
        if not is_legal(board, move, colour, False):
            return ILLEGAL, n_fuseki, n_joseki
        if colour == winner or not reading.winner_only:
            if index < reading.fuseki_depth:
                _add_board_sample(board, hashes, geometry, move, colour, fuseki, n_fuseki)
                n_fuseki += 1
            if index < reading.joseki_depth:
                n_joseki = _add_corner_samples(board, hashes, geometry, move, colour, joseki, n_joseki)
        play_noting(board, move, colour, geometry.words, hashes)
    return USED, n_fuseki, n_joseki


@jit
def _add_board_sample(board, hashes, geometry, move, colour, samples, index):
    """The whole board with a move."""
    samples.keys[index] = board_key(hashes, colour)
    n_stones = np.int64(board.stones[BLACK]) + np.int64(board.stones[WHITE])
    samples.entries[index] = n_stones << POINT_BITS | canonical_board_move(hashes, geometry.images, move)


@jit
def _add_corner_samples(board, hashes, geometry, move, colour, samples, index):
    """The corners of a move; returns how many samples there are now."""
    for corner in range(N_CORNERS):
        if geometry.corners[move] >> corner & 1:
            canonical = canonical_corner_move(hashes, geometry.images, corner, colour, move)
            samples.keys[index] = corner_key(hashes, corner, colour)
            samples.entries[index] = _stones_in(board, geometry.corners, corner) << POINT_BITS | canonical
            index += 1
    return index


@jit
def _stones_in(board, corners, corner):
    """How many stones a corner has."""
    n_stones = 0
    for point in range(len(corners)):
        is_stone = (board.colour[point] == BLACK) | (board.colour[point] == WHITE)
        n_stones += np.int64(is_stone & (corners[point] >> corner & 1 == 1))
    return n_stones
