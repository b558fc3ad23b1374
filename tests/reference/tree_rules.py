"""The slow, obvious twins of what a search does at a node: values, priors, and who owns the end.

Points, colours and boards are those of tests.reference.board.
"""

import math

from tests.reference import playout_rules
from tests.reference.board import (
    EMPTY,
    Move,
    NaiveBoard,
    Point,
    Position,
    all_points,
    colour_at,
    group_of,
    neighbours,
    opponent,
)


def value(runs: float, wins: float, rave_runs: float, rave_wins: float, bias: float) -> float | None:
    """(1 - b) w / n + b rw / rn with b = rn / (rn + n + rn n B); None for an excluded move."""
    if wins == -math.inf:
        return None
    if rave_runs == 0:
        return wins / runs
    share = rave_runs / (rave_runs + runs + rave_runs * runs * bias)
    return (1 - share) * wins / runs + share * rave_wins / rave_runs


def exploration_bonus(constant: float, all_runs: list[float], runs: float) -> float:
    """UCB1: c sqrt(log N / n), where N counts the moves that are not excluded; never above 4."""
    return min(constant * math.sqrt(math.log(sum(all_runs)) / runs), 4.0)


def owners(position: Position) -> dict[Point, int]:
    """1 for Black's points, -1 for White's: stones, and empty regions that reach one colour only."""
    signs = {"X": 1, "O": -1}
    found = {}
    for point in all_points(position):
        group = group_of(position, point)
        reached = {colour_at(position, at) for stone in group for at in neighbours(position, stone)}
        sides = {colour_at(position, point)} - {EMPTY} or reached - {EMPTY}
        found[point] = signs[sides.pop()] if len(sides) == 1 else 0
    return found


def endangered(board: NaiveBoard, last_move: Move, colour: str) -> set[frozenset[Point]]:
    """The own groups in atari beside the last move."""
    beside = [] if last_move is None else neighbours(board.position, last_move)
    groups = {frozenset(board.group_at(point)) for point in beside if board.at(point) == colour}
    return {group for group in groups if len(board.liberties_of(min(group))) == 1}


def priors(board: NaiveBoard, last_move: Move, colour: str) -> dict[Point, int]:
    """How many prior wins of weight 1 each point gets; nobody asks whether it is legal or useful.

    - the last liberty of each own group in atari beside the last move;
    - for each of those the last liberty of each enemy group in atari that touches it;
    - each pattern among the points around the last move;
    - the last liberty of each enemy group in atari anywhere, once for each stone of it.
    Each counts once, on however many sides it touches the other.
    """
    suggested = []
    for group in endangered(board, last_move, colour):
        touching = {point for stone in group for point in neighbours(board.position, stone)}
        enemies = {
            frozenset(board.group_at(point)) for point in touching if board.at(point) == opponent(colour)
        }
        suggested += [board.liberties_of(min(one)) for one in {group} | enemies]
    for stone in board.stones(opponent(colour)):
        suggested.append(board.liberties_of(stone))
    found: dict[Point, int] = {}
    for liberties in suggested:
        if len(liberties) == 1:
            (point,) = liberties
            found[point] = found.get(point, 0) + 1
    for point in all_points(board.position) if last_move else []:
        row, column = point[0] - last_move[0], point[1] - last_move[1]
        is_around = max(abs(row), abs(column)) == 1 and board.at(point) == EMPTY
        if is_around and playout_rules.matches_pattern(board.position, point, colour):
            found[point] = found.get(point, 0) + 1
    return found
