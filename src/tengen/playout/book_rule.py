"""Book moves in playouts (Baier & Winands 2011, section 5, 2c and 2d): any move that the books know here.

With probability 1 this is the paper's book pruning of simulations, with a smaller one its bias.
"""

import numpy as np

from tengen.book.open_book import find_known_moves
from tengen.core.jit import jit
from tengen.core.legality import is_legal
from tengen.core.points import PASS
from tengen.core.rng import random_below
from tengen.playout.feasibility import is_feasible


@jit
def find_book_moves(board, book, bookmark, opening):
    """Leave in the bookmark the known moves that are legal and feasible; returns how many.

    The opening heuristic is asked, too: what it forbids is never tried, and a tree pruned to such moves
    would be empty.
    """
    colour = np.int64(board.to_play)
    n_kept = 0
    for index in range(find_known_moves(book, bookmark, colour)):
        point = np.uint32(bookmark.points[index])
        if is_legal(board, point, colour, False) and is_feasible(board, point, colour, opening):
            bookmark.points[n_kept] = point
            bookmark.weights[n_kept] = bookmark.weights[index]
            bookmark.chances[n_kept] = bookmark.chances[index]
            n_kept += 1
    return n_kept


@jit
def select_book(board, book, bookmark, opening, rng_state):
    """One of the known moves, each with the same chance, or PASS if there is none."""
    n_moves = find_book_moves(board, book, bookmark, opening)
    if n_moves == 0:
        return np.uint32(PASS)
    return np.uint32(bookmark.points[random_below(rng_state, n_moves)])
