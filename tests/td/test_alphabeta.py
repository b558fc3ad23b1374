"""Alpha-beta over self-taught nets, against plain minimax and the known values of tiny boards."""

import random

import numpy as np
import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.core.rules import Rules
from tengen.td.alphabeta import AlphaBeta
from tengen.td.alphabeta_jit import SURE, sure_value
from tengen.td.learning_jit import best_move
from tengen.td.network import TdArchitecture, initial_layers, make_net
from tengen.td.value_jit import new_accumulator, set_sight, value_moves
from tests.core.positions import COLOURS, to_pair, to_point
from tests.reference import minimax
from tests.reference.board import BLACK, NaiveBoard, opponent

TABLES = [0, 64]  # entries: none, and so few that they replace each other all the time
LAST_DEPTH = 3 if config.DISABLE_JIT else 4
N_DRAWS = 60 if config.DISABLE_JIT else 200


def a_net(size, seed=1, representation="koten", hidden=(4,)):
    """Layers and net of random weights."""
    architecture = TdArchitecture(representation, size, hidden)
    layers = initial_layers(architecture, seed)
    return [layer.astype(float) for layer in layers], make_net(architecture, layers)


def random_games(size, seed, n_moves, ko="positional"):
    """The same random moves as a game and as its twin, passes and captures among them."""
    rng = random.Random(seed)
    game, twin = Game(size, komi=0, rules=Rules(ko, ko, False)), NaiveBoard.empty(size, ko_rule=ko)
    for n in range(n_moves):
        colour = "XO"[n % 2]
        moves = twin.legal_moves(colour)
        if not moves and twin.n_passes == 1:
            break  # the game would be over
        passes = not moves or (twin.n_passes == 0 and rng.random() < 0.1)
        move = None if passes else rng.choice(moves)
        twin = twin.play(colour, move)
        game.play(to_point(move))
    return game, twin, "XO"[len(game.moves) % 2]


def naive_move(move):
    return None if move == PASS else to_pair(move)


def assert_is_best(found, values):
    """The value of a search is the twin's, and so is that of the move it chose."""
    kind, number = max(values.values())
    chosen_kind, chosen = values[naive_move(found.move)]
    assert chosen_kind == kind
    assert chosen == pytest.approx(number, abs=1e-5)
    if kind == 0:
        assert found.value == pytest.approx(number, abs=1e-5)
    else:
        assert found.score == number


@pytest.mark.parametrize("n_entries", TABLES)
@pytest.mark.parametrize(
    "size, depth, n_games",
    [
        *[(2, depth, 12) for depth in range(1, LAST_DEPTH + 1)],
        *[(3, depth, n) for depth, n in zip(range(1, LAST_DEPTH + 1), (10, 8, 4, 2), strict=False)],
        (5, 1, 6),
        (5, 2, 2),
    ],
)
def test_values_are_those_of_plain_minimax(size, depth, n_games, n_entries):
    for seed in range(n_games):
        layers, net = a_net(size, seed)
        game, twin, colour = random_games(size, seed, 2 + 5 * seed % (3 * size))
        komi = (0.0, 0.5, -2.0)[seed % 3]
        found = AlphaBeta(net, size, n_entries).search(game, depth, komi, rng_state(seed))
        assert_is_best(found, minimax.values_of_moves(twin, colour, depth, komi, layers, "koten"))
        assert found.depth == depth or found.is_exact


@pytest.mark.parametrize("size, depth", [(3, 5), (3, 6), (4, 6), (4, 7)][: 1 if config.DISABLE_JIT else 4])
def test_a_table_changes_no_value(size, depth):
    """Lines that come to the same position in another order are five plies long, too long for the twin."""
    n_nodes = []
    for seed in range(4 if config.DISABLE_JIT else 12):
        _, net = a_net(size, seed)
        game, _, _ = random_games(size, seed, 2 + seed % 5)
        found = [AlphaBeta(net, size, n).search(game, depth, 0.5, rng_state(1)) for n in (0, 64, 1 << 14)]
        assert found[1].value == pytest.approx(found[0].value, abs=1e-5)
        assert found[2].value == pytest.approx(found[0].value, abs=1e-5)
        n_nodes.append([one.n_nodes for one in found])
    assert sum(nodes[2] for nodes in n_nodes) < sum(nodes[0] for nodes in n_nodes)


