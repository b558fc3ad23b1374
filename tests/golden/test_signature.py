"""The signature of play: numbers that move only when play moves, compiled or not, on every machine.

A commit that changes them changes how Tengen plays and must say so.
"""

import pytest

from tengen.core.board_jit import new_board, new_boards
from tengen.core.random_jit import rng_state
from tengen.playout.playout_jit import light_playouts, new_playout

# Size -> Black's wins and moves of five light playouts from the empty board with seed 2026.
LIGHT_PLAYOUTS = {5: (4, 200), 9: (2, 563), 13: (1, 1046), 19: (2, 2303)}


@pytest.mark.parametrize("size", LIGHT_PLAYOUTS)
def test_light_playouts_keep_their_signature(size):
    result = light_playouts(new_board(size), new_boards(1), 5, 7.5, rng_state(2026), new_playout())
    assert result == LIGHT_PLAYOUTS[size]
