"""Advice in the tree: who is asked, when, about which position, and what becomes of the answer."""

import math

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import NO_MOVE
from tengen.mcts.evaluation import Evaluation, EvaluatorConfig
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import RAVE_RUNS, RUNS, WINS, new_tree
from tengen.mcts.worker import NEVER, new_search_parameters
from tengen.playout.parameters_jit import new_parameters

N_PLAYOUTS = 16 if config.DISABLE_JIT else 1500
AT = 2 if config.DISABLE_JIT else 40
SIZES = [5] if config.DISABLE_JIT else [5, 9]


class Recorder:
    """An advisor that writes down what it was asked; moves towards the end of the board are likelier."""

    def __init__(self, value=0.5):
        self.value = value
        self.asked = []  # (stones, ko, to play, last moves, thread)

    def advise(self, board, last_moves, thread):
        self.asked.append((stones(board), int(board.ko), int(board.to_play), last_moves.tolist(), thread))
        return Evaluation(odds(int(board.board_size)), self.value)


class Silent(Recorder):
    """An advisor that has nothing to say."""

    def advise(self, board, last_moves, thread):
        super().advise(board, last_moves, thread)
        return Evaluation(np.zeros(int(board.board_size) ** 2, np.float32), self.value)


def odds(size):
    return np.linspace(1, 3, size * size, dtype=np.float32)


def stones(board):
    return board.colour.tobytes()


def search(size, asking=None, *, threads=1, seed=1, memory_mb=5, komi=7.5, **options):
    return Searcher(
        size,
        new_parameters("lgrf2", komi, opening=size >= 7),
        new_search_parameters(**options),
        threads=threads,
        memory_mb=memory_mb,
        seed=seed,
        asking=asking,
    )


def statistics(one):
    """All that a search knows, with excluded moves as -1."""
    used = one.tree.nodes["is_used"]
    return np.where(np.isfinite(one.tree.stats[used]), one.tree.stats[used], -1)


# --- Who is asked, and when ------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("virtual_loss", [0.0, 3.0])
def test_the_root_is_asked_first_and_other_nodes_once_when_they_are_due(size, virtual_loss):
    game, advisor = Game(size), Recorder()
    game.play("C3")
    one = search(size, EvaluatorConfig(advisor, AT, 10.0, 0.0), virtual_loss=virtual_loss)
    due = set()
    nodes = one.tree.nodes
    for _ in range(N_PLAYOUTS):
        n_moves = one.n_moves
        due |= {int(node) for node in np.flatnonzero(nodes["is_used"] & (nodes["n_runs"] >= AT))}
        one.think(game, playouts=1)
        asked = set(np.flatnonzero(nodes["is_used"] & nodes["is_asked"]).tolist())
        assert one.root_node in asked <= due | {one.root_node}
        assert len(advisor.asked) == len(asked)
        assert one.n_moves > n_moves  # what met a node that is due is begun anew
    assert advisor.asked[0][0] == stones(game.board)
    assert len(advisor.asked) > (1 if config.DISABLE_JIT else 8)
    assert sum(found.visits for found in one.root.candidates()) == one.root.visits
    path = one.threads[0].worker.path[: one.threads[0].worker.depth].tolist()
    assert all(nodes[node].is_asked for node in path if nodes[node].n_runs > AT)


