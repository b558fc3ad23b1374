"""One playout, move by move, with the rule that chose each: down the tree, then by rules to the end.

It is the playout that the search would make from the same state: the walk mirrors `descend` of
search/mcts.py and `heavy_playout` of playout/playout.py. The tree stays as it is. Selecting excludes illegal
moves from a node for good and counts virtual losses, so it works on copies of the nodes on the way; memory is
only read.
"""

from typing import Any, NamedTuple

import numpy as np

from tengen.core.game import Game
from tengen.core.legality import position_key
from tengen.core.points import BLACK, EMPTY, WHITE
from tengen.core.scoring import area_lead
from tengen.core.vertex import format_vertex
from tengen.playout.parameters import MOVE_LIMIT_PER_POINT
from tengen.playout.playout import _SMALLEST_WITH_MERCY, MERCY_KOMI, lead_after_two_passes
from tengen.search.mcts import begin, make_move, select
from tengen.search.searcher import Searcher
from tengen.search.tree import NO_NODE, RUNS
from tengen.web.inside.opened_search import OpenedSearch, ThreadState
from tengen.web.inside.playout_rules import choose_by_rules
from tengen.web.messages.search import Playout, RuleMove
from tengen.web.words import board_rows, colour_name


class _Row(NamedTuple):
    """A copy of one node as arrays of one node each, as compiled code takes them."""

    nodes: Any  # (1,) NODE
    stats: Any  # (1, N_PLANES, row) float32


def trace_playout(searcher: Searcher, game: Game, seed: int) -> Playout:
    """A playout from a position with random numbers of its own; search and tables are left as they are."""
    opened = OpenedSearch(searcher)
    return PlayoutTrace(opened, opened.node_of(game), opened.new_thread(game, seed)).run()


class PlayoutTrace:
    """A playout that is being made; uses up the state of a thread, so give it a copy."""

    def __init__(self, opened: OpenedSearch, root: int, thread: ThreadState) -> None:
        self._opened = opened
        self._root = root
        self._thread = thread
        self._board, self._playout = thread.worker.board, thread.worker.playout
        self._size = int(thread.worker.start.board_size)
        self._limit = MOVE_LIMIT_PER_POINT * self._size**2
        self._moves: list[RuleMove] = []
        self._rows: dict[int, _Row] = {}

    def run(self) -> Playout:
        """Make the whole playout."""
        begin(self._thread.worker)
        start = board_rows(self._board.colour, self._size)
        self._descend()
        is_played_out = self._goes_on()
        if is_played_out:
            self._play_out()
        lead = self._lead(is_played_out)
        is_void = self._playout.n_passes < 2 and not self._playout.is_mercy
        komi = float(self._opened.parameters.komi)
        return Playout(
            start=start,
            moves=self._moves,
            winner=None if is_void else colour_name(BLACK if lead > komi else WHITE),
            score=lead - komi,
            final=board_rows(self._board.colour, self._size),
            ended_by="move limit" if is_void else "mercy" if self._playout.is_mercy else "two passes",
        )

    def _goes_on(self) -> bool:
        return bool(self._playout.n_passes < 2 and self._playout.n_moves < self._limit)

    def _descend(self) -> None:
        """Follow the moves that the search would select, up to the first one without a node."""
        opened, worker, history = self._opened, self._thread.worker, self._thread.history
        node = self._root
        worker.depth = 0
        while node > NO_NODE and self._goes_on():
            row = self._rows.setdefault(node, self._copy_of(node))
            entry = select(
                row.nodes, row.stats, opened.tree.points, 0, worker, history,
                opened.parameters, opened.search, self._thread.rng_state,
            )  # fmt: skip
            row.stats[0, RUNS, entry] += opened.search.virtual_loss
            worker.depth += 1
            self._make("tree", int(opened.tree.points[entry]))
            key = position_key(self._board.hash, self._board.to_play, opened.search.superko)
            history[worker.n_history + worker.depth - 1] = key
            node = int(opened.tree.children[node, entry])

    def _copy_of(self, node: int) -> _Row:
        tree = self._opened.tree
        return _Row(tree.nodes[node : node + 1].copy(), tree.stats[node : node + 1].copy())

    def _play_out(self) -> None:
        """Move by the rules until two passes, mercy or the move limit."""
        board, playout = self._board, self._playout
        has_mercy = self._opened.parameters.mercy and self._size >= _SMALLEST_WITH_MERCY
        while self._goes_on() and not playout.is_mercy:
            rule, move = choose_by_rules(self._opened, self._thread)
            self._make(rule, move)
            stone_lead = int(board.stones[BLACK]) - int(board.stones[WHITE])
            playout.is_mercy = has_mercy and abs(stone_lead - MERCY_KOMI) > self._size**2 // 2

    def _make(self, rule: str, move: int) -> None:
        """Play a move and note it with what it takes."""
        board = self._board
        colour, before = int(board.to_play), board.colour.copy()
        make_move(self._thread.worker, self._opened.priors.book, np.uint32(move))
        taken = np.flatnonzero((before != EMPTY) & (board.colour == EMPTY))
        self._moves.append(
            RuleMove(
                vertex=format_vertex(move, self._size),
                colour=colour_name(colour),
                rule=rule,
                captured=[format_vertex(int(point), self._size) for point in taken],
            )
        )

    def _lead(self, is_played_out: bool) -> float:
        """Black's area minus White's as the search counts it; after mercy stones alone."""
        board, playout = self._board, self._playout
        if playout.is_mercy:
            return float(int(board.stones[BLACK]) - int(board.stones[WHITE]))
        if is_played_out and playout.n_passes == 2 and self._opened.parameters.refuse == 0:
            return float(lead_after_two_passes(board))
        return float(area_lead(board.colour, board.board_size, playout.owner, playout.stack))
