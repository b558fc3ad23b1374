"""Last good replies: the worked example of Baier & Drake (2010, figures 2 to 4), and plain dictionaries."""

import random

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE
from tengen.core.points_jit import N_POINTS, NO_MOVE, PASS
from tengen.playout.lgrf_jit import REPLIES, learn_first_replies, learn_replies
from tests.core.positions import COLOURS, SIGNS, to_pair, to_point
from tests.reference import playout_rules as naive
from tests.reference import reply_policies
from tests.reference.board import NaiveBoard

SEEDS = range(3 if config.DISABLE_JIT else 10)
POINT_OF = {letter: to_point((number, 2 * number % 9)) for number, letter in enumerate("ABCDEFG")}
LETTER_OF = {PASS: "pass", NO_MOVE: "start"} | {point: letter for letter, point in POINT_OF.items()}
PLAYOUTS = [("ABCDEFG", BLACK), ("ADEGFBC", WHITE), ("GAECFBD", BLACK)]


def new_replies():
    return np.zeros(1, REPLIES).view(np.recarray)[0]


def learn(replies, points, first_colour, winner, before, previous, with_two=True, forget=False):
    moves = np.zeros(1083, np.uint16)
    moves[: len(points)] = points
    learn_replies(
        replies,
        moves,
        len(points),
        first_colour,
        winner,
        np.uint32(before),
        np.uint32(previous),
        with_two,
        forget,
    )


def entries(table):
    """Index -> reply, for all replies there are."""
    return {tuple(index): int(table[tuple(index)]) for index in np.argwhere(table != PASS).tolist()}


def in_letters(table):
    """Colour and context -> reply, as "X B" -> "C"."""
    return {
        " ".join([SIGNS[colour], *(LETTER_OF[point] for point in context)]): LETTER_OF[reply]
        for (colour, *context), reply in entries(table).items()
    }


def learn_letters(replies, n_playouts, **options):
    for letters, winner in PLAYOUTS[:n_playouts]:
        points = [POINT_OF[letter] for letter in letters]
        learn(replies, points, BLACK, winner, NO_MOVE, NO_MOVE, **options)


def after_playouts(n_playouts, **options):
    replies = new_replies()
    learn_letters(replies, n_playouts, **options)
    return in_letters(replies.to_one), in_letters(replies.to_two)


def test_the_winners_replies_are_kept_as_in_the_figures_of_the_paper():
    first = {"X start": "A", "X B": "C", "X D": "E", "X F": "G"}
    second = first | {"O A": "D", "O E": "G", "O F": "B"}
    third = second | {"X start": "G", "X A": "E", "X C": "F", "X B": "D"}
    assert [after_playouts(n, with_two=False)[0] for n in (1, 2, 3)] == [first, second, third]
    assert [after_playouts(n)[0] for n in (1, 2, 3)] == [first, second, third]


def test_with_forgetting_the_losers_replies_are_deleted_as_in_the_figures_of_the_paper():
    first = {"X start": "A", "X B": "C", "X D": "E", "X F": "G"}
    second = {"X F": "G", "O A": "D", "O E": "G", "O F": "B"}
    third = {"X F": "G", "O A": "D", "O E": "G", "X start": "G", "X A": "E", "X C": "F", "X B": "D"}
    assert [after_playouts(n, forget=True)[0] for n in (1, 2, 3)] == [first, second, third]


def test_replies_to_two_moves_need_both_of_them():
    first = {"X start start": "A", "X A B": "C", "X C D": "E", "X E F": "G"}
    second = {"O start A": "D", "O D E": "G", "O G F": "B"}
    third = {"X start start": "G", "X G A": "E", "X E C": "F", "X F B": "D"}
    assert [after_playouts(n)[1] for n in (1, 2, 3)] == [first, first | second, first | second | third]
    forgotten = {context: reply for context, reply in first.items() if context != "X start start"} | second
    assert [after_playouts(n, forget=True)[1] for n in (1, 2, 3)] == [first, forgotten, forgotten | third]


@pytest.mark.parametrize("forget", [False, True])
def test_the_same_playout_lost_after_it_was_won_is_forgotten_entirely(forget):
    replies = new_replies()
    points = [POINT_OF[letter] for letter in "ABCDEFG"]
    learn(replies, points, BLACK, BLACK, NO_MOVE, NO_MOVE, forget=forget)
    kept = replies.tobytes()
    learn(replies, points, BLACK, WHITE, NO_MOVE, NO_MOVE, forget=forget)
    black = [entries(table)[index] for table in (replies.to_one, replies.to_two) for index in entries(table)
             if index[0] == BLACK]  # fmt: skip
    assert (black == []) == forget
    assert len(entries(replies.to_one)) == (3 if forget else 7)
    assert replies.tobytes() != kept


def test_the_later_of_two_replies_in_one_playout_stays():
    replies = new_replies()
    points = [POINT_OF[letter] for letter in "ABCBD"]
    learn(replies, points, BLACK, BLACK, NO_MOVE, NO_MOVE)
    assert in_letters(replies.to_one)["X B"] == "D"


