"""The facts about a move, against the naive board."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.points_jit import BLACK, NO_MOVE
from tengen.mcts.move_prior.features_jit import (
    BEFORE_AT,
    LAST_AT,
    N_PHASES,
    N_WEIGHTS,
    PLACE_AT,
    TACTICS_AT,
    facts_of,
    tactics_of,
)
from tengen.mcts.move_prior.weights import learned_slots
from tests.core.positions import COLOURS, to_point
from tests.playout.boards import board_of
from tests.reference import move_facts as naive
from tests.reference.board import NaiveBoard
from tests.reference.playout_rules import random_game

SEEDS = range(1 if config.DISABLE_JIT else 2)
STEP = 3


def found_facts(board, point, colour, last, before):
    """The five slots of the compiled code; None for `last` is a pass, a missing move is NO_MOVE."""
    moves = [np.uint32(NO_MOVE if move == "none" else to_point(move)) for move in (last, before)]
    return [
        int(slot) for slot in facts_of(board_of(board), np.uint32(to_point(point)), COLOURS[colour], *moves)
    ]


def all_moves(size, seed):
    """Every legal move of the positions of a random game, with the two moves before it."""
    for board, colour in random_game(size, seed)[::STEP]:
        earlier = ["none", "none", *(move for _, move in board.moves)]
        for point in board.legal_moves(colour):
            yield board, point, colour, earlier[-1], earlier[-2]


def tactics_number(takes, takes_last, saves, gives_atari, self_atari):
    return TACTICS_AT + (((takes * 2 + takes_last) * 3 + saves) * 3 + gives_atari) * 3 + self_atari


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_tactics_and_distances_are_those_of_the_naive_board(size):
    seen = set()
    for seed in SEEDS:
        for board, point, colour, last, before in all_moves(size, seed):
            _, tactics, near_last, near_before, _ = found_facts(board, point, colour, last, before)
            known = [None if move == "none" else move for move in (last, before)]
            assert tactics == tactics_number(*naive.tactics(board, point, colour, known[0])), (board, point)
            assert near_last == LAST_AT + naive.distance(point, known[0])
            assert near_before == BEFORE_AT + naive.distance(point, known[1])
            seen.add(tactics)
    assert len(seen) > (6 if config.DISABLE_JIT else 10)


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 9])
def test_moves_share_a_weight_if_and_only_if_their_shape_is_the_same(size):
    drawing_of = {}
    for seed in SEEDS:
        for board, point, colour, last, before in all_moves(size, seed):
            slot = learned_slots()[found_facts(board, point, colour, last, before)[0]]
            assert drawing_of.setdefault(slot, naive.shape(board, point, colour)) == naive.shape(
                board, point, colour
            )
    assert len(set(drawing_of.values())) == len(drawing_of) > 20


@pytest.mark.parametrize("size", [4] if config.DISABLE_JIT else [4, 9, 13])
def test_places_are_told_apart_by_their_lines_and_by_how_full_the_board_is(size):
    place_of = {}
    for board, point, colour, last, before in all_moves(size, 1):
        slot = found_facts(board, point, colour, last, before)[4]
        expected = naive.place(board, point)
        assert place_of.setdefault(slot, expected) == expected
        assert (slot - PLACE_AT) % N_PHASES == expected[1]
    assert len(set(place_of.values())) == len(place_of) > 3


@pytest.mark.parametrize(
    "rows, point, last_move, expected",
    [
        # takes, takes the last move, saves, gives atari, self-atari
        (". . . / . . . / . . .", (1, 1), None, (0, 0, 0, 0, 0)),
        ("O X . / . . . / . . .", (1, 0), (0, 0), (1, 1, 0, 0, 0)),
        ("O X . / . . . / . . .", (1, 0), (2, 2), (1, 0, 0, 0, 0)),
        ("O O X / . X . / . . .", (1, 0), (0, 0), (2, 1, 0, 0, 0)),
        ("X O . / . . . / . . .", (1, 0), (0, 1), (0, 0, 1, 0, 0)),
        ("X O . / . O . / . . .", (1, 0), (1, 1), (0, 0, 2, 0, 2)),
        ("O . . / . . . / . . .", (0, 1), (0, 0), (0, 0, 0, 2, 0)),
        ("O . . / . . . / . . .", (0, 1), (2, 2), (0, 0, 0, 1, 0)),
        (". O . / . . . / O . .", (0, 0), (0, 1), (0, 0, 0, 0, 1)),
    ],
)
def test_tactics_of_drawings(rows, point, last_move, expected):
    diagram = rows.replace("/", "\n")
    board = Game.from_diagram(diagram).board
    last = np.uint32(NO_MOVE if last_move is None else to_point(last_move))
    assert naive.tactics(NaiveBoard.from_diagram(diagram), point, "X", last_move) == expected
    assert TACTICS_AT + tactics_of(board, np.uint32(to_point(point)), BLACK, last) == tactics_number(
        *expected
    )


def test_every_fact_has_a_slot_of_its_own():
    assert 0 < TACTICS_AT < LAST_AT < BEFORE_AT < PLACE_AT < N_WEIGHTS == len(learned_slots())
    others = learned_slots()[TACTICS_AT:]
    assert (np.diff(others) == 1).all()
    assert others[0] == learned_slots()[:TACTICS_AT].max() + 1
