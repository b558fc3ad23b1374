"""Who owns the points, and by how much: every playout counted by the naive board, and settled positions."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.points_jit import PASS
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import point_table
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.core.positions import to_pair, to_point
from tests.playout.recorded import boards_of, real_position, recorded_search
from tests.reference.board import BLACK as X
from tests.reference.tree_rules import owners

N_PLAYOUTS = 6 if config.DISABLE_JIT else 60

# Two eyes each and nothing left to play but suicide and eyes.
SETTLED = """
    . X X O O
    X X X O .
    X X X O O
    X X X O .
    . X X O O"""


def search(game, *, ownership=True, threads=1, **parameters):
    return Searcher(
        game.size,
        new_parameters("lgrf2", game.komi, **parameters),
        new_search_parameters(ownership=ownership),
        threads=threads,
        memory_mb=1,
        seed=1,
    )


@pytest.mark.parametrize("mercy", [True, False])
def test_every_playout_adds_the_owners_of_its_end(mercy):
    parameters = new_search_parameters(ownership=True)
    searcher, playouts = recorded_search("lgrf2", 5, N_PLAYOUTS, search=parameters, mercy=mercy)
    worker = searcher.threads[0].worker
    n_counted = 0
    balance, n_owned, leads = np.zeros_like(worker.owner_balance), 0, (0.0, 0.0)
    for one in playouts:
        added = worker.owner_balance - balance
        if worker.n_owned == 1:  # a new position: counting began again
            added, n_owned, leads = worker.owner_balance.copy(), 0, (0.0, 0.0)
        balance = worker.owner_balance.copy()
        *_, (board, colour, *_, move) = boards_of(one)
        assert worker.n_owned - n_owned == (one.winner != ".")
        expected = owners(board.play(colour, move).position)
        lead = sum(expected.values()) * (one.winner != ".")
        assert worker.lead_sum - leads[0] == lead
        assert worker.lead_square_sum - leads[1] == lead * lead
        n_owned, leads = int(worker.n_owned), (float(worker.lead_sum), float(worker.lead_square_sum))
        if one.winner == ".":
            continue
        assert {point: int(added[to_point(point)]) for point in expected} == expected
        n_counted += 1
    assert n_counted >= N_PLAYOUTS // 2


@pytest.mark.parametrize("to_play, sign", [(BLACK, 1), (WHITE, -1)])
def test_a_settled_position_has_known_owners_and_a_known_score_for_either_side(to_play, sign):
    game = Game.from_diagram(SETTLED, to_play=to_play, komi=2.5)
    one = search(game)
    one.think(game, playouts=N_PLAYOUTS)
    expected = owners(real_position(game).position)
    ownership = one.root.ownership()
    assert {to_pair(point): ownership[point] for point in point_table(5)[1:].tolist()} == {
        point: sign * owner for point, owner in expected.items()
    }
    assert sum(expected.values()) == 15 - 10
    assert one.root.score() == (sign * (5 - 2.5), 0.0)
    with np.errstate(invalid="ignore"):
        assert one.root.win_rate == (1.0 if to_play == BLACK else 0.0)


@pytest.mark.skipif(config.DISABLE_JIT, reason="threads are for compiled code")
def test_what_several_threads_have_counted_is_added_up():
    game = Game.from_diagram(SETTLED, komi=2.5)
    one = search(game, threads=3)
    one._slice = 20
    one.think(game, playouts=300)
    assert sum(int(thread.worker.n_owned) for thread in one.threads) == 300
    assert one.root.ownership()[to_point((0, 0))] == 1.0
    assert one.root.score() == (2.5, 0.0)


def test_the_score_is_the_mean_of_the_leads_and_its_deviation():
    game = Game(5, komi=0.5)
    one = search(game, mercy=False)
    leads = []
    for _ in range(N_PLAYOUTS):
        one.think(game, playouts=1)
        playout = one.threads[0].worker.playout
        leads += [int(playout.lead)] if playout.winner else []
    mean, deviation = one.root.score()
    assert mean == pytest.approx(np.mean(leads) - 0.5)
    assert deviation == pytest.approx(np.std(leads))
    assert np.abs(one.root.ownership()).max() <= 1.0


def test_nothing_is_counted_unless_asked_and_a_new_position_begins_again():
    game = Game(5)
    one = search(game, ownership=False)
    one.think(game, playouts=5)
    assert one.root.score() == (0.0, 0.0)
    assert not one.root.ownership().any()
    one.search.ownership = True
    one.think(game, playouts=5)
    game.play("C3")
    one.think(game, playouts=0)
    assert one.root.score() == (0.0, 0.0)
    assert not one.root.ownership().any()


def test_a_game_that_ends_in_the_tree_gives_its_territories_to_their_owners():
    game = Game.from_diagram(
        """
        . . X . .
        . . X . .
        X X X X X
        . . X . .
        . . X . .""",
        to_play=WHITE,
        komi=0,
    )
    game.play("pass")
    one = search(game)
    one.think(game, playouts=10, avoid=frozenset(point_table(5).tolist()) - {PASS})
    assert one.threads[0].worker.playout.n_moves == 1
    assert one.root.score() == (25.0, 0.0)
    assert real_position(game).stones(X)
    assert one.root.ownership()[point_table(5)[1:]].tolist() == [1.0] * 25
