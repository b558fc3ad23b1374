"""The slow, obvious twins of the rules that heavy playouts follow, built on the naive board alone.

Points, moves, colours and positions are those of tests.reference.board. Where a rule may choose at random,
or leaves an order open, the twin answers with the set of all moves that satisfy it.
"""

import random
from collections.abc import Sequence
from functools import cache

from tests.reference.board import (
    EMPTY,
    Move,
    NaiveBoard,
    Point,
    Position,
    all_points,
    diagonals,
    neighbours,
    opponent,
)

# --- 3x3 patterns: the drawings, word for word -----------------------------------------------------
# "both": also with colours exchanged; "mover": # is the side to move.

PATTERNS = """
Hane1 both  Hane2 both  Hane3 both  Hane4 mover  Cut1 both   Cut2 both
# O #       # O .       # O ?       # O O        # O ?       ? # ?
. * .       . * .       # * .       . * .        O * ?       O * O
? ? ?       ? . ?       ? . ?       ? . ?        ? ? ?       + + +

Edge1 both  Edge2 both  Edge3 mover  Edge4 mover  Edge5 mover
# . ?       ? # ?       ? # O        ? O #        ? O #
O * ?       o * O       ? * ?        ? * +        # * O
= = =       = = =       = = =        = = =        = = =
"""
EXCEPTIONS = {"Cut1": (("#O?", "O*O", "?.?"), ("#O?", "O*.", "?O?"))}
MEANINGS = {"#": "#", "O": "O", ".": ".", "+": "#.", "o": "O.", "?": "#O.", "=": "=", "*": "."}

Drawing = tuple[str, ...]


def _read_drawings(text: str) -> dict[str, tuple[Drawing, bool]]:
    """Name -> the three rows and whether both colours count."""
    drawings = {}
    for block in text.strip().split("\n\n"):
        words = [line.split() for line in block.splitlines()]
        for number, name in enumerate(words[0][::2]):
            rows = tuple("".join(line[3 * number : 3 * number + 3]) for line in words[1:])
            drawings[name] = rows, words[0][2 * number + 1] == "both"
    return drawings


def _symmetric(drawing: Drawing, symmetry: int) -> Drawing:
    """A drawing transposed (4), then rows (2) and columns (1) flipped."""
    if symmetry & 4:
        drawing = tuple("".join(column) for column in zip(*drawing))
    if symmetry & 2:
        drawing = drawing[::-1]
    if symmetry & 1:
        drawing = tuple(row[::-1] for row in drawing)
    return drawing


_SHAPES = [
    (name, both, _symmetric(rows, symmetry), [_symmetric(no, symmetry) for no in EXCEPTIONS.get(name, ())])
    for name, (rows, both) in _read_drawings(PATTERNS).items()
    for symmetry in range(8)
]


def _look(position: Position, point: Point, own: str) -> Drawing:
    """The 3x3 around a point with # for the stones of one side, O for the other's, = off the board."""
    signs = {own: "#", opponent(own): "O", EMPTY: EMPTY}
    row, column = point
    return tuple(
        "".join(
            signs[position[r][c]] if 0 <= r < len(position) and 0 <= c < len(position[0]) else "="
            for c in range(column - 1, column + 2)
        )
        for r in range(row - 1, row + 2)
    )


def _fits(look: Drawing, drawing: Drawing) -> bool:
    return all(sign in MEANINGS[drawn] for row, rows in zip(look, drawing) for sign, drawn in zip(row, rows))


@cache
def _patterns_in(look: Drawing, is_mover: bool) -> set[str]:
    """The patterns in a 3x3 whose # is the side to move, or else the other side."""
    return {
        name
        for name, both, drawing, exceptions in _SHAPES
        if (is_mover or both) and _fits(look, drawing) and not any(_fits(look, no) for no in exceptions)
    }


def patterns_at(position: Position, point: Point, colour: str) -> set[str]:
    """The names of the patterns an empty point shows to the colour that would move there."""
    own_look, other_look = _look(position, point, colour), _look(position, point, opponent(colour))
    return _patterns_in(own_look, True) | _patterns_in(other_look, False)


def matches_pattern(position: Position, point: Point, colour: str) -> bool:
    """Whether an empty point shows any pattern to the colour that would move there."""
    return bool(patterns_at(position, point, colour))


# --- Feasibility -----------------------------------------------------------------------------------


def is_near_play(position: Position, point: Point) -> bool:
    """On the third or fourth line, or a stone of either colour within a large knight's move."""
    row, column = point
    nearest_edge = min(row, column, len(position) - 1 - row, len(position[0]) - 1 - column)
    large_knight = [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3)]
    return nearest_edge in (2, 3) or any(
        tuple(sorted((abs(r - row), abs(c - column)))) in large_knight
        for r, c in all_points(position)
        if position[r][c] != EMPTY
    )


def is_feasible(board: NaiveBoard, point: Point, colour: str) -> bool:
    """Whether a policy may propose an empty point: near play, and no own eye."""
    return not board.is_eye_for(colour, point) and is_near_play(board.position, point)


