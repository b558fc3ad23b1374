"""The meaning of values."""

import pytest

from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE
from tengen.sgf import FORFEIT, NO_ENDING, POINTS, RESIGNATION, TIME, parse_result
from tengen.sgf.record import format_move, parse_handicap, parse_komi, parse_points, parse_size, without_space


@pytest.mark.parametrize(
    "text, result",
    [
        ("B+3.5", (BLACK, POINTS, 3.5)),
        ("W+12", (WHITE, POINTS, 12.0)),
        ("w+1,5", (WHITE, POINTS, 1.5)),
        ("B+0", (BLACK, POINTS, 0.0)),
        ("B+R", (BLACK, RESIGNATION, None)),
        ("W+Resign", (WHITE, RESIGNATION, None)),
        ("B+T", (BLACK, TIME, None)),
        ("W+Time", (WHITE, TIME, None)),
        ("B+F", (BLACK, FORFEIT, None)),
        ("B+Forfeit", (BLACK, FORFEIT, None)),
        ("W+", (WHITE, NO_ENDING, None)),
        ("W+?", (WHITE, NO_ENDING, None)),
        ("B+1e3", (BLACK, NO_ENDING, None)),
        ("0", (EMPTY, POINTS, 0.0)),
        ("Draw", (EMPTY, POINTS, 0.0)),
        ("jigo", (EMPTY, POINTS, 0.0)),
        ("Void", (None, NO_ENDING, None)),
        ("?", (None, NO_ENDING, None)),
        ("", (None, NO_ENDING, None)),
        ("Black", (None, NO_ENDING, None)),
        ("黑中盘胜", (None, NO_ENDING, None)),
    ],
)
def test_a_result_tells_winner_ending_and_margin(text, result):
    assert parse_result(text) == result


@pytest.mark.parametrize(
    "text, komi",
    [
        ("6.5", 6.5),
        ("6,5", 6.5),
        ("0", 0.0),
        ("-7", -7.0),
        ("+7", 7.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("3.75", 3.75),
        ("375", None),
        ("", None),
        (".", None),
        ("nan", None),
        ("inf", None),
        ("1e1", None),
        ("--1", None),
        ("6.5.1", None),
        ("٣", None),
    ],
)
def test_komi_is_a_number_of_points_or_unknown(text, komi):
    assert parse_komi(text) == komi


@pytest.mark.parametrize(
    "text, handicap",
    [("0", 0), ("9", 9), ("361", 361), ("362", None), ("", None), ("2.0", None), ("two", None)],
)
def test_handicap_is_a_number_of_stones_or_unknown(text, handicap):
    assert parse_handicap(text) == handicap


@pytest.mark.parametrize(
    "text, size",
    [
        ("19", (19, 19)),
        ("52", (52, 52)),
        ("13:9", (13, 9)),
        ("1", (1, 1)),
        ("53", None),
        ("0", None),
        ("x", None),
    ],
)
def test_a_size_is_one_number_or_two(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text, rectangle",
    [
        ("aa", (0, 0, 0, 0)),
        ("sa", (18, 0, 18, 0)),
        ("AZ", (26, 51, 26, 51)),
        ("ac:ca", (0, 0, 2, 2)),
        ("a", None),
        ("aaa", None),
        ("aa:c", None),
        ("a1", None),
        ("éé", None),
    ],
)
def test_a_point_or_a_compressed_list_is_a_rectangle(text, rectangle):
    assert parse_points(text) == rectangle


def test_a_point_is_written_column_first():
    assert format_move(20 * 1 + 3) == "ca"
    assert format_move(PASS) == ""


def test_white_space_of_ascii_does_not_count():
    assert without_space(" d\n\td\r\v\f") == "dd"
