# mypy: allow-untyped-defs, no-check-untyped-defs
"""The tree: a pool of nodes in flat arrays, one node for each position, shared by all threads.

A position is its stones, its ko point and the side to move; equal positions reached by different
orders share a node, so the tree is really a graph without cycles that matter. Statistics are kept
by move in the node of the position *before* the move. A row has an entry for each move of the board
size and no gaps: entry 0 is the pass, entry 1 + row * size + column a point (`point_table`). On 9x9
that is 82 entries instead of the 190 that points of a padded board would take.

Each worker takes new nodes from a part of the pool of its own, so no two make the same node. What
else threads do to each other (a lost count, a node made twice) is rare and harmless, so there are
no locks. When a part is used up, no node is added, and the search goes on with the tree it has.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import EMPTY, NO_MOVE, PASS, point_at

NO_NODE = 0  # node 0 is never used
UNTRIED = -1  # no node either: a move that has virtual playouts enough for one, but no real one yet

# Planes of the statistics of a node.
RUNS = 0
WINS = 1
RAVE_RUNS = 2
RAVE_WINS = 3
N_PLANES = 4

# What a fresh node holds (Orego): every move half won, so that 0.5 is the first-play urgency.
START_RUNS = 2.0
START_WINS = 1.0
PASS_RUNS = 10.0
PASS_WINS = 1.0

_WORDS_OF_A_LINE = 8  # of cache, in int64: no two workers write to the same one

NODE = np.dtype(
    [
        ("key", np.uint64),
        ("next_in_bucket", np.int32),
        ("n_runs", np.int32),  # playouts through the node
        ("winning_move", np.uint16),  # the move that won its last playout, or NO_MOVE
        ("previous", np.uint16),  # the last two moves when the node was made: its priors depend on them
        ("before", np.uint16),
        ("is_used", np.bool_),
        ("is_marked", np.bool_),
        ("is_asked", np.bool_),  # whether an advisor has been asked about it, see mcts/evaluation.py
    ],
    align=True,
)


class Tree(NamedTuple):
    """A pool of N nodes for one board size; a row has an entry for every move of that size."""

    nodes: npt.NDArray[np.void]  # (N,) NODE
    stats: npt.NDArray[np.float32]  # (N, N_PLANES, row)
    children: npt.NDArray[np.int32]  # (N, row) node after a move, NO_NODE or UNTRIED
    buckets: npt.NDArray[np.int32]  # (power of two,) first node of each hash bucket
    free: npt.NDArray[np.int32]  # (N,) free nodes, a part for each worker
    n_free: npt.NDArray[np.int64]  # (workers, a line of cache) where a part begins, how many are left, room
    points: npt.NDArray[np.uint16]  # (row,) the point of each entry, PASS first


def row_length(size: int) -> int:
    """Entries of a row: the pass and every point."""
    return 1 + size * size


def point_table(size: int) -> npt.NDArray[np.uint16]:
    """The point of each entry of a row, (row,)."""
    points = [int(point_at(row, column)) for row in range(size) for column in range(size)]
    return np.array([PASS, *points], np.uint16)


def bytes_per_node(size: int) -> int:
    """What one node of a board size takes."""
    return NODE.itemsize + row_length(size) * 4 * (N_PLANES + 1) + 8


def new_tree(size: int, n_nodes: int, n_workers: int) -> Tree:
    """An empty tree."""
    row = row_length(size)
    tree = Tree(
        nodes=np.zeros(n_nodes, NODE).view(np.recarray),
        stats=np.zeros((n_nodes, N_PLANES, row), np.float32),
        children=np.zeros((n_nodes, row), np.int32),
        buckets=np.zeros(1 << (n_nodes - 1).bit_length(), np.int32),
        free=np.zeros(n_nodes, np.int32),
        n_free=np.zeros((n_workers, _WORDS_OF_A_LINE), np.int64),
        points=point_table(size),
    )
    sweep(tree.nodes, tree.buckets, tree.free, tree.n_free)
    return tree


@jit_inline
def find_node(nodes, buckets, key):
    """The node of a key, or NO_NODE."""
    node = buckets[np.uint32(key & np.uint64(len(buckets) - 1))]
    while node != NO_NODE and nodes[node].key != key:
        node = nodes[node].next_in_bucket
    return node


@jit
def add_node(tree, worker, board, key):
    """A fresh node for the position on the board, or NO_NODE if the worker's part is used up."""
    nodes, stats, children, buckets, free, n_free, points = tree
    if n_free[worker, 1] == 0:
        return np.int32(NO_NODE)
    n_free[worker, 1] -= 1
    node = free[n_free[worker, 0] + n_free[worker, 1]]
    stats[node, RUNS, :] = START_RUNS  # one plane after the other: whole vectors are written
    stats[node, RAVE_RUNS, :] = START_RUNS
    stats[node, RAVE_WINS, :] = START_WINS
    children[node, :] = NO_NODE
    for entry in range(len(points)):
        is_empty = board.colour[points[entry]] == EMPTY
        stats[node, WINS, entry] = START_WINS if is_empty else -np.inf
    stats[node, RUNS, PASS] = PASS_RUNS
    stats[node, WINS, PASS] = PASS_WINS
    stats[node, RAVE_RUNS, PASS] = 0.0
    stats[node, RAVE_WINS, PASS] = 0.0
    bucket = np.uint32(key & np.uint64(len(buckets) - 1))
    nodes[node].key = key
    nodes[node].n_runs = 0
    nodes[node].winning_move = NO_MOVE
    nodes[node].is_used = True
    nodes[node].is_asked = False
    nodes[node].next_in_bucket = buckets[bucket]
    buckets[bucket] = node
    return node


@jit
def keep_reachable(nodes, children, buckets, free, n_free, root, stack):
    """Free all nodes that cannot be reached from the new root; stack is scratch, (N,) int32."""
    for node in range(len(nodes)):
        nodes[node].is_marked = False
    n_stack = 0
    if root != NO_NODE:
        nodes[root].is_marked = True
        stack[0] = root
        n_stack = 1
    while n_stack > 0:
        n_stack -= 1
        node = stack[n_stack]
        for point in range(children.shape[1]):
            child = children[node, point]
            if child > NO_NODE and not nodes[child].is_marked:
                nodes[child].is_marked = True
                stack[n_stack] = child
                n_stack += 1
    for node in range(len(nodes)):
        nodes[node].is_used = nodes[node].is_used and nodes[node].is_marked
    sweep(nodes, buckets, free, n_free)


@jit
def sweep(nodes, buckets, free, n_free):
    """Rebuild the hash table from the used nodes, and deal the free ones out to the workers."""
    buckets[:] = NO_NODE
    n_total = 0
    for node in range(1, len(nodes)):
        if nodes[node].is_used:
            bucket = np.uint32(nodes[node].key & np.uint64(len(buckets) - 1))
            nodes[node].next_in_bucket = buckets[bucket]
            buckets[bucket] = node
        else:
            free[n_total] = node
            n_total += 1
    n_workers = len(n_free)
    for worker in range(n_workers):
        first = n_total * worker // n_workers
        n_free[worker, 0] = first
        n_free[worker, 1] = n_total * (worker + 1) // n_workers - first
