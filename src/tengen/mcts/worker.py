"""What a tree search can be told, as one record of numbers.

The memory of one thread of a search: the position, a board to play on, and the playout at hand.

All of it is one record, so that compiled code takes one argument, and no two threads share a line of
cache that both write.
"""

from typing import Any

import numpy as np

from tengen.book.hashes_jit import N_HASHES
from tengen.core.board_jit import BOARD
from tengen.core.points_jit import MAX_AREA, N_POINTS
from tengen.mcts.priors_jit import BOOK_BY
from tengen.mcts.tree_jit import N_PLANES
from tengen.playout.atari_jit import ATARIS
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.playout.playout_jit import PLAYOUT

SEARCH = np.dtype(
    [
        ("rave_bias", np.float32),  # B in b = rn / (rn + n + rn n B)
        ("exploration", np.float32),  # c in UCB1's c sqrt(log N / n); 0 leaves exploring to RAVE
        ("expand_at", np.float32),  # a child is made when its move has more runs than this
        ("prior", np.float32),  # virtual wins for each suggestion of a playout rule
        ("learned", np.float32),  # virtual wins of a move that is sure to be played by the learned prior
        ("book_wins", np.float32),  # virtual wins of a move of the opening book, at most
        ("book_by", np.uint8),  # which moves get fewer
        ("book_prune", np.bool_),  # where the book knows moves, no others are tried
        ("virtual_loss", np.float32),  # runs a move counts as lost while a thread is still below it
        ("win_stay", np.bool_),  # repeat the last winning move of a node until it loses
        ("ownership", np.bool_),  # count who owns each point at the end of playouts, and by how much
        ("superko", np.int64),
    ],
    align=True,
)


def new_search_parameters(
    *,
    rave_bias: float = 0.0009,
    exploration: float = 0.0,
    expand_at: float = 2.0,
    prior: float = 20.0,
    learned: float = 0.0,
    book_wins: float = 0.0,
    book_by: str = "uniform",
    book_prune: bool = False,
    virtual_loss: float = 0.0,
    win_stay: bool = True,
    ownership: bool = False,
    superko: int = 1,
) -> Any:
    """Search parameters; the defaults are Orego's."""
    parameters = np.zeros(1, SEARCH).view(np.recarray)[0]
    parameters.rave_bias = rave_bias
    parameters.exploration = exploration
    parameters.expand_at = expand_at
    parameters.prior = prior
    parameters.learned = learned
    parameters.book_wins = book_wins
    parameters.book_by = BOOK_BY.index(book_by)
    parameters.book_prune = book_prune
    parameters.virtual_loss = virtual_loss
    parameters.win_stay = win_stay
    parameters.ownership = ownership
    parameters.superko = superko
    return parameters


# --- The memory of a thread -----------------------------------------------------------------------


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
