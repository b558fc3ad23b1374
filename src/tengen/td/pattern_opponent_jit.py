# mypy: allow-untyped-defs, no-check-untyped-defs
"""Thirty-two well-known shapes, in the order in which they are played.

They are the knowledge of the `pattern` player, which stands in for GOjen, the best opponent of Mayer's
experiments: that program "searches the board for 32 well-known Go patterns and its symmetrical
transformations". Its patterns are not known to us; these are common knowledge of beginners.

playout/pattern3x3_jit.py explains the signs; # is always the mover. Of two shapes on the board the one
further up in the table is played: first what makes or takes eyes, then what joins or cuts, then contact
plays, then moves in the open, then the first line. Matches between orders chose this one: it had 66 % of
the points of 8,000 games on 5x5 against one with the first line before the open. No extension makes an
empty triangle.

A 3x3 drawing is found by one look into a table by the word of the eight neighbours. So is the middle of a
5x5 drawing; its outer points are then compared one by one.

The stand-in for GOjen, the best opponent of Mayer's experiments: takes, saves, and plays good shape.

GOjen "knows standard Go playing techniques (saving and capturing stones), and searches the board for 32
well-known Go patterns and its symmetrical transformations" (section III). The rules in their order:

1. take or save stones as the Naive player does;
2. the sensible move that shows the first of the shapes, ties broken at random;
3. any sensible move;
4. pass.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import sides
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import BLACK, BORDER, N_SYMMETRIES, PASS, column_of, point_at, row_of
from tengen.core.random_jit import random_below
from tengen.playout.pattern3x3_jit import MEANING, N_WORDS, Pattern, images, pattern_matches
from tengen.td.naive_opponent_jit import draw_sensible, is_sensible, take_or_save

_COVERED = (("O#?", "#*#", "?.?"), ("O#?", "#*.", "?#?"))  # a cut there could be taken at once
_TOO_LATE = (("#O?", "O*O", "?.?"), ("#O?", "O*.", "?O?"))

SHAPES = (
    Pattern("two eyes on the edge", ("_____", "_###_", "#.*.#", "_===_", "_____")),
    Pattern("nakade on the edge", ("_____", "_OOO_", "O.*.O", "_===_", "_____")),
    Pattern("two eyes in the corner", ("_____", "_===_", "_=*.#", "_=.#_", "__#__")),
    Pattern("nakade in the corner", ("_____", "_===_", "_=*.O", "_=.O_", "__O__")),
    Pattern("cut", ("#O?", "O*?", "???"), unless=_TOO_LATE),
    Pattern("connection", ("O#?", "#*?", "???"), unless=_COVERED),
    Pattern("wedge", ("?#?", "O*O", "+++")),
    Pattern("connection against a peep", ("?O?", "#*#", "ooo")),
    Pattern("net", ("_#___", "#O.__", "_.*__", "_____", "_____")),
    Pattern("hane at the head of two", ("#OO", ".*.", "?.?")),
    Pattern("hane", ("#O.", ".*.", "?.?")),
    Pattern("stretch", ("O#.", ".*.", "?.?")),
    Pattern("turn", ("#O?", "#*.", "?.?")),
    Pattern("block of a hane", ("O#?", "O*.", "?.?")),
    Pattern("block of a push", ("#O#", ".*.", "???")),
    Pattern("push out", ("O#O", ".*.", "???")),
    Pattern("open centre", (".....", ".....", "..*..", ".....", ".....")),
    Pattern("bamboo joint", ("_____", "#.#__", "#.*__", "_____", "_____")),
    Pattern("one-space jump", ("_____", "_..._", "#.*._", "_..._", "_____")),
    Pattern("knight's move", ("_____", "#..._", "_.*._", "_..._", "_____")),
    Pattern("solid extension", (".#.", ".*.", "...")),
    Pattern("cap", ("__O__", "_..._", "_.*._", "_..._", "_____")),
    Pattern("shoulder hit", ("O..", ".*.", "...")),
    Pattern("tiger's mouth", ("#..", ".*.", "#..")),
    Pattern("diagonal move", ("#..", ".*.", "...")),
    Pattern("connection on the first line", ("?#?", "o*O", "===")),
    Pattern("connection underneath", ("?O?", "+*#", "===")),
    Pattern("crawl on the first line", ("O.?", "#*?", "===")),
    Pattern("hane on the first line", ("?O#", "?*+", "===")),
    Pattern("cut on the first line", ("?O#", "#*O", "===")),
    Pattern("block on the first line", ("#.?", "O*?", "===")),
    Pattern("descent", ("?#O", "?*?", "===")),
)
N_SHAPES = len(SHAPES)

_WIDTH = 5
# The steps from the middle of a 5x5 square to its points, row by row.
_STEPS = np.array([(row - 2, column - 2) for row in range(_WIDTH) for column in range(_WIDTH)], np.int64)


def _middle(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The 3x3 points around the move."""
    return tuple(row[1:-1] for row in rows[1:-1]) if len(rows) == _WIDTH else rows


