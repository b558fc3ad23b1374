"""The naive twin by itself: moves, captures, ko, superko and suicide, drawn."""

import random

import pytest

from tests.reference.board import (
    BLACK,
    EMPTY,
    KO_RULES,
    WHITE,
    IllegalMove,
    NaiveBoard,
    every_group_has_a_liberty,
    opponent,
    parse_position,
)

KO_SHAPE = """
    . X O .
    X O . O
    . X O .
    . . . . """

SENDING_TWO_RETURNING_ONE = """
    . O . O
    X X O O
    . . . . """

TRIPLE_KO = """
    . X O .
    X O . O
    . X O .
    . X O .
    X . X O
    . X O .
    . X O .
    X O . O
    . X O . """


def after(board, *moves, colour=BLACK):
    """The board after moves of alternating colours."""
    for move in moves:
        board = board.play(colour, move)
        colour = opponent(colour)
    return board


def random_game(seed, rows, columns, n_moves, **rules):
    """The boards of a game of random legal moves and some passes, the empty one first."""
    rng = random.Random(seed)
    board = NaiveBoard.empty(rows, columns, **rules)
    colour = BLACK
    boards = [board]
    for _ in range(n_moves):
        moves = board.legal_moves(colour)
        board = board.play(colour, rng.choice(moves) if moves and rng.random() < 0.95 else None)
        boards.append(board)
        colour = opponent(colour)
    return boards


# --- Diagrams, groups, liberties ------------------------------------------------------------------


def test_a_diagram_is_read_and_drawn_with_row_0_at_the_top():
    board = NaiveBoard.from_diagram("""
        . X .
        O . . """)
    assert (board.rows, board.columns) == (2, 3)
    assert board.at((0, 1)) == BLACK
    assert board.at((1, 0)) == WHITE
    assert board.at((1, 2)) == EMPTY
    assert board.diagram() == ". X .\nO . ."
    assert parse_position(".X.\nO..") == board.position


@pytest.mark.parametrize("text", ["", ". .\n.", ". #"])
def test_a_diagram_that_is_no_rectangle_of_signs_is_refused(text):
    with pytest.raises(ValueError, match=r"at least one point|different lengths|unknown signs"):
        parse_position(text)


def test_an_unknown_ko_rule_is_refused():
    with pytest.raises(ValueError, match="ko rule 'super'"):
        NaiveBoard.empty(3, ko_rule="super")


def test_stones_connect_along_lines_and_share_liberties():
    board = NaiveBoard.from_diagram("""
        X X . X
        . X O X
        X O . . """)
    assert board.group_at((0, 0)) == {(0, 0), (0, 1), (1, 1)}
    assert board.liberties_of((1, 1)) == {(0, 2), (1, 0)}
    assert board.group_at((2, 0)) == {(2, 0)}
    assert board.liberties_of((2, 0)) == {(1, 0)}
    assert board.liberties_of((1, 2)) == {(0, 2), (2, 2)}
    assert board.stones(WHITE) == [(1, 2), (2, 1)]


def test_an_empty_point_has_no_group():
    with pytest.raises(ValueError, match="no stone"):
        NaiveBoard.empty(2).group_at((0, 0))


# --- Captures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before, colour, move, expected, n_taken",
    [
        (". O .\nO X O\n. . .", WHITE, (2, 1), ". O .\nO . O\n. O .", 1),  # in the middle
        ("X O .\n. . .\n. . .", WHITE, (1, 0), ". O .\nO . .\n. . .", 1),  # in the corner
        ("X X .\nO O .\n. . .", WHITE, (0, 2), ". . O\nO O .\n. . .", 2),  # a chain on the edge
        (". X O\nX . X\nO X .", WHITE, (1, 1), None, None),  # suicide in an eye
        ("X . X\nO O O\n. . .", WHITE, (0, 1), ". O .\nO O O\n. . .", 2),  # two chains at once
        ("O O .\nO O O\nO O O", BLACK, (0, 2), ". . X\n. . .\n. . .", 8),  # the whole board, no suicide
    ],
)
def test_a_play_takes_off_what_it_leaves_without_liberties(before, colour, move, expected, n_taken):
    board = NaiveBoard.from_diagram(before)
    if n_taken is None:
        assert not board.is_legal(colour, move)
        return
    board = board.play(colour, move)
    assert board.diagram() == expected
    assert board.captures(colour) == n_taken
    assert board.captures(opponent(colour)) == 0


