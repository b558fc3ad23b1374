"""Priors from outside: looked up by position, added to fresh nodes, and followed by the search."""

import random

import numpy as np
import pytest

from tengen import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.core.rules_jit import position_hash
from tengen.mcts.priors_jit import NO_PRIORS, add_table_priors, prior_table
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import RUNS, WINS, point_table
from tengen.mcts.worker import new_search_parameters, new_worker
from tengen.playout.parameters_jit import new_parameters

POINTS = point_table(5).tolist()


def added(table, key):
    """What a table adds to a node of zeros: {point: (wins, runs)}."""
    stats = np.zeros((2, 4, 26), np.float32)
    add_table_priors(stats, 1, new_worker(point_table(5), 0).entry_of, np.uint64(key), table)
    assert not stats[0].any()
    assert not stats[1, 2:].any()
    return {
        POINTS[entry]: (float(stats[1, WINS, entry]), float(stats[1, RUNS, entry]))
        for entry in np.flatnonzero(stats[1, RUNS]).tolist()
    }


def search(game, table, **options):
    options = {"prior": 0.0} | options
    parameters = new_parameters("default", game.komi, opening=False)
    return Searcher(5, parameters, new_search_parameters(**options), memory_mb=1, seed=1, priors=table)


def key_of(game):
    return int(position_hash(game.board))


@pytest.mark.parametrize("n_keys", [0, 1, 2, 3, 50])
def test_every_position_of_a_table_is_found_and_no_other(n_keys):
    chance = random.Random(n_keys)
    keys = [chance.randrange(2**64) for _ in range(n_keys)]
    positions = {
        key: {point: (float(chance.randrange(5)), float(chance.randrange(5, 9))) for point in
              chance.sample(POINTS, chance.randrange(6))}
        for key in keys
    }  # fmt: skip
    table = prior_table(positions)
    for key in keys:
        assert added(table, key) == positions[key]
        for other in (key - 1, key + 1):
            assert added(table, other % 2**64) == positions.get(other % 2**64, {})
    for key in (0, 2**63, 2**64 - 1):
        assert added(table, key) == positions.get(key, {})


def test_a_table_of_nothing_has_no_positions():
    assert [len(part) for part in NO_PRIORS] == [0, 1, 0, 0, 0]
    assert prior_table({}).first.tolist() == [0]


@pytest.mark.parametrize("move", ["A1", "C3", "E2", "pass"])
def test_a_move_with_many_prior_wins_is_tried_first_and_its_wins_are_counted(move):
    game = Game(5)
    point = parse_vertex(move, 5)
    one = search(game, prior_table({key_of(game): {point: (500.0, 510.0)}}))
    one.think(game, playouts=1)
    playout = one.threads[0].worker.playout
    assert playout.moves[0] == point
    best = one.root.candidates()[0]
    assert (best.move, best.visits) == (point, 1)
    won = int(playout.winner == game.to_play)
    assert best.wins == won
    assert best.prior == pytest.approx((1 + 500) / (26 + 500))
    start_runs = 10 if point == PASS else 2
    entry = one.tree.points.tolist().index(point)
    assert one.tree.stats[one.root_node, :2, entry].tolist() == [start_runs + 510 + 1, 1 + 500 + won]


def test_a_move_with_lost_priors_is_left_for_later():
    game = Game(5)
    lost = {point: (0.0, 500.0) for point in POINTS if point not in (PASS, parse_vertex("B2", 5))}
    one = search(game, prior_table({key_of(game): lost}))
    one.think(game, playouts=1)
    assert one.threads[0].worker.playout.moves[0] == parse_vertex("B2", 5)


def test_priors_of_positions_deeper_in_the_tree_guide_the_replies():
    game = Game(5)
    first, reply = parse_vertex("C3", 5), parse_vertex("A5", 5)
    after = game.copy()
    after.play(first)
    table = prior_table({key_of(game): {first: (500.0, 500.0)}, key_of(after): {reply: (500.0, 500.0)}})
    one = search(game, table, win_stay=False)
    one.think(game, playouts=1)  # makes the node after the first move; the next playout goes through it
    one.think(game, playouts=1)
    assert one.threads[0].worker.playout.moves[:2].tolist() == [first, reply]
    assert one.root.line(one.root.candidates()[0].move)[:2] == (first, reply)


def test_priors_for_other_positions_change_nothing():
    game, other = Game(5), Game(5)
    other.play("A1")
    other.play("A2")
    with_table = search(game, prior_table({key_of(other) ^ 1: {POINTS[3]: (500.0, 500.0)}}))
    without = search(game, NO_PRIORS)
    for one in (with_table, without):
        one.think(game, playouts=5)
    assert with_table.tree.stats.tobytes() == without.tree.stats.tobytes()


def test_a_prior_for_a_taken_point_does_not_make_it_playable():
    game = Game(5)
    game.play("C3")
    stone = parse_vertex("C3", 5)
    one = search(game, prior_table({key_of(game): {stone: (500.0, 500.0)}}))
    one.think(game, playouts=5)
    assert stone not in [candidate.move for candidate in one.root.candidates()]
