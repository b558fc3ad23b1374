"""What a search can be told on its way: moves to avoid, when to stop, whom to report to, what to forget."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from numba import config

from tengen import BLACK, Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import RUNS, WINS, new_tree
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters

SEEDS = range(1 if config.DISABLE_JIT else 5)
N_PLAYOUTS = 12 if config.DISABLE_JIT else 400
SLICE = 3 if config.DISABLE_JIT else 20


def search(size=5, *, komi=7.5, seed=1, threads=1, choice="wins", stops_early=False, **options):
    return Searcher(
        size,
        new_parameters("lgrf2", komi, opening=size >= 7),
        new_search_parameters(**options),
        threads=threads,
        memory_mb=1,
        seed=seed,
        choice=choice,
        stops_early=stops_early,
    )


def root_statistics(one):
    return one.tree.stats[one.root_node].copy()


# --- Moves to avoid --------------------------------------------------------------------------------


@pytest.mark.parametrize("win_stay", [True, False])
def test_an_avoided_move_gets_no_visit_and_its_statistics_come_back(win_stay):
    game = Game(5)
    one = search(win_stay=win_stay)
    avoid = frozenset([parse_vertex("C3", 5), parse_vertex("B2", 5), PASS])
    entries = [int(one.threads[0].worker.entry_of[move]) for move in avoid]
    one.think(game, playouts=N_PLAYOUTS, avoid=avoid)
    assert not avoid & {candidate.move for candidate in one.root.candidates()}
    fresh = {0: (10, 1)}
    for entry in entries:
        assert tuple(root_statistics(one)[:2, entry]) == fresh.get(entry, (2, 1))
    last_winner = int(one.tree.nodes[one.root_node].winning_move)
    avoid = frozenset(candidate.move for candidate in one.root.candidates()) - {last_winner}
    entries = [int(one.threads[0].worker.entry_of[move]) for move in avoid]
    kept = root_statistics(one)[:2, entries]
    one.think(game, playouts=10, avoid=avoid)
    assert kept.size > 0
    assert (root_statistics(one)[:2, entries] == kept).all()


def test_the_last_winner_is_avoided_too():
    game = Game(5)
    one = search()
    winner = NO_MOVE
    while winner == NO_MOVE:
        one.think(game, playouts=1)
        winner = int(one.tree.nodes[one.root_node].winning_move)
    entry = int(one.threads[0].worker.entry_of[winner])
    runs = float(root_statistics(one)[RUNS, entry])
    one.think(game, playouts=5, avoid=frozenset([winner]))
    assert root_statistics(one)[RUNS, entry] == runs


def test_a_move_that_was_excluded_stays_excluded_after_it_was_avoided():
    game = Game.from_diagram(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .", komi=0)
    game.play("C4")
    one = search(komi=0, win_stay=False)
    one.think(game, playouts=N_PLAYOUTS)
    entry = int(one.threads[0].worker.entry_of[parse_vertex("B4", 5)])
    assert root_statistics(one)[WINS, entry] == -np.inf
    one.think(game, playouts=5, avoid=frozenset([parse_vertex("B4", 5)]))
    assert root_statistics(one)[WINS, entry] == -np.inf


def test_statistics_come_back_although_the_search_is_interrupted():
    game, point = Game(5), parse_vertex("C3", 5)
    one = search(threads=2)
    one.think(game, playouts=5)
    entry = int(one.threads[0].worker.entry_of[point])
    before = root_statistics(one)[WINS, entry]

    def interrupt():
        assert root_statistics(one)[WINS, entry] == -np.inf
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one.think(game, seconds=10, avoid=frozenset([point]), report=interrupt, every=0.01)
    assert root_statistics(one)[WINS, entry] == before


# --- Stopping early --------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["wins", "visits"])
@pytest.mark.parametrize("seed", SEEDS)
def test_stopping_early_never_changes_the_chosen_move(seed, choice):
    game = Game(5, komi=0.5)
    for vertex in ("C3", "C4", "D4", "D3"):
        game.play(vertex)
    best, done = [], []
    for stops_early in (False, True):
        one = search(komi=0.5, seed=seed, choice=choice, stops_early=stops_early)
        one._slice = SLICE
        one.think(game, playouts=N_PLAYOUTS)
        best.append(one.root.candidates()[0].move)
        done.append(one.root.visits)
    assert best[0] == best[1]
    assert done[1] <= done[0]


DECIDED = """
    X X X X .
    X O O X X
    O O . O O
    X O O O X
    . X X X X"""


@pytest.mark.parametrize("choice", ["wins", "visits"])
def test_a_decided_position_does_not_need_all_its_budget(choice):
    """The capture wins all playouts, so that nothing overtakes it once it has half of them."""
    game = Game.from_diagram(DECIDED, to_play=BLACK, komi=0)
    one = search(komi=0, choice=choice, stops_early=True)
    one._slice = SLICE
    one.think(game, playouts=N_PLAYOUTS)
    assert one.root.candidates()[0].move == parse_vertex("C3", 5)
    assert SLICE <= one.root.visits < 0.9 * N_PLAYOUTS


SLICES_A_SECOND = N_PLAYOUTS // SLICE


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on with each slice of a search."""
    now = [1000.0]

    def run_slice(*arguments):
        now[0] += 1 / SLICES_A_SECOND
        really_run_slice(*arguments)

    really_run_slice = Searcher._run_slice
    monkeypatch.setattr(Searcher, "_run_slice", run_slice)
    monkeypatch.setattr("tengen.mcts.searcher.time", SimpleNamespace(monotonic=lambda: now[0]))


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("stops_early", [True, False])
def test_a_decided_position_does_not_need_all_its_time(stops_early):
    one = search(komi=0, stops_early=stops_early)
    one._slice = SLICE
    one.think(Game.from_diagram(DECIDED, to_play=BLACK, komi=0), seconds=1.0)
    if stops_early:
        assert SLICE <= one.root.visits < 0.9 * N_PLAYOUTS
    else:
        assert one.root.visits == pytest.approx(N_PLAYOUTS, abs=SLICE)


