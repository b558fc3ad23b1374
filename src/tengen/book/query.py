"""What a book says about a game in progress, for people: moves with counts, and frequent sequences.

How much of other games a book knows: positions found, and the winner's moves among those it names.

Every position before the first moves of a game is looked up, whole board and four corners, for the one to
play. A position is *known* if a book has any move for it, and a winner's move is *named* if it is among
them. Joseki moves of all four corners count, so that book names many moves: how many stands beside.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tengen.book.book_file import Book
from tengen.book.build import game_blocks
from tengen.book.hashes_jit import N_CORNERS, board_key, corner_key, hash_position, new_hashes
from tengen.book.samples_jit import COVERAGE, measure_games
from tengen.book.table_jit import NOT_FOUND, BookTable, board_moves, corner_moves, find_position
from tengen.core.board_jit import new_board
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import MAX_AREA
from tengen.sgf import BadRecord

CORNER_NAMES = ("top left", "top right", "bottom left", "bottom right")
TOP_RIGHT = 1  # the corner in which sequences are shown, as books on paper do
_BEAM = 100  # sequences that are followed at each length


class BookMove(NamedTuple):
    """A move that a book knows here."""

    point: int
    times: int
    seen: int  # samples of the position
    corner: int | None  # None for the whole board


class BookSequence(NamedTuple):
    """Alternate moves from the empty board or corner, and how often the last one was made there."""

    points: tuple[int, ...]
    times: int


def book_moves(book: Book, game: Game) -> list[BookMove]:
    """The legal moves known for the whole board and then for the four corners, the most frequent first.

    Each book is asked only as deep as it was built.
    """
    settings = book.settings
    if game.size != settings.size:
        raise GoError(f"the book is for boards of {settings.size} lines, and the game has {game.size}")
    n_moves = len(game.moves)
    parts: list[int | None] = [None] if n_moves < settings.fuseki_depth else []
    parts += range(N_CORNERS) if n_moves < settings.joseki_depth else []
    found = [move for part in parts for move in _moves_of_part(book, game, part)]
    return [move for move in found if game.is_legal(move.point)]


def _moves_of_part(book: Book, game: Game, corner: int | None) -> list[BookMove]:
    """The moves known for the whole board or one corner."""
    hashes = new_hashes()
    hash_position(game.board.colour, book.geometry.words, hashes)
    points, counts = np.zeros(MAX_AREA, np.uint16), np.zeros(MAX_AREA, np.uint32)
    if corner is None:
        n_found = board_moves(book.fuseki, book.geometry, hashes, game.to_play, points, counts)
        seen = _seen(book.fuseki, board_key(hashes, game.to_play))
    else:
        n_found = corner_moves(book.joseki, book.geometry, hashes, corner, game.to_play, points, counts)
        seen = _seen(book.joseki, corner_key(hashes, corner, game.to_play))
    return [
        BookMove(int(point), int(count), seen, corner)
        for point, count in zip(points[:n_found], counts[:n_found])
    ]


def _seen(table: BookTable, key: int) -> int:
    position = find_position(table, np.uint64(key))
    return 0 if position == NOT_FOUND else int(table.seen[position])


def frequent_sequences(book: Book, corner: int | None, length: int, n_sequences: int) -> list[BookSequence]:
    """The most frequent sequences of so many book moves, each ending in another position.

    Of sequences that reach the same position, turned, mirrored or in another order, the most frequent is
    given. Only the best `_BEAM` are followed from length to length.
    """
    sequences = [BookSequence((), 0)]
    for _ in range(length):
        longer = [
            BookSequence((*sequence.points, move.point), move.times)
            for sequence in sequences
            for move in _moves_of_part(book, _replayed(book, sequence.points), corner)
        ]
        longer.sort(key=lambda sequence: (-sequence.times, sequence.points))
        sequences = _of_different_positions(book, corner, longer)
    return sequences[:n_sequences]


def _of_different_positions(
    book: Book, corner: int | None, sequences: list[BookSequence]
) -> list[BookSequence]:
    """The first sequence to each position, as many as are followed."""
    first: dict[int, BookSequence] = {}
    for sequence in sequences:
        game, hashes = _replayed(book, sequence.points), new_hashes()
        hash_position(game.board.colour, book.geometry.words, hashes)
        key = board_key(hashes, game.to_play) if corner is None else corner_key(hashes, corner, game.to_play)
        first.setdefault(int(key), sequence)
        if len(first) == _BEAM:
            break
    return list(first.values())


def _replayed(book: Book, points: tuple[int, ...]) -> Game:
    game = Game(book.settings.size)
    for point in points:
        game.play(point)
    return game


# --- Coverage -------------------------------------------------------------------------------------


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