def _shapes_by_word() -> npt.NDArray[np.uint32]:
    """(65536,) uint32: bit s is set where shape s, or its middle, matches; the low byte is the mover's."""
    table = np.zeros(N_WORDS, np.uint32)
    for number, shape in enumerate(SHAPES):
        found = pattern_matches(shape._replace(rows=_middle(shape.rows)), BLACK)
        table[found] |= np.uint32(1 << number)
    return table


def _allowed_in_squares() -> npt.NDArray[np.uint8]:
    """(32, 8, 25) uint8: bit c is set if a point of a 5x5 drawing may have colour c, # being black."""
    allowed = np.full((N_SHAPES, N_SYMMETRIES, _WIDTH * _WIDTH), 15, np.uint8)
    for number, shape in enumerate(SHAPES):
        if len(shape.rows) == _WIDTH:
            for symmetry, image in enumerate(images(shape.rows)):
                for place, sign in enumerate(image):
                    if sign != "*":
                        allowed[number, symmetry, place] = sum(1 << colour for colour in MEANING[sign])
    return allowed


SHAPES_BY_WORD = _shapes_by_word()
_ALLOWED = _allowed_in_squares()
_IS_WIDE = np.array([len(shape.rows) == _WIDTH for shape in SHAPES], np.bool_)


@jit
def first_shape(board, point, colour, n_shapes):
    """The number of the first of the first n shapes that an empty point shows to the mover, or n."""
    own_side, other_side = sides(board, point, colour)
    found = np.int64(SHAPES_BY_WORD[np.uint32(own_side | other_side << 8)])
    for shape in range(n_shapes):
        if found == 0:
            break
        if found & 1 and ((not _IS_WIDE[shape]) or _shows_square(board, point, colour, shape)):
            return np.int64(shape)
        found >>= 1
    return np.int64(n_shapes)


@jit
def _shows_square(board, point, colour, shape):
    """Whether the 5x5 points around one are as a wide shape wants them, in one of its images."""
    for symmetry in range(N_SYMMETRIES):
        if _shows_image(board, point, colour, _ALLOWED[shape, symmetry]):
            return True
    return False


@jit
def _shows_image(board, point, colour, allowed):
    row, column, size = row_of(point), column_of(point), np.int64(board.board_size)
    for place in range(_WIDTH * _WIDTH):
        if allowed[place] == 15:
            continue
        seen = _seen_by(board, row + _STEPS[place, 0], column + _STEPS[place, 1], size, colour)
        if (allowed[place] >> seen) & 1 == 0:
            return False
    return True


@jit_inline
def _seen_by(board, row, column, size, colour):
    """What is on a point, perhaps off the board, with the colours exchanged if the mover is not black."""
    if (row < 0) | (column < 0) | (row >= size) | (column >= size):
        return np.int64(BORDER)
    seen = np.int64(board.colour[point_at(row, column)])
    return seen if colour == BLACK else (seen & 1) << 1 | seen >> 1


# --- The policy -----------------------------------------------------------------------------------


@jit
def select_by_shape(board, colour, points, rng_state):
    """The move of the pattern player, or PASS; the board is not changed, `points` is (MAX_AREA,) scratch."""
    move = take_or_save(board, colour, points, rng_state)
    if move != PASS:
        return move
    move = _best_shape(board, colour, rng_state)
    if move != PASS:
        return move
    return draw_sensible(board, colour, points, rng_state)


@jit
def _best_shape(board, colour, rng_state):
    """The sensible move with the first shape on the board, or PASS if no shape is to be seen."""
    best = np.uint32(PASS)
    first = np.int64(N_SHAPES - 1)
    n_ties = np.int64(0)
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        shape = first_shape(board, point, colour, first + 1)
        if shape > first or not is_sensible(board, point, colour, rng_state):
            continue
        n_ties = n_ties + 1 if shape == first else 1
        first = shape
        if random_below(rng_state, n_ties) == 0:
            best = point
    return best
