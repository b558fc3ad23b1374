"""Feasible points: no own eyes, and in the opening nothing far from all stones."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, Game
from tengen.core.board_jit import new_board
from tengen.core.play_jit import play_move
from tengen.core.playable_jit import is_feasible, is_near_play
from tests.core.positions import COLOURS, to_point
from tests.reference import playout_rules as naive
from tests.reference.board import NaiveBoard, empty_position

SEEDS = range(1 if config.DISABLE_JIT else 4)


def near(board, point):
    return bool(is_near_play(board, np.uint32(to_point(point))))


def feasible(board, point, colour):
    return bool(is_feasible(board, np.uint32(to_point(point)), COLOURS[colour]))


def check_all_points(board, twin):
    for point in [point for point in twin.points if twin.at(point) == "."]:
        assert near(board, point) == naive.is_near_play(twin.position, point), (twin.position, point)
        for colour in "XO":
            expected = naive.is_feasible(twin, point, colour)
            assert feasible(board, point, colour) == expected, (twin.position, point, colour)
            anywhere = is_feasible(board, np.uint32(to_point(point)), COLOURS[colour], False)
            assert anywhere == (not twin.is_eye_for(colour, point)), (twin.position, point, colour)


@pytest.mark.parametrize("size", range(2, 20))
def test_on_an_empty_board_only_the_third_and_fourth_lines_are_feasible(size):
    board, twin = new_board(size), NaiveBoard.empty(size)
    check_all_points(board, twin)
    lines = {min(row, column, size - 1 - row, size - 1 - column) for row, column in twin.points}
    n_points = sum(max(size - 2 * line, 0) ** 2 - max(size - 2 * line - 2, 0) ** 2 for line in lines & {2, 3})
    assert sum(feasible(board, point, "X") for point in twin.points) == n_points


def test_a_lone_stone_makes_the_36_points_of_a_large_knights_move_feasible():
    board = new_board(19)
    play_move(board, np.uint32(to_point((9, 9))), BLACK)
    reach = """
        . . # # # . .
        . # # # # # .
        # # # # # # #
        # # # X # # #
        # # # # # # #
        . # # # # # .
        . . # # # . ."""
    expected = [sign == "#" for sign in reach.split()]
    points = [(row, column) for row in range(6, 13) for column in range(6, 13)]
    assert [point != (9, 9) and near(board, point) for point in points] == expected
    assert sum(expected) == 36


def test_a_stone_does_not_reach_round_the_edge_of_the_board():
    board = new_board(19)
    play_move(board, np.uint32(to_point((9, 18))), BLACK)
    assert near(board, (9, 17))
    assert not near(board, (10, 0))
    assert not near(board, (9, 0))
    assert not near(board, (11, 1))


@pytest.mark.parametrize("point", [(0, 0), (0, 18), (18, 0), (18, 18), (0, 9), (9, 18), (9, 9), (5, 1)])
def test_a_lone_stone_anywhere_on_a_big_board_agrees_with_the_naive_rule(point):
    board, twin = new_board(19), NaiveBoard.empty(19)
    play_move(board, np.uint32(to_point(point)), BLACK)
    check_all_points(board, twin.play("X", point))


@pytest.mark.parametrize(
    "diagram, point, is_eye",
    [
        (". X . . . / X X . . . / . . . . . / . . . . . / . . . . .", (0, 0), True),
        (". X . . . / X O . . . / . . . . . / . . . . . / . . . . .", (0, 0), False),
        ("X . X . . / X X X . . / . . . . . / . . . . . / . . . . .", (0, 1), True),
        ("X . X . . / O X X . . / . . . . . / . . . . . / . . . . .", (0, 1), False),
        (". . . . . / . X X O . / . X . X . / . X X X . / . . . . .", (2, 2), True),
        (". . . . . / . O X O . / . X . X . / . X X X . / . . . . .", (2, 2), False),
        (". . . . . / . . X . . / . X . . . / . . X . . / . . . . .", (2, 2), False),
    ],
)
def test_an_own_eye_is_not_feasible_with_fewer_than_two_enemies_at_its_corners(diagram, point, is_eye):
    text = diagram.replace("/", "\n")
    game, twin = Game.from_diagram(text), NaiveBoard.from_diagram(text)
    assert feasible(game.board, point, "X") == (not is_eye)
    assert feasible(game.board, point, "O")
    check_all_points(game.board, twin)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9])
@pytest.mark.parametrize("seed", SEEDS)
def test_feasible_points_agree_with_the_naive_rule_through_random_games(size, seed):
    board = new_board(size)
    for number, (twin, _) in enumerate(naive.random_game(size, seed)):
        if number:
            colour, move = twin.moves[-1]
            play_move(board, np.uint32(to_point(move)), COLOURS[colour])
        if number < 6 or number % 4 == 0 or size < 5:
            check_all_points(board, twin)


def test_small_boards_have_hardly_a_third_line():
    assert not any(naive.is_near_play(empty_position(4, 4), (r, c)) for r in range(4) for c in range(4))
    assert [
        (r, c) for r in range(5) for c in range(5) if naive.is_near_play(empty_position(5, 5), (r, c))
    ] == [(2, 2)]
