"""What an opening book costs a search: a ratio of CPU times, measured in turns."""

import pytest

from tengen.book.book_file import shipped_book
from tengen.book.cursor_jit import NO_BOOK, compile_book
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.bench.turns import best_seconds

N_PLAYOUTS, N_TURNS = 2000, 15
N_SEARCHERS = 4  # of each kind: where its memory happens to lie makes one 3 % faster or slower


def new_searcher(size, book, **search):
    return Searcher(
        size, new_parameters("lgrf2"), new_search_parameters(**search), memory_mb=64, seed=1, book=book
    )


@pytest.mark.slow
@pytest.mark.parametrize("size, least", [(9, 0.94), (19, 0.97)])
def test_biasing_the_tree_costs_little_on_the_empty_board(size, least):
    """On 9x9 a playout is six times as short, and the book is asked as often."""
    searchers = {}
    for number in range(N_SEARCHERS):
        searchers["baseline", number] = new_searcher(size, NO_BOOK)
        searchers["bias-default", number] = new_searcher(
            size, compile_book(shipped_book(size)), book_wins=40.0
        )
    seconds = best_seconds(searchers, size, N_PLAYOUTS, N_TURNS)
    best = {kind: min(seconds[kind, n] for n in range(N_SEARCHERS)) for kind in ("baseline", "bias-default")}
    for kind, least_seconds in best.items():
        n_moves = searchers[kind, 0].n_moves / (N_PLAYOUTS * N_TURNS)
        print(f"{kind}: {n_moves:.1f} moves a playout, {N_PLAYOUTS / least_seconds:,.0f} playouts a second")
    ratio = best["baseline"] / best["bias-default"]
    print(f"bias-default runs at {ratio:.3f} of the speed without a book")
    assert ratio >= least
