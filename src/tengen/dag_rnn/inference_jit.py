# mypy: allow-untyped-defs, no-check-untyped-defs
"""What a territory net sees of a position, compiled: inputs, one pass of the net, and the same after moves.

Costs: a look is the inputs (docs/performance.md) and one pass of the net, or eight with averaging; all moves
of a position are as many looks as there are moves, so 1-ply grows with the square of the area.

Two plies with a territory net: the area that is left after the best reply to each of some moves.

The paper tried 2-ply minimax beside 1-ply (Wu & Baldi, section 3.4). A first move costs one look at each of
its replies, so all first moves of a 19x19 position would cost up to 130,000 looks: callers name the few that
they want to know about. Replies are all legal points but eyes of the one who replies, and a pass.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.dense_jit import logistic
from tengen.core.jit import jit
from tengen.core.play_jit import play_move
from tengen.core.playable_jit import is_feasible
from tengen.core.rules_jit import legal_points
from tengen.dag_rnn.features.inputs_jit import N_LAST_MOVES, write_inputs
from tengen.dag_rnn.features.propensity_jit import Table
from tengen.dag_rnn.sweep_jit import OWNER, Scratch, evaluate_mean, evaluate_position

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.uint32]


class NetParams(NamedTuple):
    """What compiled code needs of a net; the same for all threads."""

    plan: np.record  # dag_rnn_sweep.PLAN
    weights: Floats  # packed
    table: Table  # of propensities
    images: npt.NDArray[np.int64]  # (8, n_inputs), as images_of_inputs tells
    is_averaged: bool  # look at all eight images of a board


class EvalBuffers(NamedTuple):
    """What one thread needs to look, and what it saw last."""

    features: np.record
    net: Scratch
    inputs: Floats  # (MAX_AREA, n_inputs)
    logits: Floats  # (MAX_AREA, n_outputs): what the colour to play sees
    boards: Any  # (1,) BOARD
    last_moves: Points  # (N_LAST_MOVES,)


@jit
def look(board, last_moves, view, sight):
    """Write what the net sees in a position, for the colour to play, into `sight.logits`."""
    write_inputs(board, last_moves, view.table, sight.features, sight.inputs)
    size = np.int64(board.board_size)
    if view.is_averaged:
        evaluate_mean(sight.inputs, size, view.images, view.plan, view.weights, sight.net, sight.logits)
    else:
        evaluate_position(sight.inputs, size, view.plan, view.weights, sight.net, sight.logits)


@jit
def expected_area(board, last_moves, view, sight):
    """How many points the colour to play is expected to own at the end."""
    look(board, last_moves, view, sight)
    total = 0.0
    for point in range(np.int64(board.board_size) * np.int64(board.board_size)):
        total += np.float64(logistic(sight.logits[point, OWNER]))
    return total


@jit
def areas_after_moves(board, moves, last_moves, view, sight, areas):
    """Write the area that the colour to play expects after each of some legal moves (1-ply)."""
    area = np.int64(board.board_size) * np.int64(board.board_size)
    after, context = sight.boards[0], sight.last_moves
    for index in range(1, N_LAST_MOVES):
        context[index] = last_moves[index - 1]
    for index in range(len(moves)):
        sight.boards[0] = board
        play_move(after, np.uint32(moves[index]), np.int64(board.to_play))
        context[0] = moves[index]
        areas[index] = area - expected_area(after, context, view, sight)


# --- Two plies ------------------------------------------------------------------------------------


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
