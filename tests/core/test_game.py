"""The Python face of the board: moves, undo, score, drawings and what it refuses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen import BLACK, WHITE, Game, GoError
from tengen.core.game import format_result
from tengen.core.notation import board_svg
from tengen.core.points_jit import PASS, point_at


def test_colours_alternate_unless_one_is_named():
    game = Game(5)
    game.play("C3")
    game.play("pass")
    assert game.to_play == BLACK
    game.play("A1", WHITE)
    assert game.moves == [(BLACK, int(point_at(2, 2))), (WHITE, PASS), (WHITE, int(point_at(4, 0)))]
    assert game.to_play == BLACK


def test_two_passes_end_the_game_and_play_may_go_on():
    game = Game(5)
    game.play("pass")
    assert not game.is_over
    game.play("pass")
    assert game.is_over
    game.play("C3")
    assert not game.is_over


def test_undo_goes_back_to_the_beginning_and_no_further():
    game = Game(5)
    before = game.board.tobytes()
    for move in ("C3", "D3", "pass"):
        game.play(move)
    for _ in range(3):
        game.undo()
    assert game.board.tobytes() == before
    assert game.last_move is None
    with pytest.raises(GoError, match="no move to take back"):
        game.undo()


def test_a_copy_lives_its_own_life():
    game = Game(5)
    game.play("C3")
    other = game.copy()
    other.play("D3")
    other.undo()
    other.undo()
    assert other.legal() == Game(5).legal()
    assert len(game.moves) == 1


def test_a_long_game_keeps_its_whole_history():
    game = Game(3, rules="tromp-taylor")
    for _ in range(200):
        game.play("pass")
    assert len(game.history) == 201
    assert (game.history == game.history[0]).all()


def test_area_score_counts_stones_and_surrounded_points():
    game = Game.from_diagram(
        """
        . X . . .
        X X . O O
        . . . O .
        . . . O O
        . . . . .""",
        komi=0.5,
    )
    assert game.score() == 4 - 6 - 0.5
    assert game.result() == "W+2.5"


def test_dead_stones_go_with_their_whole_chain():
    game = Game.from_diagram(
        """
        . X . . .
        X X X X X
        . O O . .
        X X X X X
        . X . . .""",
        komi=7.5,
    )
    assert game.score() == 20 - 2 - 7.5
    assert game.score(dead=["B3"]) == 25 - 7.5
    assert game.score(dead=["B3", "C3"]) == 25 - 7.5
    assert (game.owners(dead=["C3"]) == BLACK).sum() == 25
    with pytest.raises(GoError, match="no stone at A3 to be dead"):
        game.score(dead=["A3"])
    with pytest.raises(GoError, match="no stone at pass"):
        game.score(dead=["pass"])


@pytest.mark.parametrize(
    "score, text", [(3.5, "B+3.5"), (-12.0, "W+12"), (0.0, "0"), (-0.5, "W+0.5"), (361.0, "B+361")]
)
def test_results_are_written_as_in_sgf(score, text):
    assert format_result(score) == text


@pytest.mark.parametrize("size", [1, 0, -3, 20, 100])
def test_sizes_we_do_not_play_are_refused(size):
    with pytest.raises(GoError, match=f"board size {size} is not between 2 and 19"):
        Game(size)


@pytest.mark.parametrize("size", [9.0, "9", None, True])
def test_a_size_is_a_whole_number(size):
    with pytest.raises(GoError, match="must be a whole number"):
        Game(size)


@pytest.mark.parametrize("komi", [float("nan"), float("inf")])
def test_komi_is_a_number_of_points(komi):
    with pytest.raises(GoError, match="komi must be a number"):
        Game(9, komi=komi)


@pytest.mark.parametrize("move", ["J9x", "", "I5", "A10", "K1", 5, 1, -1, 400, 99999])
def test_a_wrong_move_changes_nothing(move):
    game = Game(9)
    before = game.board.tobytes()
    with pytest.raises(GoError):
        game.play(move)
    assert game.board.tobytes() == before
    assert game.moves == []


@pytest.mark.parametrize("colour", [0, 3, "B"])
def test_a_wrong_colour_is_refused(colour):
    with pytest.raises(GoError, match="is not a colour"):
        Game(9).play("A1", colour)


def test_a_drawn_position_without_liberties_is_refused():
    with pytest.raises(GoError, match="stones without a liberty"):
        Game.from_diagram("XX\nXX")


def test_the_svg_shows_each_stone_once_and_marks_the_last_move():
    game = Game(9)
    game.play("E5")
    game.play("E4")
    svg = game._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.endswith("</svg>")
    assert svg.count('r="11"') == 2
    assert svg.count('r="5"') == 1
    assert svg.count("<text") == 36


def test_the_svg_shows_labels_on_stones_and_on_empty_points():
    game = Game(9)
    game.play("E5")
    black, empty = int(point_at(4, 4)), int(point_at(0, 0))
    svg = board_svg(game.board.colour, 9, labels={black: "1", empty: "a"})
    assert 'fill="#fff">1</text>' in svg
    assert 'r="9" fill="#e8c98a"/><text x="36" y="40" fill="#111">a</text>' in svg
    assert svg.count("<text") == 38


def test_repr_tells_what_game_it_is():
    assert repr(Game(13)) == "<Game 13x13 chinese-kgs komi 7.5, 0 moves>"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 420), max_size=60), st.sampled_from([2, 3, 5]))
def test_whatever_is_played_can_be_undone_bit_for_bit(points, size):
    game = Game(size)
    snapshots = [game.board.tobytes()]
    for point in points:
        try:
            game.play(point)
        except GoError:
            assert game.board.tobytes() == snapshots[-1]
        else:
            snapshots.append(game.board.tobytes())
    while game.moves:
        assert game.board.tobytes() == snapshots.pop()
        game.undo()
    assert game.board.tobytes() == snapshots.pop()


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.data())
def test_the_score_changes_sign_with_the_colours_and_adds_up(size, data):
    signs = data.draw(st.lists(st.sampled_from(".XO"), min_size=size * size, max_size=size * size))
    drawn = ["".join(signs[row * size : (row + 1) * size]) for row in range(size)]
    swapped = [row.translate(str.maketrans("XO", "OX")) for row in drawn]
    try:
        game, other = (Game.from_diagram("\n".join(rows), komi=0) for rows in (drawn, swapped))
    except GoError:
        return
    assert game.score() == -other.score()
    owners = game.owners()
    counts = [np.count_nonzero(owners == owner) for owner in (0, BLACK, WHITE)]
    assert sum(counts) == size * size
    assert counts[1] - counts[2] == game.score()
