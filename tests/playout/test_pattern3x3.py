"""3x3 patterns: every neighbourhood there is, by the table and by the drawings."""

import itertools

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import new_board
from tengen.core.play_jit import play_move, set_up
from tengen.core.points_jit import N_POINTS, PASS
from tengen.core.random_jit import rng_state
from tengen.playout.pattern3x3_jit import matches_pattern, select_pattern
from tests.core.positions import COLOURS, to_point
from tests.reference import playout_rules as naive
from tests.reference.board import (
    NaiveBoard,
    all_points,
    changed,
    empty_position,
    parse_position,
    symmetric_point,
    symmetric_position,
)

STEP = 97 if config.DISABLE_JIT else 1
SEEDS = range(1 if config.DISABLE_JIT else 4)


def board_with(position):
    board = new_board(len(position))
    colours = np.zeros(N_POINTS, np.uint8)
    for row, column in all_points(position):
        colours[to_point((row, column))] = COLOURS.get(position[row][column], 0)
    set_up(board, len(position), colours)
    return board


def matches(board, point, colour):
    return bool(matches_pattern(board, np.uint32(to_point(point)), COLOURS[colour]))


def check_point(board, position, point):
    for colour in "XO":
        assert matches(board, point, colour) == naive.matches_pattern(position, point, colour), (
            position,
            point,
            colour,
        )


# Row by row, the move in the middle of the second row; X is to move. Two rows lie on the lower edge.
EXAMPLES = {
    "Hane1": ["XOX ... OX.", "OXO ... XOX"],
    "Hane2": ["XO. ... X.O", "OX. ... ..."],
    "Hane3": ["XOX X.. O.O", "OX. O.. X.X"],
    "Hane4": ["XOO ... O.X"],
    "Cut1": ["XO. O.. ...", "OX. X.. ...", "XOX O.O XXX", "XOX O.X XOX"],
    "Cut2": [".X. O.O X.X", "OXO O.O ...", "XOX X.X O.O"],
    "Edge1": ["X.O O.X", "O.. X.."],
    "Edge2": ["OXO ..O", ".X. O.O", ".O. X.X"],
    "Edge3": [".XO ...", "OXO X.O"],
    "Edge4": [".OX ...", "OOX O.X"],
    "Edge5": [".OX X.O"],
    None: [
        "... ... ...",
        "OXX ... ...",  # hane 4 is for the mover only
        "XO. O.O ...",  # the cut is covered: the exceptions of cut 1
        "XO. O.. .O.",
        "OX. X.X ...",
        ".X. O.O .O.",  # no cut 2 with an enemy below
    ],
}
CASES = [(name, drawing) for name, drawings in EXAMPLES.items() for drawing in drawings]


@pytest.mark.parametrize("name, drawing", CASES)
def test_each_pattern_is_found_in_all_eight_symmetries(name, drawing):
    rows = drawing.split()
    top = 3 if len(rows) == 2 else 1
    centre = (top + 1, 2)
    position = empty_position(5, 5)
    for row, column in itertools.product(range(len(rows)), range(3)):
        position = changed(position, [(top + row, 1 + column)], rows[row][column])
    for symmetry in range(8):
        image = symmetric_position(position, symmetry)
        point = symmetric_point(centre, 5, symmetry)
        found = naive.patterns_at(image, point, "X")
        assert (name in found) if name else (not found)
        assert matches(board_with(image), point, "X") == (name is not None)


def test_the_mover_patterns_are_not_for_the_other_side():
    position = parse_position("""
        . . . . .
        . X O O .
        . . . . .
        . . . . .
        . . . . .""")
    assert naive.patterns_at(position, (2, 2), "X") == {"Hane4"}
    assert naive.patterns_at(position, (2, 2), "O") == set()
    board = board_with(position)
    assert matches(board, (2, 2), "X")
    assert not matches(board, (2, 2), "O")


def neighbourhoods(centre):
    """Every way to fill the points around one of a 5x5 board, the rest empty."""
    row, column = centre
    around = [(r, c) for r, c in all_points(empty_position(5, 5)) if max(abs(r - row), abs(c - column)) == 1]
    for signs in itertools.islice(itertools.product(".XO", repeat=len(around)), 0, None, STEP):
        position = empty_position(5, 5)
        for sign in "XO":
            position = changed(position, [p for p, s in zip(around, signs) if s == sign], sign)
        yield position


@pytest.mark.parametrize("centre", [(2, 2), (0, 2), (2, 0), (2, 4), (4, 2)])
def test_every_neighbourhood_agrees_with_the_drawings(centre):
    for position in neighbourhoods(centre):
        check_point(board_with(position), position, centre)


@pytest.mark.parametrize("corner", [(0, 0), (0, 4), (4, 0), (4, 4)])
def test_no_pattern_is_found_in_a_corner(corner):
    for position in neighbourhoods(corner):
        board = board_with(position)
        assert not matches(board, corner, "X")
        assert not matches(board, corner, "O")


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 9])
@pytest.mark.parametrize("seed", SEEDS)
def test_patterns_agree_with_the_drawings_through_random_games(size, seed):
    board = new_board(size)
    for number, (twin, _) in enumerate(naive.random_game(size, seed)):
        if number:
            colour, move = twin.moves[-1]
            play_move(board, np.uint32(to_point(move)), COLOURS[colour])
        if number % 5 == 0 or size < 5:
            for point in [point for point in twin.points if twin.at(point) == "."]:
                check_point(board, twin.position, point)


def patterns_selected(board, last_move, colour, n_draws):
    last_move = np.uint32(to_point(last_move))
    return {
        int(select_pattern(board, last_move, COLOURS[colour], True, 0, rng_state(seed)))
        for seed in range(n_draws)
    }


@pytest.mark.parametrize("size", [3, 5, 7, 9])
@pytest.mark.parametrize("seed", SEEDS)
def test_any_feasible_legal_pattern_around_the_last_move_may_be_selected_and_nothing_else(size, seed):
    board = new_board(size)
    for number, (twin, to_play) in enumerate(naive.random_game(size, seed)):
        if number == 0:
            continue
        colour, last_move = twin.moves[-1]
        play_move(board, np.uint32(to_point(last_move)), COLOURS[colour])
        if last_move is None or number % 3:
            continue
        expected = {to_point(point) for point in naive.pattern_moves(twin, last_move, to_play)} or {PASS}
        selected = patterns_selected(board, last_move, to_play, n_draws=4 if config.DISABLE_JIT else 60)
        assert selected <= expected, (twin.position, last_move, to_play)
        assert selected == expected or config.DISABLE_JIT


def test_a_pattern_in_an_own_eye_or_a_ko_is_not_selected():
    twin = NaiveBoard.from_diagram("""
        . . . . .
        . O X . .
        O X . X .
        . O X . .
        . . . . .""").play("O", (2, 2))
    assert twin.ko_point == (2, 1)
    assert naive.patterns_at(twin.position, (2, 1), "X")
    board = board_with(
        parse_position("""
        . . . . .
        . O X . .
        O X . X .
        . O X . .
        . . . . .""")
    )
    play_move(board, np.uint32(to_point((2, 2))), COLOURS["O"])
    expected = {to_point(point) for point in naive.pattern_moves(twin, (2, 2), "X")}
    assert to_point((2, 1)) not in expected
    assert patterns_selected(board, (2, 2), "X", 40) <= (expected or {PASS})
