"""What every policy remembers of the playouts of a real search, against plain dictionaries."""

import pytest
from numba import config

from tengen.core.points_jit import N_POINTS
from tengen.playout.memory_jit import new_memory
from tengen.playout.parameters_jit import POLICIES
from tests.core.positions import COLOURS
from tests.playout.recorded import entries, recorded_search
from tests.reference import playout_rules
from tests.reference import reply_policies as naive
from tests.reference.board import BLACK, WHITE
from tests.reference.reply_policies import number_of

N_PLAYOUTS = 6 if config.DISABLE_JIT else 80
TWO_MOVES = ("lgr2", "lgrf2", "lgrf3")
FORGETTING = ("lgrf1", "lgrf2", "lgrf3")
PREDICATE_ROWS = {"a position": 0, "ko": 5, "own atari": 6, "enemy atari": 7}


class Twin:
    """The memory of a policy in dictionaries."""

    def __init__(self, policy):
        self.policy = policy
        self.ones, self.twos, self.slots, self.rates = {}, {}, {}, {}

    def learn(self, one):
        """Learn from a recorded playout what the policy learns from it."""
        played = one.moves, one.first_colour, one.winner
        if self.policy == "softmax1":
            naive.learn_reply_rates(self.rates, *played, one.previous)
        elif self.policy == "cmc":
            naive.learn_tiles(self.rates, *played)
        elif self.policy == "past":
            naive.learn_predicates(self.rates, one.board, *played, one.before, one.previous)
        elif self.policy == "lgrf1-nd":
            naive.learn_first_replies(self.ones, *played, one.previous)
        elif self.policy != "default":
            forget = self.policy in FORGETTING
            twos = self.twos if self.policy in TWO_MOVES else {}
            playout_rules.learn(self.ones, twos, *played, one.before, one.previous, forget)
        if self.policy == "lgrf3":
            naive.learn_replies_to_three(self.slots, *played, one.third, one.before, one.previous)

    def tables(self):
        """All tables of the memory as {index: value}."""
        rows = {
            (COLOURS[colour], context_row(context), number_of(move)): counts
            for (colour, context, move), counts in self.rates.items()
        }
        return {
            "to_one": numbered(self.ones),
            "to_two": numbered(self.twos),
            "context": {(slot,): context for slot, (context, _) in self.slots.items()},
            "reply": {(slot,): number_of(reply) for slot, (_, reply) in self.slots.items()},
            "runs": {row: runs for row, (runs, _) in rows.items()},
            "wins": {row: wins for row, (_, wins) in rows.items() if wins},
        }


def numbered(replies):
    return {
        (COLOURS[colour], *map(number_of, context)): number_of(reply)
        for (colour, *context), reply in replies.items()
    }


def context_row(context):
    """The row of a context: a move by its number, the predicates in the rows that context_jit.py lists."""
    if context in PREDICATE_ROWS:
        return 2 * N_POINTS + PREDICATE_ROWS[context]
    if context is None or context == naive.START or isinstance(context[0], int):
        return number_of(context)
    kind, value = context
    if kind == "quarter":
        return 2 * N_POINTS + 1 + value
    return number_of(value) + (N_POINTS if kind == "own last move" else 0)


def tables_of(memory):
    return {
        "to_one": entries(memory.replies[0].to_one),
        "to_two": entries(memory.replies[0].to_two),
        "context": entries(memory.replies_to_three.context),
        "reply": entries(memory.replies_to_three.reply),
        "runs": entries(memory.rates.runs),
        "wins": entries(memory.rates.wins),
    }


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 7])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_memory_of_a_search_is_what_its_playouts_teach(policy, size):
    searcher, playouts = recorded_search(policy, size, N_PLAYOUTS)
    twin, winners = Twin(policy), set()
    for one in playouts:
        winners.add(one.winner)
        if one.winner in (BLACK, WHITE):
            twin.learn(one)
    assert winners >= {BLACK, WHITE}
    assert tables_of(searcher.memory) == twin.tables()
    assert any(twin.tables().values()) == (policy != "default")
    assert not any(searcher.memory.counts.tobytes())  # nobody asked for counters
    assert not searcher.threads[0].worker.playout.seen.any()


def test_a_new_memory_knows_nothing():
    assert not any(new_memory().tobytes())