def test_a_point_with_a_stone_is_not_played_on():
    board = NaiveBoard.empty(2).play(BLACK, (0, 0))
    for colour in (BLACK, WHITE):
        with pytest.raises(IllegalMove, match="occupied"):
            board.play(colour, (0, 0))


def test_a_board_is_left_as_it_was_by_a_play():
    board = NaiveBoard.from_diagram(KO_SHAPE)
    board.play(BLACK, (1, 2))
    assert board == NaiveBoard.from_diagram(KO_SHAPE)


def test_moves_may_come_in_any_order_of_colours():
    board = NaiveBoard.empty(2, 3)
    for point in [(0, 0), (0, 1), (0, 2), (1, 0)]:
        board = board.play(WHITE, point)
    assert board.diagram() == "O O O\nO . ."
    assert board.moves == tuple((WHITE, point) for point in [(0, 0), (0, 1), (0, 2), (1, 0)])


def test_snapback_takes_back_three_stones_at_once():
    board = NaiveBoard.from_diagram("""
        . . X .
        O O X .
        X X . .
        . . . . """)
    board = after(board, (0, 0), (0, 1))
    assert board.diagram() == ". O X .\nO O X .\nX X . .\n. . . ."
    board = board.play(BLACK, (0, 0))
    assert board.diagram() == "X . X .\n. . X .\nX X . .\n. . . ."
    assert board.captures(BLACK) == 3
    assert board.captures(WHITE) == 1


# --- Passes and the end ---------------------------------------------------------------------------


def test_the_game_is_over_after_two_passes_in_a_row():
    board = after(NaiveBoard.empty(3), (0, 0), None, (0, 1), None)
    assert board.n_passes == 1
    assert not board.is_over
    board = board.play(BLACK, None)
    assert board.n_passes == 2
    assert board.is_over
    board = board.play(WHITE, (2, 2))
    assert board.n_passes == 0
    assert not board.is_over


@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_a_pass_is_legal_whatever_the_ko_rule(ko_rule):
    board = NaiveBoard.empty(2, ko_rule=ko_rule)
    for colour in (BLACK, WHITE, BLACK, BLACK, WHITE):
        assert board.is_legal(colour, None)
        board = board.play(colour, None)
    assert board.history == (board.position,) * 5


# --- Ko -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_a_ko_is_not_taken_back_at_once(ko_rule):
    board = NaiveBoard.from_diagram(KO_SHAPE, ko_rule=ko_rule).play(BLACK, (1, 2))
    assert board.ko_point == (1, 1)
    assert board.ko_colour == WHITE
    assert not board.is_legal(WHITE, (1, 1))
    assert (1, 1) not in board.legal_moves(WHITE)
    assert board.is_legal(BLACK, (1, 1))  # the winner may connect


def test_a_ko_may_be_taken_back_after_a_threat_and_its_answer():
    board = NaiveBoard.from_diagram(KO_SHAPE).play(BLACK, (1, 2))
    board = after(board, (3, 0), (3, 3), colour=WHITE)
    assert board.ko_point is None
    board = board.play(WHITE, (1, 1))
    assert board.at((1, 2)) == EMPTY
    assert board.ko_point == (1, 2)
    assert board.ko_colour == BLACK


def test_passes_lift_a_simple_ko_but_not_a_superko():
    for ko_rule in KO_RULES:
        board = NaiveBoard.from_diagram(KO_SHAPE, ko_rule=ko_rule)
        board = after(board, (1, 2), None, None)
        assert board.is_legal(WHITE, (1, 1)) == (ko_rule == "simple")


