"""How much of other games a book knows: positions found, and the winner's moves among those it names.

Every position before the first moves of a game is looked up, whole board and four corners, for the one to
play. A position is *known* if a book has any move for it, and a winner's move is *named* if it is among
them. Joseki moves of all four corners count, so that book names many moves: how many stands beside.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from tengen.book.build import game_blocks
from tengen.book.hashes import new_hashes
from tengen.book.measure import COVERAGE, measure_games
from tengen.book.store import Book
from tengen.core.board import new_board
from tengen.core.errors import GoError
from tengen.records import BadRecord


def measure_coverage(
    book: Book,
    paths: Iterable[Path],
    n_games: int,
    n_moves: int,
    on_error: Callable[[BadRecord], None] = lambda bad: None,
) -> np.record:
    """A record of COVERAGE over the first moves of the first games, without those that books leave out."""
    coverage: np.record = np.zeros(1, COVERAGE).view(np.recarray)[0]
    board, hashes, n_left = new_board(book.settings.size), new_hashes(), n_games
    for job in game_blocks(paths, book.settings, 0, on_error):
        stop = min(n_left, len(job.winners))
        measure_games(
            job.moves,
            job.colours,
            job.first,
            job.winners[:stop],
            job.verdicts,
            n_moves,
            (book.fuseki, book.joseki, book.geometry),
            board,
            hashes,
            coverage,
        )
        n_left -= stop
        if not n_left:
            break
    if not coverage.n_positions:
        raise GoError("there is no game to try the book on")
    return coverage
