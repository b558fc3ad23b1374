"""Boards as text, in and out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game, GoError
from tengen.core.notation import format_diagram, parse_diagram
from tengen.core.points_jit import BLACK, PASS, WHITE, point_at


def test_a_board_is_drawn_with_coordinates_and_its_last_move_in_brackets():
    game = Game(3)
    game.play("C3")
    game.play("A1")
    assert game.diagram() == "   A B C\n 3 . . X 3\n 2 . . . 2\n 1(O). . 1\n   A B C"
    game.play("C1")
    assert game.diagram().splitlines()[3] == " 1 O .(X)1"


@pytest.mark.parametrize(
    "text", ["X.\n.O", " X .\n . O ", "   A B\n 2 X . 2\n 1(.)O 1\n   A B", "\n\n2 #+\n1 +O\n"]
)
def test_blanks_coordinates_and_brackets_are_optional(text):
    size, colours = parse_diagram(text)
    assert size == 2
    assert colours[point_at(0, 0)] == BLACK
    assert colours[point_at(1, 1)] == WHITE


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "the diagram has 0 rows; boards have 2 to 19"),
        ("X", "the diagram has 1 rows"),
        ("X.\n.Z", "line 2 of the diagram: 'Z' is none of . X O"),
        ("X..\n.O", "line 1 of the diagram has 3 points, expected 2"),
        ("\n".join(["." * 20] * 20), "the diagram has 20 rows"),
    ],
)
def test_bad_diagrams_are_refused_by_line(text, message):
    with pytest.raises(GoError, match=message.replace(".", r"\.").replace(r"\. X", ". X")):
        parse_diagram(text)


@given(st.text(alphabet=".XO #+()\n 12AB\tZé", max_size=60))
def test_no_text_raises_anything_but_a_go_error(text):
    try:
        size, colours = parse_diagram(text)
    except GoError:
        return
    again = parse_diagram(format_diagram(colours, size))
    assert again[0] == size
    assert np.array_equal(again[1], colours)


@given(st.integers(2, 19), st.data())
def test_what_is_drawn_is_read_back(size, data):
    _, colours = parse_diagram("\n".join(["." * size] * size))
    for _ in range(data.draw(st.integers(0, 10))):
        row, column = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
        colours[point_at(row, column)] = data.draw(st.sampled_from([BLACK, WHITE]))
    last_move = data.draw(st.sampled_from([PASS, int(point_at(size - 1, 0)), int(point_at(0, size - 1))]))
    read_size, read = parse_diagram(format_diagram(colours, size, last_move))
    assert read_size == size
    assert np.array_equal(read, colours)


def test_labels_stand_in_for_points():
    game = Game(3)
    game.play("A1")
    labels = {int(point_at(0, 1)): "a", int(point_at(1, 2)): "b"}
    drawn = format_diagram(game.board.colour, 3, game.last_move, labels)
    assert drawn == "   A B C\n 3 . a . 3\n 2 . . b 2\n 1(X). . 1\n   A B C"