def test_a_stone_with_another_liberty_makes_no_ko():
    board = NaiveBoard.from_diagram("""
        . X O .
        X O . .
        . X O . """)
    board = board.play(BLACK, (1, 2))
    assert board.captures(BLACK) == 1
    assert board.ko_point is None


def test_a_stone_that_connects_makes_no_ko():
    board = NaiveBoard.from_diagram("""
        . X O O .
        X O . X O
        . X O O . """)
    board = board.play(BLACK, (1, 2))
    assert board.captures(BLACK) == 1
    assert board.liberties_of((1, 2)) == {(1, 1)}
    assert board.ko_point is None
    assert board.play(WHITE, (1, 1)).captures(WHITE) == 2


def test_two_stones_taken_at_once_make_no_ko():
    board = NaiveBoard.from_diagram("""
        . X X X .
        X O . O X
        . X O X .
        . O . O . """)
    board = board.play(BLACK, (1, 2))
    assert board.captures(BLACK) == 2
    assert board.ko_point is None


def test_the_ko_of_two_points():
    board = after(NaiveBoard.empty(1, 2), (0, 0), (0, 1))
    assert board.diagram() == ". O"
    assert board.ko_point == (0, 0)
    assert not board.is_legal(BLACK, (0, 0))
    assert not board.is_legal(WHITE, (0, 0))


# --- Superko --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ko_rule, is_legal", [("simple", True), ("positional", False), ("situational", True)]
)
def test_sending_two_returning_one_repeats_the_position_with_the_other_player_to_move(ko_rule, is_legal):
    start = NaiveBoard.from_diagram(SENDING_TWO_RETURNING_ONE, ko_rule=ko_rule)
    board = after(start, (0, 0), (0, 2), colour=WHITE)
    assert board.captures(BLACK) == 2
    assert board.ko_point is None
    assert board.is_legal(WHITE, (0, 1)) == is_legal
    if is_legal:
        assert board.play(WHITE, (0, 1)).position == start.position


def test_situational_superko_counts_the_player_who_moved_after_a_pass():
    board = NaiveBoard.from_diagram(SENDING_TWO_RETURNING_ONE, ko_rule="situational")
    board = after(board, (0, 0), (0, 2), (0, 1), None, colour=WHITE)
    assert not board.is_legal(WHITE, (0, 0))  # White has made this position before, Black to move
    simple = NaiveBoard.from_diagram(SENDING_TWO_RETURNING_ONE)
    assert after(simple, (0, 0), (0, 2), (0, 1), None, colour=WHITE).is_legal(WHITE, (0, 0))


@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_a_triple_ko_goes_round_only_under_simple_ko(ko_rule):
    start = NaiveBoard.from_diagram(TRIPLE_KO, ko_rule=ko_rule)
    board = after(start, (1, 2), (4, 1), (7, 2), (1, 1), (4, 2))
    assert board.is_legal(WHITE, (7, 1)) == (ko_rule == "simple")
    if ko_rule == "simple":
        assert board.play(WHITE, (7, 1)).position == start.position


def test_positional_superko_remembers_the_starting_position():
    board = NaiveBoard.from_diagram(KO_SHAPE, ko_rule="positional")
    board = after(board, (1, 2), None, None)
    assert not board.is_legal(WHITE, (1, 1))
    assert after(board, (3, 3), None, colour=WHITE).is_legal(WHITE, (1, 1))  # now with a stone more


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("suicide", [False, True])
def test_positional_superko_never_repeats_but_by_a_pass(seed, suicide):
    board = random_game(seed, 2, 3, 120, ko_rule="positional", suicide=suicide)[-1]
    positions = [*board.history, board.position]
    played = [positions[0]]
    played += [positions[i + 1] for i, (_, move) in enumerate(board.moves) if move is not None]
    assert len(set(played)) == len(played)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("suicide", [False, True])
