"""Compiled boards of naive positions, used by several tests."""

import random

import numpy as np

from tengen.core.board_jit import copy_board, new_board
from tengen.core.play_jit import play_move, set_up
from tengen.core.points_jit import N_POINTS
from tengen.playout.atari_jit import ATARIS, find_ataris
from tests.core.positions import COLOURS, to_point
from tests.reference.board import NaiveBoard, changed, empty_position, group_of, liberties_of_group

_after = {}  # (size, moves) -> board; random games ask for one position after the other


def board_of(board: NaiveBoard):
    """The compiled board after the moves of a naive one that began empty."""
    n_known = len(board.moves)
    while n_known and (board.rows, board.moves[:n_known]) not in _after:
        n_known -= 1
    compiled = copy_board(_after[board.rows, board.moves[:n_known]]) if n_known else new_board(board.rows)
    for index, (colour, move) in enumerate(board.moves[n_known:], n_known + 1):
        play_move(compiled, np.uint32(to_point(move)), COLOURS[colour])
        _after[board.rows, board.moves[:index]] = copy_board(compiled)
    return compiled


def board_showing(position):
    """The compiled board of a position, whoever played it."""
    colours = np.zeros(N_POINTS, np.uint8)
    for row, line in enumerate(position):
        for column, sign in enumerate(line):
            colours[to_point((row, column))] = COLOURS.get(sign, 0)
    board = new_board(len(position))
    assert set_up(board, len(position), colours)
    return board


def scattered(size, n_boards, seed=0):
    """Boards with stones here and there, in atari more often than in games; none is without liberties."""
    chance = random.Random(seed)
    for _ in range(n_boards):
        position = empty_position(size, size)
        for point in NaiveBoard(position).points:
            position = changed(position, [point], chance.choice("XXXOOO.."))
        for point in NaiveBoard(position).points:
            group = group_of(position, point)
            if position[point[0]][point[1]] != "." and not liberties_of_group(position, group):
                position = changed(position, group, ".")
        yield NaiveBoard(position)


def ataris_of(compiled):
    """The chains in atari on a compiled board."""
    ataris = np.zeros(1, ATARIS).view(np.recarray)[0]
    find_ataris(compiled, ataris)
    return ataris
