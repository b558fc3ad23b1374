"""Opening books in the tree (Baier & Winands 2011, section 5, 2a and 2b), asked once for each fresh node.

Bias gives each book move virtual wins: the same for all, in proportion to its weight (its frequency), or to
the root of its chance (its likelihood), as the learned prior does (move_prior.py). Pruning leaves only the
book moves, so that the search chooses the one it understands best. Where the books know nothing that may be
played, nothing changes.

Virtual wins do not count as playouts when it is asked whether a move has had enough of them for a node of
its own: else every book move had one at its first try, and a search of the opening made twice as many nodes.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.playout.book_rule import find_book_moves
from tengen.search.parameters import FREQUENCY, LIKELIHOOD
from tengen.search.tree import RUNS, UNTRIED, WINS


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
