"""Bridges between the compiled game and its naive twin, used by several tests."""

from tengen import BLACK, EMPTY, WHITE, Game, Rules
from tengen.core.points_jit import column_of, row_of
from tests.reference import board as naive

SIGNS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
COLOURS = {"X": BLACK, "O": WHITE}

RULE_SETS = [
    Rules(f"{ko}{'-suicide' if suicide else ''}", ko, suicide)
    for ko in ("simple", "positional", "situational")
    for suicide in (False, True)
]


def both(size: int, rules: Rules) -> tuple[Game, naive.NaiveBoard]:
    """An empty board of each kind."""
    return Game(size, komi=0, rules=rules), naive.NaiveBoard.empty(
        size, ko_rule=rules.ko, suicide=rules.suicide
    )


def to_point(move: naive.Move) -> int:
    """The compiled board's point of a naive move."""
    return 0 if move is None else (move[0] + 1) * 20 + move[1] + 1


def to_pair(point: int) -> tuple[int, int]:
    """The naive board's point of a compiled one."""
    return int(row_of(point)), int(column_of(point))


def position_of(game: Game) -> naive.Position:
    """The stones of a game as the naive board writes them."""
    colours = game.board.colour.tolist()
    return tuple(
        "".join(SIGNS[colours[to_point((row, column))]] for column in range(game.size))
        for row in range(game.size)
    )