@pytest.mark.parametrize("representation, hidden", [("katatsugi", ()), ("roban", (3, 18))])
def test_any_net_is_searched(representation, hidden):
    layers, net = a_net(4, 3, representation, hidden)
    game, twin, colour = random_games(4, 9, 7)
    found = AlphaBeta(net, 4).search(game, 2, 0.0, rng_state(1))
    assert_is_best(found, minimax.values_of_moves(twin, colour, 2, 0.0, layers, representation))


@pytest.mark.parametrize("ko", ["positional", "situational"])
def test_no_move_brings_back_a_position(ko):
    """On 2x2 some games soon come back to a position, and long ones have seen many."""
    n_forbidden = 0
    soon = [(seed, 6) for seed in (6, 12, 14, 18, 25, 26, 33, 35)]
    for seed, n_moves in [*soon, *((seed, 14) for seed in range(20))]:
        layers, net = a_net(2, seed)
        game, twin, colour = random_games(2, seed, n_moves, ko)
        free = NaiveBoard(twin.position).legal_moves(colour)
        n_forbidden += len(free) - len(twin.legal_moves(colour))
        for depth in (1, 2, 3):
            found = AlphaBeta(net, 2, 0).search(game, depth, 0.0, rng_state(1))
            assert_is_best(found, minimax.values_of_moves(twin, colour, depth, 0.0, layers, "koten"))
    assert n_forbidden >= 10


def test_repetition_is_not_searched_where_rules_have_simple_ko_only():
    _, twin, colour = random_games(2, 5, 14)
    game = Game(2, komi=0, rules="chinese")
    for _, move in twin.moves:
        game.play(to_point(move))
    layers, net = a_net(2, 5)
    found = AlphaBeta(net, 2, 0).search(game, 2, 0.0, rng_state(1))
    assert_is_best(found, minimax.values_of_moves(twin, colour, 2, 0.0, layers, "koten"))


def test_depth_1_chooses_what_the_best_value_of_moves_says():
    _, net = a_net(5, 2)
    search, sight = AlphaBeta(net, 5), new_accumulator(net)
    for seed in range(20):
        game, _, colour = random_games(5, seed, seed)
        if game.last_move == PASS:
            continue  # there another pass is worth what is counted
        set_sight(net, sight, game.board)
        n_moves = value_moves(net, sight, game.board, COLOURS[colour])
        best = best_move(sight.values, n_moves, rng_state(seed))
        found = search.search(game, 1, 0.0, rng_state(seed))
        assert (found.move, found.value) == (sight.moves[best], sight.values[best])
        assert found.line == [found.move]
        assert found.n_nodes == 1 + n_moves


@pytest.mark.parametrize("depth, passes", [(1, True), (2, False), (3, True)])
def test_equal_moves_are_drawn_at_the_root(depth, passes):
    """To a net of zeros all moves are equal; only a pass that is answered by one is a draw, as counted."""
    architecture = TdArchitecture("koten", 2)
    layers = [np.zeros(shape, np.float32) for shape in architecture.shapes()]
    search, state = AlphaBeta(make_net(architecture, layers), 2), rng_state(3)
    drawn = []
    for _ in range(N_DRAWS):
        found = search.search(Game(2), depth, 0.0, state)
        assert found.move == found.line[0]
        drawn.append(format_vertex(found.move, 2))
    for vertex in ("A1", "A2", "B1", "B2", *["pass"] * passes):
        assert 0.1 < drawn.count(vertex) / N_DRAWS < 0.4
    assert ("pass" in drawn) == passes


def test_worse_moves_are_not_taken_for_equal_ones():
    """A bound of a move that fails may be the best value itself: it is not drawn."""
    for seed in range(10):
        layers, net = a_net(3, seed)
        game, twin, colour = random_games(3, seed, 4)
        values = minimax.values_of_moves(twin, colour, 2, 0.0, layers, "koten")
        moves = {AlphaBeta(net, 3).search(game, 2, 0.0, rng_state(n)).move for n in range(8)}
        assert {values[naive_move(move)] for move in moves} == {max(values.values())}


