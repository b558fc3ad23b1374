"""The rules of a playout, asked one by one, so that one can tell which of them chose a move.

This is `select_move` of playout/policy.py once more: the same compiled rules in the same order with the same
random numbers. Tests hold the two together.
"""

from collections.abc import Iterator

import numpy as np

from tengen.book.open_book import is_within
from tengen.core.points import NO_MOVE, PASS
from tengen.playout.book_rule import select_book
from tengen.playout.capture import select_capture
from tengen.playout.contextual import select_contextual
from tengen.playout.escape import select_escape
from tengen.playout.lgr import NO_REPLY, find_reply, look_up
from tengen.playout.lgr3 import find_reply_to_three
from tengen.playout.parameters import CMC, DEFAULT, LGRF3, PAST, SOFTMAX1, happens, uses_two_moves
from tengen.playout.past import select_past
from tengen.playout.pattern3x3 import select_pattern
from tengen.playout.softmax import select_softmax
from tengen.playout.uniform import select_uniform
from tengen.web.inside.opened_search import OpenedSearch, ThreadState

Answer = tuple[str, int]  # a rule and its move, PASS if it has none


def choose_by_rules(opened: OpenedSearch, thread: ThreadState) -> Answer:
    """The first rule that has a move for the position on the thread's board; a pass is nobody's choice."""
    for rule, move in _answers(opened, thread):
        if move != PASS:
            return rule, move
    return "pass", PASS


def _answers(opened: OpenedSearch, thread: ThreadState) -> Iterator[Answer]:
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


def _book_move(opened: OpenedSearch, thread: ThreadState) -> int:
    parameters, book, rng_state = opened.parameters, opened.priors.book, thread.rng_state
    board, bookmark = thread.worker.board, thread.worker.playout.bookmark
    if parameters.book > 0 and is_within(book, bookmark) and happens(parameters.book, rng_state):
        return int(select_book(board, book, bookmark, parameters.opening, rng_state))
    return PASS


def _memory_answers(opened: OpenedSearch, thread: ThreadState) -> Iterator[Answer]:
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
