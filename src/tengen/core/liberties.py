"""Pseudo-liberties in one word: how many, their sum, and the sum of their squares.

A chain counts a liberty once for each of its stones beside it. Count, sum of the points and sum of
their squares are packed into one int64, so that adding or removing a liberty, or joining two
chains, is one addition; yet the word tells atari exactly: all pseudo-liberties are the same point
if and only if count times the sum of squares equals the square of the sum (Cauchy-Schwarz).

Bits 0 to 10 hold the count (at most 4 x 361), 11 to 30 the sum (below 2^20), 31 up the squares.
"""

import numpy as np

from tengen.core.jit import jit_inline
from tengen.core.points import N_POINTS

_SUM_SHIFT = 11
_SQUARES_SHIFT = 31
_COUNT_MASK = (1 << _SUM_SHIFT) - 1
_SUM_MASK = (1 << (_SQUARES_SHIFT - _SUM_SHIFT)) - 1

LIBERTY_WORD = np.array(
    [1 + (point << _SUM_SHIFT) + (point * point << _SQUARES_SHIFT) for point in range(N_POINTS)], np.int64
)


@jit_inline
def pseudo_liberties(word):
    """How many pseudo-liberties the word holds."""
    return word & _COUNT_MASK


@jit_inline
def is_atari(word):
    """Whether exactly one point is left; also true of a word without any liberty."""
    total = (word >> _SUM_SHIFT) & _SUM_MASK
    return (word & _COUNT_MASK) * (word >> _SQUARES_SHIFT) == total * total


@jit_inline
def is_atari_at(word, point):
    """Whether the point, known to be a liberty, is the only one: cheaper than `is_atari`."""
    return word == (word & _COUNT_MASK) * LIBERTY_WORD[point]


@jit_inline
def last_liberty(word):
    """The only liberty of a word in atari."""
    return np.uint32(((word >> _SUM_SHIFT) & _SUM_MASK) // (word & _COUNT_MASK))
