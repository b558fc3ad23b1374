"""The memory of one thread of a search: the position, a board to play on, and the playout at hand.

All of it is one record, so that compiled code takes one argument, and no two threads share a line of
cache that both write.
"""

from typing import Any

import numpy as np

from tengen.book.hashes import N_HASHES
from tengen.core.board import BOARD
from tengen.core.points import MAX_AREA, N_POINTS
from tengen.playout.ataris import ATARIS
from tengen.playout.parameters import MOVE_LIMIT_PER_POINT
from tengen.playout.playout import PLAYOUT
from tengen.search.tree import N_PLANES

NEVER = np.iinfo(np.int32).max  # playouts that no node ever has had
MAX_DEPTH = MOVE_LIMIT_PER_POINT * MAX_AREA + 1

WORKER = np.dtype(
    [
        ("start", BOARD),  # the position that is searched
        ("start_ataris", ATARIS),
        ("third", np.uint32),  # the last three moves of the game, context of the first replies
        ("before", np.uint32),
        ("previous", np.uint32),
        ("n_passes", np.int64),  # passes in a row at the end of the game
        ("start_hashes", np.uint64, N_HASHES),  # of the position, for the opening book
        ("n_game_moves", np.int64),  # moves of the game so far
        ("n_history", np.int64),  # positions of the game so far
        ("board", BOARD),  # played on from `start`
        ("ataris", ATARIS),
        ("playout", PLAYOUT),
        ("path", np.int32, MAX_DEPTH),  # the node before each move, up to the first position without
        ("depth", np.int64),  # nodes on the path
        ("ask_at", np.int32),  # a node that has had so many playouts is due for advice
        ("asked", np.int32),  # the node that ended the last slice because it is due, or NO_NODE
        ("n_virtual", np.int64),  # of them, how many hold a virtual loss
        ("entries", np.uint16, MAX_DEPTH),  # the moves of the playout as entries of a row
        ("earlier", np.int16, MAX_DEPTH),  # when the point of each move was played before, or -1
        ("collected", np.float32, (1, N_PLANES, 1 + MAX_AREA)),  # RAVE counts of the root, to be handed over
        ("n_collected", np.int64),  # playouts in them
        ("last_seen", np.int16, 1 + MAX_AREA),  # scratch, by entry
        ("values", np.int32, 1 + MAX_AREA),  # what a move promises, by entry
        ("odds", np.float32, 1 + MAX_AREA),  # of a fresh node, by entry: how likely a move is played
        ("entry_of", np.uint16, N_POINTS),  # the entry of a point
        ("owner_balance", np.int32, N_POINTS),  # playouts that ended with Black here minus White here
        ("n_owned", np.int64),  # playouts counted there
        ("lead_sum", np.float64),  # of Black, komi not counted
        ("lead_square_sum", np.float64),
        ("number", np.int64),
        ("n_moves", np.int64),  # of all playouts so far, for speed reports
    ],
    align=True,
)


def new_worker(points: Any, number: int, n_workers: int = 1) -> Any:
    """The memory of one of some threads, for rows whose entries stand for these points."""
    worker = np.zeros(1, WORKER).view(np.recarray)[0]
    worker.entry_of[points] = np.arange(len(points))
    worker.last_seen[:] = -1
    worker.ask_at = NEVER
    worker.number = worker.playout.thread = number
    worker.playout.n_threads = n_workers
    return worker