BLACK_AHEAD = """
. X . O .
X X X O O
X . X O .
X X X O O
. X . O .
"""


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("komi, score", [(0.0, 3), (2.5, 0.5)])
def test_a_pass_that_wins_is_found(depth, komi, score):
    _, net = a_net(5)
    game = Game.from_diagram(BLACK_AHEAD, to_play=2)
    game.play("pass")
    found = AlphaBeta(net, 5).search(game, depth, komi, rng_state(1))
    assert (found.move, found.score, found.line) == (PASS, score, [PASS])
    assert not found.is_exact  # what the other moves win was not counted


@pytest.mark.parametrize("depth", [1, 2])
def test_a_pass_that_loses_is_avoided(depth):
    _, net = a_net(5)
    game = Game.from_diagram(BLACK_AHEAD, to_play=2)
    game.play("pass")
    found = AlphaBeta(net, 5).search(game, depth, 5.5, rng_state(1))
    assert found.move != PASS
    assert found.score is None


def test_counted_results_are_ordered_and_beyond_every_net():
    values = [sure_value(lead) for lead in (-25, -0.5, 0, 0.5, 25)]
    assert values == sorted(values)
    assert [1 - value for value in reversed(values)] == values
    assert values[1] < -SURE / 2
    assert values[3] > SURE / 2


@pytest.mark.parametrize("seed", [0, 1, 3] if config.DISABLE_JIT else range(6))
def test_exact_values_are_true_on_2x2(seed):
    """Of positions from which the twin plays all games to their end."""
    _, net = a_net(2, seed)
    game, twin, colour = random_games(2, seed, 8 + seed)
    lead = minimax.solve(twin, colour, 0.5)
    for n in range(2 if config.DISABLE_JIT else 6):
        found = AlphaBeta(net, 2, 64 * (n % 2)).search(game, 40, 0.5, rng_state(n))
        assert (found.score, found.is_exact) == (lead, True)
        after = twin.play(colour, naive_move(found.move))
        assert -minimax.solve(after, opponent(colour), 0.5) == lead


@pytest.mark.skipif(config.DISABLE_JIT, reason="20,000 positions are too many without compiled code")
@pytest.mark.parametrize("n_entries", [0, 4096])
def test_2x2_is_won_by_one_point(n_entries):
    _, net = a_net(2)
    found = AlphaBeta(net, 2, n_entries).search(Game(2), 40, 0.0, rng_state(1))
    assert (found.score, found.is_exact) == (1, True)
    assert minimax.solve(NaiveBoard.empty(2, ko_rule="positional"), BLACK, 0) == 1


@pytest.mark.skipif(config.DISABLE_JIT, reason="some 100,000 positions are too many without compiled code")
@pytest.mark.parametrize("n_entries", [0, 1 << 16])
def test_3x3_is_won_from_the_centre_with_all_nine_points(n_entries):
    """White can do nothing, whatever is searched."""
    _, net = a_net(3, 1, "katatsugi", ())
    game = Game(3)
    game.play("B2")
    found = AlphaBeta(net, 3, n_entries).search(game, 40, 0.0, rng_state(1))
    assert (found.score, found.is_exact) == (-9, True)


def test_a_won_board_ends_the_search():
    """Black owns all points and White has passed: nothing can be more."""
    _, net = a_net(3)
    game = Game.from_diagram(". X .\nX X X\n. X .", to_play=2)
    game.play("pass")
    found = AlphaBeta(net, 3).search(game, 6, 0.0, rng_state(1))
    assert (found.move, found.score, found.is_exact, found.depth) == (PASS, 9, True, 1)


def test_a_colour_that_cannot_win_still_looks_for_the_best():
    layers, net = a_net(2, 4)
    for komi in (9.5, 4.0, -9.5):
        found = AlphaBeta(net, 2, 0).search(Game(2), 3, komi, rng_state(1))
        twin = NaiveBoard.empty(2, ko_rule="positional")
        assert_is_best(found, minimax.values_of_moves(twin, BLACK, 3, komi, layers, "koten"))


