"""What a net sees of games: the outputs of its inputs, boards after moves, and the same for all images."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, MAX_AREA, NO_MOVE, PASS, opponent
from tengen.dag_rnn.architecture import Architecture, initial_weights
from tengen.dag_rnn.evaluator import TerritoryEvaluator, last_moves_of
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_INPUTS, N_POSITION_INPUTS, new_scratch, write_inputs
from tengen.dag_rnn.features.propensity_jit import N_CELLS, n_rows, spread_rows
from tengen.dag_rnn.sweep_jit import OWNER
from tengen.dag_rnn.weights import NetWeights, Provenance, save_net
from tests.core.positions import to_point
from tests.reference.board import symmetric_point

SIZES = (4,) if config.DISABLE_JIT else (5, 9, 13)


def net_file(n_inputs=N_INPUTS, n_outputs=2):
    architecture = Architecture(n_inputs, states=3, hidden=4, n_outputs=n_outputs)
    # the same for all images of a pattern, as a learned table is
    rows = np.zeros((n_rows(), N_CELLS), np.int8)
    names = tuple(one.name for one in INPUTS[:n_inputs])
    origin = Provenance((9,), "none", "none", {})
    return NetWeights(architecture, initial_weights(architecture, 1), names, origin, {"propensity": rows})


def some_game(size, seed=0, n_moves=20):
    game, rng = Game(size), np.random.default_rng(seed)
    for _ in range(n_moves if size < 9 else 3 * n_moves):
        game.play(rng.choice(game.legal()))
    return game


def exchanged(game):
    """The same stones with other colours, and the other colour to play."""
    signs = str.maketrans("XO", "OX")
    return Game.from_diagram(game.diagram().translate(signs), opponent(game.to_play))


@pytest.mark.parametrize("n_inputs, n_outputs", [(N_INPUTS, 2), (N_POSITION_INPUTS, 1)])
def test_a_look_is_the_net_on_the_inputs(n_inputs, n_outputs):
    foresight = TerritoryEvaluator(net_file(n_inputs, n_outputs), "here")
    for size in SIZES:
        game = some_game(size)
        inputs = np.zeros((MAX_AREA, n_inputs), np.float32)
        table = spread_rows(np.zeros((n_rows(), N_CELLS), np.int8))
        write_inputs(game.board, last_moves_of(game), table, new_scratch(), inputs)
        expected = foresight.net.logits(inputs[None, : size**2])[0]
        np.testing.assert_array_equal(foresight.logits(game), expected)
        owners = foresight.owners(game)
        assert owners.shape == (size, size)
        assert owners.ravel() == pytest.approx(1 / (1 + np.exp(-expected[:, OWNER])))
    assert foresight.knows_moves == (n_outputs == 2)


@pytest.mark.parametrize("n_outputs", [1, 2])  # nets that foretell moves see the last ones, the pass too
def test_swings_are_those_of_the_boards_after_both_sides_moves(n_outputs):
    """In the middle is a point that only Black may play: White passes instead."""
    foresight = TerritoryEvaluator(net_file(n_outputs=n_outputs), "here")
    game = Game.from_diagram(". X . .\nX . X .\n. X . .\nO . . .")
    game.play("D1")
    game.play("D4")
    moves = [to_point((1, 1)), to_point((3, 1)), to_point((0, 0))]
    expected = []
    for move in moves:
        own, others = game.copy(), game.copy()
        own.play(move)
        others.play(PASS)
        others.play(PASS if move == moves[0] or not others.is_legal(move) else move)
        expected.append(16 - float(foresight.owners(own).sum()) - float(foresight.owners(others).sum()))
    assert foresight.swings(game, moves) == pytest.approx(expected, abs=1e-4)
    assert game.to_play == BLACK


def test_areas_after_moves_are_those_of_the_boards_after_them():
    foresight, game = TerritoryEvaluator(net_file(), "here"), some_game(SIZES[0])
    moves = [to_point(divmod(index, game.size)) for index in range(game.size**2)]
    moves = [move for move in moves if game.is_legal(format_vertex(move, game.size))] + [PASS]
    areas = foresight.areas_after(game, moves)
    for move, area in zip(moves, areas):
        after = game.copy()
        after.play(move)
        assert area == pytest.approx(game.size**2 - foresight.owners(after).sum(), abs=1e-4)
    assert len(set(areas.round(6))) > 2


def test_the_last_moves_come_first():
    game = Game(9)
    assert last_moves_of(game).tolist() == [NO_MOVE] * 3
    game.play("D4")
    game.play("pass")
    assert last_moves_of(game).tolist() == [PASS, to_point((5, 3)), NO_MOVE]


@pytest.mark.parametrize("size", SIZES)
def test_averaged_answers_turn_with_the_board_and_exchange_with_colours_exactly(size):
    foresight = TerritoryEvaluator(net_file(), "here", is_averaged=True)
    game = some_game(size, seed=size)
    logits = foresight.logits(game).reshape(size, size, -1)
    for symmetry in range(8):
        turned = Game(size)
        for _, move in game.moves:
            row, column = next(
                point for point in np.ndindex(size, size) if move != PASS and to_point(point) == move
            )
            turned.play(to_point(symmetric_point((row, column), size, symmetry)))
        found = foresight.logits(turned).reshape(size, size, -1)
        for point in np.ndindex(size, size):
            assert found[symmetric_point(point, size, symmetry)].tolist() == logits[point].tolist()
    still = Game.from_diagram(game.diagram(), game.to_play)
    for_black = [owners_of_black(foresight, one) for one in (still, exchanged(still))]
    np.testing.assert_array_equal(for_black[1], 1 - for_black[0])


def owners_of_black(foresight, game):
    owners = foresight.owners(game).astype(float)
    return owners if game.to_play == BLACK else 1 - owners


def test_a_net_for_other_inputs_or_without_its_table_is_refused(tmp_path):
    found = net_file()
    save_net(tmp_path / "net.safetensors", found)
    assert TerritoryEvaluator.load(tmp_path / "net.safetensors").origin == found.origin
    with pytest.raises(GoError, match="the net was made for other inputs"):
        TerritoryEvaluator(replace(found, input_names=("own", *found.input_names[:0:-1])), "the net")
    with pytest.raises(GoError, match="the net has no table of propensities"):
        TerritoryEvaluator(replace(found, tables={}), "the net")
    with pytest.raises(GoError, match="the net is wrong: a table of propensities has"):
        TerritoryEvaluator(replace(found, tables={"propensity": np.zeros((2, 9), np.int8)}), "the net")
