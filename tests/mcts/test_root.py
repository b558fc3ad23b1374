"""The root as people look at it: the order of candidates, their bounds, and the lines behind them."""

import itertools

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.board_jit import new_board
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.mcts.root import Candidate, RootView
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NO_NODE, RUNS, WINS, add_node, new_tree
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters

N_PLAYOUTS = 12 if config.DISABLE_JIT else 600


def candidate(visits, wins):
    return Candidate(move=42, visits=visits, wins=wins, prior=0.0)


def view(statistics, choice, prior_wins=()):
    """A root whose moves have these playouts beyond their start values: {vertex: (runs, wins)}."""
    game, tree = Game(5), new_tree(5, 4, 1)
    node = add_node(tree, 0, new_board(5), np.uint64(1))
    points = tree.points.tolist()
    for vertex, wins in dict(prior_wins).items():
        tree.stats[node, :2, points.index(parse_vertex(vertex, 5))] += wins
    fresh = tree.stats[node].copy()
    for vertex, (runs, wins) in statistics.items():
        entry = points.index(parse_vertex(vertex, 5))
        tree.stats[node, RUNS, entry] += runs
        tree.stats[node, WINS, entry] += wins
    tree.nodes[node].n_runs = sum(runs for runs, _ in statistics.values())
    return RootView(tree, node, fresh, [], [], game, choice, lambda *_: fresh)


def order(statistics, choice, prior_wins=()):
    names = {parse_vertex(vertex, 5): vertex for vertex in [*statistics, *dict(prior_wins)]}
    return [names[one.move] for one in view(statistics, choice, prior_wins).candidates()]


@pytest.mark.parametrize(
    "statistics, by_wins, by_visits",
    [
        ({"A1": (10, 6), "B2": (8, 7), "C3": (3, 3)}, "B2 A1 C3", "A1 B2 C3"),
        ({"A1": (10, 4), "B2": (10, 6), "C3": (10, 5)}, "B2 C3 A1", "B2 C3 A1"),  # rates decide on visits
        ({"pass": (10, 5), "C3": (10, 5)}, "C3 pass", "C3 pass"),  # of equals a pass comes last
        ({"pass": (10, 10), "C3": (10, 5)}, "pass C3", "pass C3"),
        ({"A5": (4, 2), "A1": (4, 2), "E5": (4, 2)}, "A5 E5 A1", "A5 E5 A1"),  # else from the top left
    ],
)
def test_candidates_are_ordered_by_what_the_choice_says(statistics, by_wins, by_visits):
    assert order(statistics, "wins") == by_wins.split()
    assert order(statistics, "visits") == by_visits.split()


def test_prior_wins_count_as_wins_but_not_as_visits():
    statistics = {"A1": (10, 6), "B2": (1, 1)}
    assert order(statistics, "wins", {"B2": 20}) == ["B2", "A1"]
    assert order(statistics, "visits", {"B2": 20}) == ["A1", "B2"]
    assert order(statistics, "visits", {"C3": 20}) == ["A1", "B2", "C3"]  # known before it is tried
    found = {one.move: one for one in view(statistics, "wins", {"B2": 20}).candidates()}[
        parse_vertex("B2", 5)
    ]
    assert (found.visits, found.wins, found.win_rate) == (1, 1, 2 / 3)
    assert found.prior == pytest.approx(21 / (26 + 20))


def test_moves_without_playouts_or_priors_are_no_candidates_and_the_root_counts_only_playouts():
    root = view({"A1": (10, 6), "B2": (30, 4)}, "wins", {"B2": 7})
    assert len(root.candidates()) == 2
    assert root.visits == 40
    assert root.win_rate == pytest.approx(10 / 40)
    empty = view({}, "wins")
    assert empty.candidates() == []
    assert (empty.visits, empty.win_rate, empty.score()) == (0, 0.5, (0.0, 0.0))


@pytest.mark.parametrize("choice, expected", [("wins", 3.0), ("visits", 20.0)])
def test_the_lead_is_that_of_the_best_move_over_the_second(choice, expected):
    assert view({"A1": (10, 6), "B2": (30, 9), "C3": (2, 2)}, choice).lead_in_choice() == expected


@pytest.mark.parametrize(
    "visits, wins, expected",
    [
        (8, 4, 0.236590),
        (8, 0, 0.017876),
        (8, 8, 0.595844),
        (98, 49, 0.403830),
        (0, 0, 0.094529),
        (38, 29, 0.598057),
    ],
)
def test_the_lower_bound_is_wilsons(visits, wins, expected):
    """By hand: (p + z²/2n - z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n) with z = 1.96.

    Each move begins with one win in two visits.
    """
    assert candidate(visits, wins).lower_bound == pytest.approx(expected, abs=1e-5)
    assert candidate(visits, wins).win_rate == (wins + 1) / (visits + 2)


