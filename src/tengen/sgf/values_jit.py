# mypy: allow-untyped-defs, no-check-untyped-defs
"""What the bytes of a value mean, compiled: points, numbers, results. `properties` is the plain twin.

A value is first copied into a small scratch array without its white space and backslashes, which
mean nothing here (`B[d<newline>d]` is a move at dd).
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, MAX_SIZE, PASS, WHITE, point_at
from tengen.sgf.value_scanner_jit import BACKSLASH, is_space, name_code

UNKNOWN = -1  # a handicap or winner that the record does not tell

# How a game ended.
NO_ENDING = 0  # the record does not tell
POINTS = 1
RESIGNATION = 2
TIME = 3
FORFEIT = 4

KOMI_LIMIT = 100.0  # beyond, the text is not in points: 375 stands for 3.75 stones
MAX_SGF_SIZE = 52  # columns and rows have the letters a to z and A to Z
N_SCRATCH = 32
NOT_A_POINT = -1
NOT_A_NUMBER = -1
MAX_DIGITS = 15  # so that a decimal number is exact to the last bit of float64

_COLON, _ZERO, _NINE = ord(":"), ord("0"), ord("9")
_A, _CAPITAL_A, _T = ord("a"), ord("A"), ord("t")
_DRAW, _JIGO = name_code("draw"), name_code("jigo")


@jit_inline
def is_digit(byte):
    """A digit of ASCII."""
    return _ZERO <= byte <= _NINE


@jit_inline
def lower(byte):
    """The small letter of a capital, any other byte unchanged."""
    if 65 <= byte <= 90:
        return byte + 32
    return byte


@jit
def copy_plain(data, start, stop, scratch):
    """Copy a value without white space and backslashes; return its length, even beyond the scratch."""
    n = 0
    position = start
    while position < stop:
        if data[position] == BACKSLASH:
            position += 1
        if position < stop and not is_space(data[position]):
            if n < N_SCRATCH:
                scratch[n] = data[position]
            n += 1
        position += 1
    return n


@jit_inline
def coordinate(byte):
    """The column or row of a letter: 0 for a, 26 for A; NOT_A_POINT for any other byte."""
    if _A <= byte < _A + 26:
        return np.int64(byte) - _A
    if _CAPITAL_A <= byte < _CAPITAL_A + 26:
        return np.int64(byte) - _CAPITAL_A + 26
    return np.int64(NOT_A_POINT)


@jit_inline
def move_at(column_letter, row_letter):
    """The move of two letters: a point, PASS for tt, or NOT_A_POINT; and the larger coordinate.

    The layout of points is the same for every size, so the size need not be known yet.
    """
    column, row = coordinate(column_letter), coordinate(row_letter)
    if column == NOT_A_POINT or row == NOT_A_POINT:
        return np.int64(NOT_A_POINT), np.int64(0)
    if column_letter == _T and row_letter == _T:
        return np.int64(PASS), np.int64(0)
    if column >= MAX_SIZE or row >= MAX_SIZE:
        return np.int64(PASS), max(column, row)
    return np.int64(point_at(row, column)), max(column, row)


@jit
def corners(scratch, n):
    """The rectangle of a set-up value, `dd` or `aa:cc`: column, row, column, row; or -1 first."""
    if n == 2:
        column, row = coordinate(scratch[0]), coordinate(scratch[1])
        if row == NOT_A_POINT:
            column = row
        return column, row, column, row
    if n != 5 or scratch[2] != _COLON:
        return np.int64(NOT_A_POINT), np.int64(0), np.int64(0), np.int64(0)
    column, row = coordinate(scratch[0]), coordinate(scratch[1])
    other_column, other_row = coordinate(scratch[3]), coordinate(scratch[4])
    if min(column, row, other_column, other_row) == NOT_A_POINT:
        column = other_column = np.int64(NOT_A_POINT)
    return min(column, other_column), min(row, other_row), max(column, other_column), max(row, other_row)


@jit
def whole_number(scratch, first, n):
    """A number of one to three digits, or NOT_A_NUMBER."""
    if n - first < 1 or n - first > 3:
        return np.int64(NOT_A_NUMBER)
    number = np.int64(0)
    for i in range(first, n):
        if not is_digit(scratch[i]):
            return np.int64(NOT_A_NUMBER)
        number = number * 10 + np.int64(scratch[i]) - _ZERO
    return number


@jit
def decimal_number(scratch, first, n):
    """A number such as 6, 6.5, .5 or 6,5 (no sign, no exponent, 15 digits at most), or nan."""
    if n > N_SCRATCH:
        return np.nan
    number, scale, n_digits = 0.0, 1.0, 0
    seen_point = False
    for i in range(first, n):
        if is_digit(scratch[i]):
            number = number * 10.0 + (np.int64(scratch[i]) - _ZERO)
            n_digits += 1
            if seen_point:
                scale *= 10.0
        elif (scratch[i] == ord(".") or scratch[i] == ord(",")) and not seen_point:
            seen_point = True
        else:
            return np.nan
    if n_digits == 0 or n_digits > MAX_DIGITS:
        return np.nan
    return number / scale


@jit
def komi_of(scratch, n):
    """Komi in points, or nan if the text tells none."""
    if n == 0:
        return np.nan
    komi = decimal_number(scratch, 0, n)
    if scratch[0] == ord("-"):
        komi = -decimal_number(scratch, 1, n)
    elif scratch[0] == ord("+"):
        komi = decimal_number(scratch, 1, n)
    if abs(komi) > KOMI_LIMIT:
        return np.nan
    return komi


@jit
def handicap_of(scratch, n):
    """Handicap stones, or UNKNOWN."""
    handicap = whole_number(scratch, 0, n)
    if handicap == NOT_A_NUMBER or handicap > MAX_AREA:
        return np.int64(UNKNOWN)
    return handicap


@jit
def size_of(scratch, n):
    """Columns and rows of a board, NOT_A_NUMBER where the text tells none."""
    if n > N_SCRATCH:
        return np.int64(NOT_A_NUMBER), np.int64(NOT_A_NUMBER)
    for i in range(n):
        if scratch[i] == _COLON:
            return whole_number(scratch, 0, i), whole_number(scratch, i + 1, n)
    columns = whole_number(scratch, 0, n)
    return columns, columns


@jit
def result_of(scratch, n):
    """Winner, ending and margin of RE: `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`, `Draw`, `Jigo`."""
    nothing = (np.int64(UNKNOWN), np.int64(NO_ENDING), np.nan)
    if _is_draw(scratch, n):
        return np.int64(EMPTY), np.int64(POINTS), 0.0
    if n < 2 or scratch[1] != ord("+"):
        return nothing
    winner = np.int64(UNKNOWN)
    if lower(scratch[0]) == ord("b"):
        winner = np.int64(BLACK)
    elif lower(scratch[0]) == ord("w"):
        winner = np.int64(WHITE)
    else:
        return nothing
    if n == 2:
        return winner, np.int64(NO_ENDING), np.nan
    letter = lower(scratch[2])
    if letter == ord("r"):
        return winner, np.int64(RESIGNATION), np.nan
    if letter == ord("t"):
        return winner, np.int64(TIME), np.nan
    if letter == ord("f"):
        return winner, np.int64(FORFEIT), np.nan
    margin = decimal_number(scratch, 2, n)
    if np.isnan(margin):
        return winner, np.int64(NO_ENDING), np.nan
    return winner, np.int64(POINTS), margin


@jit
def _is_draw(scratch, n):
    if n == 1:
        return scratch[0] == _ZERO
    if n != 4:
        return False
    code = np.int64(0)
    for i in range(4):
        code = (code << 8) | np.int64(lower(scratch[i]))
    return code in (_DRAW, _JIGO)
