"""A game in the terminal, typed line by line."""

import io

import pytest

from tengen import BLACK, WHITE, Game
from tengen.cli.screen import Screen
from tengen.cli.terminal import TerminalGame, draw_board
from tengen.core.notation import parse_vertex
from tengen.sgf import main_line, parse_sgf


class Scripted:
    """A player that makes the given moves."""

    name = "script"

    def __init__(self, *moves):
        self._moves = list(moves)

    def choose_move(self, game):
        return parse_vertex(self._moves.pop(0), game.size)


def play(lines, *answers, human=BLACK, size=5, **options):
    """Run a game on typed lines; returns the game and what was shown."""
    typed = iter(lines)

    def read_line(_prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    shown = io.StringIO()
    console = Screen(file=shown, width=100, force_terminal=False)
    terminal = TerminalGame(Game(size, **options), Scripted(*answers), human, console, read_line)
    terminal.run()
    return terminal, shown.getvalue()


def test_a_whole_game_is_counted_at_its_end():
    terminal, shown = play(["C3", "pass"], "D3", "pass", komi=0.5)
    assert terminal.result() == "W+0.5"
    assert "White (script) plays D3" in shown
    assert "Black's area 1, White's 1 and 0.5 komi, all stones on the board alive: W+0.5" in shown


def test_the_board_shows_coordinates_stones_and_the_last_move():
    _, shown = play(["C3", "quit"], "D3")
    assert "   A B C D E\n" in shown
    assert " 3 · · ●(○)· 3" in shown
    assert "Captured by Black 0, White 0.  Move 3, Black to play." in shown


def test_with_colours_both_stones_are_filled_and_the_brackets_stay_at_the_edge():
    game = Game(3)
    game.play("C3")
    game.play("A1")
    drawn = str(draw_board(game, coloured=True)).splitlines()
    assert drawn[1] == " 3 · · ● 3"
    assert drawn[3] == " 1(●)· · 1"
    game.play("C1")
    assert str(draw_board(game, coloured=False)).splitlines()[3] == " 1 ○ ·(●)1"


def test_star_points_are_drawn_on_larger_boards():
    assert str(draw_board(Game(19), coloured=True)).count("+") == 9
    assert str(draw_board(Game(9), coloured=True)).count("+") == 5
    assert str(draw_board(Game(5), coloured=True)).count("+") == 0


def test_undo_takes_back_the_move_and_the_answer():
    terminal, _ = play(["C3", "undo", "B2", "quit"], "D3", "D4")
    assert [move for _, move in terminal.game.moves] == [parse_vertex(v, 5) for v in ("B2", "D4")]


def test_undo_without_a_move_says_so():
    _, shown = play(["undo", "quit"])
    assert "there is no move of yours to take back" in shown


def test_white_can_be_the_person_and_undo_stops_at_their_turn():
    terminal, shown = play(["B2", "undo", "quit"], "C3", "C4", human=WHITE)
    assert len(terminal.game.moves) == 1
    assert "You are White against script" in shown


def test_resigning_ends_the_game():
    terminal, shown = play(["resign"])
    assert terminal.result() == "W+R"
    assert "Black resigned: W+R" in shown


def test_an_opponent_that_resigns_has_lost():
    class Resigning(Scripted):
        def wants_to_resign(self):
            return True

    shown = io.StringIO()
    console = Screen(file=shown, width=100, force_terminal=False)
    terminal = TerminalGame(Game(5), Resigning("pass"), WHITE, console)
    terminal.run()
    assert terminal.result() == "W+R"
    assert "Black resigned: W+R" in shown.getvalue()
    assert terminal.game.moves == []


@pytest.mark.parametrize(
    "line, message",
    [
        ("Z9", "'z9' is not a point from A1 to E5"),
        ("jump", "'jump' is not a point"),
        ("save", "say where to: save FILE.sgf"),
        ("save /nowhere/at/all.sgf", "cannot save to /nowhere/at/all.sgf: No such file or directory"),
    ],
)
def test_a_wrong_line_is_explained_and_asked_again(line, message):
    terminal, shown = play([line, "", "help", "board", "quit"])
    assert message in shown
    assert "take back your last move" in shown
    assert terminal.game.moves == []


def test_an_illegal_move_is_explained():
    _, shown = play(["C3", "C3", "quit"], "D3")
    assert "Black may not play C3: the point is taken" in shown


def test_the_game_is_saved_as_sgf_and_no_partial_file_is_left(tmp_path):
    path = tmp_path / "game.sgf"
    play(["C3", f"save {path}", "pass", f"save {path}"], "D3", "pass", komi=0.5)
    record = main_line(parse_sgf(path.read_bytes())[0])
    assert record.size == 5
    assert record.komi == 0.5
    assert record.black_name == "You"
    assert record.moves.tolist() == [parse_vertex("C3", 5), parse_vertex("D3", 5)]
    assert [file.name for file in tmp_path.iterdir()] == ["game.sgf"]


def test_end_of_input_leaves_the_game():
    terminal, _ = play([])
    assert terminal.left
    assert terminal.result() == ""
