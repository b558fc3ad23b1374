"""The naive twin by itself: area, symmetries, one-point eyes and light playouts."""

import random

import pytest

from tests.reference.board import (
    BLACK,
    EMPTY,
    WHITE,
    NaiveBoard,
    area_score,
    areas,
    opponent,
    parse_position,
    symmetric_point,
    symmetric_position,
    uniform_playout,
)
from tests.reference.test_naive_board import SENDING_TWO_RETURNING_ONE, random_game


def swap_colours(position):
    """Black stones for white and white for black."""
    return tuple(row.translate(str.maketrans("XO", "OX")) for row in position)


# --- Area -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "diagram, black, white, neutral",
    [
        (". .\n. .", 0, 0, 4),  # nobody's
        (". . .\n. X .\n. . .", 9, 0, 0),  # one stone owns it all
        (". X O .\n. X O .\n. X O .", 6, 6, 0),
        (". X . O .\n. X . O .", 4, 4, 2),  # a column between
        (". X .\nX O X\n. X .", 8, 1, 0),  # a stone without liberties still counts: no move is asked
        (". X O . X O .\nX X O . X O O", 6, 6, 2),  # seki: shared liberties belong to nobody
        (". O X X .\nO X . X X\nO X X . X", 11, 4, 0),
    ],
)
def test_area_is_stones_and_regions_that_reach_one_colour(diagram, black, white, neutral):
    position = parse_position(diagram)
    assert areas(position) == {BLACK: black, WHITE: white, EMPTY: neutral}
    assert area_score(position) == black - white
    assert area_score(position, komi=5.5) == black - white - 5.5


def test_dead_stones_are_taken_off_before_counting():
    board = NaiveBoard.from_diagram("""
        . O . X O .
        . . . X O .
        X X X X O X
        O O O O O . """)
    assert board.score() == 7 - 9
    assert board.score(dead=[(0, 1)]) == 13 - 8
    assert board.score(komi=0.5, dead=[(0, 1), (2, 5)]) == 12 - 12 - 0.5


@pytest.mark.parametrize("seed", range(4))
def test_area_adds_up_and_changes_sides_with_the_colours(seed):
    for board in random_game(seed, 4, 4, 40):
        area = areas(board.position)
        assert sum(area.values()) == 16
        assert area_score(swap_colours(board.position)) == -area_score(board.position)
        for symmetry in range(8):
            assert areas(symmetric_position(board.position, symmetry)) == area


# --- Symmetries -----------------------------------------------------------------------------------


def test_the_eight_symmetries_of_a_drawing():
    position = parse_position("X O .\n. . .\n. . .")
    assert [symmetric_position(position, symmetry) for symmetry in range(8)] == [
        ("XO.", "...", "..."),
        (".OX", "...", "..."),
        ("...", "...", "XO."),
        ("...", "...", ".OX"),
        ("X..", "O..", "..."),
        ("..X", "..O", "..."),
        ("...", "O..", "X.."),
        ("...", "..O", "..X"),
    ]


def test_only_a_square_has_eight_symmetries():
    with pytest.raises(ValueError, match="square"):
        symmetric_position(("...", "..."), 1)


@pytest.mark.parametrize("symmetry", range(8))
def test_a_game_and_its_mirror_image_have_mirrored_legal_moves(symmetry):
    board = mirrored = NaiveBoard.empty(4)
    for colour, move in random_game(3, 4, 4, 50)[-1].moves:
        legal = sorted(symmetric_point(point, 4, symmetry) for point in board.legal_moves(colour))
        assert mirrored.legal_moves(colour) == legal
        board = board.play(colour, move)
        mirrored = mirrored.play(colour, None if move is None else symmetric_point(move, 4, symmetry))
        assert mirrored.position == symmetric_position(board.position, symmetry)


