"""What an alpha-beta search remembers: when an entry is an answer, and which positions are the same."""

import numpy as np
import pytest

from tengen.core.game import Game
from tengen.td.alphabeta_jit import (
    AT_LEAST,
    AT_MOST,
    FRAME,
    VALUE,
    find_entry,
    is_answer,
    key_of,
    new_table,
    write_entry,
)

KEY = np.uint64(77)
SALT = np.uint64(0)


def written(value, alpha, beta, depth=4, is_exact=False):
    """The entry of a search that found a value."""
    frames = np.zeros(1, FRAME).view(np.recarray)
    frame = frames[0]
    frame.alpha, frame.beta, frame.best, frame.is_exact = alpha, beta, value, is_exact
    table = new_table(8)
    write_entry(table, KEY, depth, frame, 21)
    return find_entry(table, KEY)


@pytest.mark.parametrize(
    "value, bound", [(0.4, VALUE), (0.2, AT_MOST), (0.1, AT_MOST), (0.6, AT_LEAST), (0.7, AT_LEAST)]
)
def test_outside_of_its_window_a_value_is_a_bound(value, bound):
    entry = written(value, 0.2, 0.6)
    assert (entry.bound, entry.value, entry.move, entry.depth) == (bound, value, 21, 4)


@pytest.mark.parametrize(
    "value, alpha, beta, expected",
    [
        (0.4, 0.0, 1.0, True),  # a value answers in every window
        (0.4, 0.8, 0.9, True),
        (0.7, 0.5, 0.65, True),  # at least 0.7
        (0.7, 0.5, 0.7, True),
        (0.7, 0.5, 0.8, False),
        (0.7, 0.8, 0.9, False),
        (0.1, 0.15, 0.5, True),  # at most 0.1
        (0.1, 0.1, 0.5, True),
        (0.1, 0.05, 0.5, False),
        (0.1, 0.01, 0.05, False),
    ],
)
def test_a_bound_answers_where_it_decides(value, alpha, beta, expected):
    assert is_answer(written(value, 0.2, 0.6), KEY, 4, alpha, beta) == expected
    assert not is_answer(written(value, 0.2, 0.6), KEY + np.uint64(8), 4, alpha, beta)


@pytest.mark.parametrize(
    "depth, is_exact, expected",
    [
        (4, False, True),
        (3, False, False),
        (5, False, False),
        (4, True, True),
        (3, True, False),
        (5, True, True),
    ],
)
def test_only_exact_values_hold_for_larger_depths(depth, is_exact, expected):
    assert is_answer(written(0.4, 0.2, 0.6, 4, is_exact), KEY, depth, 0.0, 1.0) == expected


def test_positions_differ_by_stones_side_ko_and_pass():
    def key(*moves):
        game = Game(4, komi=0)
        for move in moves:
            game.play(move)
        return int(key_of(game.board, SALT))

    assert key("A1", "B2", "C3") == key("C3", "B2", "A1")
    assert key("A1", "C3") != key("A1", "C4")
    assert key("A1", "C3") != key("pass", "C3", "A1")  # Black to play, or White
    assert key("A1", "C3", "pass") != key("pass", "C3", "A1")  # after a pass another ends the game
    shape = ["B1", "C1", "A2", "D2", "B3", "C3"]
    assert key(*shape, "C2") != key(*shape, "pass", "B2", "C2")  # a stone was taken from B2: a ko


def test_a_salt_hides_older_entries():
    board = Game(3).board
    assert key_of(board, np.uint64(1)) != key_of(board, np.uint64(2))


@pytest.mark.parametrize("n_entries, n_slots", [(0, 0), (1, 1), (1000, 512), (1024, 1024)])
def test_a_table_has_a_power_of_two_of_slots(n_entries, n_slots):
    assert len(new_table(n_entries)) == n_slots
