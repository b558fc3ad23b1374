# mypy: allow-untyped-defs, no-check-untyped-defs
"""Propensity: what 3x3 patterns say of their nine points (Wu & Baldi, section 3.3), and how it is looked up.

A *window* is a 3x3 square of the board. The *pattern* in it is a number: each cell is 1 for an own stone, -1
for the other's and 0 if empty, and cell i counts 3^i. So exchanged colours are the negative number, and the
propensity of the points changes its sign with it.

A window has a *place*: its row and column among the 7x7 windows of a 9x9 board. On other sizes what counts is
the distance from the nearer edge, and three or more lines from it, or as far from both edges, is the
middle. By symmetry ten places differ, as in the paper; the table for look-ups holds all 49, so that nothing
has to be turned while a net thinks. The ten, without what follows by symmetry and by exchange of colours,
are the *rows* that are learned and kept in files.

A point takes the mean over the windows that cover it. Boards of size 2 have no window: all 0.
Cost: nine additions for each window.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import EMPTY, N_SYMMETRIES, STRIDE, point_at, transform_point

N_CELLS = 9
N_LINES = 7  # of windows on 9x9
N_PLACES = N_LINES * N_LINES
N_PATTERNS = 3**N_CELLS
NO_STONE = N_PATTERNS // 2  # the pattern 0 in arrays over patterns
MIDDLE = N_LINES // 2
SCALE = 127  # propensity is kept in steps of 1/127

Rows = npt.NDArray[np.int8]  # (n_rows(), N_CELLS)
Table = npt.NDArray[np.int8]  # (N_PLACES, N_PATTERNS, N_CELLS)
Codes = npt.NDArray[np.int64]


@jit_inline
def line_of_window(first, size):
    """The line, 0 to 6, of a window whose first row or column is given."""
    last = size - 3 - first
    if first == last:
        return MIDDLE
    return min(first, MIDDLE) if first < last else N_LINES - 1 - min(last, MIDDLE)


@jit_inline
def column_code(board, point, own):
    """Three points one below the other, as cells 0, 3 and 6 of a pattern."""
    code = 0
    for row in range(3):
        colour = board.colour[np.uint32(point + row * STRIDE)]
        if colour != EMPTY:
            code += 27**row if colour == own else -(27**row)
    return code


@jit
def write_propensity(board, own, table, sums, means):
    """Write the mean over the windows of each point, seen by the colour `own`, from -1 to 1.

    sums  -- (N_POINTS,) int32, scratch
    means -- (N_POINTS,) float32; points off the board are left alone
    """
    size = np.int64(board.board_size)
    sums[:] = 0
    for row in range(size - 2):
        place = N_LINES * line_of_window(row, size)
        left, middle = 0, 0
        for column in range(size):
            right = column_code(board, point_at(row, column), own)
            if column >= 2:
                pattern = np.uint32(left + 3 * middle + 9 * right + NO_STONE)
                cells = table[np.uint32(place + line_of_window(column - 2, size)), pattern]
                corner = point_at(row, column - 2)
                for cell in range(N_CELLS):
                    sums[np.uint32(corner + STRIDE * (cell // 3) + cell % 3)] += np.int32(cells[cell])
            left, middle = middle, right
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            n_windows = max(_n_covering(row, size) * _n_covering(column, size), 1)
            means[point] = sums[point] / np.float32(SCALE * n_windows)


@jit_inline
def _n_covering(line, size):
    """How many windows cover a row or column, along one direction."""
    return min(line, size - 3) - max(line - 2, 0) + 1


# --- Symmetries of patterns and places ---------------------------------------------------------------


@cache
def cell_images() -> npt.NDArray[np.int64]:
    """(N_SYMMETRIES, N_CELLS): where a symmetry takes each cell of a window."""
    return _images(3)


@cache
def place_images() -> npt.NDArray[np.int64]:
    """(N_SYMMETRIES, N_PLACES): where a symmetry of the board takes each place."""
    return _images(N_LINES)


def _images(size: int) -> npt.NDArray[np.int64]:
    points = [int(point_at(row, column)) for row in range(size) for column in range(size)]
    index = {point: number for number, point in enumerate(points)}
    return np.array(
        [
            [index[int(transform_point(np.uint32(point), symmetry, size))] for point in points]
            for symmetry in range(N_SYMMETRIES)
        ]
    )


@cache
def pattern_images() -> npt.NDArray[np.int64]:
    """(N_SYMMETRIES, N_PATTERNS): the pattern, as an index, after a symmetry."""
    indices = np.arange(N_PATTERNS)
    cells = [indices // 3**cell % 3 for cell in range(N_CELLS)]
    images = [sum(cells[cell] * 3 ** int(to[cell]) for cell in range(N_CELLS)) for to in cell_images()]
    return np.array(images)


@cache
def unique_places() -> tuple[int, ...]:
    """The ten places that differ: row and column up to the middle, the row the smaller."""
    return tuple(N_LINES * row + column for column in range(MIDDLE + 1) for row in range(column + 1))


@cache
def _kept_patterns() -> dict[int, Codes]:
    """For each unique place the patterns that have rows: of all that follow from each other the last."""
    kept = {}
    for place in unique_places():
        images = pattern_images()[place_images()[:, place] == place]
        last = np.maximum(images, 2 * NO_STONE - images).max(axis=0)
        is_kept = last == np.arange(N_PATTERNS)
        is_kept[NO_STONE] = False  # its own negative: always 0
        kept[place] = np.flatnonzero(is_kept)
    return kept


def n_rows() -> int:
    """How many rows of nine numbers are learned and kept."""
    return sum(len(patterns) for patterns in _kept_patterns().values())


def rows_of_table(propensity: dict[int, npt.NDArray[np.float64]]) -> Rows:
    """The rows to keep of full tables, (N_PATTERNS, N_CELLS) by unique place, from -1 to 1."""
    kept = [propensity[place][patterns] for place, patterns in _kept_patterns().items()]
    return np.rint(SCALE * np.concatenate(kept)).astype(np.int8)


def spread_rows(rows: Rows) -> Table:
    """The table for look-ups of the rows in a file; GoError if they are none."""
    if rows.shape != (n_rows(), N_CELLS) or rows.dtype != np.int8:
        raise GoError(
            f"a table of propensities has {n_rows()} rows of {N_CELLS} int8, not {rows.shape} {rows.dtype}"
        )
    if rows.min() < -SCALE:
        raise GoError(f"a table of propensities holds numbers from {-SCALE} to {SCALE}, not {rows.min()}")
    table = np.zeros((N_PLACES, N_PATTERNS, N_CELLS), np.int8)
    start = 0
    for place, patterns in _kept_patterns().items():
        values = rows[start : start + len(patterns)]
        start += len(patterns)
        for symmetry in range(N_SYMMETRIES):
            moved = np.empty_like(values)
            moved[:, cell_images()[symmetry]] = values
            images = pattern_images()[symmetry, patterns]
            to = place_images()[symmetry, place]
            table[to, images] = moved
            table[to, 2 * NO_STONE - images] = -moved
    return table