@pytest.mark.parametrize("size", SIZES)
def test_the_advisor_sees_the_position_of_the_node_and_the_moves_that_led_there(size, monkeypatch):
    game, advisor = Game(size), Recorder()
    for vertex in ("C3", "C4"):
        game.play(vertex)
    one = search(size, EvaluatorConfig(advisor, AT, 10.0, 0.0))
    paths, ask = [], one.advised.ask

    def noted(tree, worker, node):
        moves = [int(worker.playout.moves[index]) for index in range(worker.depth)]
        at = one.root_node
        for move in moves:  # the path is one of the tree
            at = int(tree.children[at, worker.entry_of[move]])
        assert at == node
        paths.append(moves)
        ask(tree, worker, node)

    monkeypatch.setattr(one.advised, "ask", noted)
    one.think(game, playouts=N_PLAYOUTS)
    assert len(paths) == len(advisor.asked) > 1
    assert paths[0] == []
    for path, (colours, ko, to_play, last_moves, thread) in zip(paths, advisor.asked, strict=True):
        there = game.copy()
        for move in path:
            there.play(move)
        assert (colours, ko, to_play) == (stones(there.board), int(there.board.ko), there.to_play)
        moves = [NO_MOVE, NO_MOVE, NO_MOVE, *(move for _, move in there.moves)]
        assert last_moves == moves[: -1 - 3 : -1]
        assert thread == 0


def test_only_roots_are_asked_if_no_node_is_ever_due():
    game, advisor = Game(5), Recorder()
    one = search(5, EvaluatorConfig(advisor, NEVER, 10.0, 0.0))
    for vertex in ("C3", "C4", "D4"):
        one.think(game, playouts=N_PLAYOUTS)
        one.think(game, playouts=1)
        game.play(vertex)
    assert len(advisor.asked) == 3


def test_a_place_in_the_pool_that_is_taken_again_is_asked_about_again():
    advisor = Recorder()
    one = search(5, EvaluatorConfig(advisor, NEVER, 10.0, 0.0))
    one.tree = new_tree(5, 2, 1)  # room for the root alone
    for vertex in ("C3", "B2", "D4"):
        game = Game(5)
        game.play(vertex)
        one.think(game, playouts=5)
        assert sum(found.visits for found in one.root.candidates()) == 5
    one.clear()
    one.think(game, playouts=5)
    assert len(advisor.asked) == 4
    assert sum(found.visits for found in one.root.candidates()) == 5


@pytest.mark.skipif(config.DISABLE_JIT, reason="threads are for compiled code")
def test_threads_ask_once_about_each_node():
    advisor = Recorder()
    one = search(9, EvaluatorConfig(advisor, 10, 10.0, 2.0), threads=2, memory_mb=20)
    one.think(Game(9), playouts=6000)
    asked = int((one.tree.nodes["is_used"] & one.tree.nodes["is_asked"]).sum())
    assert len(advisor.asked) == asked > 50
    assert {thread for *_, thread in advisor.asked} == {0, 1}
    assert 5000 <= sum(found.visits for found in one.root.candidates()) <= 6000


# --- What becomes of the answer --------------------------------------------------------------------


def test_an_advisor_without_a_word_changes_only_where_the_search_begins_anew():
    """Root alone: no playout is begun twice, so the search is that without an advisor, bit by bit."""
    game = Game(5)
    plain, silent = search(5), search(5, EvaluatorConfig(Silent(), NEVER, 10.0, 10.0))
    for one in (plain, silent):
        one.think(game, playouts=N_PLAYOUTS)
    assert (statistics(plain) == statistics(silent)).all()


def test_the_same_seed_gives_the_same_search():
    game, found = Game(5), []
    for seed in (1, 1, 2):
        one = search(5, EvaluatorConfig(Recorder(0.3), AT, 10.0, 5.0), seed=seed)
        one.think(game, playouts=N_PLAYOUTS)
        found.append(statistics(one).tobytes())
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("value_runs", [0.0, 8.0])
def test_people_see_playouts_alone_and_nodes_keep_what_they_were_given(value_runs):
    """Also when a node that was asked about becomes the root."""
    game = Game(5, komi=0.5)
    one = search(5, EvaluatorConfig(Recorder(0.25), AT, 10.0, value_runs), komi=0.5)
    for n_moves in range(3):
        one.think(game, playouts=N_PLAYOUTS)
        candidates = one.root.candidates()
        assert sum(found.visits for found in candidates) == one.root.visits
        assert sum(found.wins for found in candidates) <= one.root.visits
        likeliest = max(candidates, key=lambda found: found.prior)
        assert n_moves or likeliest.prior > 1 / 26
        game.play(candidates[0].move)