def pattern_moves(board: NaiveBoard, last_move: Move, colour: str) -> set[Point]:
    """The moves the pattern rule may answer with: patterns among the eight points around the last move."""
    if last_move is None:
        return set()
    around = neighbours(board.position, last_move) + diagonals(board.position, last_move)
    return {
        point
        for point in around
        if board.is_legal(colour, point)
        and matches_pattern(board.position, point, colour)
        and is_feasible(board, point, colour)
    }


# --- Escape and capture ----------------------------------------------------------------------------


def is_self_atari(board: NaiveBoard, point: Point, colour: str) -> bool:
    """Whether a legal move leaves its group with fewer than two liberties."""
    return len(board.play(colour, point).liberties_of(point)) < 2


def escape(board: NaiveBoard, last_move: Move, colour: str) -> set[Point]:
    """The moves the escape rule may answer with, mostly one or none.

    Own groups in atari beside the last move are looked at in the order north, west, east, south: the
    first that touches an enemy group in atari which may be taken is saved by taking it (two such
    enemies are two answers: the order of the walk along a group is nobody's business). Without any,
    the first group with a legal extension to two or more liberties is extended.
    """
    if last_move is None:
        return set()
    row, column = last_move
    in_order = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    endangered = [
        board.group_at(point)
        for point in in_order
        if point in board.points and board.at(point) == colour and len(board.liberties_of(point)) == 1
    ]
    for group in endangered:
        beside = {point for stone in group for point in neighbours(board.position, stone)}
        enemies = [point for point in beside if board.at(point) == opponent(colour)]
        liberties = [board.liberties_of(enemy) for enemy in enemies]
        takes = {point for liberty in liberties if len(liberty) == 1 for point in liberty}
        if legal := {point for point in takes if board.is_legal(colour, point)}:
            return legal
    for group in endangered:
        (liberty,) = board.liberties_of(min(group))
        if board.is_legal(colour, liberty) and not is_self_atari(board, liberty, colour):
            return {liberty}
    return set()


def captures(board: NaiveBoard, colour: str) -> set[Point]:
    """All legal moves that take the most stones; empty if no legal move takes any."""
    stones = len(board.stones(opponent(colour)))
    taken = {
        point: stones - len(board.play(colour, point).stones(opponent(colour)))
        for point in board.legal_moves(colour)
    }
    most = max(taken.values(), default=0)
    return {point for point, n in taken.items() if n == most} if most > 0 else set()


# --- Last good replies -----------------------------------------------------------------------------
# replies_one: (colour, previous) -> reply; replies_two: (colour, before, previous) -> reply. The
# contexts may be any move, a pass (None) included, or any other value that stands for "no move yet".


def learn(
    replies_one: dict,
    replies_two: dict,
    moves: Sequence,
    first_colour: str,
    winner: str,
    before,
    previous,
    forget: bool,
) -> None:
    """Keep the winner's replies of a playout; with forgetting delete the loser's. Passes are no replies."""
    line = [before, previous, *moves]
    colour = first_colour
    for before, previous, move in zip(line, line[1:], line[2:]):
        for replies, context in (
            (replies_one, (colour, previous)),
            (replies_two, (colour, before, previous)),
        ):
            if move is not None and colour == winner:
                replies[context] = move
            elif move is not None and forget and replies.get(context) == move:
                del replies[context]
        colour = opponent(colour)


def reply(replies_one: dict, replies_two: dict, board: NaiveBoard, colour: str, before, previous) -> Move:
    """The stored reply a playout plays: to two moves, else to one; vacant, feasible, legal; else None."""
    stored = [replies_two.get((colour, before, previous)), replies_one.get((colour, previous))]
    for move in stored:
        if move is not None and board.is_legal(colour, move) and is_feasible(board, move, colour):
            return move
    return None


# --- Positions to compare on -----------------------------------------------------------------------


@cache
def random_game(size: int, seed: int, n_moves: int = 90) -> tuple[tuple[NaiveBoard, str], ...]:
    """The boards of a random game from the empty one on, each with the colour to move.

    Stones are taken more often than by chance, which makes for kos; eyes are left alone, and now and
    then a side passes.
    """
    chance = random.Random(seed)
    board, colour = NaiveBoard.empty(size), "X"
    boards = [(board, colour)]
    for _ in range(n_moves):
        points = chance.sample(board.points, len(board.points))
        dice = chance.random()
        if dice < 0.4:
            points = [point for point in points if _is_capture(board, point, colour)] + points
        moves = (
            point
            for point in points
            if dice < 0.98 and board.is_legal(colour, point) and not board.is_eye_for(colour, point)
        )
        board, colour = board.play(colour, next(moves, None)), opponent(colour)
        boards.append((board, colour))
    return tuple(boards)


def _is_capture(board: NaiveBoard, point: Point, colour: str) -> bool:
    beside = [stone for stone in neighbours(board.position, point) if board.at(stone) == opponent(colour)]
    return board.at(point) == EMPTY and any(len(board.liberties_of(stone)) == 1 for stone in beside)
