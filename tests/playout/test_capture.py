"""The capture rule: the most stones that can be taken anywhere, with a list of ataris kept move by move."""

import random

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.board_jit import new_board
from tengen.core.play_jit import play_move
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.playout.atari_jit import ATARIS, find_ataris, note_ataris, select_capture
from tests.core.positions import COLOURS, to_point
from tests.reference import playout_rules as naive
from tests.reference.board import NaiveBoard, opponent

SEEDS = range(1 if config.DISABLE_JIT else 4)


def new_ataris():
    return np.zeros(1, ATARIS).view(np.recarray)[0]


def check_capture(board, ataris, twin, colour, state):
    """The selected move is one of the twin's, or PASS if it has none; returns how many it has."""
    allowed = naive.captures(twin, colour)
    move = int(select_capture(board, ataris, COLOURS[colour], state))
    assert move in ({to_point(point) for point in allowed} or {PASS}), (twin.position, twin.moves, colour)
    return len(allowed)


def captures_found(game, colour, n_draws=40):
    """All moves that a fresh list leads to, with different random numbers."""
    found = set()
    ataris = new_ataris()
    find_ataris(game.board, ataris)
    for seed in range(n_draws):
        found.add(int(select_capture(game.board, ataris, COLOURS[colour], rng_state(seed))))
    return found


@pytest.mark.parametrize(
    "diagram, expected",
    [
        ("O X . . . / . . . . . / . . . . . / . . . . . / . . . . .", {(1, 0)}),
        ("O X . X O / . . . . . / . . . . . / . . . . . / . . . . .", {(1, 0), (1, 4)}),  # a tie
        ("O X . X O / . . . X O / . . . . . / . . . . . / . . . . .", {(2, 4)}),  # two rather than one
        ("O . O X . / X . X . . / . . . . . / . . . . . / . . . X O", {(0, 1)}),  # two chains at once
        ("O O . . . / X X . . . / . . . . . / . . X O O / . . . X X ", {(0, 2)}),  # only one is in atari
        (". . . . . / . X O . . / . . . . . / . . . . . / . . . . .", set()),
    ],
)
def test_the_most_stones_are_taken_and_every_tie_has_a_chance(diagram, expected):
    text = diagram.replace("/", "\n")
    game, twin = Game.from_diagram(text), NaiveBoard.from_diagram(text)
    assert naive.captures(twin, "X") == expected
    assert captures_found(game, "X") == ({to_point(point) for point in expected} or {PASS})


def test_own_stones_are_not_taken_and_each_colour_has_its_own_list():
    game = Game.from_diagram("""
        O X . . .
        . . . . .
        . . . . .
        . . . . .
        . . . O X""")
    assert captures_found(game, "X") == {to_point((1, 0))}
    assert captures_found(game, "O") == {to_point((3, 4))}


def test_if_the_biggest_capture_is_a_forbidden_ko_the_next_one_is_taken():
    diagram = """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        O X . . ."""
    game, twin = Game.from_diagram(diagram, to_play=COLOURS["O"]), NaiveBoard.from_diagram(diagram)
    game.play(to_point((1, 1)))
    twin = twin.play("O", (1, 1))
    assert twin.ko_point == (1, 2)
    assert naive.captures(twin, "X") == {(3, 0)}
    assert captures_found(game, "X") == {to_point((3, 0))}
    game.play(to_point((3, 3)), COLOURS["X"])
    assert captures_found(game, "X") == {to_point((3, 0)), to_point((1, 2))}


def play_with_a_list(size, seed, is_read):
    """A random game with the list kept as in a playout; `is_read` tells who looks at it before moving."""
    board, ataris, state = new_board(size), new_ataris(), rng_state(seed)
    find_ataris(board, ataris)
    n_choices = n_kos = 0
    for twin, to_play in naive.random_game(size, seed):
        if twin.moves:
            colour, move = twin.moves[-1]
            play_move(board, np.uint32(to_point(move)), COLOURS[colour])
            if move is not None:
                note_ataris(board, ataris, np.uint32(to_point(move)))
            n_kos += twin.ko_point is not None
        if is_read():
            n_choices += check_capture(board, ataris, twin, to_play, state)
    return n_choices, n_kos


@pytest.mark.parametrize("size", [2, 3, 5, 7, 9])
def test_the_list_kept_move_by_move_leads_to_the_biggest_capture_through_random_games(size):
    totals = [play_with_a_list(size, seed, is_read=lambda: True) for seed in SEEDS]
    assert sum(n_choices for n_choices, _ in totals) > 0
    assert sum(n_kos for _, n_kos in totals) > 0 or size < 9


@pytest.mark.parametrize("share", [0.1, 0.5])
@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_list_may_be_left_unread_while_other_rules_choose_the_moves(size, share):
    for seed in SEEDS:
        chance = random.Random(seed)
        play_with_a_list(size, seed, is_read=lambda chance=chance: chance.random() < share)


def test_a_chain_is_noted_though_its_name_is_still_on_the_list_of_the_other_colour():
    """Nobody reads the list meanwhile; the upper right stone is first X's, then O's chain in atari."""
    board, ataris, twin, to_play = new_board(3), new_ataris(), NaiveBoard.empty(3), "X"
    for move in [(0, 2), (1, 0), (1, 1), (2, 2), (0, 1), (2, 1), (1, 2), (0, 0), (0, 1), (0, 2)]:
        twin = twin.play(to_play, move)
        play_move(board, np.uint32(to_point(move)), COLOURS[to_play])
        note_ataris(board, ataris, np.uint32(to_point(move)))
        to_play = opponent(to_play)
    assert check_capture(board, ataris, twin, to_play, rng_state(1)) == 1


@pytest.mark.parametrize("size", [2, 3, 5, 7, 9])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_list_found_afresh_leads_to_the_biggest_capture(size, seed):
    *_, (twin, to_play) = naive.random_game(size, seed)[: size * size]
    board, ataris = new_board(size), new_ataris()
    for colour, move in twin.moves:
        play_move(board, np.uint32(to_point(move)), COLOURS[colour])
    find_ataris(board, ataris)
    for colour in (to_play, opponent(to_play)):
        check_capture(board, ataris, twin, colour, rng_state(seed))
