"""The points a playout may choose from: all empty points but the settled ones.

Late in a playout most empty points are eyes, where neither side will play: their owner by the eye
rule, the other because it would be suicide. Looking at them again and again was half the cost of a
light playout. So the first time a search for a move meets such a point it is *settled*: taken off
the list of candidates. It is woken as soon as it might become playable again. That can only be when
- the opponent of the eye's owner plays on a diagonal, so that it is no longer an eye, or
- a chain around it comes into atari, so that the point captures.
(A stone beside it cannot vanish first: the empty point is its liberty.) The choice among candidates
stays exactly uniform over the playable points.
"""

import numpy as np

from tengen.core.board import is_eye, sides
from tengen.core.jit import jit_inline
from tengen.core.liberties import is_atari, last_liberty
from tengen.core.points import BLACK, STRIDE

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
