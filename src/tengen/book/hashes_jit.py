# mypy: allow-untyped-defs, no-check-untyped-defs
"""Names of positions that do not change when a board is turned, mirrored, or a corner changes its colours.

A name is the least of the Zobrist hashes of the images that count as the same position:

- whole board: 8 images, and who is to play. Colours are not exchanged: komi makes them differ.
- corner: 2 images of each corner (it and its mirror image at the diagonal), brought to the top left and
  with the stones seen as "of the one to play" and "of the other". So a sequence is known in any of the 4
  corners, mirrored or not and with colours exchanged: 16 images.

The ko is not part of a name: whether a book move may be played is for the rules to say. Moves elsewhere
are no part of a corner: whoever plays there next is to play there.

All hashes are kept as a game goes on, in one array of N_HASHES words: a stone that comes or goes is one
exclusive or of a row of `words`. That is 24 words a stone, some nanoseconds; from nothing, the same for
each stone on the board.

A *canonical move* is the image of a move on the image of the board that gave the name. Where a position is
its own mirror image, several images give the name, and the least of the moves stands for all of them: the
four corners of the empty board are one move.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import BESIDE, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import first_neighbour, play_move
from tengen.core.points_jit import (
    BLACK,
    EMPTY,
    INVERSE,
    N_POINTS,
    N_SYMMETRIES,
    PASS,
    WHITE,
    column_of,
    opponent,
    point_at,
    row_of,
    transform_points,
)
from tengen.core.random_jit import STONE_HASH, WHITE_TO_PLAY_HASH
from tengen.core.rules_jit import chains_in_atari_at

N_CORNERS = 4  # bit 0 of a corner's number: on the right; bit 1: at the bottom
N_REFLECTIONS = 2
N_HASHES = N_SYMMETRIES + N_CORNERS * N_REFLECTIONS * 2  # then [corner, reflection, colour to play]

# The symmetry of the board that brings a corner to the top left: as it is, and mirrored at the diagonal.
CORNER_SYMMETRY = np.array([[0, 4], [1, 6], [2, 5], [3, 7]], np.int64)


class Geometry(NamedTuple):
    """Tables of a board size and a size of corners; `book_geometry` makes them."""

    words: npt.NDArray[np.uint64]  # (3, N_POINTS, N_HASHES) [colour, point]: what a stone changes
    images: npt.NDArray[np.uint16]  # (8, N_POINTS) where a symmetry takes a point
    corners: npt.NDArray[np.uint8]  # (N_POINTS,) the corners of a point, one bit each


@cache
def book_geometry(size: int, corner: int) -> Geometry:
    """The tables for boards of this size and corners of so many lines."""
    images = transform_points(size)
    words = np.zeros((3, N_POINTS, N_HASHES), np.uint64)
    corners = np.zeros(N_POINTS, np.uint8)
    for point in (int(point_at(row, column)) for row in range(size) for column in range(size)):
        for colour in (BLACK, WHITE):
            words[colour, point, :N_SYMMETRIES] = STONE_HASH[colour, images[:, point]]
        for number in range(N_CORNERS):
            at_top_left = images[CORNER_SYMMETRY[number], point]
            if max(row_of(at_top_left[0]), column_of(at_top_left[0])) >= corner:
                continue
            corners[point] |= 1 << number
            for colour in (BLACK, WHITE):
                for to_play in (BLACK, WHITE):
                    own = BLACK if colour == to_play else WHITE
                    slots = [corner_slot(number, reflection, to_play) for reflection in range(N_REFLECTIONS)]
                    words[colour, point, slots] = STONE_HASH[own, at_top_left]
    return Geometry(words, images, corners)


def new_hashes() -> npt.NDArray[np.uint64]:
    """The hashes of an empty board, (N_HASHES,) uint64."""
    return np.zeros(N_HASHES, np.uint64)


@jit_inline
def corner_slot(corner, reflection, to_play):
    """Where the hash of an image of a corner is kept."""
    return N_SYMMETRIES + 4 * corner + 2 * reflection + to_play - 1


@jit_inline
def toggle_stone(hashes, words, point, colour):
    """A stone comes or goes."""
    for index in range(N_HASHES):
        hashes[index] ^= words[colour, point, index]


@jit
def hash_position(colours, words, hashes):
    """Write the hashes of a position, (N_POINTS,) uint8 colours, from nothing."""
    hashes[:] = 0
    for point in range(N_POINTS):
        if (colours[point] == BLACK) | (colours[point] == WHITE):
            toggle_stone(hashes, words, point, colours[point])


@jit_inline
def note_move(board, point, colour, words, hashes):
    """Change the hashes by a move that is about to be played, with the stones it takes; no suicide."""
    toggle_stone(hashes, words, point, colour)
    own_side, other_side = sides(board, point, colour)
    dead = other_side & ~own_side & BESIDE & chains_in_atari_at(board, point)
    while dead:
        chain = np.uint32(board.chain[first_neighbour(point, dead)])
        dead &= dead - 1
        if not _is_beside(board, point, dead, chain):  # else the last neighbour of the chain will do
            _toggle_chain(board, chain, opponent(colour), words, hashes)


@jit_inline
def _is_beside(board, point, mask, chain):
    """Whether one of the neighbours of a mask belongs to the chain."""
    while mask:
        if board.chain[first_neighbour(point, mask)] == chain:
            return True
        mask &= mask - 1
    return False


@jit_inline
def _toggle_chain(board, chain, colour, words, hashes):
    """All stones of a chain go."""
    stone = chain
    while True:
        toggle_stone(hashes, words, stone, colour)
        stone = np.uint32(board.next_stone[stone])
        if stone == chain:
            return


@jit
def play_noting(board, move, colour, words, hashes):
    """Play a legal move or pass and keep the hashes in step; suicide is understood, too."""
    if move != PASS:
        note_move(board, np.uint32(move), colour, words, hashes)
    play_move(board, move, colour)
    if move != PASS and board.colour[move] == EMPTY:
        hash_position(board.colour, words, hashes)


@jit_inline
def board_key(hashes, to_play):
    """The name of a whole-board position."""
    least = hashes[0]
    for symmetry in range(1, N_SYMMETRIES):
        least = min(least, hashes[symmetry])
    if to_play == WHITE:
        return least ^ WHITE_TO_PLAY_HASH
    return least


@jit_inline
def corner_key(hashes, corner, to_play):
    """The name of what a corner shows to the one who plays there next."""
    return min(hashes[corner_slot(corner, 0, to_play)], hashes[corner_slot(corner, 1, to_play)])


@jit_inline
def canonical_board_move(hashes, images, point):
    """The move on the image of the board that gave the name."""
    least = hashes[0]
    for symmetry in range(1, N_SYMMETRIES):
        least = min(least, hashes[symmetry])
    canonical = N_POINTS
    for symmetry in range(N_SYMMETRIES):
        if hashes[symmetry] == least:
            canonical = min(canonical, np.int64(images[symmetry, point]))
    return canonical


@jit_inline
def canonical_corner_move(hashes, images, corner, to_play, point):
    """The move on the image of the corner that gave the name, at the top left."""
    first = hashes[corner_slot(corner, 0, to_play)]
    second = hashes[corner_slot(corner, 1, to_play)]
    as_it_is = np.int64(images[CORNER_SYMMETRY[corner, 0], point])
    mirrored = np.int64(images[CORNER_SYMMETRY[corner, 1], point])
    if first == second:
        return min(as_it_is, mirrored)
    return as_it_is if first < second else mirrored


@jit_inline
def point_of_canonical(images, symmetry, canonical):
    """The move on the board, if a symmetry led to its canonical image."""
    return np.int64(images[INVERSE[symmetry], canonical])
