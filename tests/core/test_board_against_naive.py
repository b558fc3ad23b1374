"""Random games on both boards: after each move every field equals what the naive board finds afresh."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import LIBERTY_WORD, is_eye, sides
from tengen.core.playable_jit import SETTLED
from tengen.core.points_jit import BLACK, EMPTY, NEIGHBOUR_OFFSETS, PASS, WHITE
from tengen.core.random_jit import STONE_HASH, rng_state
from tengen.core.rules_jit import chains_in_atari_at
from tengen.playout.uniform_jit import select_uniform
from tests.core.positions import COLOURS, RULE_SETS, both, position_of, to_pair, to_point
from tests.reference.board import liberties_of_group, opponent

QUICK_GAMES = {2: 10, 3: 10, 5: 8, 7: 4, 9: 2}
NIGHTLY_GAMES = {2: 500, 3: 500, 5: 2_000, 7: 300, 9: 300, 13: 30, 19: 12}


def check_same_state(game, twin, colour):
    """Compare the compiled board with the naive one, field by field."""
    board = game.board
    assert position_of(game) == twin.position
    assert game.legal(colour) == vertices(twin.legal_moves("X" if colour == BLACK else "O"), game.size)
    for name, number in COLOURS.items():
        assert board.stones[number] == len(twin.stones(name))
        assert game.captures(number) == twin.captures(name)
    assert board.ko == to_point(twin.ko_point)
    assert board.ko == PASS or board.ko_colour == COLOURS[twin.ko_colour]
    assert game.score() == twin.score()
    check_chains(board, twin)
    check_neighbourhoods(board, game.size)
    check_candidates(board, game.size)


def vertices(pairs, size):
    return [f"{'ABCDEFGHJKLMNOPQRST'[column]}{size - row}" for row, column in pairs]


def check_chains(board, twin):
    """Labels, circles of stones, sizes, pseudo-liberties and the hash, each from scratch."""
    chain_of, next_stone = board.chain.tolist(), board.next_stone.tolist()
    hashed = 0
    seen = set()
    for pair in twin.points:
        colour = twin.at(pair)
        if colour == ".":
            assert chain_of[to_point(pair)] == to_point(pair)
            continue
        hashed ^= int(STONE_HASH[COLOURS[colour], to_point(pair)])
        if pair in seen:
            continue
        group = twin.group_at(pair)
        seen |= group
        stones = {to_point(stone) for stone in group}
        chain = chain_of[to_point(pair)]
        assert chain in stones
        assert {chain_of[stone] for stone in stones} == {chain}
        assert circle(next_stone, chain) == stones
        assert board.n_stones[chain] == len(stones)
        liberties = [to_point(liberty) for liberty in liberties_of_group(twin.position, group)]
        assert board.liberties[chain] == sum(
            int(LIBERTY_WORD[liberty])
            for liberty in liberties
            for offset in NEIGHBOUR_OFFSETS[:4]
            if liberty + offset in stones
        )
    assert int(board.hash) == hashed


def circle(next_stone, start):
    stones, stone = {start}, next_stone[start]
    while stone != start:
        stones.add(stone)
        stone = next_stone[stone]
    return stones


def check_neighbourhoods(board, size):
    colours, around = board.colour.tolist(), board.around.tolist()
    for point in points_of(size):
        expected = 0
        for direction, offset in enumerate(NEIGHBOUR_OFFSETS):
            colour = colours[point + offset]
            expected |= (colour & 1) << direction | (colour >> 1) << (direction + 8)
        assert around[point] == expected


def points_of(size):
    return [to_point((row, column)) for row in range(size) for column in range(size)]


def check_candidates(board, size):
    """Every empty point is a candidate once, or settled; and no settled point can be played."""
    colours, place_of = board.colour.tolist(), board.place.tolist()
    empty = {point for point in points_of(size) if colours[point] == EMPTY}
    candidates = board.candidate[: board.n_candidates].tolist()
    settled = {point for point in empty if place_of[point] == SETTLED}
    assert len(candidates) == len(set(candidates))
    assert set(candidates) | settled == empty
    assert len(candidates) + len(settled) == len(empty)
    assert board.n_settled == len(settled)
    for place, point in enumerate(candidates):
        assert place_of[point] == place
    for point in settled:
        black_side, white_side = sides(board, np.uint32(point), BLACK)
        assert is_eye(black_side, white_side) or is_eye(white_side, black_side)
        border = black_side & white_side
        assert chains_in_atari_at(board, np.uint32(point)) & ~border & 15 == 0


def play_random_game(size, rules, seed, n_moves):
    """A random game on both boards with a full comparison after each move, then undone again."""
    chance = random.Random(seed)
    state = rng_state(seed)
    game, twin = both(size, rules)
    snapshots = []
    colour = "X"
    for _ in range(n_moves):
        select_uniform(game.board, COLOURS[colour], False, 0, state)  # settles points, as a playout would
        legal = twin.legal_moves(colour)
        sensible = [point for point in legal if not twin.is_eye_for(colour, point)]
        choice = chance.random()
        if choice < 0.02 or not legal:
            move = None
        else:
            move = chance.choice(sensible if sensible and choice < 0.95 else legal)
        snapshots.append(game.board.tobytes())
        game.play(to_point(move), COLOURS[colour])
        twin = twin.play(colour, move)
        check_same_state(game, twin, COLOURS[opponent(colour)])
        if chance.random() < 0.97:  # now and then one side moves twice, as in set-up and handicap play
            colour = opponent(colour)
    for snapshot in reversed(snapshots):
        game.undo()
        assert game.board.tobytes() == snapshot


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", QUICK_GAMES)
def test_random_games_agree_with_the_naive_board(size, rules):
    n_games = 1 if config.DISABLE_JIT else QUICK_GAMES[size]
    for seed in range(n_games):
        play_random_game(size, rules, seed, n_moves=min(2 * size * size, 100))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", NIGHTLY_GAMES)
def test_thousands_of_random_games_agree_with_the_naive_board(size, rules):
    for seed in range(1_000, 1_000 + NIGHTLY_GAMES[size] // len(RULE_SETS)):
        play_random_game(size, rules, seed, n_moves=min(2 * size * size, 500))


def test_white_can_begin_and_pairs_convert_both_ways():
    game, twin = both(5, RULE_SETS[0])
    game.play("C3", WHITE)
    assert to_pair(game.moves[0][1]) == (2, 2)
    assert position_of(game) == twin.play("O", (2, 2)).position
