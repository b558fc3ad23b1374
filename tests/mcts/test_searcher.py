"""A search over a game: repeatable, within its limits, and right about small fights."""

import threading

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NODE, RAVE_RUNS, RUNS, START_RUNS, WINS, bytes_per_node, new_tree, row_length
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.reference.backup import counted

PLANES = ["runs", "wins", "rave runs", "rave wins"]
N_PLAYOUTS = 12 if config.DISABLE_JIT else 400


def think(one, game, **budgets):
    one.think(game, **budgets)
    return one.root.candidates()


def searcher(size, *, policy="lgrf2", komi=7.5, threads=1, memory_mb=50, seed=1, **search):
    return Searcher(
        size,
        new_parameters(policy, komi),
        new_search_parameters(**search),
        threads=threads,
        memory_mb=memory_mb,
        seed=seed,
    )


def test_a_thread_among_several_hands_all_over_that_it_has_collected():
    one, game = searcher(5, memory_mb=1), Game(5)
    worker = one.threads[0].worker
    worker.playout.n_threads = 2
    one.think(game, playouts=N_PLAYOUTS)
    root = one.tree.stats[one.root_node]
    assert not worker.collected.any()
    assert worker.n_collected == 0
    n_counted = root[RAVE_RUNS, 1:].sum() - START_RUNS * 25
    assert n_counted >= one.root.visits == N_PLAYOUTS  # at least its own move in each


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("win_stay", [True, False])
@pytest.mark.parametrize("seed", range(2 if config.DISABLE_JIT else 8))
def test_a_playout_changes_just_what_the_rules_say(seed, win_stay, n_threads):
    """Every playout of a search, compared with the literal rule for the nodes that existed before."""
    game = Game(5)
    one = searcher(5, seed=seed, win_stay=win_stay, memory_mb=1)
    one.threads[0].worker.playout.n_threads = n_threads  # one among several collects what it counts
    one.think(game, playouts=20)
    tree, worker = one.tree, one.threads[0].worker
    for _ in range(40):
        was_used = tree.nodes["is_used"].copy()
        before = tree.stats.copy()
        one.think(game, playouts=1)
        playout = worker.playout
        moves = worker.entry_of[playout.moves[: playout.n_moves]].tolist()
        path = worker.path[: worker.depth].tolist()
        changes = counted(path, moves, BLACK, playout.winner) if playout.winner else {}
        expected = {key: n for key, n in changes.items() if was_used[key[0]]}
        with np.errstate(invalid="ignore"):
            difference = tree.stats - before
        changed = np.argwhere(np.nan_to_num(difference, nan=0.0, posinf=0.0, neginf=0.0) != 0)
        seen = {
            (int(node), PLANES[plane], int(point)): round(float(difference[node, plane, point]))
            for node, plane, point in changed
            if was_used[node]
        }
        assert seen == expected


def test_a_search_finds_the_capture_that_decides_the_game():
    game = Game.from_diagram(
        """
        X X X X .
        X O O X X
        O O . O O
        X O O O X
        . X X X X""",
        to_play=BLACK,
        komi=0,
    )
    best = think(searcher(5, komi=0), game, playouts=N_PLAYOUTS)[0]
    assert best.move == parse_vertex("C3", 5)
    assert best.win_rate > 0.8


def test_the_tree_is_kept_from_move_to_move():
    game = Game(5)
    one = searcher(5)
    best = think(one, game, playouts=N_PLAYOUTS)[0]
    game.play(best.move)
    kept = think(one, game, playouts=1)
    assert sum(candidate.visits for candidate in kept) > best.visits / 2


def test_a_full_pool_does_not_stop_the_search():
    one = searcher(9, memory_mb=1)
    one.tree = new_tree(9, 6, n_workers=1)
    found = think(one, Game(9), playouts=N_PLAYOUTS)
    assert found[0].visits > 0
    assert one.tree.n_free[0, 1] == 0


def test_moves_that_repeat_a_position_are_not_tried():
    game = Game.from_diagram(
        """
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . ."""
    )
    game.play("C4")
    tried = think(searcher(5), game, playouts=N_PLAYOUTS)
    assert parse_vertex("B4", 5) not in [candidate.move for candidate in tried]


@pytest.mark.skipif(config.DISABLE_JIT, reason="threads are for compiled code")
def test_threads_share_the_work_and_the_budget():
    one = searcher(9, threads=2)
    found = think(one, Game(9), playouts=2_000)
    fresh = 2 * 81 + 10
    n_runs = (
        one.tree.stats[one.root_node, RUNS][np.isfinite(one.tree.stats[one.root_node, WINS])].sum() - fresh
    )
    assert 1_900 <= n_runs <= 2_000
    assert found[0].visits > 0


def test_a_time_budget_ends_a_search():
    one = searcher(5)
    one._slice = 10  # one slice always runs to its end
    one.think(Game(5), playouts=1)  # the time runs from the first look at a position on
    assert think(one, Game(5), seconds=0.05)


def test_the_stop_flag_ends_a_search_that_has_no_other_end():
    one = searcher(5)
    one.think(Game(5), playouts=1)  # compile before the clock runs
    timer = threading.Timer(0.2, one.stop)
    timer.start()
    assert think(one, Game(5))
    timer.join()


def test_two_passes_end_the_game_in_the_tree():
    """When passing wins at once the search finds it."""
    game = Game.from_diagram(
        """
        . X . X .
        X X X X X
        X X X X X
        . X . X .
        X X X X X""",
        to_play=WHITE,
    )
    game.play("pass")
    best = think(searcher(5), game, playouts=50)[0]
    assert best.move == PASS


def test_the_memory_of_a_node_is_what_is_promised():
    tree = new_tree(9, 100, 2)
    total = sum(array.nbytes for array in (tree.nodes, tree.stats, tree.children, tree.free))
    assert total <= 100 * bytes_per_node(9)
    assert tree.stats.shape == (100, 4, row_length(9))
    assert NODE.itemsize <= 32
    assert tree.n_free[:, 1].sum() == 99
