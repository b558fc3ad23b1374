"""Choosing a playout move: the whole chain of memory and rules, against the naive chain."""

import random

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.book.cursor_jit import NO_BOOK
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.core.random_jit import rng_state
from tengen.playout.lgrf_jit import look_up
from tengen.playout.memory_jit import new_memory
from tengen.playout.parameters_jit import ALWAYS, POLICIES, happens, new_parameters, uses_two_moves
from tengen.playout.playout_jit import new_playout
from tengen.playout.policy_jit import select_move
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import ataris_of, board_of
from tests.playout.recorded import to_move
from tests.reference import playout_rules
from tests.reference import reply_policies as naive
from tests.reference.reply_policies import START, number_of

SEEDS = range(1 if config.DISABLE_JIT else 2)
N_DRAWS = 60 if config.DISABLE_JIT else 2000
REPLYING = ["lgr1", "lgr2", "lgrf1", "lgrf2", "lgrf1-nd", "lgrf3"]
TWO_MOVES = ("lgr2", "lgrf2", "lgrf3")
RULES = ("escape", "pattern", "capture")


def select(compiled, ataris, memory, parameters, context, state, playout):
    third, before, previous = (np.uint32(number_of(move)) for move in context)
    with_two = uses_two_moves(parameters.policy)
    replies = look_up(memory.replies[0], with_two, before, previous, int(compiled.to_play))
    return to_move(
        select_move(
            compiled, ataris, memory, NO_BOOK, parameters, playout, third, before, previous, replies, state
        )
    )  # fmt: skip


def allowed_moves(board, colour, context, stored, rules, opening):
    """The first answer of the chain: a stored reply, the rules that are asked, any playable point, a pass."""
    for reply in stored:
        if reply is not None and naive.is_playable(board, reply, colour, opening):
            return {reply}
    previous = None if context[-1] == START else context[-1]
    answers = {
        "escape": lambda: playout_rules.escape(board, previous, colour),
        "pattern": lambda: playout_rules.pattern_moves(board, previous, colour),
        "capture": lambda: playout_rules.captures(board, colour),
    }
    for rule in rules:
        if moves := answers[rule]():
            return moves
    return set(naive.playable_points(board, colour, opening)) or {None}


def store(memory, policy, colour, context, replies):
    """Write replies to three, two and one move into the tables; returns those that the policy asks."""
    to_three, to_two, to_one = replies
    before, previous = (number_of(move) for move in context[1:])
    memory.replies[0].to_one[COLOURS[colour], previous] = number_of(to_one)
    memory.replies[0].to_two[COLOURS[colour], before, previous] = number_of(to_two)
    number = naive.context_number(*context, colour)
    memory.replies_to_three.context[naive.slot_of(number)] = number if to_three else 0
    memory.replies_to_three.reply[naive.slot_of(number)] = number_of(to_three)
    if policy == "default":
        return []
    if policy == "lgrf3":
        return [to_three, to_two, to_one]
    return [to_two, to_one] if policy in TWO_MOVES else [to_one]


@pytest.mark.parametrize("policy", ["default", *REPLYING])
def test_the_move_is_one_that_the_naive_chain_allows(policy):
    """Stored replies are any points of the board, stones and eyes among them, or missing."""
    n_replies = n_others = 0
    for seed in SEEDS:
        chance, state = random.Random(seed), rng_state(seed)
        memory, playout = new_memory(), new_playout()
        for board, colour in random_game_slices(seed):
            context = [START, START, START, *(move for _, move in board.moves)][-3:]
            replies = [chance.choice([None, *board.points]) for _ in range(3)]
            stored = store(memory, policy, colour, context, replies)
            rules = [rule for rule in RULES if chance.random() < 0.7]
            opening, counting = chance.choices([True, False], k=2)
            parameters = new_parameters(
                policy, opening=opening, counting=counting, **{rule: float(rule in rules) for rule in RULES}
            )
            compiled = board_of(board)
            move = select(compiled, ataris_of(compiled), memory, parameters, context, state, playout)
            allowed = allowed_moves(board, colour, context, stored, rules, opening)
            assert move in allowed, (board.diagram(), colour, context, stored, rules, opening)
            n_replies += move in stored
            n_others += move not in stored
    assert (n_replies > 5) == (policy != "default")
    assert n_others > 5


# For X the upper left corner is an eye, the point beside it taken, the other ones are playable.
EYE = """
    . X O . .
    X X O . .
    O O O . .
    . . . . .
    . . . . ."""


@pytest.mark.parametrize(
    "policy, replies, expected",
    [
        ("lgr2", [(4, 1), (3, 1), (3, 2)], (3, 1)),
        ("lgrf3", [(4, 1), (3, 1), (3, 2)], (4, 1)),
        ("lgr1", [(4, 1), (3, 1), (3, 2)], (3, 2)),
        ("lgrf1-nd", [(4, 1), (3, 1), (3, 2)], (3, 2)),
        ("lgr2", [(4, 1), (0, 0), (3, 2)], (3, 2)),  # vacant, but an eye: the other table is asked
        ("lgr2", [(4, 1), (0, 1), (3, 2)], (3, 2)),  # taken
        ("lgr2", [(4, 1), None, (3, 2)], (3, 2)),
        ("lgrf2", [(4, 1), (3, 1), (0, 0)], (3, 1)),
        ("lgrf3", [(0, 0), (3, 1), (3, 2)], (3, 1)),
        ("lgrf3", [(0, 1), (0, 0), (3, 2)], (3, 2)),
    ],
)
def test_stored_replies_are_asked_from_the_longest_context_to_the_shortest(policy, replies, expected):
    game, context = Game.from_diagram(EYE), [(4, 0), (4, 4), (3, 3)]
    memory = new_memory()
    store(memory, policy, "X", context, replies)
    parameters = new_parameters(policy)
    move = select(game.board, ataris_of(game.board), memory, parameters, context, rng_state(1), new_playout())
    assert move == expected


