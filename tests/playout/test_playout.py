"""Light playouts, each replayed by the naive board; and the yardstick plays the same game."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game, Rules
from tengen.bench.baseline_jit import empty_plain_board, plain_playouts
from tengen.core.board_jit import copy_board, new_board, new_boards
from tengen.core.random_jit import rng_state
from tengen.playout.playout_jit import light_playout, light_playouts, new_playout
from tests.core.positions import SIGNS, to_pair
from tests.reference.board import NaiveBoard

N_SEEDS = 1 if config.DISABLE_JIT else 6
KO_AND_EYES = """
    . X . O .
    X X O . O
    . X . O .
    X O O O O
    . O . O ."""


def replay(start, to_play, playout, board):
    """Check every move of a playout with the naive board, and the count at its end."""
    twin = start
    colour = SIGNS[to_play]
    for point in playout.moves[: playout.n_moves].tolist():
        move = to_pair(point) if point else None
        playable = [at for at in twin.legal_moves(colour) if not twin.is_eye_for(colour, at)]
        assert move in playable if playable else move is None
        twin = twin.play(colour, move)
        colour = "O" if colour == "X" else "X"
    assert playout.lead == twin.score()
    signs = "".join(twin.position)
    assert [int(board.stones[1]), int(board.stones[2])] == [signs.count("X"), signs.count("O")]
    return twin


@pytest.mark.parametrize("size", [2, 3, 5, 9])
@pytest.mark.parametrize("seed", range(N_SEEDS))
def test_a_playout_from_the_empty_board_keeps_the_rules_to_its_end(size, seed):
    board, playout = new_board(size), new_playout()
    light_playout(board, 3 * size * size, rng_state(seed), playout)
    twin = replay(NaiveBoard.empty(size), BLACK, playout, board)
    assert playout.n_passes == 2 or playout.n_moves == 3 * size * size
    assert twin.is_over == (playout.n_passes == 2)


@pytest.mark.parametrize("seed", range(N_SEEDS))
def test_a_playout_from_a_fight_keeps_the_rules_to_its_end(seed):
    game = Game.from_diagram(KO_AND_EYES, rules=Rules("simple", "simple", False))
    board, playout = copy_board(game.board), new_playout()
    light_playout(board, 75, rng_state(seed), playout)
    replay(NaiveBoard.from_diagram(KO_AND_EYES), BLACK, playout, board)


@pytest.mark.parametrize("limit", [0, 1, 7, 20])
def test_the_move_limit_ends_a_playout_and_the_area_is_counted_in_full(limit):
    board, playout = new_board(5), new_playout()
    light_playout(board, limit, rng_state(4), playout)
    assert playout.n_moves == limit
    replay(NaiveBoard.empty(5), BLACK, playout, board)


@pytest.mark.parametrize("to_play, may_fill", [(BLACK, True), (WHITE, False)])
def test_the_colour_that_took_a_ko_may_fill_it_and_the_other_may_not_retake(to_play, may_fill):
    game = Game.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . ."""
    )
    game.play("C3")
    first_moves = set()
    for seed in range(60):
        board, playout = copy_board(game.board), new_playout()
        board.to_play = to_play
        light_playout(board, 1, rng_state(seed), playout)
        first_moves.add(int(playout.moves[0]))
    assert (int(game.board.ko) in first_moves) == may_fill


def test_a_seed_gives_the_same_playouts_and_the_start_is_left_alone():
    start = new_board(9)
    before = start.tobytes()
    results = [light_playouts(start, new_boards(1), 5, 7.5, rng_state(11), new_playout()) for _ in range(2)]
    assert results[0] == results[1]
    assert start.tobytes() == before


@pytest.mark.skipif(config.DISABLE_JIT, reason="needs thousands of playouts")
@pytest.mark.parametrize("size, n_playouts", [(9, 20_000), (19, 2_000)])
def test_fast_and_plain_boards_play_games_alike(size, n_playouts):
    """Length and winner of light playouts do not depend on the board that plays them.

    The plain board scans cyclically, which is not quite uniform, so lengths may differ by a percent.
    """
    wins, moves = light_playouts(new_board(size), new_boards(1), n_playouts, 7.5, rng_state(1), new_playout())
    plain_wins, plain_moves = plain_playouts(empty_plain_board(size), size, n_playouts, 7.5, rng_state(2))
    assert moves / plain_moves == pytest.approx(1, abs=0.01)
    assert abs(wins - plain_wins) / n_playouts < 5 * np.sqrt(0.5 / n_playouts)


def test_the_plain_board_plays_too_when_it_is_not_compiled():
    wins, moves = plain_playouts(empty_plain_board(5), 5, 2, 7.5, rng_state(1))
    assert 0 <= wins <= 2
    assert moves >= 2 * 10
