"""The rules of a playout, asked one by one, so that one can tell which of them chose a move.

This is `select_move` of playout/policy_jit.py once more: the same compiled rules in the same order with the
same random numbers. Tests hold the two together.

One playout, move by move, with the rule that chose each: down the tree, then by rules to the end.

It is the playout that the search would make from the same state: the walk mirrors `descend` of
mcts/search_jit.py and `heavy_playout` of playout/playout_jit.py. The tree stays as it is. Selecting
excludes illegal moves from a node for good and counts virtual losses, so it works on copies of the nodes on
the way; memory is only read.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tengen.book.cursor_jit import is_within, select_book
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, EMPTY, NO_MOVE, PASS, WHITE
from tengen.core.rules_jit import area_lead, position_key
from tengen.mcts.search_jit import begin, make_move, select
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NO_NODE, RUNS
from tengen.playout.atari_jit import select_capture, select_escape
from tengen.playout.context_jit import select_contextual, select_past
from tengen.playout.lgrf_jit import NO_REPLY, find_reply, find_reply_to_three, look_up
from tengen.playout.parameters_jit import (
    CMC,
    DEFAULT,
    LGRF3,
    MOVE_LIMIT_PER_POINT,
    PAST,
    SOFTMAX1,
    happens,
    uses_two_moves,
)
from tengen.playout.pattern3x3_jit import select_pattern
from tengen.playout.playout_jit import _SMALLEST_WITH_MERCY, MERCY_KOMI, lead_after_two_passes
from tengen.playout.softmax_jit import select_softmax
from tengen.playout.uniform_jit import select_uniform
from tengen.web.inspect.search_inspector import SearchInspector, ThreadState
from tengen.web.messages.encoding import board_rows, colour_name
from tengen.web.messages.search import Playout, RuleMove

Answer = tuple[str, int]  # a rule and its move, PASS if it has none


def choose_by_rules(opened: SearchInspector, thread: ThreadState) -> Answer:
    """The first rule that has a move for the position on the thread's board; a pass is nobody's choice."""
    for rule, move in _answers(opened, thread):
        if move != PASS:
            return rule, move
    return "pass", PASS


def _answers(opened: SearchInspector, thread: ThreadState) -> Iterator[Answer]:
    """What each rule says; a rule is asked only when those before it had no move."""
    parameters, rng_state = opened.parameters, thread.rng_state
    board, playout = thread.worker.board, thread.worker.playout
    colour, previous = np.int64(board.to_play), np.uint32(playout.previous)
    yield "book", _book_move(opened, thread)
    yield from _memory_answers(opened, thread)
    if previous > NO_MOVE:
        if happens(parameters.escape, rng_state):
            yield "escape", int(select_escape(board, previous, colour))
        if happens(parameters.pattern, rng_state):
            move = select_pattern(board, previous, colour, parameters.opening, parameters.refuse, rng_state)
            yield "pattern", int(move)
    if happens(parameters.capture, rng_state):
        yield "capture", int(select_capture(board, thread.worker.ataris, colour, rng_state))
    yield "any", int(select_uniform(board, colour, parameters.opening, parameters.refuse, rng_state))


def _book_move(opened: SearchInspector, thread: ThreadState) -> int:
    parameters, book, rng_state = opened.parameters, opened.priors.book, thread.rng_state
    board, bookmark = thread.worker.board, thread.worker.playout.bookmark
    if parameters.book > 0 and is_within(book, bookmark) and happens(parameters.book, rng_state):
        return int(select_book(board, book, bookmark, parameters.opening, rng_state))
    return PASS


def _memory_answers(opened: SearchInspector, thread: ThreadState) -> Iterator[Answer]:
    """What was learned from earlier playouts, by the name of its policy if it is no table of replies."""
    parameters, memory, rng_state = opened.parameters, opened.memory, thread.rng_state
    board, playout, policy = thread.worker.board, thread.worker.playout, int(opened.parameters.policy)
    third, before, previous = (np.uint32(playout[name]) for name in ("third", "before", "previous"))
    colour, opening, temperature = np.int64(board.to_play), parameters.opening, parameters.temperature
    if policy == DEFAULT:
        return
    if policy == SOFTMAX1:
        move = select_softmax(board, memory.rates, playout, opening, temperature, previous, colour, rng_state)
        yield "softmax1", int(move)
    elif policy == PAST:
        move = select_past(
            board, memory.rates, playout, opening, temperature, before, previous, colour, rng_state
        )
        yield "past", int(move)
    elif policy == CMC:
        if happens(parameters.contextual, rng_state):
            yield "cmc", int(select_contextual(board, memory.rates, opening, before, colour))
    else:
        if policy == LGRF3:
            move = find_reply_to_three(
                board, memory.replies_to_three, opening, third, before, previous, colour
            )
            yield "reply to three", int(move)
        with_two, none = uses_two_moves(policy), np.uint32(NO_REPLY)
        to_one, to_two = look_up(memory.replies[0], with_two, before, previous, colour)
        yield "reply to two", int(find_reply(board, none, np.uint32(to_two), opening, colour))
        yield "reply to one", int(find_reply(board, np.uint32(to_one), none, opening, colour))


# --- A playout, move by move ----------------------------------------------------------------------


class _Row(NamedTuple):
    """A copy of one node as arrays of one node each, as compiled code takes them."""

    nodes: Any  # (1,) NODE
    stats: Any  # (1, N_PLANES, row) float32


def trace_playout(searcher: Searcher, game: Game, seed: int) -> Playout:
    """A playout from a position with random numbers of its own; search and tables are left as they are."""
    opened = SearchInspector(searcher)
    return PlayoutTrace(opened, opened.node_of(game), opened.new_thread(game, seed)).run()


class PlayoutTrace:
    """A playout that is being made; uses up the state of a thread, so give it a copy."""

    def __init__(self, opened: SearchInspector, root: int, thread: ThreadState) -> None:
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
