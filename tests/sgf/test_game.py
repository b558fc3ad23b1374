"""Games out of trees, odd ones too, and back into files."""

import numpy as np
import pytest

from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE, point_at
from tengen.sgf import GameRecord, Limits, SgfError, board_size, main_line, parse_sgf, record_to_sgf
from tests.sgf.samples import SMALL_GAME


def game(text: str, **limits) -> GameRecord:
    (tree,) = parse_sgf(text.encode())
    return main_line(tree, Limits(**limits))


def moves(record: GameRecord) -> list[tuple[str, str]]:
    return pairs(record.moves, record.colours)


def setup(record: GameRecord) -> list[tuple[str, str]]:
    return pairs(record.setup_points, record.setup_colours)


def pairs(points: np.ndarray, colours: np.ndarray) -> list[tuple[str, str]]:
    """Colour letter and SGF letters, computed here once more."""
    letters = {PASS: "pass"} | {
        point_at(row, column): "abcdefghijklmnopqrs"[column] + "abcdefghijklmnopqrs"[row]
        for row in range(19)
        for column in range(19)
    }
    return [("EBW"[colour], letters[point]) for point, colour in zip(points.tolist(), colours.tolist())]


def test_the_main_line_of_a_whole_game():
    (tree,) = parse_sgf(SMALL_GAME)
    record = main_line(tree)
    line = [("B", "ee"), ("W", "gc"), ("B", "cg"), ("W", "gg"), ("B", "cc"), ("W", "pass"), ("B", "pass")]
    assert moves(record) == line
    assert record.moves.dtype == np.uint16
    assert record.colours.dtype == np.uint8
    assert (record.size, record.komi, record.handicap) == (9, 6.5, 0)
    assert (record.rules, record.result) == ("Chinese", "W+2.5")
    assert (record.black_name, record.white_name) == ("Ann", "Bob [3k]")
    assert record.parsed_result().winner == WHITE
    assert not record.truncated


def test_without_a_size_the_board_is_19():
    assert game("(;B[ss])").size == 19


@pytest.mark.parametrize("size", ["1", "20", "52", "9:13"])
def test_a_board_we_cannot_play_on_is_read_but_gives_no_moves(size):
    (tree,) = parse_sgf(f"(;FF[4]SZ[{size}]SZ[9];B[aa])".encode())
    assert board_size(tree)[0] == int(size.split(":")[0])
    with pytest.raises(SgfError, match="line 1, column 2: a board that is not square"):
        main_line(tree)


@pytest.mark.parametrize("size", ["", "x", "53", "0", "9:", "-9"])
def test_a_size_that_is_none_is_an_error(size):
    with pytest.raises(SgfError, match="board size"):
        game(f"(;SZ[{size}])")


@pytest.mark.parametrize("text", ["(;SZ[9];B[jj])", "(;SZ[9]AB[ja])", "(;SZ[9]AW[aa:aj])", "(;B[AA])"])
def test_a_point_outside_the_board_is_an_error(text):
    with pytest.raises(SgfError, match="outside the board"):
        game(text)


@pytest.mark.parametrize(
    "text", ["(;B[a])", "(;B[aaa])", "(;B[aa:bb])", "(;W[pass])", "(;AB[a])", "(;AB[aa:b])"]
)
def test_a_move_that_is_no_point_is_an_error(text):
    with pytest.raises(SgfError, match="not a point"):
        game(text)


def test_an_empty_value_is_a_pass():
    assert moves(game("(;B[];W[ ])")) == [("B", "pass"), ("W", "pass")]


@pytest.mark.parametrize("size", [2, 9, 19])
def test_tt_is_a_pass(size):
    assert moves(game(f"(;SZ[{size}];B[tt])")) == [("B", "pass")]


def test_white_space_in_a_move_does_not_count():
    assert moves(game("(;B[d\nd];W[ e e ])")) == [("B", "dd"), ("W", "ee")]


def test_moves_on_stones_stay():
    assert moves(game("(;AB[aa];B[aa];W[aa];B[aa])")) == [("B", "aa"), ("W", "aa"), ("B", "aa")]


def test_the_order_of_turns_is_the_order_of_the_text():
    assert moves(game("(;W[aa];W[bb];B[cc];B[dd])")) == [("W", "aa"), ("W", "bb"), ("B", "cc"), ("B", "dd")]


def test_two_moves_in_a_node_are_played_in_their_order():
    assert moves(game("(;W[aa]B[bb]W[cc])")) == [("W", "aa"), ("B", "bb"), ("W", "cc")]


def test_of_a_move_with_two_values_the_first_counts():
    assert moves(game("(;B[aa][bb];W[cc])")) == [("B", "aa"), ("W", "cc")]


