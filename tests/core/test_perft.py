"""Perft: two boards that share no code count the same sequences of moves."""

import random

import pytest

from tests.core import perft_compiled
from tests.core.positions import COLOURS, RULE_SETS, both, to_point
from tests.reference import perft as naive_perft
from tests.reference.board import opponent

# Size, moves of a random game played first (so that there is something to capture), and depths.
SHAPES = {
    2: (0, 5, 8),
    3: (0, 4, 6),
    4: (12, 3, 5),
    5: (24, 2, 4),
    6: (34, 2, 3),
    7: (48, 2, 3),
    9: (80, 1, 3),
    13: (90, 1, 2),
    19: (120, 1, 2),
}


def random_start(size, rules, n_moves, seed=7):
    """The same position on both boards after a random game, Black to play."""
    chance = random.Random(seed)
    game, twin = both(size, rules)
    colour = "X"
    for _ in range(n_moves):
        legal = [point for point in twin.legal_moves(colour) if not twin.is_eye_for(colour, point)]
        move = chance.choice(legal) if legal else None
        game.play(to_point(move), COLOURS[colour])
        twin = twin.play(colour, move)
        colour = opponent(colour)
    return game, twin


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", SHAPES)
def test_both_boards_count_the_same_sequences(size, rules):
    n_moves, depth, _ = SHAPES[size]
    game, twin = random_start(size, rules, n_moves)
    assert perft_compiled.perft(game, depth) == naive_perft.perft(twin, depth)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", SHAPES)
def test_both_boards_count_the_same_long_sequences(size, rules):
    n_moves, _, depth = SHAPES[size]
    game, twin = random_start(size, rules, n_moves)
    assert perft_compiled.perft(game, depth) == naive_perft.perft(twin, depth)


def test_known_counts_from_the_empty_board():
    """Computed by hand: 2x2 has 5 first moves and each leaves 4 replies, or 5 after the pass."""
    game, _ = both(2, RULE_SETS[2])
    assert perft_compiled.perft(game, 1) == 5
    assert perft_compiled.perft(game, 2) == 4 * 4 + 5
