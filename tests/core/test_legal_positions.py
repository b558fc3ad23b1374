"""The published numbers of legal positions (Tromp & Farnebäck), counted by the compiled board."""

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import new_board
from tengen.core.jit import jit
from tengen.core.play_jit import set_up
from tengen.core.points_jit import EMPTY, N_POINTS, point_at


@jit
def count_legal_positions(board, size, colours):
    """Try all 3^area colourings; the colours are the digits of a number in base three."""
    n_legal = 0
    for number in range(3 ** (size * size)):
        rest = number
        for row in range(size):
            for column in range(size):
                colours[point_at(row, column)] = rest % 3
                rest //= 3
        n_legal += set_up(board, size, colours)
    return n_legal


def count(size):
    return count_legal_positions(new_board(size), size, np.full(N_POINTS, EMPTY, np.uint8))


def test_2x2_has_57_legal_positions():
    assert count(2) == 57


@pytest.mark.skipif(config.DISABLE_JIT, reason="20,000 positions take minutes uncompiled")
def test_3x3_has_12675_legal_positions():
    assert count(3) == 12_675


@pytest.mark.slow
def test_4x4_has_24318165_legal_positions():
    assert count(4) == 24_318_165
