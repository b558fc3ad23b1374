"""Games of two self-taught nets, against the slow twin, and the best move of a position."""

import numpy as np
import pytest

from tengen.core.points_jit import BLACK, PASS, WHITE, point_at
from tengen.core.random_jit import rng_state
from tengen.td.games_jit import choose_best, play_match
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import TdArchitecture, initial_layers, make_net
from tengen.td.value_jit import new_accumulator
from tests.reference import td as naive
from tests.reference.board import BLACK as NAIVE_BLACK
from tests.reference.board import NaiveBoard, area_score, opponent
from tests.td.test_value import random_game


def duel(nets, size, n_games, limit, seed=0):
    """Moves of all games, how many, and Black's leads."""
    moves = np.zeros((n_games, limit), np.uint16)
    n_moves, leads = np.zeros(n_games, np.int64), np.zeros(n_games, np.int64)
    black, white = nets
    play_match(
        black,
        white,
        new_training_buffers(black),
        new_training_buffers(white),
        size,
        moves,
        n_moves,
        leads,
        rng_state(seed),
    )
    return [row[:n].tolist() for row, n in zip(moves, n_moves)], leads.tolist()


def best_moves(layers, see, board, colour):
    """By the twin: legal moves with the largest value, as our points."""
    choices = [*board.legal_moves(colour), None]
    values = [naive.value(layers, see(board.play(colour, move).position, colour)) for move in choices]
    return {
        PASS if move is None else int(point_at(*move)): move
        for move, value in zip(choices, values)
        if value > max(values) - 1e-5
    }


@pytest.mark.parametrize("names, size", [(("koten", "katatsugi"), 3), (("roban", "koten"), 4)])
def test_every_move_of_a_duel_is_one_of_the_twins_best(names, size):
    """The nets differ in their inputs, layers and widths."""
    hidden = {"koten": (3,), "katatsugi": (18,), "roban": (4, 5)}
    architectures = [TdArchitecture(name, size, hidden[name]) for name in names]
    layers = [initial_layers(one, 1, place) for place, one in enumerate(architectures)]
    nets = [make_net(*pair) for pair in zip(architectures, layers)]
    games, leads = duel(nets, size, 2, 3 * size * size)
    for moves, lead in zip(games, leads):
        board, colour = NaiveBoard.empty(size), NAIVE_BLACK
        for move in moves:
            which = 0 if colour == NAIVE_BLACK else 1
            exact = [layer.astype(float) for layer in layers[which]]
            best = best_moves(exact, naive.INPUTS[names[which]], board, colour)
            assert move in best
            board, colour = board.play(colour, best[move]), opponent(colour)
        assert board.is_over or len(moves) == 3 * size * size
        assert lead == area_score(board.position)


def test_nets_that_draw_lots_play_different_games_and_end_at_the_limit():
    architecture = TdArchitecture("koten", 3, (1,))
    blank = make_net(architecture, [np.zeros((9, 1), np.float32), np.ones((1, 1), np.float32)])
    games, _ = duel([blank, blank], 3, 20, 5)
    assert len({tuple(game) for game in games}) > 15
    assert max(map(len, games)) == 5


def test_the_best_move_of_a_position_is_the_twins():
    architecture = TdArchitecture("katatsugi", 3, (5,))
    for seed in range(6):
        layers = initial_layers(architecture, seed)
        net = make_net(architecture, layers)
        game = random_game(3, seed, 4 + seed)
        move, value = choose_best(net, new_accumulator(net), game.board, rng_state(0))
        expected = {
            choice: naive_value(layers, game, choice) for choice in [*map(game._point, game.legal()), PASS]
        }
        assert value == pytest.approx(max(expected.values()), abs=1e-5)
        assert expected[int(move)] == pytest.approx(max(expected.values()), abs=1e-5)


def naive_value(layers, game, move):
    """What the net says after a move, from the stones that are then on the board."""
    after = game.copy()
    after.play(move)
    own = game.to_play
    sign = {own: 1, BLACK + WHITE - own: -1}
    stones = [sign.get(int(after.board.colour[point_at(*divmod(place, 3))]), 0) for place in range(9)]
    signs = {1: "X", -1: "O", 0: "."}
    position = tuple("".join(signs[stone] for stone in stones[first : first + 3]) for first in (0, 3, 6))
    return naive.value([layer.astype(float) for layer in layers], naive.katatsugi(position, "X"))
