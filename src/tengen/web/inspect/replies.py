"""Copies of the reply tables, and where two of them differ.

Both tables, laid out behind each other, are one row of *slots*, which NumPy compares and sorts as a whole. A
look costs 0.3 ms, and some more where much has changed.

The reply tables: what playouts answer to a move or to two, and what changed since somebody looked.

Without a point one sees what is asked next: the replies to the last move of the game and to its last two, for
the colour to play, stored or not. After them come the replies that changed since the last look.

With a point one sees the replies to a move there. First come those of the colour that would answer (the other
one than the stone's), then those of the other colour. Of the pairs that end there the one of the game is
always told: the move that was made before it, or for a point that nobody played the last move of the game.
The other pairs are told if a reply is stored: the newest first, or without counts those whose first move is
nearest.

Ages are known if the player counts (`counting=yes`). All this is about the tables of the first thread, see
playout/memory_jit.py.
"""

from math import dist, inf
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, EMPTY, N_POINTS, NO_MOVE, STRIDE, WHITE, opponent
from tengen.mcts.searcher import Searcher
from tengen.playout.lgrf_jit import NO_REPLY, is_playable
from tengen.playout.parameters_jit import LGR1, LGRF1_ND, LGRF3, uses_two_moves
from tengen.web.messages.encoding import colour_name, vertex_of
from tengen.web.messages.search import ReplyRow

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


# --- Replies that change --------------------------------------------------------------------------


MOST_ROWS = 40

Change = Literal["won", "forgotten", "replaced"]


class ReplyTableMonitor:
    """Looks at the reply tables of a searcher again and again."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._then = ReplyTables.of(searcher)

    def rows(self, game: Game, point: str | None = None) -> list[ReplyRow]:
        """What the tables say about a game or a point; none if the policy keeps no replies."""
        if not LGR1 <= self._searcher.parameters.policy <= LGRF3:
            return []
        move = None if point is None else parse_vertex(point, game.size)
        now, then = ReplyTables.of(self._searcher), self._then
        self._then = now
        if move is None:
            told = self._asked_next(game)
            changed = now.newest_since(then, self._counts(), MOST_ROWS)
            told += [one for one in changed if one not in told]
        else:
            told = self._about(game, move, now)
        return [self._row(game, one, now, then) for one in told[:MOST_ROWS]]

    def _asked_next(self, game: Game) -> list[Context]:
        """The contexts of the next move."""
        before, previous = [NO_MOVE, NO_MOVE, *(move for _, move in game.moves)][-2:]
        return self._both(game.to_play, before, previous)

    def _about(self, game: Game, point: int, now: ReplyTables) -> list[Context]:
        """The contexts of a move on a point."""
        stone = int(game.board.colour[point])
        moves = [NO_MOVE, *(move for _, move in game.moves)]
        last = max((number for number, move in enumerate(moves) if move == point), default=None)
        before = moves[-1] if last is None else moves[last - 1]
        mover = stone if stone in (BLACK, WHITE) else game.to_play
        told = []
        for colour in (opponent(mover), mover):
            own = self._both(colour, before, point)
            pairs = [Context(colour, int(one), point) for one in np.flatnonzero(now.to_two[colour, :, point])]
            told += own + [one for one in self._newest_first(_nearest_first(pairs)) if one not in own]
        return told

    def _both(self, colour: int, before: int, previous: int) -> list[Context]:
        """The contexts of the last two moves and of the last one, as far as the policy knows them."""
        with_two = uses_two_moves(self._searcher.parameters.policy)
        pair = [Context(colour, before, previous)] if with_two else []
        return [*pair, Context(colour, None, previous)]

    def _newest_first(self, contexts: list[Context]) -> list[Context]:
        """In the order in which they were changed, the last first; as they are without counts."""
        counts = self._counts()
        return contexts if counts is None else sorted(contexts, key=lambda one: age_of(counts, one))

    def _counts(self) -> Any:
        """The counters of the replies' lives, or None if nobody counts."""
        parameters = self._searcher.parameters
        counted = parameters.counting and parameters.policy != LGRF1_ND
        return self._searcher.memory.counts if counted else None

    def _row(self, game: Game, context: Context, now: ReplyTables, then: ReplyTables) -> ReplyRow:
        colour, before, previous = context
        reply, counts = now.reply(context), self._counts()
        is_known = counts is not None and reply != NO_REPLY
        return ReplyRow(
            colour=colour_name(colour),
            before=None if before is None else vertex_of(before, game.size),
            previous=vertex_of(previous, game.size),
            reply=None if reply == NO_REPLY else vertex_of(reply, game.size),
            age=age_of(counts, context) if is_known else None,
            change=_change(then.reply(context), reply),
            playable=self._is_playable(game, reply, colour),
        )

    def _is_playable(self, game: Game, reply: int, colour: int) -> bool:
        """Whether a playout that stood at the game's position would take the reply."""
        board, opening = game.board, bool(self._searcher.parameters.opening)
        is_vacant = board.colour[reply] == EMPTY
        return bool(is_vacant and is_playable(board, np.uint32(reply), colour, opening))


def _change(old: int, new: int) -> Change | None:
    if old == new:
        return None
    if new == NO_REPLY:
        return "forgotten"
    return "won" if old == NO_REPLY else "replaced"


def _nearest_first(pairs: list[Context]) -> list[Context]:
    """By how far the first move of a pair is from the second; passes and no moves come last."""

    def how_far(pair: Context) -> float:
        if pair.before is None or pair.before <= NO_MOVE:
            return inf
        return dist(divmod(pair.before, STRIDE), divmod(pair.previous, STRIDE))

    return sorted(pairs, key=how_far)
