"""A small book of random games on 7x7, compiled and as dictionaries; used by several tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from numba import config

from tengen.book.book_file import BookSettings, Thresholds
from tengen.book.build import build_book
from tests.book.games import random_games, write_games
from tests.reference.opening_book import NaiveBook

SIZE = 7
GAMES = random_games(SIZE, *((6, 14) if config.DISABLE_JIT else (30, 20)))
SETTINGS = BookSettings(
    size=SIZE,
    corner=4,
    fuseki_depth=8,
    joseki_depth=14,
    fuseki=Thresholds(0, 1, 0),
    joseki=Thresholds(0, 2, 0),
)


@cache
def small_book():
    """The book of a file of games."""
    with TemporaryDirectory() as folder:
        return build_book([write_games(Path(folder) / "games.sgf", GAMES, SIZE)], SETTINGS)


@cache
def naive_book():
    """The same as dictionaries."""
    return NaiveBook(list(GAMES), SETTINGS)
