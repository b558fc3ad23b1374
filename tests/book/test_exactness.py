"""Built books against dictionaries of drawings, and what must not change them."""

import random

import numba
import pytest

from tengen.book.book_file import BookSettings, Thresholds
from tengen.book.build import build_book
from tests.book.games import as_dictionary, found, image_of, random_games, real_games, write_games
from tests.reference import opening_book as naive

QUICK_GAMES = 1 if numba.config.DISABLE_JIT else 40
SMALL = BookSettings(
    size=7, corner=4, fuseki_depth=12, joseki_depth=20, fuseki=Thresholds(0, 1, 0), joseki=Thresholds(0, 1, 0)
)
N_RANDOM, RANDOM_MOVES = (6, 14) if numba.config.DISABLE_JIT else (60, 24)


def built(tmp_path, games, settings, **options):
    return build_book([write_games(tmp_path / "games.sgf", games, settings.size)], settings, **options)


def check_against_dictionaries(book, games):
    """Every position that either of the two has is in the other, with the same moves and counts."""
    settings = book.settings
    counts = naive.count_fuseki(games, settings.fuseki_depth, settings.winner_only, settings.size)
    kept = naive.keep(counts, settings.fuseki.theta, settings.fuseki.rho, settings.fuseki.sigma)
    assert len(book.fuseki.keys) == len(kept)
    assert sorted(book.fuseki.counts) == sorted(count for moves in kept.values() for count in moves.values())
    for (position, colour), moves in kept.items():
        expected = {
            image: count
            for move, count in moves.items()
            for image in naive.all_images(position, move, naive.board_images)
        }
        assert found(book, position, colour) == expected
    check_joseki(book, games)


def check_joseki(book, games):
    settings = book.settings
    counts = naive.count_joseki(
        games, settings.joseki_depth, settings.winner_only, settings.size, settings.corner
    )
    kept = naive.keep(counts, settings.joseki.theta, settings.joseki.rho, settings.joseki.sigma)
    assert len(book.joseki.keys) == len(kept)
    assert sorted(book.joseki.counts) == sorted(count for moves in kept.values() for count in moves.values())
    assert book.joseki.seen.sum() == sum(sum(counts[view].values()) for view in kept)
    for (position, _), moves in kept.items():
        expected = {
            image: count
            for move, count in moves.items()
            for image in naive.all_images(position, move, naive.corner_images)
        }
        assert found(book, padded(position, settings.size), "X", corner=0) == expected
        assert found(book, padded(naive.colours_exchanged(position), settings.size), "O", 0) == expected


def padded(position, size):
    """A corner on an otherwise empty board."""
    n_lines = len(position)
    return (*(row + "." * (size - n_lines) for row in position), *("." * size for _ in range(size - n_lines)))


@pytest.mark.parametrize("winner_only", [True, False])
def test_random_games_give_the_same_as_dictionaries(tmp_path, winner_only):
    games = random_games(7, N_RANDOM, RANDOM_MOVES)
    settings = BookSettings(**{**vars(SMALL), "winner_only": winner_only})
    book = built(tmp_path, games, settings)
    check_against_dictionaries(book, games)
    assert len(book.fuseki.keys) > N_RANDOM


@pytest.mark.parametrize("theta, rho, sigma", [(0, 0, 0), (6, 2, 0), (0, 3, 30), (4, 0, 50)])
def test_thresholds_keep_the_same_as_dictionaries(tmp_path, theta, rho, sigma):
    games = random_games(7, N_RANDOM, RANDOM_MOVES)
    thresholds = Thresholds(theta, rho, sigma)
    book = built(tmp_path, games, BookSettings(**{**vars(SMALL), "fuseki": thresholds, "joseki": thresholds}))
    check_against_dictionaries(book, games)


@pytest.mark.parametrize("size, corner", [(5, 5), (6, 3), (4, 1)])
def test_corners_may_overlap_or_leave_a_gap(tmp_path, size, corner):
    games = random_games(size, 3 if numba.config.DISABLE_JIT else 8, 10)
    book = built(tmp_path, games, BookSettings(**{**vars(SMALL), "size": size, "corner": corner}))
    check_against_dictionaries(book, games)


def test_real_games_give_the_same_as_dictionaries(tmp_path):
    games = real_games(QUICK_GAMES)
    everything = BookSettings(fuseki=Thresholds(0, 1, 0), joseki=Thresholds(0, 1, 0))
    check_against_dictionaries(built(tmp_path, games, everything), games)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["19x19-pro", "19x19-strong"])
def test_400_real_games_give_the_same_as_dictionaries(tmp_path, name):
    games = real_games(400, name)
    everything = BookSettings(fuseki=Thresholds(0, 1, 0), joseki=Thresholds(0, 1, 0))
    check_against_dictionaries(built(tmp_path, games, everything), games)


@pytest.mark.parametrize("symmetry", range(8))
def test_a_game_and_its_images_give_the_same_books(tmp_path, symmetry):
    games = random_games(7, *((1, 12) if numba.config.DISABLE_JIT else (3, 20)))
    book = built(tmp_path, games, SMALL)
    turned = built(tmp_path, [image_of(game, symmetry, 7) for game in games], SMALL)
    assert as_dictionary(turned.fuseki) == as_dictionary(book.fuseki)
    assert as_dictionary(turned.joseki) == as_dictionary(book.joseki)


@pytest.mark.parametrize("symmetry", range(8))
def test_with_colours_exchanged_the_joseki_are_the_same(tmp_path, symmetry):
    """Black's first move is far away, and every colour is exchanged behind it."""
    games = [([(6, 6), *moves], "X") for moves, _ in random_games(4, 2, 7)]
    exchanged = [(moves[1:], "O") for moves, _ in games]
    settings = BookSettings(**{**vars(SMALL), "corner": 4, "winner_only": False})
    book = built(tmp_path, [image_of(game, symmetry, 7) for game in games], settings)
    other = built(tmp_path, exchanged, settings)
    first_stone = {key: told for key, told in as_dictionary(book.joseki).items() if told[1] > 0}
    others = {key: told for key, told in as_dictionary(other.joseki).items() if told[1] > 0}
    assert first_stone == others
    assert first_stone


def test_the_order_of_games_does_not_matter(tmp_path):
    games = list(random_games(7, N_RANDOM, RANDOM_MOVES))
    book = built(tmp_path, games, SMALL)
    random.Random(1).shuffle(games)
    other = built(tmp_path, games, SMALL)
    assert other.header() == book.header()
    assert as_dictionary(other.fuseki) == as_dictionary(book.fuseki)
    assert as_dictionary(other.joseki) == as_dictionary(book.joseki)
    changed = built(tmp_path, [*games[:-1], (games[-1][0][:-1], games[-1][1])], SMALL)
    assert changed.data != book.data
