"""What self-taught nets see and say, against the slow twin."""

import random

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, PASS, WHITE
from tengen.td.network import REPRESENTATIONS, TdArchitecture, initial_layers, layers_of, make_net
from tengen.td.value_jit import apply_move, list_moves, new_accumulator, set_sight, value_moves
from tests.core.positions import position_of
from tests.reference import td as naive
from tests.reference.board import BLACK as NAIVE_BLACK
from tests.reference.board import WHITE as NAIVE_WHITE
from tests.reference.board import parse_position


def random_game(size, seed, n_moves):
    """A game of random moves, passes and captures among them."""
    rng = random.Random(seed)
    game = Game(size, komi=0, rules="chinese")
    for _ in range(n_moves):
        moves = game.legal()
        game.play(rng.choice(moves) if moves and rng.random() > 0.05 else PASS)
        if game.is_over:
            break
    return game


@pytest.mark.parametrize("name, size, n_inputs", [("koten", 5, 25), ("roban", 5, 10), ("katatsugi", 5, 25)])
def test_the_papers_nets_have_its_inputs_and_links(name, size, n_inputs):
    architecture = TdArchitecture(name, size)
    shapes = architecture.shapes()
    assert shapes[0][0] == n_inputs
    assert sum(a * b for a, b in shapes) == {"koten": 650, "katatsugi": 650, "roban": 620}[name]
    assert (
        architecture.text()
        == {
            "koten": "koten 25-25-1 on 5x5",
            "katatsugi": "katatsugi 25-25-1 on 5x5",
            "roban": "roban 10-20-20-1 on 5x5",
        }[name]
    )


@pytest.mark.parametrize("size", [2, 3, 5, 7])
@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_representations_are_the_twins(name, size):
    for seed in range(5):
        game = random_game(size, seed, 3 * size)
        position = position_of(game)
        stones = np.array(naive.koten(position, NAIVE_WHITE))
        seen = REPRESENTATIONS[name](size) @ stones
        assert seen == pytest.approx(np.array(naive.INPUTS[name](position, NAIVE_WHITE)))


def test_the_example_of_figure_1():
    """A white stone in the centre with a black one beside it: its katatsugi value is 0 for both colours."""
    position = parse_position("\n".join([".....", ".....", "..OX.", ".....", "....."]))
    assert naive.katatsugi(position, NAIVE_WHITE)[12] == 0
    assert naive.koten(position, NAIVE_WHITE)[12] == 1
    assert naive.koten(position, NAIVE_BLACK)[12] == -1


@pytest.mark.parametrize("size, hidden", [(2, ()), (3, (4,)), (5, ()), (5, (3, 18)), (7, ())])
@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_values_of_all_moves_are_the_twins(name, size, hidden):
    architecture = TdArchitecture(name, size, hidden)
    layers = initial_layers(architecture, 7)
    net = make_net(architecture, layers)
    doubles = [layer.astype(float) for layer in layers]
    sight = new_accumulator(net)
    for seed in range(4):
        game = random_game(size, seed, 4 * size)
        set_sight(net, sight, game.board)
        colour = int(game.to_play)
        n_moves = value_moves(net, sight, game.board, colour)
        own = NAIVE_BLACK if colour == BLACK else NAIVE_WHITE
        for move, found in zip(sight.moves[:n_moves], sight.values[:n_moves]):
            after = game.copy()
            after.play(int(move))
            expected = naive.value(doubles, naive.INPUTS[name](position_of(after), own))
            assert found == pytest.approx(expected, abs=2e-5), format_vertex(int(move), size)


def test_sight_follows_a_game_with_captures():
    architecture = TdArchitecture("katatsugi", 5)
    net = make_net(architecture, initial_layers(architecture, 1))
    followed, fresh = new_accumulator(net), new_accumulator(net)
    game = random_game(5, 12, 60)
    assert sum(game.board.prisoners) > 3
    again = Game(5, komi=0)
    for colour, move in game.moves:
        apply_move(net, followed, again.board, np.uint32(move), colour)
        again.play(move)
        set_sight(net, fresh, again.board)
        assert followed.stones.tolist() == fresh.stones.tolist()
        assert followed.sums == pytest.approx(fresh.sums, abs=1e-5)


def test_moves_are_the_legal_ones_and_the_pass():
    game = random_game(5, 3, 40)
    moves = np.zeros(26, np.uint32)
    for colour in (BLACK, WHITE):
        n_moves = list_moves(game.board, colour, moves)
        legal = [parse_vertex(vertex, 5) for vertex in game.legal(colour)]
        assert sorted(moves[:n_moves]) == sorted([PASS, *legal])


def test_layers_come_back_from_a_net():
    for hidden in ((25,), (20, 20), (3, 40)):
        architecture = TdArchitecture("roban", 5, hidden)
        layers = initial_layers(architecture, 3)
        assert all(abs(layer).max() <= 1 for layer in layers)
        for before, after in zip(layers, layers_of(make_net(architecture, layers)), strict=True):
            assert before.tolist() == after.tolist()


@pytest.mark.parametrize(
    "settings, message",
    [
        (("kotan",), "unknown representation 'kotan': choose one of koten, roban, katatsugi"),
        (("koten", 1), "the board size must be from 2 to 19, not 1"),
        (("koten", 5, (3, 4, 5)), "one or two hidden layers of 1 to 1024 units, not"),
        (("koten", 5, (0,)), "one or two hidden layers of 1 to 1024 units, not"),
    ],
)
def test_impossible_nets_are_refused(settings, message):
    with pytest.raises(GoError, match=message.replace("(", "\\(")):
        TdArchitecture(*settings)
