"""The pool of nodes: one for each position, found by its hash, and freed when it is out of reach."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.board_jit import new_board
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.core.rules_jit import position_hash
from tengen.mcts.search_jit import expand
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NO_NODE, add_node, find_node, keep_reachable, new_tree, point_table
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.core.positions import SIGNS, to_pair
from tests.playout.recorded import real_position
from tests.reference.board import opponent

N_PLAYOUTS = 20 if config.DISABLE_JIT else 2000


def search(game, seed=1, **options):
    parameters = new_parameters("lgrf2", game.komi, opening=False)
    search_parameters = new_search_parameters(superko=game.rules.superko, **options)
    return Searcher(game.size, parameters, search_parameters, memory_mb=1, seed=seed)


def situations(one, game):
    """Walk through the whole tree with the naive board: {node: the situations it stands for}."""
    points = one.tree.points.tolist()
    start = real_position(game), SIGNS[game.to_play], 0
    found = {one.root_node: {situation(*start[:2])}}
    waiting = [(one.root_node, *start)]
    while waiting:
        node, board, colour, n_passes = waiting.pop()
        for entry in np.flatnonzero(one.tree.children[node]).tolist():
            child = int(one.tree.children[node, entry])
            move = None if entry == PASS else to_pair(points[entry])
            after, other = board.play(colour, move), opponent(colour)
            n_after = n_passes + 1 if move is None else 0
            if child not in found and n_after < 2:
                waiting.append((child, after, other, n_after))
            found.setdefault(child, set()).add(situation(after, other))
    return found


def situation(board, colour):
    """What a node stands for: the stones, the point that may not be retaken, and who is to play."""
    return board.position, board.ko_point, colour


@pytest.mark.parametrize("rules", ["chinese", "chinese-kgs"])
def test_every_position_of_a_search_has_one_node_and_every_node_one_position(rules):
    """A fight for a ko on a small board, so that positions come up again by other orders of moves."""
    game = Game.from_diagram(". X O .\nX O . O\n. X O .\n. . . .", komi=0.5, rules=rules)
    one = search(game, exploration=0.5, win_stay=False)
    one.think(game, playouts=N_PLAYOUTS)
    found = situations(one, game)
    assert all(len(group) == 1 for group in found.values())
    distinct = set.union(*found.values())
    assert len(distinct) == len(found) == one.tree.nodes["is_used"].sum()
    n_edges = np.count_nonzero(one.tree.children[one.tree.nodes["is_used"]])
    assert config.DISABLE_JIT or n_edges > len(found)  # some positions have several parents


def test_two_orders_of_the_same_moves_share_a_node_and_its_statistics():
    games = []
    for vertices in (["C3", "B2", "D4", "D2"], ["D4", "D2", "C3", "B2"]):
        game = Game(5)
        for vertex in vertices:
            game.play(vertex)
        games.append(game)
    one = search(games[0])
    one.think(games[0], playouts=6)
    root, kept = one.root_node, one.tree.stats[one.root_node].copy()
    one.set_root(games[1])
    assert one.root_node == root
    assert (one.tree.stats[root] == kept).all()
    assert one.root.visits == 6


def test_a_position_that_has_a_node_gets_no_second_one():
    game = Game(5)
    one = search(game)
    one.set_root(game)
    worker = one.threads[0].worker
    assert expand(one.tree, one.priors, worker, one.parameters, one.search) == one.root_node
    game.play("C3")
    worker.board = game.board
    worker.playout.previous = parse_vertex("C3", 5)
    node = expand(one.tree, one.priors, worker, one.parameters, one.search)
    assert node not in (NO_NODE, one.root_node)
    assert expand(one.tree, one.priors, worker, one.parameters, one.search) == node
    assert one.tree.nodes["is_used"].sum() == 2


def test_the_side_to_move_and_the_ko_make_another_position():
    drawing = ". X O .\nX O . O\n. X O .\n. . . ."
    black, white = (Game.from_diagram(drawing, to_play=colour) for colour in (BLACK, WHITE))
    assert position_hash(black.board) != position_hash(white.board)
    taken = Game.from_diagram(drawing)
    taken.play("C3")
    drawn = Game.from_diagram(". X O .\nX . X O\n. X O .\n. . . .", to_play=WHITE)
    assert taken.board.hash == drawn.board.hash
    assert position_hash(taken.board) != position_hash(drawn.board)
    drawn.play("pass")
    taken.play("pass")  # the ko is over
    assert position_hash(taken.board) == position_hash(drawn.board)


def test_a_fresh_node_holds_the_start_values_and_excludes_stones():
    board = Game.from_diagram("X . .\n. O .\n. . .").board
    tree = new_tree(3, 3, 1)
    node = add_node(tree, 0, board, np.uint64(9))
    start = [[2, 1, 2, 1]] * 9
    expected = np.array([[10, 1, 0, 0], *start], np.float32)
    expected[[1, 5], 1] = -np.inf
    assert (expected == tree.stats[node].T).all()
    assert (tree.nodes[node].n_runs, tree.nodes[node].winning_move) == (0, NO_MOVE)
    assert not tree.children[node].any()


@pytest.mark.parametrize("n_workers", [1, 2, 3])
def test_nodes_are_found_by_their_keys_until_the_pool_is_used_up(n_workers):
    """Keys that fall into one bucket, too."""
    tree, board = new_tree(2, 11, n_workers), new_board(2)
    keys = [np.uint64(number) for number in (5, 5 + 16, 5 + 32, 2**63, 2**64 - 1, 7, 8, 9, 10, 11)]
    nodes = []
    for number, key in enumerate(keys):
        assert find_node(tree.nodes, tree.buckets, key) == NO_NODE
        nodes.append(int(add_node(tree, number % n_workers, board, key)))
        assert [int(find_node(tree.nodes, tree.buckets, one)) for one in keys[: number + 1]] == nodes
    made = [node for node in nodes if node != NO_NODE]
    assert len(made) == len(set(made)) >= 10 - n_workers
    for worker in range(n_workers):
        while add_node(tree, worker, board, np.uint64(1000 + worker)) != NO_NODE:
            pass
    assert tree.nodes["is_used"].sum() == 10
    assert not tree.nodes[0].is_used


def test_only_what_can_be_reached_from_the_new_root_is_kept():
    """1 -> 2 -> 3, 1 -> 4 -> 3, 5 alone; a cycle from 3 back to 2 does no harm."""
    tree, board = new_tree(2, 8, 2), new_board(2)
    node = {name: int(add_node(tree, 0, board, np.uint64(name))) for name in (1, 2, 3)}
    node |= {name: int(add_node(tree, 1, board, np.uint64(name))) for name in (4, 5)}
    for parent, entry, child in ((1, 1, 2), (2, 0, 3), (1, 4, 4), (4, 2, 3), (3, 0, 2)):
        tree.children[node[parent], entry] = node[child]

    def kept_from(root):
        stack = np.zeros(8, np.int32)
        keep_reachable(tree.nodes, tree.children, tree.buckets, tree.free, tree.n_free, root, stack)
        names = [name for name in node if find_node(tree.nodes, tree.buckets, np.uint64(name)) != NO_NODE]
        free = tree.free[: 7 - len(names)].tolist()
        assert sorted(free + [node[name] for name in names]) == list(range(1, 8))
        assert tree.n_free[:, 1].sum() == len(free)
        assert tree.n_free[0, 1] + tree.n_free[0, 0] == tree.n_free[1, 0]
        return names

    assert kept_from(node[1]) == [1, 2, 3, 4]
    assert kept_from(node[4]) == [2, 3, 4]
    assert kept_from(node[3]) == [2, 3]
    assert kept_from(NO_NODE) == []


def test_the_entries_of_a_row_are_the_pass_and_the_points_from_the_top_left():
    vertices = ["pass", "A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"]
    assert point_table(3).tolist() == [parse_vertex(vertex, 3) for vertex in vertices]
