"""The signature of search: one number that moves only when the search moves.

It is a checksum of the statistics of every root move after fixed searches: sizes, policies, positions
with stones, and what was learned. A commit that changes it changes how Tengen plays and must say so, with
the new number. To renew it run this file and copy the number that the failing test shows.
"""

import zlib

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import POLICIES, new_parameters

SIGNATURE = 2153783202

FIGHT = ("E5", "E4", "D4", "F5", "D5", "F4", "E6", "F6", "E3", "D3", "pass", "C4")
SEARCHES = [  # size, policy, moves before, playouts, more search parameters
    *((9, policy, FIGHT[: 2 * number], 200, {}) for number, policy in enumerate(POLICIES) if number < 7),
    *((9, policy, FIGHT, 100, {}) for policy in ("softmax1", "cmc", "past")),
    (9, "default", FIGHT, 300, {"exploration": 0.4, "win_stay": False}),
    (9, "lgrf2", FIGHT[:7], 300, {"virtual_loss": 2.0, "expand_at": 5.0, "prior": 4.0}),
    (13, "default", ("D4", "K10", "K4"), 200, {}),
    (13, "lgrf2", ("D4", "K10", "K4"), 200, {}),
    (19, "default", ("Q16", "D4", "Q4", "C16", "R14"), 100, {}),
    (19, "lgrf2", ("Q16", "D4", "Q4", "C16", "R14"), 200, {}),
]


def signature():
    """A CRC over all root statistics, as whole numbers; excluded moves count as -1."""
    total = 0
    for seed, (size, policy, moves, n_playouts, options) in enumerate(SEARCHES):
        game = Game(size)
        for move in moves:
            game.play(move)
        search = new_search_parameters(**options)
        one = Searcher(size, new_parameters(policy, game.komi), search, memory_mb=8, seed=seed)
        one.think(game, playouts=n_playouts)
        stats = np.where(np.isfinite(one.tree.stats[one.root_node]), one.tree.stats[one.root_node], -1)
        total = zlib.crc32(np.round(stats).astype("<i4").tobytes(), total)
        total = zlib.crc32(int(one.n_moves).to_bytes(8, "little"), total)
    return total


@pytest.mark.skipif(config.DISABLE_JIT, reason="thousands of playouts; too slow uncompiled")
def test_searches_keep_their_signature():
    assert signature() == SIGNATURE
