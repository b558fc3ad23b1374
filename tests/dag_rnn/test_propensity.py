"""Propensity: learned and looked up against plain counting, and its symmetries."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.core.points_jit import BLACK, N_POINTS, WHITE
from tengen.dag_rnn.features.propensity_jit import (
    N_PLACES,
    n_rows,
    place_images,
    rows_of_table,
    spread_rows,
    unique_places,
    write_propensity,
)
from tengen.dag_rnn.training.propensity_jit import learn_propensity
from tengen.dag_rnn.training.targets import FINAL, ScoredGame
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference import net_inputs as naive
from tests.reference.playout_rules import random_game

SIZES = (3, 5) if config.DISABLE_JIT else (3, 5, 9, 10)
N_MOVES = 20


def some_owners(size, seed):
    """Owners drawn like a position, some points nobody's."""
    chance = random.Random(seed)
    return tuple("".join(chance.choices("XO.", [4, 3, 1], k=size)) for _ in range(size))


def ended(game, owners):
    """A naive random game as the learning takes it."""
    moves = np.array([to_point(move) for _, move in game[-1][0].moves], np.uint16)
    signs = [{"X": BLACK, "O": WHITE, ".": 0}[sign] for row in owners for sign in row]
    return ScoredGame(len(owners), moves, np.array(signs, np.uint8), FINAL, "here")


@pytest.fixture(scope="module")
def lessons():
    """Games on all sizes with their owners, as the naive board knows them."""
    return [(random_game(size, seed, N_MOVES), some_owners(size, seed)) for size in SIZES for seed in (1, 2)]


@pytest.fixture(scope="module")
def table(lessons):
    return spread_rows(learn_propensity(ended(game, owners) for game, owners in lessons))


def looked_up(board, colour, table):
    means = np.zeros(N_POINTS, np.float32)
    write_propensity(board, colour, table, np.zeros(N_POINTS, np.int32), means)
    return means


def test_propensity_is_that_of_plain_counting(lessons, table):
    positions = [([board.position for board, _ in game], owners) for game, owners in lessons]
    known = {
        key: [round(127 * value) / 127 for value in values]
        for key, values in naive.propensities(positions).items()
    }
    n_known = 0
    for game, _ in lessons:
        for board, colour in [*game[::6], *random_game(board_size(game), 9, 12)[-1:]]:
            means = looked_up(board_of(board), COLOURS[colour], table)
            expected = naive.propensity(board.position, colour, known)
            for point, value in expected.items():
                assert means[to_point(point)] == pytest.approx(value, abs=1e-6)
                n_known += abs(value) > 0.1
    assert n_known > 100


def board_size(game):
    return game[0][0].rows


def test_a_board_without_windows_has_none(table):
    assert not looked_up(board_of(random_game(2, 1, 3)[-1][0]), BLACK, table).any()


def test_exchanged_colours_exchange_the_sign(table):
    board = board_of(random_game(5, 1, N_MOVES)[-1][0])
    ours, theirs = looked_up(board, BLACK, table), looked_up(board, WHITE, table)
    assert ours.any()
    assert ours.tolist() == (-theirs).tolist()


def test_ten_places_differ():
    assert len(unique_places()) == 10
    orbits = {frozenset(place_images()[:, place].tolist()) for place in range(N_PLACES)}
    assert len(orbits) == 10
    assert all(len(orbit & set(unique_places())) == 1 for orbit in orbits)


def test_rows_come_back_from_the_table_that_they_make(table):
    again = rows_of_table({place: table[place] / 127 for place in unique_places()})
    assert again.shape == (n_rows(), 9)
    assert again.any()
    assert np.array_equal(spread_rows(again), table)
    assert again.nbytes < 600_000


@pytest.mark.parametrize(
    "rows, message",
    [
        (np.zeros((3, 9), np.int8), r"rows of 9 int8, not \(3, 9\) int8"),
        (np.zeros((n_rows(), 9), np.float32), "float32"),
        (np.full((n_rows(), 9), -128, np.int8), "from -127 to 127, not -128"),
    ],
)
def test_what_is_no_table_is_refused(rows, message):
    with pytest.raises(GoError, match=message):
        spread_rows(rows)


def test_without_games_there_is_nothing_to_learn():
    with pytest.raises(GoError, match="no game with a known end"):
        learn_propensity([])
