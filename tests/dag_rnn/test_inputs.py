"""The inputs of the territory net against the naive board."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.board_jit import new_board
from tengen.core.play_jit import set_up
from tengen.core.points_jit import MAX_AREA, N_POINTS, NO_MOVE, PASS, opponent
from tengen.dag_rnn.features.inputs_jit import (
    INPUTS,
    N_INPUTS,
    N_LAST_MOVES,
    N_POSITION_INPUTS,
    PLANES,
    new_scratch,
    write_inputs,
)
from tengen.dag_rnn.features.propensity_jit import (
    N_PATTERNS,
    rows_of_table,
    spread_rows,
    unique_places,
    write_propensity,
)
from tengen.dag_rnn.network import images_of_inputs
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference import net_inputs as naive
from tests.reference.board import symmetric_point, symmetric_position
from tests.reference.playout_rules import random_game

SIZES = [3, 5] if config.DISABLE_JIT else [2, 3, 5, 9, 19]


@pytest.fixture(scope="module")
def table():
    """Made-up propensities that turn with the pattern: more for own stones, by place."""
    cells = np.array([np.arange(N_PATTERNS) // 3**cell % 3 - 1 for cell in range(9)]).T
    values = (4 * cells + cells.sum(axis=1, keepdims=True)) / 13
    places = enumerate(unique_places(), 1)
    return spread_rows(rows_of_table({place: values / number for number, place in places}))


def inputs_of(board, table, scratch=None, last_moves=(), n_inputs=N_INPUTS):
    scratch = new_scratch() if scratch is None else scratch
    inputs = np.full((MAX_AREA, n_inputs), np.nan, np.float32)
    last = np.array([*last_moves, NO_MOVE, NO_MOVE, NO_MOVE][:N_LAST_MOVES], np.uint32)
    write_inputs(board, last, table, scratch, inputs)
    return inputs


def last_points(board):
    """The last moves of a naive game, the last one first."""
    return [PASS if move is None else to_point(move) for _, move in reversed(board.moves)]


def expected_planes(board, colour, table):
    """The planes of the twin; propensity has a test of its own and comes from the table here."""
    means = np.zeros(N_POINTS, np.float32)
    compiled = board_of(board)
    write_propensity(compiled, COLOURS[colour], table, np.zeros(N_POINTS, np.int32), means)
    planes = naive.planes(board.position, colour) | naive.last_move_planes(board, colour)
    return planes | {"propensity": {point: float(means[to_point(point)]) for point in board.points}}


def test_inputs_are_those_of_the_naive_board(table):
    scratch = new_scratch()  # one for all sizes: nothing of a larger board may stay behind
    for size in reversed(SIZES):
        for board, colour in random_game(size, size, 4 * size)[:: 9 if size < 10 else 75]:
            compiled = board_of(board)
            compiled.to_play = COLOURS[colour]
            inputs = inputs_of(compiled, table, scratch, last_points(board))
            fewer = inputs_of(compiled, table, scratch, n_inputs=N_POSITION_INPUTS)
            np.testing.assert_array_equal(fewer, inputs[:, :N_POSITION_INPUTS])
            planes = expected_planes(board, colour, table)
            assert set(planes) == {plane.name for plane in PLANES}
            for index, (row, column) in enumerate(board.points):
                expected = [
                    planes[one.plane].get((row + one.row, column + one.column), 0.0) for one in INPUTS
                ]
                assert inputs[index] == pytest.approx(np.array(expected), abs=1e-6), (board, row, column)
            assert np.isnan(inputs[size * size :]).all()
            assert np.abs(inputs[: size * size]).max() <= 1


def test_a_ko_that_may_not_be_retaken_is_seen_by_the_one_it_forbids(table):
    game = Game(5)
    for vertex in ("B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3"):  # Black takes on C3
        game.play(vertex)
    ko = [one.name for one in INPUTS].index("ko")
    seen = inputs_of(game.board, table)[:25, ko]
    assert np.flatnonzero(seen).tolist() == [12]
    game.play("A5")
    game.play("pass")
    assert not inputs_of(game.board, table)[:25, ko].any()


def set_up_board(position, to_play):
    """A compiled board of a drawn position."""
    colours = np.zeros(N_POINTS, np.uint8)
    for row, line in enumerate(position):
        for column, sign in enumerate(line):
            colours[to_point((row, column))] = COLOURS.get(sign, 0)
    board = new_board(len(position))
    assert set_up(board, len(position), colours)
    board.to_play = to_play
    return board


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_exchanging_colours_and_the_side_to_move_changes_nothing(size, table):
    for board, colour in random_game(size, 1)[::20]:
        to_play = COLOURS[colour]
        ours = inputs_of(set_up_board(board.position, to_play), table)
        theirs = inputs_of(set_up_board(naive.exchanged(board.position), opponent(to_play)), table)
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("size", [4] if config.DISABLE_JIT else [4, 7, 9, 13])
def test_a_turned_board_has_turned_inputs(size, table):
    images = images_of_inputs([(one.plane, one.row, one.column) for one in INPUTS])
    for board, colour in random_game(size, 2, 3 * size)[-2:]:
        last = [move for _, move in reversed(board.moves)][:3]
        inputs = inputs_of(
            set_up_board(board.position, COLOURS[colour]), table, last_moves=last_points(board)
        )
        for symmetry in range(8):
            image = symmetric_position(board.position, symmetry)
            moves = [(move and to_point(symmetric_point(move, size, symmetry))) or PASS for move in last]
            turned = inputs_of(set_up_board(image, COLOURS[colour]), table, last_moves=moves)
            for index, point in enumerate(board.points):
                row, column = symmetric_point(point, size, symmetry)
                here = inputs[index, images[symmetry]]
                assert here.tolist() == turned[row * size + column].tolist()


def test_the_list_of_inputs_has_names_of_their_own():
    assert N_INPUTS == len({one.name for one in INPUTS}) == 79
    assert N_POSITION_INPUTS == 73  # those of the paper
    assert [one.name for one in INPUTS[:3]] == ["own", "own 1 up", "own 1 left"]
    by_name = {one.name: one for one in INPUTS}
    assert by_name["other 2 down"][1:4] == ("other", 2, 0)
    assert by_name["propensity 1 up 1 right"][1:4] == ("propensity", -1, 1)
    assert {one.plane for one in INPUTS} == {plane.name for plane in PLANES}
