"""A bookmark that follows a game, and the moves known on the way, against dictionaries."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.book.book_file import shipped_book
from tengen.book.cursor_jit import (
    BOOKMARK,
    NO_BOOK,
    compile_book,
    find_known_moves,
    is_within,
    place_bookmark,
    turn_page,
)
from tengen.book.hashes_jit import hash_position, new_hashes
from tengen.book.query import book_moves
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tests.book.small_book import GAMES, SETTINGS, SIZE, naive_book, small_book
from tests.core.positions import to_pair, to_point
from tests.reference.board import NaiveBoard

DEEPEST = max(SETTINGS.fuseki_depth, SETTINGS.joseki_depth)


def new_bookmark():
    return np.zeros(1, BOOKMARK).view(np.recarray)[0]


def known(book, bookmark, to_play):
    """The moves in the bookmark: point -> weight."""
    n_known = find_known_moves(book, bookmark, to_play)
    moves = [to_pair(point) for point in bookmark.points[:n_known].tolist()]
    assert len(set(moves)) == n_known
    return dict(zip(moves, bookmark.weights[:n_known].tolist()))


@pytest.mark.parametrize("number", range(1 if config.DISABLE_JIT else 4))
def test_a_bookmark_knows_what_dictionaries_know_after_every_move(number):
    book, bookmark = compile_book(small_book()), new_bookmark()
    game, board, colour, seen = Game(SIZE), NaiveBoard.empty(SIZE), "X", 0
    kinds = set()
    for index, move in enumerate(GAMES[number][0]):
        if index == 4:  # a pass is a move without a stone
            turn_page(book, bookmark, game.board, np.uint32(PASS), game.to_play)
            turn_page(book, bookmark, game.board, np.uint32(PASS), 3 - game.to_play)
        n_moves = index + 2 * (index >= 4)
        assert is_within(book, bookmark) == (n_moves < DEEPEST)
        expected = naive_book().known_moves(board, colour, n_moves)
        found = known(book, bookmark, game.to_play)
        assert found == pytest.approx(expected)
        if index != 4:  # the drawn board has not passed
            chances = naive_book().chances(board, colour, n_moves)
            assert dict(zip(found, bookmark.chances.tolist())) == pytest.approx(chances)
            kinds |= {round(chance, 4) for chance in chances.values()}
        seen += len(expected) > 1
        turn_page(book, bookmark, game.board, np.uint32(to_point(move)), game.to_play)
        game.play(to_point(move))
        board, colour = board.play(colour, move), "O" if colour == "X" else "X"
    assert seen > 2
    assert len(kinds) > 3


@pytest.mark.parametrize(
    "moves, likely",
    [
        ("A1 Q16", {0: 0.35 / 2, 1: 0.4, 3: 0.35 / 2}),
        ("A1 A19 T1 Q16", {1: 0.75}),
        ("A1 Q16 A19 T1", {1: 0.0}),
        ("Q16 D4", {None: 1.0, 0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}),
    ],
)
def test_how_likely_a_move_is_depends_on_the_corner_it_is_known_in(moves, likely):
    book, bookmark, game = compile_book(shipped_book(19)), new_bookmark(), Game(19)
    for move in moves.split():
        turn_page(book, bookmark, game.board, np.uint32(parse_vertex(move, 19)), game.to_play)
        game.play(move)
    known_there = book_moves(shipped_book(19), game)
    assert {move.corner for move in known_there} == set(likely)
    expected = {}
    for move in known_there:
        total = sum(other.times for other in known_there if other.corner == move.corner)
        chance = likely[move.corner] * move.times / total
        expected[to_pair(move.point)] = max(expected.get(to_pair(move.point), 0.0), chance)
    found = known(book, bookmark, game.to_play)
    assert dict(zip(found, bookmark.chances.tolist())) == pytest.approx(expected)


def test_a_bookmark_can_be_placed_in_the_middle_of_a_game():
    book, bookmark, placed = compile_book(small_book()), new_bookmark(), new_bookmark()
    game = Game(SIZE)
    for move in GAMES[0][0][:6]:
        turn_page(book, bookmark, game.board, np.uint32(to_point(move)), game.to_play)
        game.play(to_point(move))
    hashes = new_hashes()
    hash_position(game.board.colour, book.geometry.words, hashes)
    place_bookmark(placed, hashes, len(game.moves), game.last_move)
    assert placed.hashes.tolist() == bookmark.hashes.tolist()
    assert known(book, placed, game.to_play) == known(book, bookmark, game.to_play) != {}
    assert placed.chances.tolist() == bookmark.chances.tolist()


def test_no_book_knows_nothing_and_its_bookmark_stays():
    bookmark, game = new_bookmark(), Game(SIZE)
    turn_page(NO_BOOK, bookmark, game.board, np.uint32(to_point((3, 3))), game.to_play)
    assert not any(bookmark.tobytes())
    assert find_known_moves(NO_BOOK, bookmark, game.to_play) == 0
    assert not is_within(NO_BOOK, bookmark)
