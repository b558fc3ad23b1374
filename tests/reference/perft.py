"""Counts that tell whether the rules are right: sequences of moves, legal positions, whole games.

Legal positions and games have published numbers: J. Tromp and G. Farnebäck, "Combinatorics of Go"
(2006, revised 2016), tables of L(m, n) and of the number of games on small boards.
"""

import itertools
from collections import Counter
from functools import lru_cache

import numpy as np

from tests.reference.board import (
    BLACK,
    EMPTY,
    WHITE,
    IllegalMove,
    NaiveBoard,
    Position,
    every_group_has_a_liberty,
    opponent,
)


def perft(board: NaiveBoard, depth: int, to_play: str = BLACK) -> int:
    """The number of sequences of exactly `depth` plies, colours alternating, passes included.

    Two passes in a row end the game, and an ended game has no further plies: a sequence that ends at
    ply d is counted at depth d, and adds nothing at any greater depth. Only passes within the board's
    own record count as earlier passes; perft(board, 0) is 1.
    """
    if depth == 0:
        return 1
    if board.is_over:
        return 0
    total = 0
    for move in [*board.points, None]:
        try:
            after = board.play(to_play, move)
        except IllegalMove:
            continue
        total += perft(after, depth - 1, opponent(to_play))
    return total


# --- Legal positions -----------------------------------------------------------------------------


def count_legal_positions(rows: int, columns: int) -> int:
    """The colourings of the board in which every group has a liberty, one at a time by flood fill."""
    n = 0
    for signs in itertools.product(EMPTY + BLACK + WHITE, repeat=rows * columns):
        text = "".join(signs)
        position = tuple(text[row * columns : (row + 1) * columns] for row in range(rows))
        n += every_group_has_a_liberty(position)
    return n


def count_legal_positions_in_bits(rows: int, columns: int) -> int:
    """The same number with a bit for each point: for boards of up to 16 points.

    For each set of empty points the black stones run through all subsets of the others, in numpy at
    once; a colouring counts if air from the empty points reaches every black and every white stone.
    """
    area = rows * columns
    whole = (1 << area) - 1
    n = 0
    for empty in range(1 << area):
        black = _subsets(whole ^ empty)
        breathes = _air_reaches_all(black, empty, rows, columns)
        # White has the points that Black has not, and subsets in rising order meet their complements
        # in falling order.
        n += np.count_nonzero(breathes & breathes[::-1])
    return n


def _subsets(points: int) -> np.ndarray:
    """All subsets of a set of bits, in rising order."""
    subsets = np.zeros(1, dtype=np.int32)
    for bit in range(points.bit_length()):
        if points >> bit & 1:
            subsets = np.concatenate([subsets, subsets | 1 << bit])
    return subsets


def _air_reaches_all(stones: np.ndarray, empty: int, rows: int, columns: int) -> np.ndarray:
    """For each set of stones of one colour, whether every group of it touches an empty point."""
    area = rows * columns
    first_column = sum(1 << point for point in range(0, area, columns))
    last_column = first_column << (columns - 1)
    reached = np.zeros_like(stones)
    while True:
        air = reached | empty
        beside = air >> columns | air << columns | (air & ~first_column) >> 1 | (air & ~last_column) << 1
        wider = reached | (stones & beside)
        if np.array_equal(wider, reached):
            return reached == stones
        reached = wider


# --- Games ---------------------------------------------------------------------------------------


def count_games_positional_superko(rows: int, columns: int, suicide: bool = True) -> int:
    """The number of complete games from the empty board, one at a time by `NaiveBoard.play`.

    A complete game: Black begins, the colours alternate, either may pass at any time, no play brings
    back an earlier position, and the second of two passes in a row ends the game. Suicide of several
    stones is allowed (the "logical rules" of Tromp and Taylor); it makes no difference below 1x4.

    It is the number of simple paths from the empty position, of any length, in the graph whose nodes
    are positions and whose edges are plays of either colour (Tromp & Farnebäck): the passes of a game
    are known from the colours of its plays, with a single pass between two plays of one colour, or
    before a white play at the start, and two at the end.
    """

    def complete_games(board: NaiveBoard, to_play: str) -> int:
        if board.is_over:
            return 1
        moves = [*board.legal_moves(to_play), None]
        return sum(complete_games(board.play(to_play, move), opponent(to_play)) for move in moves)

    return complete_games(NaiveBoard.empty(rows, columns, ko_rule="positional", suicide=suicide), BLACK)


def count_paths_in_game_graph(rows: int, columns: int, suicide: bool = True) -> int:
    """The same number as simple paths, for 1x4, where it is in the thousands of millions.

    What was visited matters only where play can still go: paths are counted from a position and the set
    of unvisited positions within reach. First plays that mirror each other have as many games.
    """
    start = NaiveBoard.empty(rows, columns).position
    positions = [start]
    plays_from: list[list[int]] = []
    for position in positions:  # grows as new positions are found
        following = _positions_after(position, suicide)
        positions.extend(after for after in following if after not in positions)
        plays_from.append([positions.index(after) for after in following])

    def within_reach(here: int, unvisited: int) -> int:
        reached = 0
        frontier = [here]
        while frontier:
            for there in plays_from[frontier.pop()]:
                if (unvisited & ~reached) >> there & 1:
                    reached |= 1 << there
                    frontier.append(there)
        return reached

    @lru_cache(maxsize=1 << 21)
    def paths(here: int, unvisited: int) -> int:
        n = 1
        for there in plays_from[here]:
            if unvisited >> there & 1:
                n += paths(there, within_reach(there, unvisited & ~(1 << there)))
        return n

    alike = Counter(min(_mirror_images(positions[first])) for first in plays_from[0])
    n = 1
    for position, n_alike in alike.items():
        first = positions.index(position)
        unvisited = (1 << len(positions)) - 1 & ~1 & ~(1 << first)
        n += n_alike * paths(first, within_reach(first, unvisited))
    return n


def _mirror_images(position: Position) -> list[Position]:
    """A position with its rows, its columns, and its colours turned over, or not."""
    images = [position, position[::-1]]
    images += [tuple(row[::-1] for row in image) for image in images]
    images += [tuple(row.translate(str.maketrans("XO", "OX")) for row in image) for image in images]
    return images


def _positions_after(position: Position, suicide: bool) -> list[Position]:
    """Where one play of either colour leads, other than to the same position."""
    board = NaiveBoard(position, ko_rule="positional", suicide=suicide)
    return [
        board.play(colour, point).position for colour in (BLACK, WHITE) for point in board.legal_moves(colour)
    ]
