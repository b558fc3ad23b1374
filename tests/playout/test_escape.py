"""The escape rule: take an enemy beside the chain in atari, else run, else leave it to the other rules."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.board_jit import new_board
from tengen.core.play_jit import play_move
from tengen.core.points_jit import PASS
from tengen.playout.atari_jit import select_escape
from tengen.playout.self_atari_jit import is_self_atari
from tests.core.positions import COLOURS, to_point
from tests.reference import playout_rules as naive
from tests.reference.board import NaiveBoard, changed, format_position, neighbours, parse_position

SEEDS = range(1 if config.DISABLE_JIT else 4)


def escape_of(board, last_move, colour):
    return int(select_escape(board, np.uint32(to_point(last_move)), COLOURS[colour]))


def self_atari(board, point, colour):
    return bool(is_self_atari(board, np.uint32(to_point(point)), COLOURS[colour]))


def check_escape(board, twin, last_move, colour):
    """The compiled answer is one of the twin's; returns how many there were."""
    allowed = naive.escape(twin, last_move, colour)
    expected = {to_point(point) for point in allowed} or {PASS}
    before = board.tobytes()
    assert escape_of(board, last_move, colour) in expected, (twin.position, last_move, colour)
    assert board.tobytes() == before
    return len(allowed)


def check_self_ataris(board, twin, colour):
    for point in twin.legal_moves(colour):
        expected = naive.is_self_atari(twin, point, colour)
        assert self_atari(board, point, colour) == expected, (twin.position, point, colour)


def after_move(diagram, colour, move):
    """The two boards after a last move on a drawing."""
    game, twin = Game.from_diagram(diagram, to_play=COLOURS[colour]), NaiveBoard.from_diagram(diagram)
    game.play(to_point(move))
    return game.board, twin.play(colour, move)


def test_a_chain_in_atari_beside_the_last_move_extends():
    board, twin = after_move(
        """
        . O . . .
        O X . . .
        . . . . .
        . . . . .
        . . . . .""",
        "O",
        (2, 1),
    )
    assert naive.escape(twin, (2, 1), "X") == {(1, 2)}
    assert escape_of(board, (2, 1), "X") == to_point((1, 2))
    assert escape_of(board, None, "X") == PASS  # after a pass nothing was put into atari
    assert escape_of(board, (4, 4), "X") == PASS  # only chains beside the last move are looked at
    assert escape_of(board, (2, 1), "O") == PASS  # and only own ones


def test_an_extension_that_stays_in_atari_is_not_played():
    board, twin = after_move(
        """
        . O O . .
        O X . O .
        . . . . .
        . . . . .
        . . . . .""",
        "O",
        (2, 1),
    )
    assert naive.escape(twin, (2, 1), "X") == set()
    assert escape_of(board, (2, 1), "X") == PASS


def test_taking_an_enemy_beside_the_chain_goes_before_extending():
    board, twin = after_move(
        """
        . O X . .
        O X . . .
        . . . . .
        . . . . .
        . . . . .""",
        "O",
        (2, 1),
    )
    assert naive.escape(twin, (2, 1), "X") == {(0, 0)}
    assert escape_of(board, (2, 1), "X") == to_point((0, 0))


def test_a_capture_for_a_later_neighbour_goes_before_an_extension_of_an_earlier_one():
    board, twin = after_move(
        """
        . . . . . . .
        . . O . . . .
        . O X . . . .
        . . . . . . .
        . O X O X . .
        . . . X . . .
        . . . . . . .""",
        "O",
        (3, 2),
    )
    assert naive.escape(twin, (3, 2), "X") == {(3, 3)}
    assert escape_of(board, (3, 2), "X") == to_point((3, 3))


