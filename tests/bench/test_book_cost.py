"""What an opening book costs a search: a ratio of CPU times, measured in turns."""

import time

import pytest

from tengen import Game
from tengen.book.open_book import NO_BOOK, open_book
from tengen.book.store import shipped_book
from tengen.playout.parameters import new_parameters
from tengen.search.parameters import new_search_parameters
from tengen.search.searcher import Searcher

N_PLAYOUTS, N_TURNS = 2000, 15


def new_searcher(book, **search):
    return Searcher(
        19, new_parameters("lgrf2"), new_search_parameters(**search), memory_mb=64, seed=1, book=book
    )


@pytest.mark.slow
def test_biasing_the_tree_costs_little_on_the_empty_board():
    searchers = {
        "baseline": new_searcher(NO_BOOK),
        "bias-default": new_searcher(open_book(shipped_book()), book_wins=40.0),
    }
    best, moves = dict.fromkeys(searchers, float("inf")), dict.fromkeys(searchers, 0)
    for _ in range(N_TURNS):
        for name, searcher in searchers.items():
            searcher.clear()
            before, started = searcher.n_moves, time.process_time()
            searcher.think(Game(19), playouts=N_PLAYOUTS)
            moves[name] = searcher.n_moves - before
            best[name] = min(best[name], (time.process_time() - started) / N_PLAYOUTS)
    for name, seconds in best.items():
        print(f"{name}: {moves[name] / N_PLAYOUTS:.1f} moves a playout, {1 / seconds:,.0f} playouts a second")
    ratio = best["baseline"] / best["bias-default"]
    print(f"bias-default runs at {ratio:.3f} of the speed without a book")
    assert ratio >= 0.97
