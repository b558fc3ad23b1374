"""Whether the last pass is played where programs have played it."""

import numba
import pytest

from tengen.players.passing import look_at_end, reason_to_pass
from tests.finished_games import finished_games


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs thousands of playouts")
def test_a_pass_that_ended_a_game_of_programs_is_played_by_us_too():
    """In 95 of 100: else stones are put down one after the other, and the count stays as it is."""
    n_passes = 0
    for finished in (games := finished_games()):
        game = finished.played()
        game.undo()
        n_passes += reason_to_pass(game, look_at_end(game, early=False)) == "nothing is left to gain"
    assert n_passes >= 0.95 * len(games)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs thousands of playouts")
def test_in_the_middle_of_a_game_a_pass_is_answered_by_a_move():
    n_answered = 0
    for finished in (games := finished_games()):
        game = finished.played()
        while game.n_moves > len(finished.moves) // 2:
            game.undo()
        game.play("pass")
        n_answered += reason_to_pass(game, look_at_end(game, early=True)) is None
    assert n_answered >= 0.95 * len(games)
