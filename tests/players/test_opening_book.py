"""A player with an opening book: how it is told, what it plays and what it says."""

import pytest
from numba import config

from tengen import Game, GoError
from tengen.book.book_file import save_book
from tengen.book.usage import BOOK_USES, PlayerBook
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player
from tests.book.small_book import SIZE, small_book

needs_speed = pytest.mark.skipif(config.DISABLE_JIT, reason="searches on 19x19")


def first_moves(text, size, n_moves):
    """The moves of a game that a player plays with itself."""
    game, player = Game(size), make_player(text)
    for _ in range(n_moves):
        game.play(player.choose_move(game))
    return game.moves


@pytest.fixture
def book_file(tmp_path):
    path = tmp_path / "small.book"
    save_book(path, small_book())
    return path


def test_every_combination_of_the_paper_is_there():
    words = ("default", "prune", "bias")
    pairs = [f"{tree}-{simulations}" for tree in words for simulations in words]
    assert set(BOOK_USES) == {"none", "passive", *pairs} - {"default-default"}
    for use in BOOK_USES:
        assert make_player(f"mcts:book={use}").book == use
    book = PlayerBook("prune-bias", None)
    assert (book.tree, book.simulations) == ("prune", "bias")


def test_the_default_player_has_a_book_and_that_of_the_first_paper_none():
    assert make_player("mcts").book == "bias-default"
    assert make_player("mcts:preset=orego").book == "none"
    assert make_player("mcts:preset=orego,book=passive").book == "passive"


def test_a_passive_player_does_not_search():
    game, player = Game(19), make_player("mcts:book=passive,seed=3")
    assert isinstance(player, MctsPlayer)
    moves = [game.play(player.choose_move(game)) for _ in range(6)]
    assert len(moves) == 6
    assert player._searcher is None
    assert player.explain_last_move().startswith("book move ")
    assert "whole board" in player.explain_last_move()
    again = Game(19)
    for _ in range(6):
        again.play(make_player("mcts:book=passive,seed=3").choose_move(again))
    assert again.moves == game.moves


@needs_speed
def test_the_explanation_names_what_the_book_knew():
    player = make_player("mcts:playouts=20")
    player.choose_move(Game(19))
    *_, last = player.explain_last_move().splitlines()
    assert last.startswith("book: ")
    assert "(whole board, " in last
    without = make_player("mcts:playouts=20,book=none")
    without.choose_move(Game(19))
    assert "book" not in without.explain_last_move()


def test_a_book_for_another_board_is_not_asked():
    assert make_player("mcts").book_moves(Game(13)) == []
    assert make_player("mcts:book=none").book_moves(Game(19)) == []
    assert len(make_player("mcts").book_moves(Game(19))) > 4
    assert len(make_player("mcts").book_moves(Game(9))) > 4


def test_a_book_of_ones_own(book_file):
    player = make_player(f"mcts:book=passive,book_file={book_file},memory_mb=1")
    game = Game(SIZE)
    game.play(player.choose_move(game))
    assert player.explain_last_move().startswith("book move ")
    assert player.book_moves(Game(19)) == []


def test_a_file_that_is_no_book_is_refused_and_nothing_changes(book_file, tmp_path):
    (tmp_path / "no.book").write_bytes(b"no book")
    with pytest.raises(GoError, match="is not a book of Tengen"):
        make_player(f"mcts:book_file={tmp_path / 'no.book'}")
    player = make_player(f"mcts:book=passive,book_file={book_file}")
    with pytest.raises(GoError, match="cannot read the book"):
        player.set_parameter("book_file", str(tmp_path / "missing"))
    assert player.parameters()["book_file"] == str(book_file)
    assert player.book_moves(Game(SIZE))
    player.set_parameter("book", "none")
    assert player.book_moves(Game(SIZE)) == []
    player.set_parameter("book_file", "none")
    player.set_parameter("book", "passive")
    assert player.book_moves(Game(19))


@needs_speed
@pytest.mark.parametrize("use", [use for use in BOOK_USES if use not in ("none", "passive")])
def test_every_use_plays_a_legal_opening_and_the_same_one_again(use):
    text = f"mcts:preset=orego,playouts=30,memory_mb=30,book={use},seed=5"
    assert first_moves(text, 19, 6) == first_moves(text, 19, 6)


@needs_speed
def test_a_book_that_is_not_asked_changes_nothing():
    text = "mcts:playouts=60,memory_mb=5,seed=2,book="
    assert first_moves(text + "none", 8, 8) == first_moves(text + "bias-prune", 8, 8)


@needs_speed
def test_a_pruned_player_plays_book_moves_only():
    game, player = Game(19), make_player("mcts:preset=orego,playouts=40,memory_mb=30,book=prune-default")
    for _ in range(8):
        known = {move.point for move in player.book_moves(game)}
        move = player.choose_move(game)
        assert move in known
        game.play(move)