# --- Reports and interruptions ---------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_reports_come_while_the_search_runs_and_see_its_root(threads):
    game = Game(5)
    one = search(threads=threads)
    one._slice = 5
    seen = []

    def report():
        assert threading.current_thread() is threading.main_thread()
        seen.append(one.root.visits)

    one.think(game, seconds=0.5, report=report, every=0.05)
    assert len(seen) >= 2
    if threads == 1:  # two may lose each other's counts
        assert seen == sorted(seen)
        assert seen[-1] <= one.root.visits


def test_an_interruption_in_a_report_ends_all_threads_and_the_search_can_go_on():
    game = Game(5)
    one = search(threads=2)
    n_threads = threading.active_count()

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one.think(game, seconds=10, report=interrupt, every=0.02)
    assert threading.active_count() == n_threads
    before = one.root.visits
    one.think(game, playouts=10)
    assert before < one.root.visits <= before + 10


def test_a_search_with_reports_is_the_same_search():
    game = Game(5)
    found = []
    for report in (None, lambda: None):
        one = search()
        one.think(game, playouts=N_PLAYOUTS // 3, report=report, every=0.01)
        found.append(one.tree.stats.tobytes())
    assert found[0] == found[1]


def test_what_threads_count_together_is_counted_under_the_lock():
    """One thread beside the main one, so that a lock which is held is held by it."""
    changed = []

    class Watched(Searcher):
        def __setattr__(self, name, value):
            if threading.current_thread() is not threading.main_thread():
                changed.append((name, self._lock.locked()))
            super().__setattr__(name, value)

    one = Watched(5, new_parameters("lgrf2"), new_search_parameters(), memory_mb=1)
    one._slice = SLICE
    one.think(Game(5), playouts=3 * SLICE, report=lambda: None)
    assert {name for name, _ in changed} == {"_budget", "_n_done"}
    assert [name for name, is_locked in changed if not is_locked] == []


# --- Forgetting and the limit of the pool -----------------------------------------------------------


def test_after_clearing_nothing_is_left_of_the_search():
    game = Game(5)
    one = search()
    one.think(game, playouts=6)
    assert one.root.visits == 6
    one.clear()
    assert not any(one.memory.tobytes())
    assert one.tree.nodes["is_used"].sum() == 0
    assert one.tree.n_free[:, 1].sum() == len(one.tree.nodes) - 1
    one.think(game, playouts=3)
    assert one.root.visits == 3


def test_a_cleared_search_is_as_good_as_new_but_for_its_random_numbers():
    game = Game(5)
    one, fresh = search(), search()
    one.think(game, playouts=6)
    one.clear()
    fresh.threads[0].rng_state[:] = one.threads[0].rng_state
    for searcher in (one, fresh):
        searcher.think(game, playouts=6)
    assert [found.visits for found in one.root.candidates()] == [
        found.visits for found in fresh.root.candidates()
    ]
    assert one.memory.tobytes() == fresh.memory.tobytes()


def test_a_cleared_search_has_no_candidates():
    game = Game(5)
    game.play("C3")
    game.play("C4")
    one = search(choice="visits")
    one.think(game, playouts=10)
    one.clear()
    assert one.root.candidates() == []


def test_a_new_search_has_no_candidates():
    one = search()
    assert one.root.candidates() == []
    assert (one.root.visits, one.root.win_rate) == (0, 0.5)


@pytest.mark.parametrize("n_nodes", [3] if config.DISABLE_JIT else [3, 20])
def test_a_whole_game_with_a_tiny_pool_keeps_to_its_nodes_and_reuses_the_tree(n_nodes):
    game = Game(5)
    one = search(win_stay=False)
    one.tree = new_tree(5, n_nodes, n_workers=1)
    n_full = n_reused = 0
    for _ in range(6 if config.DISABLE_JIT else 50):
        if game.is_over:
            break
        one.set_root(game)
        n_before = one.root.visits
        n_reused += n_before > 0
        one.think(game, playouts=N_PLAYOUTS // 4)
        used = np.flatnonzero(one.tree.nodes["is_used"]).tolist()
        assert len(used) + one.tree.n_free[0, 1] == n_nodes - 1
        assert set(one.tree.children[used].ravel().tolist()) <= {0, *used}
        assert one.root.visits >= n_before + N_PLAYOUTS // 5
        n_full += one.tree.n_free[0, 1] == 0
        moves = [candidate.move for candidate in one.root.candidates()]
        game.play(next(move for move in moves if move == PASS or game.is_legal(move)))
    assert len(game.moves) >= (6 if config.DISABLE_JIT else 10)
    assert n_full > 3 or config.DISABLE_JIT
    assert n_reused > 2 or config.DISABLE_JIT
