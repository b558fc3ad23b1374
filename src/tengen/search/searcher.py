"""A search over a whole game: one tree, one set of reply tables, some threads, and budgets.

Compiled code runs in slices without the GIL; between slices Python looks at the clock, the stop
flag and the budget. With one thread and a budget of playouts a search is a function of its seed.
"""

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.board import new_boards
from tengen.core.game import Game
from tengen.core.points import NO_MOVE, PASS
from tengen.core.rng import rng_state
from tengen.playout.ataris import ATARIS, find_ataris
from tengen.playout.lgr import REPLIES
from tengen.playout.playout import new_playout
from tengen.search.mcts import MAX_MOVES, WORKER, search_slice
from tengen.search.tree import (
    NO_NODE,
    RUNS,
    START_RUNS,
    START_WINS,
    WINS,
    Tree,
    add_node,
    bytes_per_node,
    find_node,
    keep_reachable,
    new_tree,
    position_hash,
)

_SLICE_PLAYOUTS = 100


@dataclass(frozen=True)
class Candidate:
    """What a search found out about one move of the root; start values and priors are counted in."""

    move: int
    runs: float
    wins: float

    @property
    def win_rate(self) -> float:
        """Wins in runs, for the colour to play."""
        return self.wins / self.runs


class Searcher:
    """Keeps tree and replies from move to move of one game."""

    def __init__(
        self,
        size: int,
        parameters: Any,
        search: Any,
        *,
        threads: int = 1,
        memory_mb: int = 512,
        seed: int = 0,
    ) -> None:
        n_nodes = max(1000, memory_mb * 1_000_000 // bytes_per_node(size))
        self._size = size
        self._parameters = parameters
        self._search = search
        self._tree: Tree = new_tree(size, n_nodes, threads)
        self._replies = _one(REPLIES)
        self._workers = [_Worker(number, seed) for number in range(threads)]
        self._stop = np.zeros(1, np.int64)
        self._root = NO_NODE
        self._budget = 0
        self._lock = threading.Lock()

    def stop(self) -> None:
        """End a running search soon; may be called from another thread."""
        self._stop[0] = 1

    def think(
        self, game: Game, *, playouts: int | None = None, seconds: float | None = None
    ) -> list[Candidate]:
        """Search the position until the first budget is used up; candidates, most wins first."""
        self._stop[0] = 0
        self._budget = playouts if playouts is not None else 1 << 60
        deadline = time.monotonic() + seconds if seconds is not None else None
        self._set_root(game)
        for worker in self._workers:
            worker.prepare(game)
        if len(self._workers) == 1:
            self._work(self._workers[0], deadline)
        else:
            threads = [
                threading.Thread(target=self._work, args=(worker, deadline)) for worker in self._workers
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        return self.candidates()

    @property
    def n_moves(self) -> int:
        """The moves of all playouts so far."""
        return sum(worker.n_moves for worker in self._workers)

    def candidates(self) -> list[Candidate]:
        """The moves of the root that were tried, most wins first; a pass only with more than all others."""
        stats = self._tree.stats[self._root]
        fresh = (stats[RUNS] == START_RUNS) & (stats[WINS] == START_WINS)
        tried = np.flatnonzero(np.isfinite(stats[WINS]) & ~fresh)
        found = [Candidate(int(move), float(stats[RUNS, move]), float(stats[WINS, move])) for move in tried]
        return sorted(found, key=lambda candidate: (-candidate.wins, candidate.move == PASS, candidate.move))

    def _set_root(self, game: Game) -> None:
        """Keep what is below the position, free the rest, and make a root if there is none."""
        tree = self._tree
        key = np.uint64(position_hash(game.board))
        root = find_node(tree.nodes, tree.buckets, key)
        if root != NO_NODE and root == self._root:
            return  # the search of this position goes on
        stack = np.zeros(len(tree.nodes), np.int32)
        keep_reachable(tree.nodes, tree.children, tree.buckets, tree.free, tree.n_free, root, stack)
        if root == NO_NODE:
            root = add_node(*tree, 0, game.board, key)
        self._root = int(root)

    def _work(self, worker: "_Worker", deadline: float | None) -> None:
        """Run slices until the budget, the time or the stop flag ends it."""
        while self._stop[0] == 0 and (deadline is None or time.monotonic() < deadline):
            with self._lock:
                n_playouts = min(_SLICE_PLAYOUTS, self._budget)
                self._budget -= n_playouts
            if n_playouts == 0:
                return
            worker.run(
                self._tree, self._root, self._replies, self._parameters, self._search, n_playouts, self._stop
            )


class _Worker:
    """The memory of one thread."""

    def __init__(self, number: int, seed: int) -> None:
        self._boards = new_boards(2)
        self._ataris = np.zeros(2, ATARIS).view(np.recarray)
        self._playout = new_playout()
        self._worker = _one(WORKER)
        self._worker.number = number
        self._worker.last_seen[:] = -1
        self._rng_state = rng_state(seed, stream=number)
        self._history: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._n_history = 0
        self._context = (NO_MOVE, NO_MOVE, 0)

    @property
    def n_moves(self) -> int:
        """The moves of all playouts of this thread."""
        return int(self._worker.n_moves)

    def prepare(self, game: Game) -> None:
        """Take over the position and its past."""
        self._boards[1] = game.board
        find_ataris(self._boards[1], self._ataris[1])
        self._n_history = len(game.history)
        self._history = np.zeros(self._n_history + MAX_MOVES, np.uint64)
        self._history[: self._n_history] = game.history
        moves = [NO_MOVE, NO_MOVE, *(move for _, move in game.moves)]
        self._context = (moves[-2], moves[-1], int(moves[-1] == PASS))

    def run(
        self, tree: Tree, root: int, replies: Any, parameters: Any, search: Any, n_playouts: int,
        stop: npt.NDArray[np.int64],
    ) -> None:  # fmt: skip
        """Run one slice of playouts."""
        self._playout.before, self._playout.previous, self._playout.n_passes = self._context
        search_slice(
            *tree, root, self._boards[1], self._ataris[1], self._boards[:1], self._ataris[:1], self._playout,
            self._worker, self._history, self._n_history, replies, parameters, search, n_playouts, stop,
            self._rng_state,
        )  # fmt: skip


def _one(dtype: np.dtype[np.void]) -> Any:
    """One record of a type, all zero."""
    return np.zeros(1, dtype).view(np.recarray)[0]
