"""What a book says about a game, and its frequent sequences, on boards small enough to count by hand."""

import pytest

from tengen.book.book_file import BookSettings, Thresholds
from tengen.book.build import build_book
from tengen.book.query import TOP_RIGHT, book_moves, frequent_sequences, measure_coverage
from tengen.book.samples_jit import EITHER, FUSEKI, JOSEKI
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex

KEPT = Thresholds(0, 2, 0)
SETTINGS = BookSettings(size=7, corner=3, fuseki_depth=3, joseki_depth=4, fuseki=KEPT, joseki=KEPT)


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Black wins: B6 three times in four corners, then C4 twice; White wins: once, with B2 against F6."""
    path = tmp_path_factory.mktemp("games") / "games.sgf"
    path.write_text(
        "(;SZ[7]RE[B+R];B[bb];W[ff];B[cd])"
        "(;SZ[7]RE[B+R];B[fb];W[bf];B[ed])"
        "(;SZ[7]RE[B+R];B[bf];W[fb];B[aa])"
        "(;SZ[7]RE[W+R];B[fb];W[bf];B[gg])"
    )
    return path


@pytest.fixture(scope="module")
def book(games):
    return build_book([games], SETTINGS)


def told(book, game):
    """The moves found, as people read them: vertex, times, samples, corner."""
    return [(format_vertex(move.point, 7), *move[1:]) for move in book_moves(book, game)]


def test_the_four_corners_of_the_empty_board_are_one_move(book):
    moves = told(book, Game(7))
    assert moves[:4] == [("B6", 3, 3, None), ("F6", 3, 3, None), ("B2", 3, 3, None), ("F2", 3, 3, None)]
    assert moves[4:] == [("B6", 4, 5, 0), ("F6", 4, 5, 1), ("B2", 4, 5, 2), ("F2", 4, 5, 3)]


def test_after_two_moves_the_book_knows_the_mirror_image_of_the_third(book):
    game = Game(7)
    for move in ("F2", "B6"):
        game.play(move)
    assert [move for move in told(book, game) if move[3] is None] == [("E4", 2, 3, None), ("D3", 2, 3, None)]


def test_the_book_is_silent_behind_its_depth(book):
    game = Game(7)
    for move in ("D4", "D5", "D3"):
        game.play(move)
    assert {move[3] for move in told(book, game)} == {0, 1, 2, 3}
    game.play("pass")
    assert told(book, game) == []


def test_moves_that_the_rules_forbid_are_not_named(tmp_path):
    """The corners are one point each and empty, but stones outside leave one of them no liberty."""
    (tmp_path / "games.sgf").write_text("(;SZ[7]RE[B+R];B[aa])" * 2)
    book = build_book([tmp_path / "games.sgf"], BookSettings(**{**vars(SETTINGS), "corner": 1}))
    game = Game.from_diagram("""
        . O . . . . .
        O . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . . """)
    assert [move[0] for move in told(book, Game(7))][4:] == ["A7", "G7", "A1", "G1"]
    assert [move[0] for move in told(book, game)] == ["G7", "A1", "G1"]


def test_a_game_on_another_board_is_refused(book):
    with pytest.raises(GoError, match="the book is for boards of 7 lines, and the game has 9"):
        book_moves(book, Game(9))


def test_sequences_are_given_once_for_all_their_images(book):
    def shown(corner, length):
        return [
            (" ".join(format_vertex(point, 7) for point in sequence.points), sequence.times)
            for sequence in frequent_sequences(book, corner, length, 5)
        ]

    assert [times for _, times in shown(None, 1)] == [3]
    assert shown(None, 2) == []  # White won once only
    assert shown(TOP_RIGHT, 1) == [("F6", 4)]


def test_coverage_counts_positions_and_named_moves(book, games):
    coverage = measure_coverage(book, [games], n_games=3, n_moves=3)
    assert (coverage.n_games, coverage.n_positions, coverage.n_winner) == (3, 9, 6)
    assert coverage.n_known[FUSEKI] == 6
    assert coverage.n_named[FUSEKI] == 3 + 2
    assert coverage.n_known[JOSEKI] == coverage.n_known[EITHER] == 9
    assert coverage.n_named[JOSEKI] == 3
    assert coverage.n_named[EITHER] == 5
    assert coverage.n_moves[FUSEKI] == 3 * 4 + 3 * 2
    everything = measure_coverage(book, [games], n_games=9, n_moves=3)
    assert everything.n_games == 4


def test_without_games_there_is_nothing_to_measure(book, tmp_path):
    with pytest.raises(GoError, match="there is no game to try the book on"):
        measure_coverage(book, [tmp_path / "none.sgf"], 10, 10)
