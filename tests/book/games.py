"""Games for the tests of books: random ones, real ones, their images, and what compiled look-ups find."""

import lzma
import random
import re
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from tengen.book.hashes_jit import hash_position, new_hashes
from tengen.book.table_jit import board_moves, corner_moves
from tengen.core.points_jit import BORDER, MAX_AREA, N_POINTS
from tests.core.positions import COLOURS, to_pair, to_point
from tests.reference.board import NaiveBoard, symmetric_point
from tests.sgf.test_data import archive

Plain = tuple[list[tuple[int, int]], str]  # moves from Black on, and the winner as the naive board writes it

_SIGNS = {"B": "X", "W": "O"}
_LETTERS = "abcdefghijklmnopqrs"


@cache
def random_games(size: int, n_games: int, n_moves: int, seed: int = 0) -> tuple[Plain, ...]:
    """Games that stay together for some moves, with captures, and a winner drawn by lot."""
    games = []
    for number in range(n_games):
        chance = random.Random(f"{seed} {number % 3}")  # three openings
        board, colour = NaiveBoard.empty(size), "X"
        for index in range(n_moves):
            if index == 3 + number % 4:
                chance = random.Random(f"{seed} {number}")
            points = [point for point in board.points if board.is_legal(colour, point)]
            near = [point for point in points if min(point) < 2]
            board = board.play(colour, chance.choice(near or points))
            colour = "O" if colour == "X" else "X"
        games.append(([move for _, move in board.moves], chance.choice("XO")))
    return tuple(games)


def real_games(n_games: int, name: str = "19x19-pro") -> list[Plain]:
    """The first games of a set that have a winner."""
    games = []
    with lzma.open(archive(name), "rt") as lines:
        for line in islice(lines, n_games):
            winner = re.search(r"RE\[([BW])\+", line)
            moves = re.findall(r";[BW]\[(\w\w)\]", line)
            if winner:
                points = [(_LETTERS.index(move[1]), _LETTERS.index(move[0])) for move in moves]
                games.append((points, _SIGNS[winner[1]]))
    return games


def sgf_of(game: Plain, size: int) -> str:
    """A game as text."""
    moves, winner = game
    letters = [_LETTERS[column] + _LETTERS[row] for row, column in moves]
    line = "".join(f";{'BW'[number % 2]}[{move}]" for number, move in enumerate(letters))
    return f"(;SZ[{size}]RE[{'B' if winner == 'X' else 'W'}+R]{line})"


def write_games(path: Path, games: list[Plain] | tuple[Plain, ...], size: int) -> Path:
    """A file of games."""
    path.write_text("\n".join(sgf_of(game, size) for game in games))
    return path


def image_of(game: Plain, symmetry: int, size: int) -> Plain:
    """A game turned and mirrored."""
    moves, winner = game
    return [symmetric_point(move, size, symmetry) for move in moves], winner


def as_dictionary(table):
    """All that a table says, in plain numbers."""
    return {
        int(key): (
            int(table.seen[index]),
            int(table.stones[index]),
            list(
                zip(
                    table.points[table.first[index] : table.first[index + 1]].tolist(),
                    table.counts[table.first[index] : table.first[index + 1]].tolist(),
                )
            ),
        )
        for index, key in enumerate(table.keys)
    }


def found(book, position, to_play, corner=None):
    """What compiled look-ups find for a drawn position, at the top left of the board: point -> count."""
    colours = np.full(N_POINTS, BORDER, np.uint8)
    for row, signs in enumerate(position):
        for column, sign in enumerate(signs):
            colours[to_point((row, column))] = COLOURS.get(sign, 0)
    hashes, points, counts = new_hashes(), np.zeros(MAX_AREA, np.uint16), np.zeros(MAX_AREA, np.uint32)
    hash_position(colours, book.geometry.words, hashes)
    if corner is None:
        n_found = board_moves(book.fuseki, book.geometry, hashes, COLOURS[to_play], points, counts)
    else:
        n_found = corner_moves(book.joseki, book.geometry, hashes, corner, COLOURS[to_play], points, counts)
    moves = [to_pair(point) for point in points[:n_found].tolist()]
    assert len(set(moves)) == n_found
    return dict(zip(moves, counts[:n_found].tolist()))
