"""Threads that share replies: both copies of the tables learn from all playouts."""

import random

import numpy as np
import pytest
from numba import config

from tengen.playout.memory_jit import N_COPIES, N_SLOTS, learn, new_memory
from tengen.playout.parameters_jit import new_parameters
from tengen.playout.playout_jit import new_playout
from tests.core.positions import COLOURS
from tests.playout.recorded import entries
from tests.playout.test_memory import Twin
from tests.reference.reply_policies import START, number_of

N_PLAYOUTS = 40 if config.DISABLE_JIT else 150
POINTS = [(row, column) for row in range(3) for column in range(3)]


class OnePlayout:
    """What the dictionary twin wants to know about a playout."""

    def __init__(self, rng):
        self.moves = [rng.choice([None, *POINTS]) for _ in range(12)]
        self.first_colour, self.winner = rng.choice("XO"), rng.choice("XO")
        self.before, self.previous = rng.choice([START, *POINTS]), rng.choice([START, *POINTS])
        self.third = START


class Threads:
    """Some threads, one memory, and a twin for each copy that learns by the rules of memory_jit.py."""

    def __init__(self, policy, n_threads):
        self.parameters, self.memory = new_parameters(policy), new_memory()
        self.playouts = [new_playout() for _ in range(n_threads)]
        for number, playout in enumerate(self.playouts):
            playout.thread, playout.n_threads = number, n_threads
        self.twins = [Twin(policy) for _ in range(N_COPIES)]
        self.unread = [[] for _ in range(n_threads)]

    def play(self, number, one):
        """A thread has played a playout: both sides learn."""
        playout = self.playouts[number]
        playout.moves[: len(one.moves)] = [number_of(move) for move in one.moves]
        playout.n_moves = len(one.moves)
        learn(
            self.memory, self.parameters, playout, COLOURS[one.first_colour], COLOURS[one.winner],
            np.uint32(number_of(START)), np.uint32(number_of(one.before)), np.uint32(number_of(one.previous)),
        )  # fmt: skip
        self.twins[number % 2].learn(one)
        if len(self.playouts) == 1:
            return
        neighbour = number + 1 if number % 2 == 0 else number - 1
        if neighbour >= len(self.playouts):
            self.twins[1 - number % 2].learn(one)
            return
        self.unread[number].append(one)
        for other in self.unread[neighbour][-N_SLOTS:]:
            self.twins[number % 2].learn(other)
        self.unread[neighbour].clear()

    def check(self):
        """Each copy is its twin, entry by entry."""
        for copy, twin in zip(self.memory.replies, self.twins):
            tables = twin.tables()
            assert entries(copy.to_one) == tables["to_one"]
            assert entries(copy.to_two) == tables["to_two"]


@pytest.mark.parametrize("policy", ["lgr1", "lgrf1", "lgr2", "lgrf2", "lgrf1-nd"])
@pytest.mark.parametrize("n_threads", [1, 2, 3, 4])
def test_each_copy_learns_from_the_playouts_of_all_threads(policy, n_threads):
    rng, threads = random.Random(n_threads), Threads(policy, n_threads)
    for _ in range(N_PLAYOUTS):
        threads.play(rng.randrange(n_threads), OnePlayout(rng))
    threads.check()
    assert entries(threads.memory.replies[0].to_one)
    assert bool(entries(threads.memory.replies[1].to_one)) == (n_threads > 1)


def test_a_thread_that_was_held_up_leaves_out_what_is_overwritten():
    rng, threads = random.Random(5), Threads("lgrf2", 2)
    for _ in range(N_SLOTS + 7):
        threads.play(0, OnePlayout(rng))
    threads.play(1, OnePlayout(rng))
    threads.play(0, OnePlayout(rng))
    threads.check()
