"""Finding a position in a book, in compiled code, from the hashes that book/hashes.py keeps.

Moves come out as points of the board in front of us, the most frequent first. Where the position is its own
mirror image, a move stands for all its images, and each of them comes with the count of all. A book knows
nothing of ko and of stones outside a corner: whoever plays a move must ask the rules.

Cost: a step or two to find the position (book/table.py), and some for each move found.
"""

from tengen.book.hashes import (
    CORNER_SYMMETRY,
    N_REFLECTIONS,
    board_key,
    corner_key,
    corner_slot,
    point_of_canonical,
)
from tengen.book.table import NOT_FOUND, find_position
from tengen.core.jit import jit, jit_inline
from tengen.core.points import WHITE
from tengen.core.symmetry import N_SYMMETRIES
from tengen.core.zobrist import WHITE_TO_PLAY_HASH


@jit
def board_moves(table, geometry, hashes, to_play, points, counts):
    """Write the moves of the fuseki book for the whole board, (MAX_AREA,) each; returns how many."""
    position = find_position(table, board_key(hashes, to_play))
    return board_moves_at(table, position, geometry, hashes, to_play, points, counts)


@jit_inline
def board_moves_at(table, position, geometry, hashes, to_play, points, counts):
    """The same where the place of the position in the book, or NOT_FOUND, is known already."""
    if position == NOT_FOUND:
        return 0
    key = table.keys[position]
    least = key ^ WHITE_TO_PLAY_HASH if to_play == WHITE else key
    n_found = 0
    for index in range(table.first[position], table.first[position + 1]):
        begin = n_found
        for symmetry in range(N_SYMMETRIES):
            if hashes[symmetry] == least:
                point = point_of_canonical(geometry.images, symmetry, table.points[index])
                n_found = _add(points, counts, begin, n_found, point, table.counts[index])
    return n_found


@jit
def corner_moves(table, geometry, hashes, corner, to_play, points, counts):
    """Write the moves of the joseki book for one corner, (MAX_AREA,) each; returns how many."""
    position = find_position(table, corner_key(hashes, corner, to_play))
    return corner_moves_at(table, position, geometry, hashes, corner, to_play, points, counts)


@jit_inline
def corner_moves_at(table, position, geometry, hashes, corner, to_play, points, counts):
    """The same where the place of the corner in the book, or NOT_FOUND, is known already."""
    if position == NOT_FOUND:
        return 0
    key = table.keys[position]
    n_found = 0
    for index in range(table.first[position], table.first[position + 1]):
        begin = n_found
        for reflection in range(N_REFLECTIONS):
            if hashes[corner_slot(corner, reflection, to_play)] == key:
                symmetry = CORNER_SYMMETRY[corner, reflection]
                point = point_of_canonical(geometry.images, symmetry, table.points[index])
                n_found = _add(points, counts, begin, n_found, point, table.counts[index])
    return n_found


@jit
def _add(points, counts, begin, n_found, point, count):
    """Write a move unless an image of the same stored move is already there; returns how many there are."""
    for index in range(begin, n_found):
        if points[index] == point:
            return n_found
    points[n_found] = point
    counts[n_found] = count
    return n_found + 1
