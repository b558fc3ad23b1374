"""Priors from outside the search: virtual wins for moves of known positions, as plain arrays.

Whoever knows something about positions before they are searched (an opening book, a net, a teacher)
writes it down here; the search looks each fresh node up by the hash of its position and knows nothing
of where the numbers come from.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.book.open_book import OpenBook
from tengen.core.jit import jit
from tengen.search.tree import RUNS, WINS


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
    weights: npt.NDArray[np.float32]  # (N_WEIGHTS,) of the facts about a move, see move_facts.py
    book: OpenBook


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
