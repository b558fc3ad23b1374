"""The slow, obvious twin of the facts about a move that the learned prior weighs.

Points, moves, colours and boards are those of tests.reference.board.
"""

import math

from tests.reference.board import EMPTY, Move, NaiveBoard, Point, neighbours, opponent
from tests.reference.playout_rules import is_self_atari


def shape(board: NaiveBoard, point: Point, colour: str) -> str:
    """The 3x3 around a point: # own, O other, = off the board; of its eight images the first by alphabet."""
    signs = {colour: "#", opponent(colour): "O", EMPTY: EMPTY}
    row, column = point
    grid = [
        [signs[board.at((r, c))] if (r, c) in board.points else "=" for c in range(column - 1, column + 2)]
        for r in range(row - 1, row + 2)
    ]
    images = []
    for _ in range(4):
        grid = [list(turned) for turned in zip(*grid[::-1])]
        lines = ["".join(line) for line in grid]
        images += ["".join(lines), "".join(line[::-1] for line in lines)]
    return min(images)


def tactics(board: NaiveBoard, point: Point, colour: str, last_move: Move) -> tuple[int, int, int, int, int]:
    """Takes, takes the last move, saves, gives atari, self-atari, numbered as the compiled code does."""
    beside = neighbours(board.position, point)
    enemies = [at for at in beside if board.at(at) == opponent(colour)]
    own = [at for at in beside if board.at(at) == colour]
    dead = [at for at in enemies if board.liberties_of(at) == {point}]
    threatened = [at for at in enemies if len(board.liberties_of(at)) == 2]
    takes = max((min(len(board.group_at(at)), 2) for at in dead), default=0)
    takes_last = int(any(last_move in board.group_at(at) for at in dead))
    gives_atari = max((2 if last_move in board.group_at(at) else 1 for at in threatened), default=0)
    is_self = is_self_atari(board, point, colour)
    endangered = any(board.liberties_of(at) == {point} for at in own)
    saves = (2 if is_self else 1) if endangered else 0
    return takes, takes_last, saves, gives_atari, (2 if own else 1) if is_self else 0


def distance(point: Point, move: Move) -> int:
    """Rows plus columns plus the larger of both, at most 18; 19 from a move that was none."""
    if move is None:
        return 19
    rows, columns = abs(point[0] - move[0]), abs(point[1] - move[1])
    return min(rows + columns + max(rows, columns), 18)


def place(board: NaiveBoard, point: Point) -> tuple[frozenset[int], int]:
    """Which two lines from the edge cross there, none beyond the fifth, and how full the board is."""
    size = board.rows
    lines = frozenset(min(coordinate + 1, size - coordinate, 5) for coordinate in point)
    fullness = (len(board.stones("X")) + len(board.stones("O"))) / math.prod((size, size))
    return lines, sum(fullness >= end for end in (0.08, 0.25, 0.5))


def likelihoods(strengths: dict[Point, float]) -> dict[Point, float]:
    """Each move's share of all odds."""
    total = sum(math.exp(strength) for strength in strengths.values())
    return {move: math.exp(strength) / total for move, strength in strengths.items()}


def learn(
    weights: list[float],
    squares: list[float],
    rate: float,
    candidates: list[list[int]],
    played: int,
) -> float:
    """One choice: how likely the move played was; then each weight goes up the gradient at its own rate.

    candidates -- the weights of the facts about each move
    """
    shares = likelihoods({(0, n): sum(weights[slot] for slot in slots) for n, slots in enumerate(candidates)})
    for number, slots in enumerate(candidates):
        gradient = (number == played) - shares[0, number]
        if abs(gradient) < 1e-4:
            continue
        for slot in slots:
            squares[slot] += gradient**2
            weights[slot] += rate * gradient / math.sqrt(squares[slot] + 0.01)
    return shares[0, played]