# --- One-point eyes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "diagram, point, expected",
    [
        ("X X X\nX . X\nX X X", (1, 1), True),
        ("O X X\nX . X\nX X X", (1, 1), True),  # one enemy diagonal in the interior
        ("O X X\nX . X\nX X O", (1, 1), False),  # two
        (". X .\nX . X\n. X .", (1, 1), True),  # empty diagonals are no enemies
        ("X X X\nX . .\nX X X", (1, 1), False),  # an empty neighbour
        ("X X X\nX . O\nX X X", (1, 1), False),  # an enemy neighbour
        ("X . X\nX X X\n. . .", (0, 1), True),
        ("X . X\nX X O\n. . .", (0, 1), False),  # one enemy diagonal on the edge
        (". X .\nX X .\n. . .", (0, 0), True),
        (". X .\nX O .\n. . .", (0, 0), False),  # or in the corner
        ("X X X\nX X X\nX X X", (1, 1), False),  # a stone is no eye
        (". X . X .", (0, 2), True),  # a board of one row
        (". O . X .", (0, 2), False),
        (".", (0, 0), True),  # a board of one point has nothing but edge
    ],
)
def test_one_point_eyes(diagram, point, expected):
    board = NaiveBoard.from_diagram(diagram)
    assert board.is_eye_for(BLACK, point) == expected
    assert NaiveBoard(swap_colours(board.position)).is_eye_for(WHITE, point) == expected


def test_an_eye_belongs_to_one_colour():
    assert not NaiveBoard.from_diagram("X . X\nX X X").is_eye_for(WHITE, (0, 1))


# --- Light playouts -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rows, columns", [(1, 4), (2, 2), (3, 3), (3, 5), (5, 5)])
def test_a_playout_passes_only_when_nothing_is_left_and_ends_with_two_passes(rows, columns, seed):
    start = NaiveBoard.empty(rows, columns)
    moves, score, end = uniform_playout(start, BLACK, random.Random(seed).choice, 200)
    board = start
    for i, (colour, move) in enumerate(moves):
        assert colour == (BLACK if i % 2 == 0 else WHITE)
        assert not board.is_over
        if move is None:
            assert all(board.is_eye_for(colour, point) for point in board.legal_moves(colour))
        else:
            assert not board.is_eye_for(colour, move)
        board = board.play(colour, move)
    assert board == end
    assert board.is_over or len(moves) == 200
    assert score == board.score()


def test_a_playout_chooses_among_sorted_points_that_are_no_eyes():
    seen = []

    def first(candidates):
        seen.append(candidates)
        return candidates[0]

    board = NaiveBoard.from_diagram("""
        . X . O
        X X O O
        . . . . """)
    moves, _, _ = uniform_playout(board, BLACK, first, 3)
    assert moves == [(BLACK, (0, 2)), (WHITE, (2, 0)), (BLACK, (2, 1))]
    assert seen == [
        [(0, 2), (2, 0), (2, 1), (2, 2), (2, 3)],
        [(2, 0), (2, 1), (2, 2), (2, 3)],
        [(2, 1), (2, 2), (2, 3)],
    ]


@pytest.mark.parametrize("move_limit", [0, 1, 2, 7])
def test_a_playout_stops_at_its_limit(move_limit):
    moves, score, board = uniform_playout(NaiveBoard.empty(5), WHITE, min, move_limit)
    assert len(moves) == move_limit == len(board.moves)
    assert score == board.score()


def test_a_playout_starts_under_the_ko_of_the_last_move_and_counts_only_its_own_passes():
    board = NaiveBoard.from_diagram("""
        . X O .
        X O . O
        . X O . """)
    after_ko = board.play(BLACK, (1, 2))
    moves, _, _ = uniform_playout(after_ko, WHITE, lambda points: points[len(points) // 2], 1)
    assert moves != [(WHITE, (1, 1))]
    full = NaiveBoard.from_diagram(". X X .\nX X X X").play(WHITE, None)
    moves, score, _ = uniform_playout(full, BLACK, min, 10)
    assert moves == [(BLACK, None), (WHITE, None)]
    assert score == 8


def candidates_of(board, colour):
    """What a playout would choose its first move from."""
    seen = []
    uniform_playout(board, colour, lambda points: seen.append(points) or points[0], 1)
    return seen[0]


def test_a_playout_knows_no_suicide_and_no_superko_whatever_the_board_allows():
    board = NaiveBoard.from_diagram(". O\nO O\n. .\nX X", suicide=True)
    assert board.is_legal(BLACK, (0, 0))
    assert candidates_of(board, BLACK) == [(2, 0), (2, 1)]
    board = NaiveBoard.from_diagram(SENDING_TWO_RETURNING_ONE, ko_rule="positional")
    board = board.play(WHITE, (0, 0)).play(BLACK, (0, 2))
    assert not board.is_legal(WHITE, (0, 1))
    assert (0, 1) in candidates_of(board, WHITE)


def test_opponent_is_the_other_colour():
    assert opponent(BLACK) == WHITE
    assert opponent(WHITE) == BLACK
