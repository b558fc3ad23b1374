"""Chains, their eyes and liberties, against the naive board."""

import pytest
from numba import config

from tengen import Game
from tengen.dag_rnn.features.chains_jit import NO_CHAIN, find_chains
from tengen.dag_rnn.features.inputs_jit import new_scratch
from tests.core.positions import COLOURS, to_pair, to_point
from tests.playout.boards import board_of
from tests.reference import net_inputs as naive
from tests.reference.board import colour_at, group_of, parse_position
from tests.reference.playout_rules import random_game

STEP = 7


def chains_of(board):
    chains = new_scratch().chains
    find_chains(board, chains)
    return chains


def drawn(rows):
    """The chains of a drawing, rows parted by strokes."""
    return chains_of(Game.from_diagram(rows.replace("/", "\n")).board)


def numbers_of(chains, position):
    """The chains of a position with the numbers that they have."""
    return {group: int(chains.number[to_point(min(group))]) for group in naive.groups(position)}


@pytest.mark.parametrize(
    "size, n_games", [(5, 2)] if config.DISABLE_JIT else [(2, 2), (5, 8), (9, 3), (13, 1)]
)
def test_chains_are_those_of_the_naive_board(size, n_games):
    chains, n_eyes = new_scratch().chains, 0  # one record for all: nothing of an earlier position may stay
    for seed in range(n_games):
        for board, _ in random_game(size, seed, 4 * size)[::STEP]:
            find_chains(board_of(board), chains)
            position = board.position
            numbers = numbers_of(chains, position)
            assert sorted(numbers.values()) == list(range(chains.n_chains))
            for group, chain in numbers.items():
                assert {int(chains.number[to_point(stone)]) for stone in group} == {chain}
                assert chains.colours[chain] == COLOURS[colour_at(position, min(group))]
                assert chains.eyes[chain] == naive.eyes(position, group), (position, group)
                assert chains.liberties[chain].tolist() == naive.liberties(position, group)
                n_eyes += chains.eyes[chain]
            empty = [point for point in board.points if board.at(point) == "."]
            assert all(chains.number[to_point(point)] == NO_CHAIN for point in empty)
    assert n_eyes > 0 or size == 13


@pytest.mark.parametrize("size", [5] if config.DISABLE_JIT else [5, 7, 9])
def test_the_two_weakest_enemies_are_those_of_the_naive_board(size):
    n_pairs = 0
    for board, _ in random_game(size, 3)[::STEP]:
        chains, position = chains_of(board_of(board)), board.position
        for group, chain in numbers_of(chains, position).items():
            expected = naive.enemies(position, group)
            found = [
                frozenset(group_of(position, to_pair(chains.stone[enemy])))
                for enemy in chains.weakest[chain]
                if enemy != NO_CHAIN
            ]
            assert len(set(found)) == len(found) == min(len(expected), 2)
            assert set(found) <= set(expected)
            # Chains of equal strength may stand for each other.
            strengths = [naive.strength(position, enemy) for enemy in expected[:2]]
            assert [naive.strength(position, enemy) for enemy in found] == strengths
            n_pairs += len(found) == 2
    assert n_pairs > 3


@pytest.mark.parametrize(
    "rows, eyes",
    [
        (". X . / X X . / . . .", 2),  # the corner, and the other five points
        ("X X X X / X . X . / X X X X / . . . .", 3),
        (". X . X / X X X X / . . . . / . . . .", 2),  # two corners; eight points are too many
        (". X O . / X O . . / O . . . / . . . .", 0),  # false: an enemy on the diagonal
        (". X O O / X X O . / O O O . / . . . .", 1),
        (". . X O / X X X O / O O O . / . . . .", 1),  # two points
        (". . . X O / . . . X O / . X X X O / X O O O O / O . . . .", 1),  # seven points
        (". . . X O / . . . X O / . . X X O / X X O O O / O . . . .", 0),  # eight points
    ],
)
def test_eyes_of_drawings(rows, eyes):
    chains = drawn(rows)
    drawing = parse_position(rows.replace("/", "\n"))
    black = min(
        (row, column) for row, line in enumerate(drawing) for column, sign in enumerate(line) if sign == "X"
    )
    assert chains.eyes[chains.number[to_point(black)]] == eyes


def test_liberties_of_four_orders_of_a_stone_in_the_corner():
    chains = drawn("X . . . . / . . . . . / . . . . . / . . . . . / . . . . .")
    assert chains.liberties[0].tolist() == [2, 3, 4, 5]