def test_a_pass_is_never_a_reply_but_may_be_what_is_replied_to():
    replies = new_replies()
    points = [POINT_OF["A"], PASS, POINT_OF["B"], POINT_OF["C"], PASS, PASS]
    learn(replies, points, WHITE, WHITE, PASS, POINT_OF["G"], forget=True)
    assert in_letters(replies.to_one) == {"O G": "A", "O pass": "B"}
    assert in_letters(replies.to_two) == {"O pass G": "A", "O A pass": "B"}


def test_without_two_move_contexts_their_table_stays_as_it_is():
    replies = new_replies()
    learn_letters(replies, 1)
    kept = replies.to_two.tobytes()
    for winner in (BLACK, WHITE):
        points = [POINT_OF[letter] for letter in "ABCDEFG"]
        learn(replies, points, BLACK, winner, NO_MOVE, NO_MOVE, with_two=False, forget=True)
    assert replies.to_two.tobytes() == kept
    assert in_letters(replies.to_one) == {"O A": "B", "O C": "D", "O E": "F"}


def random_playouts(seed):
    """Playouts over few points, so that contexts and replies repeat; passes among them."""
    chance = random.Random(seed)
    points = [to_pair(point) for point in POINT_OF.values()] + [None]
    for _ in range(30):
        before, previous = (chance.choice([*points, "start"]) for _ in range(2))
        moves = chance.choices(points, k=chance.randrange(25))
        yield moves, chance.choice("XO"), chance.choice("XO"), before, previous


def context_point(move):
    return NO_MOVE if move == "start" else to_point(move)


@pytest.mark.parametrize("forget", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_reply_tables_agree_with_plain_dictionaries(seed, forget):
    replies, ones, twos = new_replies(), {}, {}
    for moves, first_colour, winner, before, previous in random_playouts(seed):
        learn(
            replies,
            [to_point(move) for move in moves],
            COLOURS[first_colour],
            COLOURS[winner],
            context_point(before),
            context_point(previous),
            forget=forget,
        )
        naive.learn(ones, twos, moves, first_colour, winner, before, previous, forget)
        for table, dictionary in ((replies.to_one, ones), (replies.to_two, twos)):
            assert entries(table) == {
                (COLOURS[colour], *map(context_point, context)): to_point(reply)
                for (colour, *context), reply in dictionary.items()
            }


def test_a_stored_reply_is_played_if_it_is_vacant_feasible_and_legal_two_moves_before_one():
    board = NaiveBoard.from_diagram("""
        . X O . .
        X X O . .
        O O O . .
        . . . . .
        . . . . .""")
    context = "X", (4, 4), (3, 3)
    ones, twos = {("X", (3, 3)): (3, 2)}, {context: (3, 1)}
    assert naive.reply(ones, twos, board, *context) == (3, 1)
    assert naive.reply(ones, {}, board, *context) == (3, 2)
    assert naive.reply(ones, {context: (0, 0)}, board, *context) == (3, 2)  # an own eye
    assert naive.reply(ones, {context: (2, 2)}, board, *context) == (3, 2)  # occupied
    assert naive.reply({}, twos, board, "O", (4, 4), (3, 3)) is None  # the other colour's table
    assert naive.reply({}, {}, board, *context) is None


def learn_first(replies, moves, first_colour, winner, previous):
    points = np.zeros(1083, np.uint16)
    points[: len(moves)] = moves
    seen = np.zeros((3, N_POINTS), np.uint8)
    learn_first_replies(replies, seen, points, len(moves), first_colour, winner, np.uint32(previous))
    assert not seen.any()


@pytest.mark.parametrize("seed", SEEDS)
def test_replies_without_duplicates_agree_with_a_plain_dictionary(seed):
    replies, ones = new_replies(), {}
    for moves, first_colour, winner, _, previous in random_playouts(seed):
        points = [to_point(move) for move in moves]
        learn_first(replies, points, COLOURS[first_colour], COLOURS[winner], context_point(previous))
        reply_policies.learn_first_replies(ones, moves, first_colour, winner, previous)
        assert entries(replies.to_one) == {
            (COLOURS[colour], context_point(context)): to_point(reply)
            for (colour, context), reply in ones.items()
        }
        assert not replies.to_two.any()


def test_without_duplicates_the_first_reply_stays_and_a_later_one_deletes_nothing():
    a, b, c, d, e = (POINT_OF[letter] for letter in "ABCDE")
    replies = new_replies()
    learn_first(replies, [a, b, c, b, d], BLACK, BLACK, NO_MOVE)
    assert in_letters(replies.to_one) == {"X start": "A", "X B": "C"}
    learn_first(replies, [e, b, d, b, c], BLACK, WHITE, NO_MOVE)
    assert in_letters(replies.to_one) == {"X start": "A", "X B": "C", "O E": "B", "O D": "B"}
    learn_first(replies, [e, b, c], BLACK, WHITE, NO_MOVE)
    assert "X B" not in in_letters(replies.to_one)
