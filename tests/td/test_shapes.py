"""The shapes: their drawings, their symmetries, and what is found in random positions."""

import numpy as np
import pytest
from numba import config

from tengen.td.pattern_opponent_jit import N_SHAPES, SHAPES, first_shape
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of, board_showing, scattered
from tests.reference import opponents as naive
from tests.reference.board import NaiveBoard, changed, empty_position, symmetric_point, symmetric_position
from tests.reference.playout_rules import random_game

NAMES = [shape.name for shape in SHAPES]
N_NAMES = 32
SIZE = 7
SYMMETRIES = (5,) if config.DISABLE_JIT else range(8)


def found_at(board, point, colour):
    """The name of the first shape, or None."""
    number = int(first_shape(board, np.uint32(to_point(point)), COLOURS[colour], N_SHAPES))
    return NAMES[number] if number < N_SHAPES else None


def example(name):
    """A position that shows a drawing to X with nothing else on the board, and where the move is."""
    drawing = naive.DRAWINGS[name]
    reach = len(drawing) // 2
    is_edge, is_corner = "=" in "".join(drawing), name.endswith("corner")
    centre = (0 if is_corner else SIZE - 1 if is_edge else SIZE // 2, 0 if is_corner else SIZE // 2)
    position = empty_position(SIZE, SIZE)
    for row, line in enumerate(drawing, centre[0] - reach):
        for column, sign in enumerate(line, centre[1] - reach):
            if sign in "#O":
                position = changed(position, [(row, column)], "X" if sign == "#" else "O")
    return position, centre


def test_there_are_thirty_two_different_ones_in_the_order_of_the_drawings():
    assert list(naive.DRAWINGS) == NAMES
    assert len(set(NAMES)) == len(set(naive.DRAWINGS.values())) == N_NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_shape_is_the_first_one_of_its_drawing_in_all_symmetries_and_for_both_colours(name):
    position, centre = example(name)
    for symmetry in SYMMETRIES:
        image = symmetric_position(position, symmetry)
        point = symmetric_point(centre, SIZE, symmetry)
        assert found_at(board_showing(image), point, "X") == name
        exchanged = tuple(line.translate(str.maketrans("XO", "OX")) for line in image)
        assert found_at(board_showing(exchanged), point, "O") == name


def check_all_points(board, compiled):
    """Compare every empty point for both colours; returns the names that were found."""
    found = set()
    for point in board.points:
        if board.at(point) == ".":
            for colour in "XO":
                shapes = naive.shapes_at(board, point, colour)
                assert found_at(compiled, point, colour) == (shapes[0] if shapes else None)
                found.add(shapes[0] if shapes else None)
    return found


@pytest.mark.parametrize("size", [2, 3, 5] if config.DISABLE_JIT else [2, 3, 5, 7, 9])
def test_the_first_shape_is_that_of_the_drawings_in_random_positions(size):
    found = set()
    for board, _ in random_game(size, 3)[:: 25 if config.DISABLE_JIT else 5]:
        found |= check_all_points(board, board_of(board))
    for board in scattered(size, 2 if config.DISABLE_JIT else 40):
        found |= check_all_points(board, board_showing(board.position))
    assert size < 5 or config.DISABLE_JIT or len(found) > 12


def test_a_limit_hides_later_shapes():
    position, centre = example("cap")
    board, point = board_showing(position), np.uint32(to_point(centre))
    number = NAMES.index("cap")
    assert first_shape(board, point, COLOURS["X"], number + 1) == number
    assert first_shape(board, point, COLOURS["X"], number) == number


def test_the_far_side_of_a_full_board_is_not_seen_across_the_edge():
    board = board_of(NaiveBoard.empty(19).play("X", (8, 18)))
    assert found_at(board, (9, 0), "X") is None