def test_the_line_leads_to_the_value():
    for seed in range(6):
        layers, net = a_net(3, seed)
        game, twin, colour = random_games(3, seed, 3)
        found = AlphaBeta(net, 3, 0).search(game, 3, 0.0, rng_state(1))
        assert found.move == found.line[0]
        mover = colour
        for move in found.line:
            twin = twin.play(mover, naive_move(move))
            mover = opponent(mover)
        if found.score is None:
            assert len(found.line) == 3
            inputs = minimax.td.koten(twin.position, colour)  # who made the first move made the third
            assert found.value == pytest.approx(minimax.td.value(layers, inputs), abs=1e-5)
        else:
            assert twin.is_over
            assert found.score == (twin.score() if colour == BLACK else -twin.score())


def test_searches_repeat_and_leave_the_game_alone():
    """Also after searches of other positions, and with another net in the same arrays."""
    _, net = a_net(3)
    game, _, _ = random_games(3, 1, 3)
    before = game.board.tobytes()
    search = AlphaBeta(net, 3)
    first = search.search(game, 3, 0.0, rng_state(1))
    search.search(Game(3), 3, 0.0, rng_state(1))
    assert search.search(game, 3, 0.0, rng_state(1)) == first
    assert game.board.tobytes() == before
    _, other = a_net(3, 8)
    for array, changed in zip(net, other, strict=True):
        array[...] = changed
    fresh = AlphaBeta(other, 3).search(game, 3, 0.0, rng_state(1))
    assert search.search(game, 3, 0.0, rng_state(1)) == fresh != first


def test_when_nodes_run_out_the_last_finished_depth_counts():
    _, net = a_net(3)
    search = AlphaBeta(net, 3)
    whole = [search.search(Game(3), depth, 0.0, rng_state(1)) for depth in (1, 2, 3)]
    assert whole[0].n_nodes < whole[1].n_nodes < whole[2].n_nodes
    for max_nodes, depth in [(0, 1), (whole[1].n_nodes, 2), (whole[2].n_nodes // 2, 2)]:
        found = search.search(Game(3), 3, 0.0, rng_state(1), max_nodes)
        expected = whole[depth - 1]
        assert found._replace(n_nodes=0) == expected._replace(n_nodes=0)
        assert found.n_nodes <= max(max_nodes, whole[0].n_nodes) + 12


def test_a_net_without_numbers_is_refused():
    _, net = a_net(2)
    net.output[:] = np.nan
    with pytest.raises(GoError, match="the net tells nothing of any move: its weights are no numbers"):
        AlphaBeta(net, 2).search(Game(2), 2, 0.0, rng_state(1))


@pytest.mark.parametrize("depth", [0, 65])
def test_impossible_depths_are_refused(depth):
    _, net = a_net(2)
    with pytest.raises(GoError, match=f"the depth of a search must be from 1 to 64, not {depth}"):
        AlphaBeta(net, 2).search(Game(2), depth, 0.0, rng_state(1))


def test_boards_of_another_size_are_refused():
    _, net = a_net(2)
    with pytest.raises(GoError, match="the net is not one for 3x3 boards: it knows 4 points"):
        AlphaBeta(net, 3)
    with pytest.raises(GoError, match="the net plays on 2x2, not on 3x3"):
        AlphaBeta(net, 2).search(Game(3), 1, 0.0, rng_state(1))


@pytest.mark.parametrize("seed, n_moves", [(2, 30), (8, 30), (23, 30), (3, 40), (10, 40)])
def test_the_twins_two_ways_agree(seed, n_moves):
    """Minimax to the very end and the pruned solver, where most positions of 2x2 have been seen."""
    _, twin, colour = random_games(2, seed, n_moves)
    values = minimax.values_of_moves(twin, colour, 100, 0.5, a_net(2)[0], "koten")
    assert max(values.values())[1] == minimax.solve(twin, colour, 0.5)
