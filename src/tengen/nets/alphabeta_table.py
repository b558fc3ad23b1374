"""What an alpha-beta search remembers of positions: a table of bounds, found by the hash of the position.

A position is its stones, the ko point, the side to move, and whether the last move was a pass. An entry holds
for one depth, so that a search gives the value that plain minimax gives; only exact values, which owe nothing
to the net, also hold for larger depths. A newer entry replaces an older one.

What came before a position is not in its key. But superko forbids moves by the past, so an entry may tell
what is not true after another line of moves (the graph history interaction problem). On 2x2 a search that
trusts the table proves a win by 4 points where the truth is 1. So nothing is called exact before a search
proved it that used the table only for the order of moves. A table without entries is never asked.
"""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.points import PASS
from tengen.core.zobrist import KO_HASH
from tengen.search.tree import position_hash

VALUE, AT_LEAST, AT_MOST = 0, 1, 2

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.float64),  # for the side to move
        ("move", np.uint16),  # the best one, or that which proved the bound
        ("depth", np.uint8),
        ("bound", np.uint8),  # VALUE, AT_LEAST or AT_MOST
        ("is_exact", np.bool_),  # owes nothing to the net
    ],
    align=True,
)

_PASSED_HASH = KO_HASH[PASS]  # the pass is no point, so no ko has this word


def new_table(n_entries: int) -> np.ndarray:
    """A table of at most so many entries: a power of two, or none."""
    n_slots = 1 << (n_entries.bit_length() - 1) if n_entries > 0 else 0
    return np.zeros(n_slots, ENTRY).view(np.recarray)


@jit_inline
def key_of(board, salt):
    """The key of a position; with another salt no older entry is found."""
    key = position_hash(board) ^ salt
    if board.last_move == PASS:
        key ^= _PASSED_HASH
    return key


@jit_inline
def find_entry(table, key):
    """The one entry where a key may be."""
    return table[np.uint32(key & np.uint64(len(table) - 1))]


@jit_inline
def is_answer(entry, key, depth, alpha, beta):
    """Whether an entry tells all that a search to this depth with this window would."""
    if entry.key != key:
        return False
    if entry.depth != depth and not (entry.is_exact and entry.depth < depth):
        return False
    if entry.bound == AT_LEAST:
        return entry.value >= beta
    return entry.bound == VALUE or entry.value <= alpha


@jit_inline
def write_entry(table, key, depth, frame, move):
    """Remember what a search found (`alphabeta_search.FRAME`), in place of what was there."""
    entry = find_entry(table, key)
    entry.key = key
    entry.value = frame.best
    entry.move = move
    entry.depth = depth
    entry.is_exact = frame.is_exact
    if frame.best >= frame.beta:
        entry.bound = AT_LEAST
    elif frame.best <= frame.alpha:
        entry.bound = AT_MOST
    else:
        entry.bound = VALUE
