"""A search over a whole game: one tree, one memory of playouts, some threads, and budgets.

Compiled code runs in slices without the GIL; between slices Python looks at the clock, the stop
flag and the budget. With one thread and a budget of playouts a search is a function of its seed.
"""

import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.book.cursor_jit import NO_BOOK, CompiledBook
from tengen.book.hashes_jit import hash_position
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import MAX_AREA, NO_MOVE, PASS
from tengen.core.random_jit import rng_state
from tengen.core.rules_jit import SIMPLE_KO, legal_points, position_hash
from tengen.mcts.evaluation import EvaluatedNodes, EvaluatorConfig
from tengen.mcts.priors_jit import NO_PRIORS, NO_WEIGHTS, Priors, PriorTable
from tengen.mcts.root import Choice, RootView
from tengen.mcts.search_jit import add_priors, begin, search_slice
from tengen.mcts.tree_jit import (
    N_PLANES,
    NO_NODE,
    WINS,
    Tree,
    add_node,
    bytes_per_node,
    find_node,
    keep_reachable,
    new_tree,
    sweep,
)
from tengen.mcts.turns import Turns
from tengen.mcts.worker import MAX_DEPTH, NEVER, new_worker
from tengen.playout.atari_jit import find_ataris
from tengen.playout.memory_jit import bytes_touched, new_memory

# A slice is some 10 ms long: entering compiled code takes 20 microseconds, less than 1 % of it. Its
# length in playouts is fixed, so that a search does not depend on the speed of the machine.
_SLICE_POINTS = 40_000
_ANY_NUMBER = 1 << 30
_BYTES_OF_ADVICE = 3_000_000  # what a net needs to look at a position


def check_memory(memory_mb: int) -> None:
    """GoError if this machine has less memory, used or free, than a tree may have."""
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    if memory_mb > there:
        raise GoError(f"memory_mb cannot be {memory_mb}: this machine has {there}")