def test_situational_superko_forbids_exactly_the_repeated_situations(seed, suicide):
    situations = set()
    colour = BLACK
    for board in random_game(seed, 2, 3, 80, ko_rule="situational", suicide=suicide):
        situations.add((board.position, colour))
        free = NaiveBoard(board.position, suicide=suicide)
        assert board.legal_moves(colour) == [
            point
            for point in free.legal_moves(colour)
            if (free.play(colour, point).position, opponent(colour)) not in situations
        ]
        colour = opponent(colour)


@pytest.mark.parametrize("ko_rule", ["positional", "situational"])
def test_superko_forbids_whatever_simple_ko_forbids(ko_rule):
    boards = [board for seed in range(8) for board in random_game(seed, 3, 3, 60, ko_rule=ko_rule)]
    kos = [board for board in boards if board.ko_point is not None]
    assert len(kos) >= 5
    assert not any(board.is_legal(board.ko_colour, board.ko_point) for board in kos)


# --- Suicide --------------------------------------------------------------------------------------

TWO_STONES_SHORT_OF_AIR = """
    X . O
    O O O
    . . . """


def test_suicide_is_illegal_unless_the_rule_is_on():
    with pytest.raises(IllegalMove, match="suicide"):
        NaiveBoard.from_diagram(TWO_STONES_SHORT_OF_AIR).play(BLACK, (0, 1))


@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_suicide_of_two_stones_takes_them_off_for_the_opponent(ko_rule):
    board = NaiveBoard.from_diagram(TWO_STONES_SHORT_OF_AIR, suicide=True, ko_rule=ko_rule)
    board = board.play(BLACK, (0, 1))
    assert board.diagram() == ". . O\nO O O\n. . ."
    assert board.captures(WHITE) == 2
    assert board.captures(BLACK) == 0
    assert board.ko_point is None


@pytest.mark.parametrize(
    "ko_rule, is_legal", [("simple", True), ("positional", False), ("situational", True)]
)
def test_suicide_of_one_stone_repeats_the_position(ko_rule, is_legal):
    board = NaiveBoard.from_diagram("""
        . O .
        O O .
        . . . """)
    board = NaiveBoard(board.position, suicide=True, ko_rule=ko_rule)
    assert board.is_legal(BLACK, (0, 0)) == is_legal
    if is_legal:
        assert board.play(BLACK, (0, 0)).position == board.position
        assert board.play(BLACK, (0, 0)).captures(WHITE) == 1


def test_situational_superko_forbids_a_second_single_suicide_after_a_pass():
    board = NaiveBoard(parse_position(". O .\nO O .\n. . ."), suicide=True, ko_rule="situational")
    board = after(board, (0, 0), None)
    assert not board.is_legal(BLACK, (0, 0))


def test_a_play_that_captures_is_no_suicide():
    board = NaiveBoard.from_diagram("""
        . X O
        X O .
        O . . """)
    assert board.is_legal(WHITE, (0, 0))
    assert not board.is_legal(BLACK, (0, 0))
    assert board.play(WHITE, (0, 0)).diagram() == "O . O\n. O .\nO . ."


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_the_board_of_one_point(ko_rule, suicide):
    board = NaiveBoard.empty(1, ko_rule=ko_rule, suicide=suicide)
    assert board.is_legal(BLACK, (0, 0)) == (suicide and ko_rule != "positional")
    assert board.is_legal(BLACK, None)


# --- What holds in every game ---------------------------------------------------------------------


@pytest.mark.parametrize("ko_rule", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("rows, columns", [(1, 5), (3, 4), (5, 5)])
def test_stones_played_are_on_the_board_or_captured(rows, columns, suicide, ko_rule):
    for board in random_game(7, rows, columns, 60, ko_rule=ko_rule, suicide=suicide):
        assert every_group_has_a_liberty(board.position)
        for colour in (BLACK, WHITE):
            n_played = sum(mover == colour and move is not None for mover, move in board.moves)
            assert n_played == len(board.stones(colour)) + board.captures(opponent(colour))
