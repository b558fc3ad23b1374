"""The slow, obvious twin of alpha-beta search over a net: all moves, all replies, no pruning, no memory.

Boards are those of `tests.reference.board` with positional superko, nets those of `tests.reference.td`. A
value is a pair that compares as it should: (1, lead) for a counted win, (0, value of the net), (-1, lead)
for a loss; a counted draw is (0, 0.5).
"""

from tests.reference import td
from tests.reference.board import BLACK, opponent

LOST = (-2, 0)  # worse than everything


def turned(value):
    """What a value is worth to the other colour."""
    kind, number = value
    return (0, 1 - number) if kind == 0 else (-kind, -number)


def counted(board, colour, komi):
    """The value of an ended game."""
    lead = board.score(komi) if colour == BLACK else -board.score(komi)
    return (0, 0.5) if lead == 0 else (1 if lead > 0 else -1, lead)


def values_of_moves(board, colour, depth, komi, layers, representation):
    """The value of every legal move for the colour that makes it."""
    values = {}
    for move in [*board.legal_moves(colour), None]:
        after = board.play(colour, move)
        if after.is_over:
            values[move] = counted(after, colour, komi)
        elif depth == 1:
            values[move] = (0, td.value(layers, td.INPUTS[representation](after.position, colour)))
        else:
            replies = values_of_moves(after, opponent(colour), depth - 1, komi, layers, representation)
            values[move] = turned(max(replies.values()))
    return values


def solve(board, colour, komi, lowest=-1000, highest=1000):
    """The lead of a colour if both play best to the end of the game.

    Whole trees are too large even on 2x2, so moves that cannot matter are left out: what is outside of the
    window from lowest to highest need not be known any better.
    """
    if board.is_over:
        return board.score(komi) if colour == BLACK else -board.score(komi)
    for move in [None, *board.legal_moves(colour)]:
        lead = -solve(board.play(colour, move), opponent(colour), komi, -highest, -lowest)
        lowest = max(lowest, lead)
        if lowest >= highest:
            break
    return lowest
