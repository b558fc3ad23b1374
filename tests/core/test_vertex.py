"""Vertices and points: what people write, and nothing else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tengen import GoError
from tengen.core.notation import format_vertex, is_on_board, parse_vertex
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE, PASS, column_of, point_at, row_of


def test_letters_skip_i_and_numbers_count_from_the_bottom():
    assert parse_vertex("A1", 9) == point_at(8, 0)
    assert parse_vertex("J9", 9) == point_at(0, 8)
    assert parse_vertex("h1", 9) == point_at(8, 7)
    assert parse_vertex("T19", 19) == point_at(0, 18)


@pytest.mark.parametrize("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_every_point_survives_writing_and_reading(size):
    for row in range(size):
        for column in range(size):
            point = int(point_at(row, column))
            assert parse_vertex(format_vertex(point, size), size) == point
            assert (row_of(point), column_of(point)) == (row, column)
            assert is_on_board(point, size)


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass"])
def test_a_pass_is_a_vertex_too(text):
    assert parse_vertex(text, 9) == PASS
    assert format_vertex(PASS, 9) == "pass"


BAD = [
    "",
    "I5",
    "A0",
    "A10",
    "K1",
    "A1x",
    "A 1",
    " A1",
    "A1\n",
    "A01",
    "5",
    "AA1",
    "A-1",
    "A+1",
    "A1.0",
    "Ａ1",
    "A¹",
    "A١",
]


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_refused_and_named(text):
    with pytest.raises(GoError, match=r"is not a point from A1 to J9 \(letters without I\), nor pass"):
        parse_vertex(text, 9)


@given(st.text(max_size=6), st.integers(MIN_SIZE, MAX_SIZE))
@example("ß1", 9)
@example("T19", 19)
def test_no_text_raises_anything_but_a_go_error(text, size):
    try:
        move = parse_vertex(text, size)
    except GoError:
        return
    assert move == PASS or is_on_board(move, size)
    assert format_vertex(move, size).lower() == text.lower()


def test_border_points_are_not_on_the_board():
    on = [point for point in range(-50, 500) if is_on_board(point, 5)]
    assert len(on) == 25
