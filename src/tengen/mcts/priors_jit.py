# mypy: allow-untyped-defs, no-check-untyped-defs
"""Opening books in the tree (Baier & Winands 2011, section 5, 2a and 2b), asked once for each fresh node.

Bias gives each book move virtual wins: the same for all, in proportion to its weight (its frequency), or to
the root of its chance (its likelihood), as the learned prior does. Pruning leaves only
the book moves, so that the search chooses the one it understands best. Where the books know nothing that
may be played, nothing changes.

Virtual wins do not count as playouts when it is asked whether a move has had enough of them for a node of
its own: else every book move had one at its first try, and a search of the opening made twice as many nodes.

Priors by the probability of a move: virtual wins for moves that strong players would choose.

In a fresh node the odds of a move are e to the sum of the weights of what is true of it
(mcts/move_prior/features_jit.py), learned from games; where an advisor is asked (mcts/evaluation.py), they
are the advisor's. A move's share of all odds is the probability that it is played. Virtual wins grow with
the square root of that probability, as in Pachi: the second and third choice must not starve.

Priors from outside the search: virtual wins for moves of known positions, as plain arrays.

Whoever knows something about positions before they are searched (an opening book, a net, a teacher)
writes it down here; the search looks each fresh node up by the hash of its position and knows nothing
of where the numbers come from.

Priors of a fresh node: virtual wins for what the playout rules would suggest (Orego).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.book.cursor_jit import CompiledBook, find_book_moves
from tengen.core.board_jit import last_liberty, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import BLACK, NEIGHBOUR_OFFSETS, NO_MOVE, PASS, east, north, opponent, south, west
from tengen.core.rules_jit import is_legal
from tengen.mcts.move_prior.features_jit import N_WEIGHTS, strength
from tengen.mcts.tree_jit import RUNS, UNTRIED, WINS
from tengen.playout.atari_jit import is_chain_in_atari
from tengen.playout.pattern3x3_jit import matches_pattern, neighbour_at

BOOK_BY = ("uniform", "frequency", "likelihood")  # what virtual wins of book moves follow

UNIFORM, FREQUENCY, LIKELIHOOD = range(len(BOOK_BY))


@jit
def add_book_priors(stats, children, node, worker, book, search, opening):
    """What the books say about the position on the worker's board; comes after all other priors."""
    bookmark = worker.playout.bookmark
    n_moves = find_book_moves(worker.board, book, bookmark, opening)
    if n_moves == 0:
        return
    if search.book_prune:
        _keep_only(stats[node, WINS], worker.entry_of, bookmark, n_moves)
    for index in range(n_moves):
        entry = worker.entry_of[bookmark.points[index]]
        wins = search.book_wins
        if search.book_by == FREQUENCY:
            wins *= bookmark.weights[index]
        elif search.book_by == LIKELIHOOD:
            wins *= np.sqrt(bookmark.chances[index])
        if wins > 0:
            stats[node, RUNS, entry] += wins
            stats[node, WINS, entry] += wins
            children[node, entry] = UNTRIED


@jit
def _keep_only(wins, entry_of, bookmark, n_moves):
    """Exclude all moves of a node but those in the bookmark, the pass included."""
    for entry in range(len(wins)):
        is_known = False
        for index in range(n_moves):
            is_known |= entry_of[bookmark.points[index]] == entry
        if not is_known:
            wins[entry] = -np.inf


# --- Learned weights, and a network ---------------------------------------------------------------


NO_WEIGHTS = np.zeros(N_WEIGHTS, np.float32)  # every move is as likely as any other

_LEAST = np.float32(0.001)  # moves less likely than this get nothing


@jit
def add_learned_priors(stats, node, points, worker, weights, scale):
    """Virtual wins for the moves of the position on the worker's board; scale times the root of p."""
    board = worker.board
    colour = np.int64(board.to_play)
    last, before = np.uint32(worker.playout.previous), np.uint32(worker.playout.before)
    odds = worker.odds
    total = np.float32(0)
    for entry in range(1, len(points)):
        point = np.uint32(points[entry])
        odds[entry] = 0
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, False):
            odds[entry] = np.exp(strength(board, point, colour, last, before, weights))
            total += odds[entry]
    for entry in range(1, len(points)):
        if odds[entry] > _LEAST * total:
            wins = scale * np.sqrt(odds[entry] / total)
            stats[node, RUNS, entry] += wins
            stats[node, WINS, entry] += wins


@jit
def write_advised_wins(board, points, odds, opening, scale, wins):
    """Virtual wins of each move by an advisor's odds, (row,): scale times the root of p.

    Only moves that may be tried share the odds: legal ones (repetition aside) that are feasible.
    odds -- (area,) row by row of the board
    """
    colour = np.int64(board.to_play)
    total = np.float32(0)
    wins[PASS] = 0
    for entry in range(1, len(points)):
        point = np.uint32(points[entry])
        wins[entry] = 0
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, opening):
            wins[entry] = odds[entry - 1]
            total += odds[entry - 1]
    for entry in range(1, len(points)):
        is_likely = wins[entry] > _LEAST * total
        wins[entry] = scale * np.sqrt(wins[entry] / total) if is_likely else np.float32(0)