def test_setup_stones_come_before_the_first_move():
    record = game("(;AB[aa][bb];AW[cc];B[dd]AE[aa])")
    assert setup(record) == [("B", "aa"), ("B", "bb"), ("W", "cc"), ("E", "aa")]
    assert moves(record) == [("B", "dd")]
    assert not record.truncated


def test_a_compressed_list_is_every_point_of_its_rectangle():
    assert setup(game("(;AB[bb:ca])")) == [("B", "ba"), ("B", "ca"), ("B", "bb"), ("B", "cb")]


def test_a_point_set_up_twice_stays_twice_and_the_last_one_counts_when_written():
    record = game("(;AB[aa]AW[aa][bb]AE[bb])")
    assert setup(record) == [("B", "aa"), ("W", "aa"), ("W", "bb"), ("E", "bb")]
    assert b"AW[aa]" in record_to_sgf(record)
    assert b"AB" not in record_to_sgf(record)


def test_an_empty_setup_value_sets_up_nothing():
    record = game("(;AB[];B[aa];AW[];W[bb])")
    assert setup(record) == []
    assert len(record.moves) == 2
    assert not record.truncated


@pytest.mark.parametrize("node", ["AB[cc]", "B[cc]AE[aa]", "AW[dd]B[cc]"])
def test_a_record_ends_before_stones_set_up_after_a_move(node):
    record = game(f"(;B[aa];W[bb];{node};W[ee])")
    assert moves(record) == [("B", "aa"), ("W", "bb")]
    assert record.truncated


def test_too_many_setup_stones_are_refused():
    game("(;AB[aa:ss])", setup_stones=361)
    with pytest.raises(SgfError, match="set-up stones"):
        game("(;AB[aa:ss][aa])", setup_stones=361)


@pytest.mark.parametrize("value", ["2", "11", "0"])
def test_another_game_than_go_is_refused(value):
    with pytest.raises(SgfError, match="not a game of Go"):
        game(f"(;GM[{value}])")


@pytest.mark.parametrize("value", ["1", "", "Go"])
def test_a_game_type_that_is_no_other_number_is_go(value):
    assert game(f"(;GM[{value}])").size == 19


def test_the_first_of_each_property_on_the_main_line_counts():
    record = game("(;B[aa](;KM[5.5]KM[6]RE[B+R];RE[W+R])(;PB[Ann]))")
    assert (record.komi, record.result, record.black_name) == (5.5, "B+R", "")


def test_odd_komi_and_handicap_are_unknown():
    record = game("(;KM[375]HA[two])")
    assert record.komi is None
    assert record.handicap is None


def test_an_error_points_to_its_node():
    with pytest.raises(SgfError) as caught:
        game("(;FF[4]\n;B[aa]\n  ;W[x])")
    assert (caught.value.line, caught.value.column) == (3, 3)


def test_a_truncated_tree_gives_a_truncated_record():
    assert game("(;B[aa];W[bb").truncated
    assert len(game("(;B[aa];W[bb").moves) == 1


def test_a_saved_game_reads_back():
    record = GameRecord(
        size=13,
        moves=np.array([point_at(3, 3), PASS, point_at(12, 0)], dtype=np.uint16),
        colours=np.array([WHITE, BLACK, WHITE], dtype=np.uint8),
        komi=0.5,
        handicap=2,
        rules="Tromp-Taylor",
        result="B+R",
        black_name="Tengen [bot] \\o/",
        white_name="名人",
        setup_points=np.array([point_at(0, 1), point_at(1, 0), point_at(2, 2)], dtype=np.uint16),
        setup_colours=np.array([BLACK, BLACK, EMPTY], dtype=np.uint8),
    )
    data = record_to_sgf(record)
    assert (
        data
        == (
            "(;FF[4]GM[1]CA[UTF-8]SZ[13]KM[0.5]HA[2]RU[Tromp-Taylor]PB[Tengen [bot\\] \\\\o/]PW[名人]RE[B+R]"
            "AB[ba][ab];W[dd];B[];W[am])\n"
        ).encode()
    )
    (tree,) = parse_sgf(data)
    again = main_line(tree)
    assert moves(again) == moves(record)
    assert setup(again) == setup(record)[:2]
    for name in ("size", "komi", "handicap", "rules", "result", "black_name", "white_name", "truncated"):
        assert getattr(again, name) == getattr(record, name)


def test_a_game_of_which_little_is_known_is_saved_without_empty_properties():
    record = GameRecord(size=9, moves=np.empty(0, np.uint16), colours=np.empty(0, np.uint8))
    assert record_to_sgf(record) == b"(;FF[4]GM[1]CA[UTF-8]SZ[9])\n"
