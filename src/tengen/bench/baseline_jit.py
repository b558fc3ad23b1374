# mypy: allow-untyped-defs, no-check-untyped-defs
"""The yardstick: a straightforward board and light playout, written the way most programs begin.

Pseudo-liberty counts, one label per stone, every neighbouring chain relabelled at a merge, and a
cyclic scan of the empty points from a random start. It stays plain on purpose: the fast board of
`core/` is measured against it in one run, so that a busy machine slows both alike.

Heavy playouts without a tree: what the policy alone costs.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import BLACK, BORDER, EMPTY, N_POINTS, NO_MOVE, STRIDE, WHITE
from tengen.core.random_jit import random_below
from tengen.playout.memory_jit import learn
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.playout.playout_jit import heavy_playout, lead_after_two_passes

NEIGHBOURS = (-STRIDE, -1, 1, STRIDE)
DIAGONALS = (-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)

PLAIN_BOARD = np.dtype(
    [
        ("colour", np.int8, N_POINTS),
        ("chain", np.uint16, N_POINTS),  # label: one of the chain's stones
        ("next_stone", np.uint16, N_POINTS),  # the chain's stones in a circle
        ("liberties", np.int16, N_POINTS),  # pseudo-liberties by label
        ("empty", np.uint16, N_POINTS),  # the empty points in any order
        ("place", np.uint16, N_POINTS),  # where a point stands in `empty`
        ("n_empty", np.int32),
        ("ko", np.int32),
    ],
    align=True,
)


def empty_plain_board(size: int) -> Any:
    """Two boards, (2,) PLAIN_BOARD: an empty one of the given size, and room for a copy."""
    boards = np.recarray(2, PLAIN_BOARD)
    boards[:] = np.zeros((), PLAIN_BOARD)
    board = boards[0]
    board.colour[:] = BORDER
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            board.colour[point] = EMPTY
            board.empty[board.n_empty] = point
            board.place[point] = board.n_empty
            board.n_empty += 1
    return boards


@jit_inline
def is_own_eye(board, point, colour):
    """All neighbours own stones or border; enemy diagonals below 2, or below 1 at the edge."""
    for offset in NEIGHBOURS:
        at = board.colour[point + offset]
        if at not in (colour, BORDER):
            return False
    enemies = 0
    edge = 0
    for offset in DIAGONALS:
        at = board.colour[point + offset]
        if at == BORDER:
            edge = 1
        elif at == 3 - colour:
            enemies += 1
    return enemies + edge < 2


@jit_inline
def is_legal(board, point, colour):
    """Not ko and not suicide, for an empty point."""
    if point == board.ko:
        return False
    for offset in NEIGHBOURS:
        if board.colour[point + offset] == EMPTY:
            return True
    for offset in NEIGHBOURS:
        board.liberties[board.chain[point + offset]] -= 1
    legal = False
    for offset in NEIGHBOURS:
        near = point + offset
        at = board.colour[near]
        if (at == colour and board.liberties[board.chain[near]] > 0) or (
            at == 3 - colour and board.liberties[board.chain[near]] == 0
        ):
            legal = True
    for offset in NEIGHBOURS:
        board.liberties[board.chain[point + offset]] += 1
    return legal


@jit_inline
def remove_chain(board, chain):
    """Take a chain off the board; returns its number of stones."""
    stone = np.int64(chain)
    n_removed = 0
    while True:
        following = np.int64(board.next_stone[stone])
        board.colour[stone] = EMPTY
        board.chain[stone] = 0
        n_empty = board.n_empty
        board.empty[n_empty] = stone
        board.place[stone] = n_empty
        board.n_empty = n_empty + 1
        for offset in NEIGHBOURS:
            board.liberties[board.chain[stone + offset]] += 1
        n_removed += 1
        stone = following
        if stone == chain:
            return n_removed


@jit_inline
def merge(board, point, other):
    """Give all stones of the other chain the label of the point's chain."""
    label = board.chain[point]
    board.liberties[label] += board.liberties[other]
    stone = other
    while True:
        board.chain[stone] = label
        stone = board.next_stone[stone]
        if stone == other:
            break
    swapped = board.next_stone[point]
    board.next_stone[point] = board.next_stone[other]
    board.next_stone[other] = swapped