# --- A table of known positions -------------------------------------------------------------------


class PriorTable(NamedTuple):
    """Moves by position: those of the position `keys[i]` lie from `first[i]` up to `first[i + 1]`."""

    keys: npt.NDArray[np.uint64]  # (n,) ascending, as position_hash gives them
    first: npt.NDArray[np.int64]  # (n + 1,)
    points: npt.NDArray[np.uint16]  # (m,) PASS may be among them
    wins: npt.NDArray[np.float32]  # (m,) playouts that count as made and won
    runs: npt.NDArray[np.float32]  # (m,) playouts that count as made


class Priors(NamedTuple):
    """All that comes from outside: about certain positions, about moves in general, and about openings."""

    table: PriorTable
    weights: npt.NDArray[
        np.float32
    ]  # (N_WEIGHTS,) of the facts about a move, see mcts/move_prior/features_jit.py
    book: CompiledBook


def prior_table(positions: Mapping[int, Mapping[int, tuple[float, float]]]) -> PriorTable:
    """A table from plain dictionaries: position hash -> point -> (wins, runs)."""
    keys = sorted(positions)
    moves = [(point, *counts) for key in keys for point, counts in sorted(positions[key].items())]
    lengths = [len(positions[key]) for key in keys]
    return PriorTable(
        keys=np.array(keys, np.uint64),
        first=np.cumsum([0, *lengths], dtype=np.int64),
        points=np.array([point for point, _, _ in moves], np.uint16),
        wins=np.array([wins for _, wins, _ in moves], np.float32),
        runs=np.array([runs for _, _, runs in moves], np.float32),
    )


NO_PRIORS = prior_table({})


@jit
def add_table_priors(stats, node, entry_of, key, table):
    """Add what the table knows about the position of a fresh node."""
    keys, first, points, wins, runs = table
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == len(keys) or keys[low] != key:
        return
    for index in range(first[low], first[low + 1]):
        entry = entry_of[points[index]]
        stats[node, RUNS, entry] += runs[index]
        stats[node, WINS, entry] += wins[index]


# --- Priors of a fresh node -----------------------------------------------------------------------


@jit
def add_prior(stats, node, entry, wins):
    """Count a move as tried and won so many times."""
    stats[node, RUNS, entry] += wins
    stats[node, WINS, entry] += wins


@jit
def add_playout_priors(stats, node, entry_of, board, ataris, previous, weight):
    """Priors of escape, pattern and capture for the colour to play; contributions add up."""
    colour = np.int64(board.to_play)
    if previous > NO_MOVE:
        for direction in range(4):
            chain = _chain_beside(board, previous, direction)
            is_seen = False
            for earlier in range(direction):
                is_seen |= _chain_beside(board, previous, earlier) == chain
            if not is_seen and is_chain_in_atari(board, chain, colour):
                _add_escape_prior(stats, node, entry_of, board, ataris, chain, colour, weight)
        black_side, white_side = sides(board, previous, BLACK)
        rest = ~(black_side | white_side) & 255
        while rest:
            point = neighbour_at(previous, rest)
            if matches_pattern(board, point, colour):
                add_prior(stats, node, entry_of[point], weight)
            rest &= rest - 1
    victim = np.uint32(opponent(colour))
    for index in range(ataris.n_chains[victim]):
        chain = np.uint32(ataris.chain[victim, np.uint32(index)])
        if is_chain_in_atari(board, chain, victim):
            point = last_liberty(board.liberties[chain])
            add_prior(stats, node, entry_of[point], weight * np.float32(board.n_stones[chain]))


@jit_inline
def _chain_beside(board, point, direction):
    """The chain of the neighbour to the north, west, east or south."""
    return np.uint32(board.chain[np.int64(point) + NEIGHBOUR_OFFSETS[direction]])


@jit
def _add_escape_prior(stats, node, entry_of, board, ataris, chain, colour, weight):
    """An own chain in atari: its last liberty, and that of each enemy chain in atari that touches it."""
    add_prior(stats, node, entry_of[last_liberty(board.liberties[chain])], weight)
    victim = np.uint32(opponent(colour))
    for index in range(ataris.n_chains[victim]):
        enemy = np.uint32(ataris.chain[victim, np.uint32(index)])
        if is_chain_in_atari(board, enemy, victim) and _touches(board, enemy, chain):
            add_prior(stats, node, entry_of[last_liberty(board.liberties[enemy])], weight)


@jit
def _touches(board, chain, other):
    """Whether a stone of a chain lies beside one of another chain."""
    stone = chain
    while True:
        for beside in (north(stone), west(stone), east(stone), south(stone)):
            if board.chain[beside] == other:
                return True
        stone = np.uint32(board.next_stone[stone])
        if stone == chain:
            return False
