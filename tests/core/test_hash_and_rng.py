"""Hashes that mean the same everywhere, and random numbers that are a function of the seed."""

import itertools

import numpy as np
import pytest

from tengen import Game
from tengen.core.random_jit import (
    KO_HASH,
    STONE_HASH,
    WHITE_TO_PLAY_HASH,
    _splitmix64,
    random_below,
    rng_state,
)


def test_the_words_never_change():
    """Books store hashes, so a new table would make them worthless."""
    assert int(STONE_HASH[0, 0]) == 0x30FDC233A6E568BB
    assert int(WHITE_TO_PLAY_HASH) == 0xF9A4FBC8CEA39C31


def test_the_generator_is_splitmix64():
    """The published first words for the seed 1234567."""
    assert _splitmix64(1234567, 3).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_no_two_words_are_equal():
    words = [*STONE_HASH.ravel().tolist(), *KO_HASH.tolist(), int(WHITE_TO_PLAY_HASH)]
    assert len(set(words)) == len(words)


def test_equal_positions_by_other_orders_have_equal_hashes():
    moves = [("C3", 1), ("D4", 2), ("E5", 1), ("A1", 2)]
    hashes = set()
    for order in itertools.permutations(moves):
        game = Game(5)
        for vertex, colour in order:
            game.play(vertex, colour)
        hashes.add(int(game.board.hash))
    assert len(hashes) == 1


def test_a_seed_gives_the_same_numbers_and_another_stream_gives_others():
    draws = [[int(random_below(state, 1000)) for _ in range(20)] for state in (rng_state(5), rng_state(5))]
    assert draws[0] == draws[1]
    other = rng_state(5, stream=1)
    assert draws[0] != [int(random_below(other, 1000)) for _ in range(20)]
    assert rng_state(10**40).shape == (1,)


@pytest.mark.parametrize("n", [1, 2, 7, 81, 361])
def test_numbers_below_n_are_uniform(n):
    """Chi-square of 100 draws a cell; the bound is about six standard deviations."""
    state = rng_state(n)
    counts = np.bincount([int(random_below(state, n)) for _ in range(100 * n)], minlength=n)
    assert len(counts) == n
    chi_square = float(((counts - 100) ** 2 / 100).sum())
    assert chi_square < (n - 1) + 6 * (2 * n) ** 0.5
