"""Pseudo-liberties in one word, against plain lists."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tengen.core.board_jit import LIBERTY_WORD, is_atari, is_atari_at, last_liberty, pseudo_liberties
from tengen.core.points_jit import N_POINTS

POINTS = st.integers(21, N_POINTS - 22)


@given(st.lists(POINTS, min_size=1, max_size=8))
def test_a_word_tells_how_many_and_whether_they_are_one_point(points):
    word = sum((LIBERTY_WORD[point] for point in points), np.int64(0))
    assert pseudo_liberties(word) == len(points)
    assert is_atari(word) == (len(set(points)) == 1)
    assert is_atari_at(word, np.uint32(points[0])) == (len(set(points)) == 1)


@given(POINTS, st.integers(1, 4))
def test_the_last_liberty_can_be_read_off(point, count):
    assert last_liberty(LIBERTY_WORD[point] * count) == point


def test_the_largest_chain_does_not_overflow():
    """361 stones with four liberties each would still fit."""
    word = LIBERTY_WORD[N_POINTS - 1] * np.int64(4 * 361)
    assert pseudo_liberties(word) == 4 * 361
    assert word > 0
