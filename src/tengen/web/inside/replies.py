"""The reply tables: what playouts answer to a move or to two, and what changed since somebody looked.

Without a point one sees what is asked next: the replies to the last move of the game and to its last two, for
the colour to play, stored or not. After them come the replies that changed since the last look.

With a point one sees the replies to a move there. First come those of the colour that would answer (the other
one than the stone's), then those of the other colour. Of the pairs that end there the one of the game is
always told: the move that was made before it, or for a point that nobody played the last move of the game.
The other pairs are told if a reply is stored: the newest first, or without counts those whose first move is
nearest.

Ages are known if the player counts (`counting=yes`). All this is about the tables of the first thread, see
playout/sharing.py.
"""

from math import dist, inf
from typing import Any, Literal

import numpy as np

from tengen.core.game import Game
from tengen.core.points import BLACK, EMPTY, NO_MOVE, STRIDE, WHITE, opponent
from tengen.core.vertex import parse_vertex
from tengen.playout.lgr import NO_REPLY, is_playable
from tengen.playout.parameters import LGR1, LGRF1_ND, LGRF3, uses_two_moves
from tengen.search.searcher import Searcher
from tengen.web.inside.reply_tables import Context, ReplyTables, age_of
from tengen.web.messages.search import ReplyRow
from tengen.web.words import colour_name, vertex_of

MOST_ROWS = 40

Change = Literal["won", "forgotten", "replaced"]


class ReplyWatcher:
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
