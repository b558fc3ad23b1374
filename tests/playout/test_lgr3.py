"""LGRF-3: hashed replies to three moves against a dictionary, the slots and their collisions."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import PASS
from tengen.playout.lgrf_jit import (
    N_SLOTS,
    REPLIES_TO_THREE,
    context_of,
    find_reply_to_three,
    learn_replies_to_three,
    slot_of,
)
from tests.core.positions import COLOURS
from tests.playout.boards import board_of
from tests.playout.recorded import entries, to_move
from tests.reference import reply_policies as naive
from tests.reference.playout_rules import random_game
from tests.reference.reply_policies import START, context_number, number_of

SEEDS = range(2 if config.DISABLE_JIT else 8)
CORNERS = [None, START, (0, 0), (0, 18), (18, 0), (18, 18)]


def new_replies():
    return np.zeros(1, REPLIES_TO_THREE).view(np.recarray)[0]


def learn(replies, moves, first_colour, winner, *context):
    points = np.zeros(1083, np.uint16)
    points[: len(moves)] = [number_of(move) for move in moves]
    learn_replies_to_three(
        replies,
        points,
        len(moves),
        COLOURS[first_colour],
        COLOURS[winner],
        *(np.uint32(number_of(move)) for move in context),
    )


def find(replies, board, colour, *context, opening=True):
    numbers = [np.uint32(number_of(move)) for move in context]
    return to_move(find_reply_to_three(board, replies, opening, *numbers, COLOURS[colour]))


def tables(slots):
    return (
        {(slot,): context for slot, (context, _) in slots.items()},
        {(slot,): number_of(reply) for slot, (_, reply) in slots.items()},
    )


def test_contexts_and_slots_are_those_of_the_formula_and_no_two_contexts_are_one():
    seen = set()
    for third in CORNERS:
        for before in CORNERS:
            for previous in CORNERS:
                for colour in "XO":
                    numbers = [np.uint32(number_of(move)) for move in (third, before, previous)]
                    context = int(context_of(*numbers, COLOURS[colour]))
                    assert context == context_number(third, before, previous, colour) > 0
                    assert int(slot_of(np.uint32(context))) == naive.slot_of(context) < N_SLOTS
                    seen.add(context)
    assert len(seen) == 2 * len(CORNERS) ** 3


@pytest.mark.parametrize("seed", SEEDS)
def test_replies_to_three_agree_with_a_dictionary(seed):
    """Few points, so that contexts and replies repeat; passes among them."""
    chance = random.Random(seed)
    replies, slots = new_replies(), {}
    points = [None, (0, 0), (2, 1), (4, 4), (18, 18)]
    n_kept = 0
    for _ in range(40):
        context = chance.choices([*points, START], k=3)
        moves = chance.choices(points, k=chance.randrange(25))
        first_colour, winner = chance.choices("XO", k=2)
        learn(replies, moves, first_colour, winner, *context)
        naive.learn_replies_to_three(slots, moves, first_colour, winner, *context)
        assert (entries(replies.context), entries(replies.reply)) == tables(slots)
        n_kept = max(n_kept, len(slots))
    assert n_kept > 20


def colliding_contexts():
    """Two contexts of the same slot."""
    taken = {}
    for row in range(19):
        for column in range(19):
            for other in range(19):
                for previous in range(19):
                    context = (row, column), (other, 3), (previous, 5), "X"
                    slot = naive.slot_of(context_number(*context))
                    if slot in taken:
                        return taken[slot], context
                    taken[slot] = context
    raise AssertionError("no collision found")


def test_a_new_context_takes_the_slot_and_the_old_one_has_no_reply_any_more():
    old, new = colliding_contexts()
    assert old != new
    board = board_of(random_game(9, 1)[0][0])
    replies = new_replies()
    learn(replies, [(2, 4)], "X", "X", *old[:3])
    assert find(replies, board, "X", *old[:3]) == (2, 4)
    assert find(replies, board, "X", *new[:3]) is None
    learn(replies, [(2, 4)], "X", "O", *new[:3])  # lost, but the slot is another's: nothing is deleted
    assert find(replies, board, "X", *old[:3]) == (2, 4)
    learn(replies, [(3, 3)], "X", "X", *new[:3])
    assert find(replies, board, "X", *old[:3]) is None
    assert find(replies, board, "X", *new[:3]) == (3, 3)
    learn(replies, [(3, 3)], "X", "O", *new[:3])
    assert not entries(replies.context)
    assert not entries(replies.reply)


@pytest.mark.parametrize("opening", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_reply_is_found_in_its_context_if_it_is_playable(seed, opening):
    chance = random.Random(seed)
    n_found = 0
    for board, colour in random_game(5, seed)[3::4]:
        context = [move for _, move in board.moves[-3:]]
        slots = {}
        replies = new_replies()
        stored = [chance.choice(board.points)]
        learn(replies, stored, colour, colour, *context)
        naive.learn_replies_to_three(slots, stored, colour, colour, *context)
        found = find(replies, board_of(board), colour, *context, opening=opening)
        assert found == naive.reply_to_three(slots, board, colour, *context, opening)
        other = [(4, 4), *context[1:]] if context[0] != (4, 4) else [(0, 0), *context[1:]]
        assert find(replies, board_of(board), colour, *other, opening=opening) is None
        n_found += found is not None
    assert n_found > 0


def test_a_pass_is_never_stored():
    replies = new_replies()
    learn(replies, [None, None, None], "X", "X", START, START, START)
    assert not entries(replies.context)
    assert number_of(None) == PASS
