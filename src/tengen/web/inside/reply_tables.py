"""Copies of the reply tables, and where two of them differ.

Both tables, laid out behind each other, are one row of *slots*, which NumPy compares and sorts as a whole. A
look costs 0.3 ms, and some more where much has changed.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.points import N_POINTS
from tengen.search.searcher import Searcher

Slots = npt.NDArray[np.int64]  # places in both tables, laid out behind each other

_N_ONES = 3 * N_POINTS  # slots of the first table


class Context(NamedTuple):
    """What a colour replies to; `before` is None in the table of replies to one move."""

    colour: int
    before: int | None
    previous: int


class ReplyTables(NamedTuple):
    """Copies of both tables at one time."""

    to_one: npt.NDArray[np.uint16]  # (3, N_POINTS)
    to_two: npt.NDArray[np.uint16]  # (3, N_POINTS, N_POINTS)

    @classmethod
    def of(cls, searcher: Searcher) -> "ReplyTables":
        """The tables of the searcher's first thread as they are now."""
        replies = searcher.memory.replies[0]
        return cls(replies.to_one.copy(), replies.to_two.copy())

    def reply(self, context: Context) -> int:
        """The stored reply, or NO_REPLY."""
        if context.before is None:
            return int(self.to_one[context.colour, context.previous])
        return int(self.to_two[context])

    def changed_since(self, then: "ReplyTables") -> list[Context]:
        """Where the tables differ, replies to one move first."""
        return [_context(slot) for slot in self._slots_changed_since(then).tolist()]

    def newest_since(self, then: "ReplyTables", counts: Any, most: int) -> list[Context]:
        """Some of these, the newest first if there are counts.

        A hundred thousand may change between two looks, so contexts are made only of those that are told.
        """
        slots = self._slots_changed_since(then)
        if counts is not None:
            age = -_since(counts, slots)
            if len(slots) > most:
                newest = np.argpartition(age, most)[:most]
                slots, age = slots[newest], age[newest]
            slots = slots[np.argsort(age, kind="stable")]
        return [_context(slot) for slot in slots[:most].tolist()]

    def _slots_changed_since(self, then: "ReplyTables") -> Slots:
        ones = np.flatnonzero(self.to_one != then.to_one)
        return np.concatenate([ones, _N_ONES + np.flatnonzero(self.to_two != then.to_two)])


def _slot(context: Context) -> int:
    """The place of a context in both tables."""
    colour, before, previous = context
    if before is None:
        return colour * N_POINTS + previous
    return _N_ONES + (colour * N_POINTS + before) * N_POINTS + previous


def _context(slot: int) -> Context:
    """What `_slot` was made of."""
    if slot < _N_ONES:
        return Context(slot // N_POINTS, None, slot % N_POINTS)
    pair, previous = divmod(slot - _N_ONES, N_POINTS)
    return Context(pair // N_POINTS, pair % N_POINTS, previous)


def age_of(counts: Any, context: Context) -> int:
    """Playouts since a reply was changed; a running search may change it just after it was counted."""
    return max(0, int(counts.n_playouts - _since(counts, np.array([_slot(context)]))[0]))


def _since(counts: Any, slots: Slots) -> Slots:
    """The playouts that changed replies last; slots of the first table come first."""
    n_ones = int(np.searchsorted(slots, _N_ONES))
    ones, twos = slots[:n_ones], slots[n_ones:] - _N_ONES
    return np.concatenate([counts.since_one.reshape(-1)[ones], counts.since_two.reshape(-1)[twos]])
