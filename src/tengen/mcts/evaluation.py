"""Advice about nodes that many playouts have passed: from whoever can look at a position, a net for instance.

Compiled code stops a slice at a node that is due (mcts/search_jit.py), with its position on the worker's
board. Here, in the thread of that worker, the advisor is asked, and what it says becomes virtual playouts:

- of the node's moves: runs = wins = `wins` times the root of the move's probability (mcts/priors_jit.py);
- of the move that led to the node, in the node before it: `value_runs` playouts that are won as often as
  the advisor expects.

Each node is asked once, by one thread, and only the way by which it was reached then learns its value. All
that is added is remembered, because people are shown playouts alone (mcts/root.py).
"""

import threading
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tengen.mcts.priors_jit import write_advised_wins
from tengen.mcts.tree_jit import RUNS, WINS, Tree

Floats = npt.NDArray[np.float32]


class Evaluation(NamedTuple):
    """What an advisor says about a position, for the colour to play."""

    odds: Floats  # (area,) of the next move, row by row of the board; legal or not, in any unit
    value: float  # the probability that the colour to play wins


class Evaluator(Protocol):
    """Whoever can look at a position."""

    def advise(self, board: Any, last_moves: npt.NDArray[np.uint32], thread: int) -> Evaluation:
        """Advice about a board that it leaves alone; no two calls of one thread's number overlap.

        last_moves -- (3,) the last move first; PASS or NO_MOVE where there was no stone
        """


class EvaluatorConfig(NamedTuple):
    """When an advisor is asked, and what its word counts."""

    advisor: Evaluator
    at: int  # playouts that a node below the root must have had; worker.NEVER: only roots are asked
    wins: float  # virtual wins of a move that is sure to be played
    value_runs: float  # virtual playouts that stand for the value of a node


class EvaluatedNodes:
    """The nodes that were asked about, with the virtual playouts that they and those before them got."""

    def __init__(self, asking: EvaluatorConfig, opening: bool) -> None:
        """No node yet.

        opening -- whether the search keeps to the opening heuristic: what it does not try gets no wins
        """
        self._asking = asking
        self._opening = opening
        self._added: dict[int, Floats] = {}  # by node: (2, row) runs and wins
        self._lock = threading.Lock()

    def ask(self, tree: Tree, worker: Any, node: int) -> None:
        """Ask about the node whose position is on the worker's board, unless a thread has done so."""
        with self._lock:
            if tree.nodes[node].is_asked:
                return
            tree.nodes[node].is_asked = True
        playout, asking = worker.playout, self._asking
        last_moves = np.array([playout.previous, playout.before, playout.third], np.uint32)
        odds, value = asking.advisor.advise(worker.board, last_moves, int(worker.number))
        added = np.zeros((2, len(tree.points)), np.float32)
        write_advised_wins(worker.board, tree.points, odds, self._opening, asking.wins, added[WINS])
        added[RUNS] = added[WINS]
        self._add(tree, node, added)
        if worker.depth > 0 and asking.value_runs > 0:
            self._add_value(tree, worker, asking.value_runs, 1 - value)

    def _add_value(self, tree: Tree, worker: Any, runs: float, share: float) -> None:
        """Playouts of the move that led to the worker's position, and the share that its colour won."""
        last = int(worker.depth) - 1
        added = np.zeros((2, len(tree.points)), np.float32)
        added[:, worker.entry_of[worker.playout.moves[last]]] = runs, runs * share
        self._add(tree, int(worker.path[last]), added)

    def _add(self, tree: Tree, node: int, added: Floats) -> None:
        """Count virtual playouts; no other entry is written, for other threads may just count there."""
        entries = np.flatnonzero(added[RUNS])
        with self._lock:
            tree.stats[node, : WINS + 1, entries] += added[:, entries].T
            self._added[node] = self._added.get(node, 0) + added

    def added_to(self, node: int) -> Floats | float:
        """(2, row) virtual runs and wins of a node's moves; 0 if it has none."""
        return self._added.get(node, 0.0)

    def drop_freed(self, tree: Tree) -> None:
        """Forget the nodes that are not used any more; their places will be taken by others."""
        self._added = {node: added for node, added in self._added.items() if tree.nodes[node].is_used}
