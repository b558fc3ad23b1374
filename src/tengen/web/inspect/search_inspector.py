"""A search with its lid off: its nodes, and threads that can be stepped."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.rules_jit import position_hash
from tengen.mcts.evaluation import EvaluatedNodes
from tengen.mcts.priors_jit import Priors
from tengen.mcts.root import RootView
from tengen.mcts.search_jit import search_slice
from tengen.mcts.searcher import Searcher, SearchThread
from tengen.mcts.tree_jit import NO_NODE, Tree, find_node
from tengen.mcts.worker import NEVER, WORKER

Floats = npt.NDArray[np.float32]


class ThreadState:
    """What one thread works with: the worker's record, the past of its game, its random numbers."""

    def __init__(
        self, worker: Any, history: npt.NDArray[np.uint64], rng_state: npt.NDArray[np.uint64]
    ) -> None:
        self.worker = worker
        self.history = history
        self.rng_state = rng_state

    def copy(self) -> "ThreadState":
        """The same state in memory of its own."""
        workers = np.zeros(1, WORKER).view(np.recarray)
        workers[0] = self.worker
        return ThreadState(workers[0], self.history.copy(), self.rng_state.copy())


class SearchInspector:
    """The parts of a searcher; tree and memory are those that its threads may be writing just now."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self.tree: Tree = searcher.tree
        self.parameters = searcher.parameters
        self.search = searcher.search
        self.priors: Priors = searcher.priors
        self._advised: EvaluatedNodes | None = searcher.advised
        self.fresh_stats = searcher.fresh_stats
        self._entry_of = searcher.threads[0].worker.entry_of

    @property
    def memory(self) -> Any:
        """What playouts have learned; another record after the searcher was cleared."""
        return self._searcher.memory

    def node_of(self, game: Game) -> int:
        """The node of a position, or NO_NODE."""
        return int(find_node(self.tree.nodes, self.tree.buckets, np.uint64(position_hash(game.board))))

    def child(self, node: int, move: int) -> int:
        """The node after a move, or NO_NODE."""
        return max(int(self.tree.children[node, self.entry(move)]), NO_NODE)

    def entry(self, move: int) -> int:
        """The place of a move in a row."""
        return int(self._entry_of[move])

    def view(self, node: int, game: Game) -> RootView:
        """A node as the root is seen; the game is at its position."""
        if node == self._searcher.root_node:
            return self._searcher.root  # knows the moves to avoid, too
        choice = self._searcher.choice
        fresh = self.fresh_stats(node, game)
        return RootView(self.tree, node, fresh, [], [], game, choice, self.fresh_stats)

    def new_thread(self, game: Game, seed: int) -> ThreadState:
        """A thread of its own, ready to play out a position; it never asks an advisor."""
        thread = SearchThread(self.tree, 0, 1, seed, NEVER)
        thread.prepare(game, self.priors.book, is_new=True)
        return ThreadState(thread.worker, thread.history, thread.rng_state)

    def begin_search(self, game: Game) -> None:
        """Take over a position, as a search does before its first playout."""
        self._searcher.set_root(game)
        self._searcher.ask_about_root()

    @property
    def first_thread(self) -> ThreadState:
        """The state of the searcher's first thread itself, not a copy."""
        thread = self._searcher.threads[0]
        return ThreadState(thread.worker, thread.history, thread.rng_state)

    def run_playout(self, root: int, thread: ThreadState) -> bool:
        """One playout of the real search; False if it came to a node that is due for advice.

        That node has been asked about then, and the playout has to begin anew.
        """
        stop = np.zeros(1, np.int64)
        n_done = search_slice(
            self.tree, self.priors, root, thread.worker, thread.history, self.memory,
            self.parameters, self.search, 1, stop, thread.rng_state,
        )  # fmt: skip
        if self._advised is not None and thread.worker.asked != NO_NODE:
            self._advised.ask(self.tree, thread.worker, int(thread.worker.asked))
        return bool(n_done)
