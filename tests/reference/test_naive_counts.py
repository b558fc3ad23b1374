"""The naive twin against published counts, and counts one can check by hand."""

import pytest

from tests.reference.board import BLACK, KO_RULES, WHITE, NaiveBoard
from tests.reference.perft import (
    count_games_positional_superko,
    count_legal_positions,
    count_legal_positions_in_bits,
    count_paths_in_game_graph,
    perft,
)

# Tromp & Farnebäck, "Combinatorics of Go": L(rows, columns).
LEGAL_POSITIONS = {
    (1, 1): 1,
    (1, 2): 5,
    (1, 3): 15,
    (1, 4): 41,
    (2, 2): 57,
    (2, 3): 489,
    (2, 4): 4125,
    (3, 3): 12675,
    (3, 4): 321689,
}
# The same paper: games on rows x columns.
GAMES = {(1, 1): 1, (1, 2): 9, (2, 1): 9, (1, 3): 907, (3, 1): 907}


@pytest.mark.parametrize("rows, columns", [shape for shape in LEGAL_POSITIONS if shape != (3, 4)])
def test_legal_positions_by_flood_fill(rows, columns):
    assert count_legal_positions(rows, columns) == LEGAL_POSITIONS[rows, columns]


@pytest.mark.parametrize("rows, columns", [*LEGAL_POSITIONS, (4, 2), (4, 3)])
def test_legal_positions_in_bits(rows, columns):
    assert (
        count_legal_positions_in_bits(rows, columns)
        == LEGAL_POSITIONS[min(rows, columns), max(rows, columns)]
    )


@pytest.mark.slow
def test_legal_positions_of_4x4():
    assert count_legal_positions_in_bits(4, 4) == 24318165


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("rows, columns", GAMES)
def test_games_under_positional_superko(rows, columns, suicide):
    assert count_games_positional_superko(rows, columns, suicide) == GAMES[rows, columns]
    assert count_paths_in_game_graph(rows, columns, suicide) == GAMES[rows, columns]


@pytest.mark.slow
def test_games_on_1x4_need_suicide():
    """The published number; without suicide there are fewer, which tells which rules were meant."""
    assert count_paths_in_game_graph(1, 4, suicide=True) == 2098407841
    assert count_paths_in_game_graph(1, 4, suicide=False) == 719178893


# --- Perft ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ko_rule", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
def test_perft_of_one_ply_is_every_point_and_the_pass(ko_rule, suicide):
    for rows, columns in [(1, 2), (2, 2), (3, 4)]:
        board = NaiveBoard.empty(rows, columns, ko_rule=ko_rule, suicide=suicide)
        assert perft(board, 0) == 1
        assert perft(board, 1) == rows * columns + 1
        # After a pass all of it again, after a stone one point less (nothing to capture but on 1x2).
        assert perft(board, 2) == (rows * columns + 1) + rows * columns * (rows * columns)


@pytest.mark.parametrize(
    "ko_rule, suicide, counts",
    [
        ("simple", False, [1, 1, 1, 0, 0]),  # pass, pass, over
        ("positional", False, [1, 1, 1, 0, 0]),
        ("situational", False, [1, 1, 1, 0, 0]),
        ("simple", True, [1, 2, 4, 6, 10]),  # words of S and P, over at PP: 2 x Fibonacci
        ("positional", True, [1, 1, 1, 0, 0]),
        ("situational", True, [1, 2, 2, 1, 0]),  # P P, S P P: a second S would repeat
    ],
)
def test_perft_of_the_board_of_one_point(ko_rule, suicide, counts):
    board = NaiveBoard.empty(1, ko_rule=ko_rule, suicide=suicide)
    assert [perft(board, depth) for depth in range(5)] == counts


def test_perft_counts_an_ended_game_only_where_it_ended():
    board = NaiveBoard.empty(1).play(BLACK, None)
    assert perft(board, 1, to_play=WHITE) == 1
    assert perft(board, 2, to_play=WHITE) == 0
    assert perft(board.play(WHITE, None), 0) == 1


@pytest.mark.parametrize("ko_rule", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
def test_perft_is_the_same_for_a_turned_board(ko_rule, suicide):
    for rows, columns, depth in [(1, 5, 6), (2, 3, 5)]:
        board = NaiveBoard.empty(rows, columns, ko_rule=ko_rule, suicide=suicide)
        turned = NaiveBoard.empty(columns, rows, ko_rule=ko_rule, suicide=suicide)
        assert perft(board, depth) == perft(turned, depth)
        assert perft(board, depth) == perft(board, depth, to_play=WHITE)


@pytest.mark.parametrize("suicide", [False, True])
def test_perft_of_two_points_counts_the_beginnings_of_its_nine_games(suicide):
    """By hand: one game has no stone, four have one, four have a stone and its capture."""
    board = NaiveBoard.empty(1, 2, ko_rule="positional", suicide=suicide)
    assert [perft(board, depth) for depth in range(9)] == [1, 3, 7, 8, 6, 2, 0, 0, 0]