def random_game_slices(seed):
    for size, step in ((5, 2), (7, 5), (9, 9)):
        yield from playout_rules.random_game(size, seed)[
            seed % step :: step * (3 if config.DISABLE_JIT else 1)
        ]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_passes_only_when_no_point_is_playable(policy):
    state, memory, playout = rng_state(1), new_memory(), new_playout()
    for board, colour in playout_rules.random_game(3, 2)[3 :: 7 if config.DISABLE_JIT else 1]:
        context = [move for _, move in board.moves[-3:]]
        compiled = board_of(board)
        move = select(
            compiled,
            ataris_of(compiled),
            memory,
            new_parameters(policy, opening=False),
            context,
            state,
            playout,
        )
        any_playable = bool(naive.playable_points(board, colour, opening=False))
        any_rule = playout_rules.captures(board, colour) or playout_rules.escape(board, context[-1], colour)
        assert (move is None) == (not any_playable and not any_rule)


# White has just put the stone in the middle into atari; another one in the corner can be taken.
LAST_MOVE = (4, 3)
FIGHT = """
    O X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . O . . . .
    . . . O X . . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


@pytest.mark.parametrize("probability", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_asked_as_often_as_its_probability_says(rule, probability):
    """The other rules are off; where the rule is not asked, chance may still find its answer."""
    game, board = Game.from_diagram(FIGHT), naive.NaiveBoard.from_diagram(FIGHT)
    parameters = new_parameters(**dict.fromkeys(RULES, 0.0) | {rule: probability})
    ataris, memory, playout, state = ataris_of(game.board), new_memory(), new_playout(), rng_state(7)
    context = [START, START, LAST_MOVE]
    found = [select(game.board, ataris, memory, parameters, context, state, playout) for _ in range(N_DRAWS)]
    answers = allowed_moves(board, "X", context, [], [rule], opening=True)
    n_playable = len(naive.playable_points(board, "X"))
    assert 0 < len(answers) < n_playable / 4
    expected = probability + (1 - probability) * len(answers) / n_playable
    spread = np.sqrt(expected * (1 - expected) / N_DRAWS)
    share = sum(move in answers for move in found) / N_DRAWS
    assert share == pytest.approx(expected, abs=5 * spread + 1e-9)


@pytest.mark.parametrize("probability", [0.0, 0.5, 1.0])
def test_tiles_are_asked_as_often_as_their_probability_says(probability):
    board = naive.NaiveBoard.empty(9).play("X", (4, 4)).play("O", (6, 6))
    memory, playout, state = new_memory(), new_playout(), rng_state(3)
    own, move = to_point((4, 4)), to_point((2, 3))
    memory.rates.runs[1, own, move] = memory.rates.wins[1, own, move] = 1
    parameters = new_parameters("cmc", contextual=probability, escape=0, pattern=0, capture=0)
    compiled = board_of(board)
    ataris, context = ataris_of(compiled), [START, (4, 4), (6, 6)]
    found = [select(compiled, ataris, memory, parameters, context, state, playout) for _ in range(N_DRAWS)]
    expected = probability + (1 - probability) / len(naive.playable_points(board, "X"))
    spread = np.sqrt(expected * (1 - expected) / N_DRAWS)
    assert found.count((2, 3)) / N_DRAWS == pytest.approx(expected, abs=5 * spread + 1e-9)


def test_what_is_certain_costs_no_random_number_and_what_is_impossible_never_happens():
    state = rng_state(1)
    kept = state.copy()
    assert happens(ALWAYS, state)
    assert state == kept
    assert not any(happens(0, state) for _ in range(100))
    n_draws = 10 * N_DRAWS
    share = sum(bool(happens(ALWAYS // 8, state)) for _ in range(n_draws)) / n_draws
    assert share == pytest.approx(1 / 8, abs=5 * np.sqrt(7 / 64 / n_draws))


def test_a_reply_is_looked_up_for_the_colour_to_play_and_in_both_tables():
    memory = new_memory()
    memory.replies[0].to_one[1, 50] = 60
    memory.replies[0].to_two[1, 40, 50] = 70
    forty, fifty = np.uint32(40), np.uint32(50)
    assert look_up(memory.replies[0], True, forty, fifty, 1) == (60, 70)
    assert look_up(memory.replies[0], False, forty, fifty, 1) == (60, PASS)
    assert look_up(memory.replies[0], True, fifty, fifty, 1) == (60, PASS)
    assert look_up(memory.replies[0], True, forty, fifty, 2) == (PASS, PASS)
    assert look_up(memory.replies[0], True, np.uint32(NO_MOVE), np.uint32(NO_MOVE), 1) == (PASS, PASS)
