"""How long the player of the territory net thinks, in CPU time of one core."""

import time

import numpy as np
import pytest

from tengen import Game
from tengen.players.spec import make_player

N_TURNS = 5


def seconds_of_a_move(text, size, n_moves):
    """The best of some turns, for the machine may be busy."""
    game, rng = Game(size), np.random.default_rng(1)
    for _ in range(n_moves):
        game.play(rng.choice(game.legal()))
    player = make_player(text)
    player.choose_move(game)  # compiled and loaded
    best = float("inf")
    for _ in range(N_TURNS):
        begun = time.process_time()
        player.choose_move(game)
        best = min(best, time.process_time() - begun)
    print(f"{text} on {size}x{size} after {n_moves} moves: {1000 * best:.1f} ms a move")
    return best


@pytest.mark.slow
@pytest.mark.parametrize(
    "text, size, most",
    [
        ("dag-rnn", 19, 0.5),
        ("dag-rnn", 9, 0.03),
        ("dag-rnn:depth=2", 9, 0.3),
        ("dag-rnn:depth=2", 19, 4.0),
        ("dag-rnn:net=small,by=moves", 19, 0.05),
    ],
)
@pytest.mark.parametrize("is_late", [False, True])
def test_a_move_takes_less_than_it_may(text, size, most, is_late):
    assert seconds_of_a_move(text, size, size**2 // 2 if is_late else 0) < most