@pytest.mark.parametrize("number", range(3))
def test_chains_are_saved_in_the_order_north_west_east_south(number):
    position = parse_position("""
        . . . . . . .
        . . . . . . .
        . . O O O . .
        . . O . O . .
        . . O O O . .
        . . . . . . .
        . . . . . . .""")
    chains = [(2, 3), (3, 2), (3, 4), (4, 3)][number : number + 2]  # two that follow each other
    extensions = [(1, 3), (3, 1), (3, 5), (5, 3)][number : number + 2]
    position = changed(position, chains, "X")
    for extension in extensions:
        board, twin = after_move(format_position(position), "O", (3, 3))
        assert naive.escape(twin, (3, 3), "X") == {extension}
        assert escape_of(board, (3, 3), "X") == to_point(extension)
        around = [point for point in neighbours(position, extension) if point not in chains]
        position = changed(position, around, "O")  # no way out any more
    board, twin = after_move(format_position(position), "O", (3, 3))
    assert naive.escape(twin, (3, 3), "X") == set()
    assert escape_of(board, (3, 3), "X") == PASS


def test_a_ko_may_not_be_retaken_to_escape():
    board, twin = after_move(
        """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .""",
        "O",
        (1, 1),
    )
    assert twin.ko_point == (1, 2)
    assert naive.escape(twin, (1, 1), "X") == set()
    assert escape_of(board, (1, 1), "X") == PASS
    no_ko, twin = Game.from_diagram(twin.diagram()).board, NaiveBoard(twin.position)
    assert naive.escape(twin, (1, 1), "X") == {(1, 2)}
    assert escape_of(no_ko, (1, 1), "X") == to_point((1, 2))


def test_taking_in_a_ko_is_self_atari_but_taking_two_stones_is_not():
    ko = """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . ."""
    game, twin = Game.from_diagram(ko), NaiveBoard.from_diagram(ko)
    assert naive.is_self_atari(twin, (1, 1), "O")
    assert self_atari(game.board, (1, 1), "O")
    two_stones = """
        . X O . .
        X . X O .
        X O X O .
        . X O . .
        . . . . ."""
    game, twin = Game.from_diagram(two_stones), NaiveBoard.from_diagram(two_stones)
    assert not naive.is_self_atari(twin, (1, 1), "O")
    assert not self_atari(game.board, (1, 1), "O")


def test_liberties_of_all_joined_chains_count_once_against_self_atari():
    shared = """
        . X . X .
        O . X . O
        . O . O .
        . . . . .
        . . . . ."""
    game, twin = Game.from_diagram(shared), NaiveBoard.from_diagram(shared)
    for colour in "XO":
        check_self_ataris(game.board, twin, colour)
    hole = """
        X X X O .
        X . . O .
        X X X O .
        O O O O .
        . . . . ."""
    game, twin = Game.from_diagram(hole), NaiveBoard.from_diagram(hole)
    for point in [(1, 1), (1, 2)]:  # the other one is the only liberty left, beside several stones
        assert naive.is_self_atari(twin, point, "X")
        assert self_atari(game.board, point, "X")


def test_after_a_pass_nothing_escapes_not_even_from_the_corner():
    game = Game.from_diagram("""
        X . . . .
        O . . . .
        . . . . .
        . . . . .
        . . . . .""")
    assert select_escape(game.board, np.uint32(PASS), COLOURS["X"]) == PASS


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9])
@pytest.mark.parametrize("seed", SEEDS)
def test_escapes_and_self_ataris_agree_with_the_naive_rules_through_random_games(size, seed):
    board = new_board(size)
    n_escapes = 0
    for number, (twin, to_play) in enumerate(naive.random_game(size, seed)):
        last_move = None
        if number:
            colour, last_move = twin.moves[-1]
            play_move(board, np.uint32(to_point(last_move)), COLOURS[colour])
        n_escapes += check_escape(board, twin, last_move, to_play)
        if number % 6 == 0:
            check_self_ataris(board, twin, to_play)
        if number % 12 == 5:  # any point may stand for the last move, and either colour for its victim
            for point in twin.points:
                check_escape(board, twin, point, "X")
                check_escape(board, twin, point, "O")
    assert n_escapes > 0 or size < 5
