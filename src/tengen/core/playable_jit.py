# mypy: allow-untyped-defs, no-check-untyped-defs
"""The points a playout may choose from: all empty points but the settled ones.

Late in a playout most empty points are eyes, where neither side will play: their owner by the eye
rule, the other because it would be suicide. Looking at them again and again was half the cost of a
light playout. So the first time a search for a move meets such a point it is *settled*: taken off
the list of candidates. It is woken as soon as it might become playable again. That can only be when
- the opponent of the eye's owner plays on a diagonal, so that it is no longer an eye, or
- a chain around it comes into atari, so that the point captures.
(A stone beside it cannot vanish first: the empty point is its liberty.) The choice among candidates
stays exactly uniform over the playable points.

Feasible points (Orego): no own eyes, and in the opening no points far from everything.

A point is feasible if it is not eye-like for the mover, and lies on the third or fourth line or has
a stone of either colour within a large knight's move. Nearly always the eight neighbours already
tell: only points without a stone around them are looked at further.
"""

import numpy as np

from tengen.core.board_jit import is_atari, is_eye, last_liberty, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import BLACK, EMPTY, STRIDE, column_of, point_at, row_of

SETTLED = 65535


@jit_inline
def add_candidate(board, point):
    """Put a point at the end of the list."""
    end = np.uint32(board.n_candidates)
    board.candidate[end] = point
    board.place[point] = end
    board.n_candidates = end + 1


@jit_inline
def remove_candidate(board, point):
    """Take a point off the list; the last candidate fills the gap."""
    end = np.uint32(board.n_candidates - 1)
    gap = board.place[point]
    last = board.candidate[end]
    board.candidate[gap] = last
    board.place[last] = gap
    board.n_candidates = end


@jit_inline
def settle(board, point):
    """Take a candidate off the list until it may become playable again."""
    remove_candidate(board, point)
    board.place[point] = SETTLED
    board.n_settled += 1


@jit_inline
def wake(board, point):
    """Make a settled point a candidate again; other points stay what they are."""
    if board.place[point] == SETTLED:
        add_candidate(board, point)
        board.n_settled -= 1


@jit_inline
def wake_last_liberty(board, chain):
    """Wake the last liberty of a chain if it is in atari."""
    word = board.liberties[chain]
    if (word != 0) & is_atari(word):
        wake(board, last_liberty(word))


@jit_inline
def wake_broken_eyes(board, point):
    """After a move on the point: wake the settled points diagonal to it that are no longer eyes."""
    north_west = np.uint32(point - STRIDE - 1)
    north_east = np.uint32(point - STRIDE + 1)
    south_west = np.uint32(point + STRIDE - 1)
    south_east = np.uint32(point + STRIDE + 1)
    if (
        (board.place[north_west] == SETTLED)
        | (board.place[north_east] == SETTLED)
        | (board.place[south_west] == SETTLED)
        | (board.place[south_east] == SETTLED)
    ):
        _wake_broken_eye(board, north_west)
        _wake_broken_eye(board, north_east)
        _wake_broken_eye(board, south_west)
        _wake_broken_eye(board, south_east)


@jit_inline
def _wake_broken_eye(board, point):
    if board.place[point] == SETTLED:
        black_side, white_side = sides(board, point, BLACK)
        if not (is_eye(black_side, white_side) | is_eye(white_side, black_side)):
            wake(board, point)


# --- Feasible points (Orego) ----------------------------------------------------------------------


# Row and column steps to the 28 points of a large knight's move that are not in the 3x3 around.
_FAR_STEPS = tuple(
    (row, column)
    for row in range(-3, 4)
    for column in range(-3, 4)
    if max(abs(row), abs(column)) >= 2 and abs(row) + abs(column) <= 4 and {abs(row), abs(column)} != {3}
)


@jit_inline
def is_near_play(board, point):
    """The opening heuristic: third or fourth line, or a stone within a large knight's move."""
    black_side, white_side = sides(board, point, BLACK)
    if black_side != white_side:
        return True
    return _is_near_play_from_afar(board, point)


@jit
def _is_near_play_from_afar(board, point):
    size = np.int64(board.board_size)
    row = row_of(point)
    column = column_of(point)
    line = min(min(row, column), min(size - 1 - row, size - 1 - column))
    if line == 2 or line == 3:
        return True
    for row_step, column_step in _FAR_STEPS:
        far_row = row + row_step
        far_column = column + column_step
        is_on_board = 0 <= far_row < size and 0 <= far_column < size
        if is_on_board and board.colour[point_at(far_row, far_column)] != EMPTY:
            return True
    return False


@jit_inline
def is_feasible(board, point, colour, opening=True):
    """Whether a policy may propose the empty point to the colour; `opening` switches the heuristic."""
    own_side, other_side = sides(board, point, colour)
    return (not is_eye(own_side, other_side)) and ((not opening) or is_near_play(board, point))