@jit_inline
def play(board, point, colour):
    """Play a legal move."""
    n_empty = board.n_empty - 1
    last = board.empty[n_empty]
    board.empty[board.place[point]] = last
    board.place[last] = board.place[point]
    board.n_empty = n_empty
    board.ko = 0
    board.colour[point] = colour
    board.chain[point] = point
    board.next_stone[point] = point
    board.liberties[point] = 0
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == EMPTY:
            board.liberties[point] += 1
        board.liberties[board.chain[near]] -= 1
    n_captured = 0
    captured_point = 0
    for offset in NEIGHBOURS:
        near = point + offset
        at = board.colour[near]
        if at == colour:
            if board.chain[near] != board.chain[point]:
                merge(board, point, board.chain[near])
        elif at == 3 - colour and board.liberties[board.chain[near]] == 0:
            n_captured += remove_chain(board, board.chain[near])
            captured_point = near
    if n_captured == 1 and board.next_stone[point] == point and board.liberties[point] == 1:
        board.ko = captured_point


@jit_inline
def select_move(board, colour, state):
    """The first playable point from a random start in the list of empty points, or 0 to pass."""
    n_empty = board.n_empty
    if n_empty == 0:
        return 0
    start = random_below(state, n_empty)
    index = start
    while True:
        point = np.int64(board.empty[index])
        if not is_own_eye(board, point, colour) and is_legal(board, point, colour):
            return point
        index += 1
        if index == n_empty:
            index = 0
        if index == start:
            return 0


@jit_inline
def black_lead(board, size):
    """Area of Black minus area of White, one-point eyes only."""
    lead = 0
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            at = board.colour[point]
            if at == EMPTY:
                black = False
                white = False
                for offset in NEIGHBOURS:
                    near = board.colour[point + offset]
                    black = black or near == BLACK
                    white = white or near == WHITE
                lead += np.int64(black and not white) - np.int64(white and not black)
            else:
                lead += 3 - 2 * at
    return lead


@jit
def plain_playouts(boards, size, n_playouts, komi, state):
    """Light playouts from boards[0], played on boards[1]; returns Black's wins and all moves."""
    black_wins = 0
    n_moves = 0
    limit = 3 * size * size
    for _ in range(n_playouts):
        boards[1] = boards[0]
        board = boards[1]
        colour = BLACK
        n_passes = 0
        length = 0
        while n_passes < 2 and length < limit:
            point = select_move(board, colour, state)
            if point == 0:
                n_passes += 1
                board.ko = 0
            else:
                n_passes = 0
                play(board, point, colour)
            colour = 3 - colour
            length += 1
        n_moves += length
        black_wins += black_lead(board, size) > komi
    return black_wins, n_moves


# --- Heavy playouts -------------------------------------------------------------------------------


@jit
def heavy_playouts(
    start, start_ataris, boards, all_ataris, memory, book, parameters, n_playouts, rng_state, playout
):
    """Many heavy playouts from one position, each learned from; returns the moves of all.

    boards, all_ataris -- (1,) BOARD, (1,) ATARIS, scratch: the position is copied there for each playout
    """
    board, ataris = boards[0], all_ataris[0]
    move_limit = MOVE_LIMIT_PER_POINT * np.int64(start.board_size) * np.int64(start.board_size)
    none = np.uint32(NO_MOVE)
    n_moves = 0
    for _ in range(n_playouts):
        boards[0] = start
        all_ataris[0] = start_ataris
        playout.third, playout.before, playout.previous = none, none, none
        playout.n_moves = 0
        playout.n_passes = 0
        heavy_playout(board, ataris, memory, book, parameters, playout, move_limit, rng_state)
        winner = BLACK if lead_after_two_passes(board) > parameters.komi else WHITE
        learn(memory, parameters, playout, start.to_play, winner, none, none, none)
        n_moves += playout.n_moves
    return n_moves
