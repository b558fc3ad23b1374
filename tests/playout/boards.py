"""Compiled boards of naive positions, used by several tests."""

import numpy as np

from tengen.core.board import copy_board, new_board
from tengen.core.play import play_move
from tengen.playout.ataris import ATARIS, find_ataris
from tests.core.positions import COLOURS, to_point
from tests.naive.board import NaiveBoard

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


def ataris_of(compiled):
    """The chains in atari on a compiled board."""
    ataris = np.zeros(1, ATARIS).view(np.recarray)[0]
    find_ataris(compiled, ataris)
    return ataris