class Searcher:
    """Keeps tree and memory from move to move of one game."""

    def __init__(
        self,
        size: int,
        parameters: Any,
        search: Any,
        *,
        threads: int = 1,
        memory_mb: int = 512,
        seed: int = 0,
        priors: PriorTable = NO_PRIORS,
        weights: npt.NDArray[np.float32] = NO_WEIGHTS,
        book: CompiledBook = NO_BOOK,
        asking: EvaluatorConfig | None = None,
        choice: Choice = "wins",
        stops_early: bool = False,
    ) -> None:
        """A search for a board size.

        priors      -- what is known of certain positions
        weights     -- what is known of moves in general, see mcts/move_prior/features_jit.py;
                       `search.learned` makes use of it
        book        -- an opening book for this board size; parameters and search tell how it is used
        asking      -- an advisor for the root and for nodes with many playouts, see mcts/evaluation.py
        choice      -- what makes the best move of the root: most wins, or most visits
        stops_early -- end a search when no other move can overtake the best one within its budget
        """
        n_nodes = max(1000, memory_mb * 1_000_000 // bytes_per_node(size))
        self.parameters = parameters
        self.search = search
        self.memory = new_memory()
        try:
            self.tree: Tree = new_tree(size, n_nodes, threads)
        except MemoryError:
            raise GoError(f"there is no memory for a search tree of {memory_mb} MB") from None
        self.priors = Priors(priors, weights, book)
        self.choice: Choice = choice
        self.stops_early = stops_early
        self.turns = Turns(_ANY_NUMBER)  # of slices and reports; others may be shared with other searches
        self.advised = EvaluatedNodes(asking, bool(parameters.opening)) if asking else None
        ask_at = asking.at if asking else NEVER
        self.threads = [SearchThread(self.tree, number, threads, seed, ask_at) for number in range(threads)]
        self._scratch = new_tree(size, 2, 1), SearchThread(self.tree, 0, 1, 0, NEVER)  # to make a node anew
        self._scratch_lock = threading.Lock()
        self._slice = max(20, _SLICE_POINTS // (size * size))
        self._stop = np.zeros(1, np.int64)
        self.root_node = NO_NODE
        self.game = Game(size)
        self._avoided: list[int] = []  # entries of moves of the root that are not tried, see `set_root`
        self._fresh: npt.NDArray[np.float32] = np.zeros((N_PLANES, len(self.tree.points)), np.float32)
        self._budget = 0
        self._n_done = 0
        self._lock = threading.Lock()

    def stop(self) -> None:
        """End a running search soon; may be called from another thread."""
        self._stop[0] = 1

    def think(
        self,
        game: Game,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        avoid: frozenset[int] = frozenset(),
        report: Callable[[], None] | None = None,
        every: float = 1.0,
    ) -> None:
        """Search the position until the first budget is used up.

        avoid  -- moves that are not tried in this position
        report -- called in the caller's thread every so many seconds
        """
        self._stop[0] = 0
        self._budget = playouts if playouts is not None else 1 << 60
        self._n_done = 0
        deadline = time.monotonic() + seconds if seconds is not None else None
        self.set_root(game)
        self.ask_about_root()
        self._avoided += [self._entry(move) for move in avoid]
        wins = self.tree.stats[self.root_node, WINS]
        kept = wins[self._avoided].copy()
        wins[self._avoided] = -np.inf
        if avoid:
            self.tree.nodes[self.root_node].winning_move = NO_MOVE  # it may be one to avoid
        try:
            if len(self.threads) == 1 and report is None:
                self._work(self.threads[0], deadline)
            else:
                self._work_in_threads(deadline, report, every)
        finally:
            wins[self._avoided] = kept

    def clear(self) -> None:
        """Forget the tree and all that playouts have learned."""
        self.memory = new_memory()
        self.tree.nodes["is_used"] = False
        sweep(self.tree.nodes, self.tree.buckets, self.tree.free, self.tree.n_free)
        self._forget_freed()
        self.root_node = NO_NODE
        self._fresh = self.tree.stats[NO_NODE].copy()

    @property
    def bytes_used(self) -> int:
        """Memory that was touched; what was never touched costs nothing."""
        tree = self.tree
        n_touched = int(np.count_nonzero(tree.nodes["key"]))
        beside = tree.nodes.nbytes + tree.free.nbytes + tree.buckets.nbytes
        if self.advised:
            beside += _BYTES_OF_ADVICE * len(self.threads)
        return (
            n_touched * bytes_per_node(self.game.size)
            + beside
            + bytes_touched(self.parameters, len(self.threads))
        )

    @property
    def n_moves(self) -> int:
        """The moves of all playouts so far."""
        return sum(int(thread.worker.n_moves) for thread in self.threads)

    @property
    def root(self) -> RootView:
        """What the search knows about the position now; also while it runs."""
        workers = [thread.worker for thread in self.threads]
        fresh = self._fresh.copy()
        if self.advised:
            fresh[: WINS + 1] += self.advised.added_to(self.root_node)
        return RootView(
            self.tree, self.root_node, fresh, self._avoided, workers, self.game, self.choice, self.fresh_stats
        )

    def set_root(self, game: Game) -> None:
        """Take over a position: keep what is below it, free the rest, make a root if there is none.

        What the past of this game forbids is avoided: nodes are shared by all orders of moves and know none.
        """
        tree = self.tree
        self.game = game.copy()
        self._avoided = self._repetitions()
        key = np.uint64(position_hash(game.board))
        root = int(find_node(tree.nodes, tree.buckets, key))
        is_new = root == NO_NODE or root != self.root_node
        for thread in self.threads:
            thread.prepare(game, self.priors.book, is_new=is_new)
        if is_new:
            stack = np.zeros(len(tree.nodes), np.int32)
            keep_reachable(tree.nodes, tree.children, tree.buckets, tree.free, tree.n_free, root, stack)
            self._forget_freed()
            is_known = root != NO_NODE
            if not is_known:
                root = int(add_node(tree, 0, game.board, key))
                worker = self.threads[0].worker
                tree.nodes[root].previous, tree.nodes[root].before = worker.previous, worker.before
            self.root_node = root
            self._fresh, children = self._made_anew(root, game)
            if not is_known:
                tree.stats[root], tree.children[root] = self._fresh, children

    def _repetitions(self) -> list[int]:
        """Entries of the moves that would only repeat an earlier position of the game."""
        board, history = self.game.board, self.game.history
        legal = []
        for superko in (SIMPLE_KO, int(self.search.superko)):
            points = np.zeros(MAX_AREA, np.uint16)
            n_points = legal_points(board, self.game.to_play, False, superko, history, len(history), points)
            legal.append(set(points[:n_points].tolist()))
        return [self._entry(point) for point in legal[0] - legal[1]]

    def _entry(self, move: int) -> int:
        return int(self.threads[0].worker.entry_of[move])

    def fresh_stats(self, node: int, game: Game) -> npt.NDArray[np.float32]:
        """(N_PLANES, row) what a node held before its first playout, and what an advisor has added since.

        Taken off, it leaves playouts alone: the visits of a node's moves add up to the playouts through it.
        One thing cannot be told exactly: where a position was reached in orders of different length, by
        passes in the opening, a book may have been asked at another depth.

        game -- at the position of the node; threads may search meanwhile
        """
        stats, _ = self._made_anew(node, game)
        if self.advised:
            stats[: WINS + 1] += self.advised.added_to(node)
        return stats

    def _made_anew(self, node: int, game: Game) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
        """Statistics, (N_PLANES, row), and children, (row,), of a node when it was made with its priors."""
        made, key = self.tree.nodes[node], np.uint64(position_hash(game.board))
        with self._scratch_lock:
            tree, thread = self._scratch
            thread.prepare(game, self.priors.book, is_new=True)
            tree.nodes["is_used"] = False
            sweep(tree.nodes, tree.buckets, tree.free, tree.n_free)
            worker = thread.worker
            fresh = add_node(tree, 0, worker.start, key)
            begin(worker)
            worker.playout.before, worker.playout.previous = made.before, made.previous
            add_priors(
                tree.stats, tree.children, fresh, tree.points, key, self.priors, worker,
                self.parameters, self.search,
            )  # fmt: skip
            return tree.stats[fresh].copy(), tree.children[fresh].copy()

    def _work_in_threads(
        self, deadline: float | None, report: Callable[[], None] | None, every: float
    ) -> None:
        """Let all threads work, and report meanwhile; whatever interrupts this one ends them too."""
        running = [threading.Thread(target=self._work, args=(one, deadline)) for one in self.threads]
        for thread in running:
            thread.start()
        try:
            for thread in running:
                while thread.is_alive():
                    thread.join(every if report else None)
                    if report and thread.is_alive() and self.turns.take(thread.is_alive):
                        try:
                            report()
                        finally:
                            self.turns.give()
        finally:
            self._stop[0] = 1
            for thread in running:
                thread.join()

    def _work(self, thread: "SearchThread", deadline: float | None) -> None:
        """Run slices until the budget, the time or the stop flag ends it; one at least, to know a move."""
        started = time.monotonic()
        while True:
            with self._lock:
                n_playouts = min(self._slice, self._budget)
                self._budget -= n_playouts
            if n_playouts == 0 or not self.turns.take(self._is_wanted):
                return
            try:
                self._run_slice(thread, n_playouts)
            finally:
                self.turns.give()
            with self._lock:
                self._n_done += n_playouts
            if self._stop[0] != 0 or (deadline is not None and time.monotonic() >= deadline):
                return
            if self.stops_early and thread is self.threads[0] and self._is_decided(started, deadline):
                self._stop[0] = 1

    def _is_wanted(self) -> bool:
        """Whether another slice is to be run: the first one always, to know a move."""
        return self._stop[0] == 0 or self._n_done == 0

    def _is_decided(self, started: float, deadline: float | None) -> bool:
        """Whether no move can overtake the best one with what is left of the budget."""
        left = float(self._budget)
        if deadline is not None:
            now = time.monotonic()
            left = min(left, self._n_done * (deadline - now) / max(now - started, 1e-3))
        return self.root.lead_in_choice() > left

    def _run_slice(self, thread: "SearchThread", n_playouts: int) -> None:
        """Run one slice of playouts in a thread, and ask about the nodes that are due on the way."""
        n_done = 0
        while True:
            n_done += search_slice(
                self.tree, self.priors, self.root_node, thread.worker, thread.history, self.memory,
                self.parameters, self.search, n_playouts - n_done, self._stop, thread.rng_state,
            )  # fmt: skip
            if self.advised is None or thread.worker.asked == NO_NODE:
                return
            self.advised.ask(self.tree, thread.worker, int(thread.worker.asked))

    def ask_about_root(self) -> None:
        """The root is asked about before its first playout: no other node counts as much."""
        if self.advised:
            worker = self.threads[0].worker
            begin(worker)
            worker.depth = 0
            self.advised.ask(self.tree, worker, self.root_node)

    def _forget_freed(self) -> None:
        if self.advised:
            self.advised.drop_freed(self.tree)


class SearchThread:
    """What one thread works with."""

    def __init__(self, tree: Tree, number: int, n_threads: int, seed: int, ask_at: int) -> None:
        self.worker = new_worker(tree.points, number, n_threads)
        self.worker.ask_at = ask_at
        self.rng_state = rng_state(seed, stream=number)
        self.history: npt.NDArray[np.uint64] = np.zeros(0, np.uint64)

    def prepare(self, game: Game, book: CompiledBook, *, is_new: bool) -> None:
        """Take over the position and its past; a new one has no owners yet."""
        worker = self.worker
        worker.start = game.board
        find_ataris(worker.start, worker.start_ataris)
        n_history = len(game.history)
        self.history = np.zeros(n_history + MAX_DEPTH, np.uint64)
        self.history[:n_history] = game.history
        worker.n_history = n_history
        worker.n_game_moves = len(game.moves)
        if worker.n_game_moves < max(book.fuseki_depth, book.joseki_depth):
            hash_position(game.board.colour, book.geometry.words, worker.start_hashes)
        moves = [NO_MOVE, NO_MOVE, NO_MOVE, *(move for _, move in game.moves)]
        worker.third, worker.before, worker.previous = moves[-3:]
        worker.n_passes = int(moves[-1] == PASS)
        if is_new:
            worker.owner_balance[:] = 0
            worker.n_owned = worker.lead_sum = worker.lead_square_sum = 0