def test_the_lower_bound_rises_with_certainty_and_stays_below_the_rate():
    bounds = [candidate(n, 0.6 * n).lower_bound for n in (5, 10, 100, 10_000)]
    assert bounds == sorted(bounds)
    assert all(bound < 0.6 for bound in bounds)
    assert bounds[-1] == pytest.approx(0.6, abs=0.01)


def search(game, *, choice="wins", seed=1, **options):
    parameters = new_parameters("lgrf2", game.komi, opening=False)
    return Searcher(
        game.size, parameters, new_search_parameters(**options), memory_mb=1, seed=seed, choice=choice
    )


@pytest.mark.parametrize("seed", range(1 if config.DISABLE_JIT else 5))
def test_lines_are_legal_sequences_that_begin_with_their_move(seed):
    game = Game(5, komi=0.5)
    for vertex in ("C3", "C4", "D4"):
        game.play(vertex)
    one = search(game, seed=seed, exploration=0.3, win_stay=False)
    one.think(game, playouts=N_PLAYOUTS)
    lines = {found.move: one.root.line(found.move) for found in one.root.candidates()}
    assert max(map(len, lines.values())) > (0 if config.DISABLE_JIT else 2)
    for first, line in lines.items():
        assert line[0] == first
        after = game.copy()
        for move in line:
            after.play(move)
        assert len(line) <= 20


def test_lines_show_only_moves_that_were_tried():
    game = Game(5, komi=0.5)
    one = search(game, exploration=0.3, win_stay=False, prior=0)
    one.think(game, playouts=N_PLAYOUTS)
    entry_of, tree = one.threads[0].worker.entry_of, one.tree
    for found in one.root.candidates():
        node = one.root_node
        for move in one.root.line(found.move):
            assert node != NO_NODE
            entry = int(entry_of[move])
            assert tree.stats[node, RUNS, entry] > (10 if move == PASS else 2)
            node = int(tree.children[node, entry])


def test_a_line_ends_with_the_game():
    game = Game.from_diagram(
        """
        . X X O O
        X X X O .
        X X X O O
        X X X O .
        . X X O O""",
        komi=2.5,
    )
    one = search(game)
    one.think(game, playouts=30)
    assert one.root.candidates()[0].move == PASS
    assert one.root.line(PASS) == (PASS, PASS)


def test_lines_of_a_look_at_an_earlier_position_end_where_the_tree_has_gone_on():
    """As when a player explains its last move and ponders on: nodes are taken for other positions."""
    game, other = Game(5, komi=0.5), Game(5, komi=0.5)
    for vertex in ("B2", "D4", "D2"):
        other.play(vertex)
    one = search(game, exploration=0.3, win_stay=False)
    one.tree = new_tree(5, 40, n_workers=1)
    one.think(game, playouts=N_PLAYOUTS)
    kept = one.root
    before = {found.move: kept.line(found.move) for found in kept.candidates()}
    one.think(other, playouts=N_PLAYOUTS)
    after = {found.move: kept.line(found.move) for found in kept.candidates()}
    assert all(before[move][: len(line)] == line for move, line in after.items())
    assert sum(map(len, after.values())) < sum(map(len, before.values())) or config.DISABLE_JIT
    assert all((line != ()) == (before[move] != ()) for move, line in after.items())


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_the_win_rate_of_a_position_with_stones_needs_no_warning(to_play):
    game = Game.from_diagram(". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . .", to_play=to_play)
    one = search(game)
    one.think(game, playouts=3)
    with np.errstate(invalid="warn"):
        assert 0.0 <= one.root.win_rate <= 1.0


@pytest.mark.skipif(config.DISABLE_JIT, reason="needs thousands of playouts")
def test_visits_are_exact_whatever_the_order_of_moves_that_made_a_node():
    """Priors depend on the last moves; a node keeps those that it was made with."""
    n_nodes = 0
    for moves in itertools.permutations(("B2", "B3", "C2", "C3"), 3):
        after = Game(4, komi=0.5)
        for move in moves:
            after.play(move)
        one = search(Game(4, komi=0.5), prior=20.0, learned=50.0)
        one.think(Game(4, komi=0.5), playouts=3000)
        one.set_root(after)
        n_nodes += one.root.visits > 0
        assert sum(found.visits for found in one.root.candidates()) == one.root.visits
    assert n_nodes >= 6
