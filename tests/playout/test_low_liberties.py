"""Fights over chains with two liberties, against the naive board."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.points import PASS
from tengen.playout.low_liberties import select_low_liberty
from tests.core.positions import COLOURS, to_point
from tests.naive.board import EMPTY, NaiveBoard, neighbours
from tests.naive.playout_rules import is_self_atari, random_game
from tests.playout.boards import board_of

SEEDS = range(1 if config.DISABLE_JIT else 4)


def ways_out(board, point, other=None):
    beside = neighbours(board.position, point)
    return sum(board.at(at) == EMPTY and at != other for at in beside)


def best(board, colour, liberties, is_good):
    """The sound moves on two liberties that are good, as (move, other liberty), with most room."""
    pairs = [(move, other) for move in liberties for other in liberties if move != other]
    moves = [
        move
        for move, other in pairs
        if is_good(move, other) and board.is_legal(colour, move) and not is_self_atari(board, move, colour)
    ]
    most = max((ways_out(board, move) for move in moves), default=0)
    return {move for move in moves if ways_out(board, move) == most}


def low_liberty_moves(board, last_move, colour):
    liberties = board.liberties_of(last_move)
    if len(liberties) == 2:
        attack = best(board, colour, liberties, lambda move, other: ways_out(board, other, move) <= 1)
        if attack:
            return attack
    row, column = last_move
    for at in [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]:
        if at in board.points and board.at(at) == colour and len(board.liberties_of(at)) == 2:
            liberties = board.liberties_of(at)
            defence = best(board, colour, liberties, lambda move, other: ways_out(board, move, other) >= 2)
            if defence:
                return defence
    return set()


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_attacks_and_defences_are_those_of_the_naive_board(size):
    n_found = 0
    for seed in SEEDS:
        for board, colour in random_game(size, seed)[1 :: 5 if config.DISABLE_JIT else 1]:
            move = board.moves[-1][1]
            if move is None:
                continue
            allowed = low_liberty_moves(board, move, colour)
            found = int(select_low_liberty(board_of(board), np.uint32(to_point(move)), COLOURS[colour]))
            assert found in ({to_point(at) for at in allowed} or {PASS})
            n_found += bool(allowed)
    assert n_found > 5


@pytest.mark.parametrize(
    "diagram, last_move, expected",
    [
        (". O . . . / . X . . . / . . . . . / . . . . . / . . . . .", (0, 1), {(0, 2)}),  # towards the edge
        (". . . . . / . O . . . / O X . . . / . O . . . / . . . . .", (1, 1), None),  # in atari itself
        (
            ". . . . . / . O O . . / O X . . . / . . . . . / . . . . .",
            (1, 1),
            {(3, 1)},
        ),  # where there is room
    ],
)
def test_drawn_fights(diagram, last_move, expected):
    text = diagram.replace("/", "\n")
    game, board = Game.from_diagram(text), NaiveBoard.from_diagram(text)
    assert low_liberty_moves(board, last_move, "X") == (expected or set())
    found = int(select_low_liberty(game.board, np.uint32(to_point(last_move)), COLOURS["X"]))
    assert found in ({to_point(at) for at in expected} if expected else {PASS})
