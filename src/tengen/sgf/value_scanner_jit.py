# mypy: allow-untyped-defs, no-check-untyped-defs
"""Where a value ends: the hard part of reading SGF that people and programs wrote.

`]` ends a value unless a backslash stands before it; so says the standard. Three things happen in
real files besides. The writer forgot the backslash; the file was cut inside the value, and the
next game follows; and in Shift_JIS, Big5 or GB18030 the second byte of a character looks like `]`
or like a backslash.

A `]` is taken for text if what can follow a value does not follow (another value, or `;`, `(`, `)`
in any number and then a property or the end), and if another `]` comes before the next `NAME[`.
Every look ahead ends at the next bracket, so reading stays linear.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline

VALUE_WITHOUT_NAME = 1

MOVE_WITHOUT_VALUE = 2

STRAY_BEFORE_STONES = 3

TOO_DEEP = 4

TOO_MANY_NODES = 5

VALUE_TOO_LONG = 6

GAME_TOO_LARGE = 7

NOT_GO = 8

BAD_SIZE = 9

UNPLAYABLE_SIZE = 10

BAD_POINT = 11

OFF_THE_BOARD = 12

TOO_MUCH_SETUP = 13


BACKSLASH, SEMICOLON = ord("\\"), ord(";")
ROUND_OPEN, ROUND_CLOSE, SQUARE_OPEN, SQUARE_CLOSE = ord("("), ord(")"), ord("["), ord("]")

# How the bytes of a charset make characters.
NOT_NAMED = -1
ONE_BYTE = 0  # also UTF-8 and EUC-KR: no byte of a longer character looks like ASCII punctuation
SHIFT_JIS = 1
TWO_BYTES = 2
_FIRST_TRAIL = 0x40

# What a `]` without a backslash is.
ENDS_VALUE = 0
IS_TEXT = 1
DATA_ENDS = 2  # before it can be told: then it ends the value, unless more data comes

LONG_NAME = -1  # the code of every name of more than seven capitals and digits


def name_code(name: str) -> int:
    """A name of up to seven characters as one number, for compiled code."""
    return int.from_bytes(name.encode("ascii"), "big")


_ROOT_NAMES = tuple(name_code(name) for name in ("FF", "GM", "SZ", "CA", "AP", "ST"))
_SJIS, _SHIFT, _BIG5, _GB = name_code("sjis"), name_code("shif"), name_code("big5"), name_code("gb")


@jit_inline
def is_space(byte):
    """The white space of ASCII."""
    return byte == 32 or (9 <= byte <= 13)


@jit_inline
def is_capital(byte):
    """A letter that can begin a name."""
    return 65 <= byte <= 90


@jit_inline
def is_small(byte):
    """A letter that does not count in a name."""
    return 97 <= byte <= 122


@jit_inline
def is_name_part(byte):
    """A letter or digit; engines write names such as LZ2."""
    return is_capital(byte) or is_small(byte) or (48 <= byte <= 57)


@jit_inline
def is_structure(byte):
    """A character that can follow a value."""
    return byte in (SEMICOLON, SQUARE_OPEN, ROUND_OPEN, ROUND_CLOSE)


@jit
def skip_space(data, position, end):
    """The first position that holds no white space."""
    while position < end and is_space(data[position]):
        position += 1
    return position


@jit
def skip_structure(data, position, end):
    """The first position that holds neither white space nor `;`, `(` or `)`."""
    while position < end and data[position] != SQUARE_OPEN:
        if not (is_space(data[position]) or is_structure(data[position])):
            break
        position += 1
    return position


@jit
def skip_name(data, position, end):
    """The first position behind the letters and digits that begin here."""
    while position < end and is_name_part(data[position]):
        position += 1
    return position


@jit
def packed_name(data, start, stop):
    """The code of a name, as `name_code` gives it; its lower-case letters do not count."""
    code = np.int64(0)
    n_letters = 0
    for position in range(start, stop):
        if not is_small(data[position]):
            code = (code << 8) | np.int64(data[position])
            n_letters += 1
            if n_letters > 7:
                return np.int64(LONG_NAME)
    return code


@jit
def find_value_end(data, start, end, at_end, charset, holds_stones, longest):
    """Where a value ends, and whether by its `]`.

    If not by its `]`, then by the next game; or where it is longer than the longest allowed; or by
    the end of the data: there it is cut, or undecided as long as `at_end` is 0 and more may come.

    holds_stones -- in B, W, AB, AW and AE the first `]` ends the value, whatever follows
    """
    position = start
    while position < end and position - start <= longest:
        byte = data[position]
        if byte == SQUARE_CLOSE:
            verdict = ENDS_VALUE if holds_stones else judge_bracket(data, position + 1, end)
            if verdict == ENDS_VALUE or (verdict == DATA_ENDS and at_end == 1):
                return position, True
            if verdict == DATA_ENDS:
                return end, False
        elif byte == BACKSLASH:
            position += 1
        elif byte == ROUND_OPEN and is_next_game(data, position, end):
            return position, False
        if charset > ONE_BYTE:
            position += is_pair(data, position, end, charset)
        position += 1
    return min(position, end), False


@jit
def judge_bracket(data, position, end):
    """What the `]` before this position is: ENDS_VALUE, IS_TEXT, or nothing to tell it by follows."""
    following = skip_space(data, position, end)
    if following < end and data[following] == SQUARE_OPEN:
        return ENDS_VALUE
    following = skip_structure(data, following, end)
    if following < end and is_capital(data[following]):
        following = skip_space(data, skip_name(data, following, end), end)
        if following < end and data[following] == SQUARE_OPEN:
            return ENDS_VALUE
    if following == end:
        return DATA_ENDS
    return judge_by_next_bracket(data, following, end)


@jit
def judge_by_next_bracket(data, position, end):
    """Text goes on up to another `]`; a `[` right behind a capital or digit begins a property."""
    while position < end:
        byte = data[position]
        if byte == SQUARE_CLOSE:
            return IS_TEXT
        if byte == SQUARE_OPEN and is_name_part(data[position - 1]) and not is_small(data[position - 1]):
            return ENDS_VALUE
        position += 1
    return DATA_ENDS


@jit
def is_next_game(data, position, end):
    """Whether a `(` begins a line and a root: `(;` and FF, GM, SZ, CA, AP or ST with a plain value."""
    if not (data[position - 1] == 10 or data[position - 1] == 13):
        return False
    position = skip_space(data, position + 1, end)
    if position >= end or data[position] != SEMICOLON:
        return False
    position = skip_space(data, position + 1, end)
    if position + 2 >= end or data[position + 2] != SQUARE_OPEN:
        return False
    if packed_name(data, position, position + 2) not in _ROOT_NAMES:
        return False
    position += 3
    while position < end and 32 <= data[position] < 127:
        byte = data[position]
        if byte == SQUARE_CLOSE:
            return True
        if byte in (SQUARE_OPEN, BACKSLASH):
            return False
        position += 1
    return False


@jit
def is_pair(data, position, end, charset):
    """Whether a character of two bytes begins here; half-width katakana of Shift_JIS stand alone."""
    if position + 1 >= end or data[position + 1] < _FIRST_TRAIL:
        return False
    if charset == SHIFT_JIS and 0xA0 <= data[position] <= 0xDF:
        return False
    return 0x81 <= data[position] <= 0xFE


@jit
def charset_width(data, start, stop):
    """How the charset that a CA value names makes characters: told by its first four letters."""
    code = np.int64(0)
    n_letters = 0
    for position in range(start, stop):
        byte = np.int64(data[position])
        if n_letters < 4 and is_name_part(byte):
            if is_capital(byte):
                byte += 32
            code = (code << 8) | byte
            n_letters += 1
    if code in (_SJIS, _SHIFT):
        return SHIFT_JIS
    if code == _BIG5 or (n_letters >= 2 and (code >> (8 * (n_letters - 2))) == _GB):
        return TWO_BYTES
    return ONE_BYTE
