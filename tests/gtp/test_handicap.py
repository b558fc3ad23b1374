"""Handicap stones: where the specification puts them, and GNU Go with it."""

import pytest

from tengen.core.errors import GoError
from tengen.core.notation import format_vertex
from tengen.core.rules import fixed_handicap_points, free_handicap_points
from tests.gtp.sessions import ask, new_engine
from tests.reference.gnugo import GnuGo, needs_gnugo
from tests.reference.gnugo import GtpError as GnuGoError


def vertices(points, size):
    return [format_vertex(point, size) for point in points]


@pytest.mark.parametrize(
    "size, n_stones, expected",
    [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (9, 2, "C3 G7"),
        (7, 4, "C3 E5 C5 E3"),
        (8, 4, "C3 F6 C6 F3"),
    ],
)
def test_fixed_handicap_follows_the_specification(size, n_stones, expected):
    assert vertices(fixed_handicap_points(size, n_stones), size) == expected.split()


@needs_gnugo
def test_fixed_handicap_equals_that_of_gnu_go_on_every_size_but_12():
    """GNU Go has the fourth line from 12x12 on, the specification from 13x13."""
    with GnuGo() as gnugo:
        for size in (*range(5, 12), *range(13, 20)):
            for n_stones in range(11):
                gnugo.command(f"boardsize {size}")
                try:
                    theirs = sorted(gnugo.command(f"fixed_handicap {n_stones}").split())
                except GnuGoError:
                    theirs = None
                try:
                    ours = sorted(vertices(fixed_handicap_points(size, n_stones), size))
                except GoError:
                    ours = None
                assert ours == theirs, (size, n_stones)


@pytest.mark.parametrize("size", range(2, 20))
def test_free_handicap_is_exactly_as_many_stones_as_asked_for(size):
    for n_stones in {2, 3, 5, 9, size * size - 1}:
        if n_stones < size * size:
            points = free_handicap_points(size, n_stones)
            assert len(set(points)) == len(points) == n_stones


@pytest.mark.parametrize("size", [2, 5, 6])
def test_a_board_full_of_handicap_is_a_position_one_can_play_from(size):
    engine = new_engine(size)
    answer = ask(engine, f"place_free_handicap {size * size - 1}")
    assert len(answer[2:].split()) == size * size - 1
    assert ask(engine, "list_stones b")[2:].split() == sorted(
        answer[2:].split(), key=lambda vertex: (-int(vertex[1:]), vertex[0])
    )
    assert ask(engine, "genmove w").startswith("= ")


def test_white_plays_first_after_a_handicap():
    engine = new_engine(9)
    ask(engine, "fixed_handicap 2")
    assert "White to play" in ask(engine, "showboard")
    assert ask(engine, "printsgf") == "= (;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7.5]HA[2]RU[chinese-kgs]AB[gc][cg])"