def test_a_value_counts_for_the_move_that_led_to_the_node():
    """The colour to play in a node below the root wins a quarter, so the root's move three quarters."""
    game = Game(5)
    one = search(5, EvaluatorConfig(Silent(0.25), AT, 10.0, 8.0), prior=0.0)
    n_playouts = 0
    while len(one.advised._asking.advisor.asked) < 2:
        one.think(game, playouts=1)
        n_playouts += 1
    worker, root = one.threads[0].worker, one.root_node
    entry = int(worker.entry_of[worker.playout.moves[0]])
    added = one.advised.added_to(root)
    assert added[:, entry].tolist() == [8.0, 6.0]
    assert np.count_nonzero(added) == 2
    assert one.tree.nodes[one.tree.children[root, entry]].is_asked
    allowed = np.isfinite(one.tree.stats[root, WINS])
    assert one.tree.stats[root, RUNS, allowed].sum() == 2 * 25 + 10 + n_playouts + 8


def test_a_fresh_root_gets_virtual_wins_and_nothing_else():
    game = Game(5)
    one = search(5, EvaluatorConfig(Recorder(), NEVER, 10.0, 5.0), prior=0.0)
    one.set_root(game)
    before = one.tree.stats[one.root_node].copy()
    one.ask_about_root()
    added = one.tree.stats[one.root_node] - before
    expected = 10 * np.sqrt(odds(5) / odds(5).sum())
    np.testing.assert_allclose(added[RUNS, 1:], expected, rtol=1e-5)
    np.testing.assert_allclose(added[WINS], added[RUNS], rtol=1e-5)
    assert added[RUNS, 0] == 0
    assert not added[RAVE_RUNS:].any()


def test_a_move_that_is_likely_is_tried_most():
    """A prior of many wins for one move, against a search without."""

    class Certain(Recorder):
        def advise(self, board, last_moves, thread):
            certain = np.zeros(25, np.float32)
            certain[0] = 1.0  # A5
            return Evaluation(certain, 0.5)

    one = search(5, EvaluatorConfig(Certain(), NEVER, 1000.0, 0.0))
    one.think(Game(5), playouts=20)
    best = max(one.root.candidates(), key=lambda found: found.visits)
    assert best.move == parse_vertex("A5", 5)
    assert best.visits == 20


def test_a_full_pool_is_asked_about_as_well():
    advisor = Recorder()
    one = search(5, EvaluatorConfig(advisor, AT, 10.0, 1.0))
    one.tree = new_tree(5, 6, n_workers=1)
    one.think(Game(5), playouts=N_PLAYOUTS)
    assert one.tree.n_free[0, 1] == 0
    assert 1 < len(advisor.asked) <= 5
    assert 0.9 * N_PLAYOUTS <= one.root.visits <= N_PLAYOUTS


def test_moves_to_avoid_stay_avoided_and_keep_what_the_advisor_gave():
    avoid = frozenset([parse_vertex("C3", 5)])
    one = search(5, EvaluatorConfig(Recorder(), AT, 10.0, 1.0), prior=0.0)
    one.think(Game(5), playouts=N_PLAYOUTS, avoid=avoid)
    assert not avoid & {found.move for found in one.root.candidates()}
    entry = int(one.threads[0].worker.entry_of[parse_vertex("C3", 5)])
    expected = 10 * math.sqrt(odds(5)[entry - 1] / odds(5).sum())
    assert one.tree.stats[one.root_node, RUNS, entry] == pytest.approx(2 + expected, rel=1e-5)


def test_a_stop_between_asking_and_going_on_ends_the_search():
    class Stopper(Recorder):
        def advise(self, board, last_moves, thread):
            if self.asked:
                one.stop()
            return super().advise(board, last_moves, thread)

    advisor = Stopper()
    one = search(5, EvaluatorConfig(advisor, AT, 10.0, 1.0))
    one.think(Game(5), playouts=100 * N_PLAYOUTS)
    assert len(advisor.asked) == 2
