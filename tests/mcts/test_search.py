"""Playouts of the tree: virtual losses, void playouts, repetition, and the same numbers every time."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game, Rules
from tengen.core.notation import parse_vertex
from tengen.core.rules_jit import position_hash
from tengen.mcts.priors_jit import NO_PRIORS, prior_table
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import RUNS
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import POLICIES, new_parameters
from tests.core.positions import SIGNS
from tests.playout.recorded import real_position, to_move
from tests.reference.board import opponent

N_PLAYOUTS = 4 if config.DISABLE_JIT else 300

SENDING_TWO_RETURNING_ONE = """
    . O . O
    X X O O
    X X X O
    X . X ."""
TRIPLE_KO = """
    . X O . X . X O .
    X O . O X X X X X
    . X O . X . X O .
    . X O O X X X X X
    X . X O X . X O O
    . X O O X X X O .
    . X O O X X X O O
    X O . O X X X O .
    . X O O X X X O O"""


def search(game, *, policy="lgrf2", seed=1, parameters=None, priors=NO_PRIORS, **options):
    parameters = {"opening": False} | (parameters or {})
    return Searcher(
        game.size,
        new_parameters(policy, game.komi, **parameters),
        new_search_parameters(superko=game.rules.superko, **options),
        memory_mb=1,
        seed=seed,
        priors=priors,
    )


def everything(one):
    return one.tree.stats.tobytes(), one.tree.nodes.tobytes(), one.memory.tobytes()


@pytest.mark.parametrize("policy", ["lgrf3"] if config.DISABLE_JIT else POLICIES)
def test_the_same_seed_gives_the_same_statistics_bit_for_bit(policy):
    found = []
    for seed in (1, 1, 2):
        one = search(Game(5), policy=policy, seed=seed)
        one.think(Game(5), playouts=N_PLAYOUTS)
        found.append(everything(one))
    assert found[0] == found[1]
    assert found[0][0] != found[2][0]


def test_a_search_in_pieces_is_the_same_search():
    game = Game(5)
    whole, pieces = search(game), search(game)
    whole.think(game, playouts=N_PLAYOUTS)
    for _ in range(N_PLAYOUTS // 2):
        pieces.think(game, playouts=2)
    assert everything(whole) == everything(pieces)


@pytest.mark.parametrize("virtual_loss", [3.0] if config.DISABLE_JIT else [1.0, 3.0])
@pytest.mark.parametrize("exploration", [0.5] if config.DISABLE_JIT else [0.0, 0.5])
def test_with_one_thread_virtual_losses_leave_no_trace(virtual_loss, exploration):
    """They are added on the way down, in other nodes than those still to come, and taken back."""
    found = []
    for loss in (0.0, virtual_loss):
        one = search(Game(5), virtual_loss=loss, exploration=exploration)
        one.think(Game(5), playouts=N_PLAYOUTS)
        found.append(everything(one))
    assert found[0] == found[1]


@pytest.mark.parametrize("virtual_loss", [0.0, 2.0])
def test_void_playouts_change_no_statistics_and_leave_no_virtual_losses(virtual_loss):
    """On 2x2 without mercy both sides take all stones again and again until the move limit."""
    game = Game(2, komi=0, rules=Rules("simple", "simple", False))
    one = search(game, policy="lgrf2", virtual_loss=virtual_loss, parameters={"mercy": False})
    playout = one.threads[0].worker.playout
    n_void = 0
    for _ in range(20 if config.DISABLE_JIT else 60):
        used = one.tree.nodes["is_used"].copy() if n_void else None
        stats, replies = one.tree.stats.copy(), one.memory.replies.tobytes()
        one.think(game, playouts=1)
        if playout.winner == 0 and used is not None:
            assert playout.n_moves == 12
            assert np.array_equal(one.tree.stats[used, RUNS], stats[used, RUNS])
            assert (one.tree.stats[used, 2:] == stats[used, 2:]).all()
            assert one.memory.replies.tobytes() == replies
        n_void += playout.winner == 0
    assert n_void > 1


@pytest.mark.skipif(config.DISABLE_JIT, reason="threads are for compiled code")
def test_with_several_threads_virtual_losses_are_taken_back_up_to_lost_counts():
    game = Game(5)
    one = Searcher(
        5, new_parameters("default"), new_search_parameters(virtual_loss=3), threads=2, memory_mb=1, seed=1
    )
    one._slice = 50
    one.think(game, playouts=2000)
    runs = one.tree.stats[one.tree.nodes["is_used"], RUNS]
    assert (runs >= 2 - 3 * 5).all()
    visits = sum(candidate.visits for candidate in one.root.candidates())
    assert visits == pytest.approx(2000, abs=60)


def priors_round(game, vertices):
    """A table that makes the search walk round a cycle of moves."""
    walker = Game.from_diagram(game.diagram(), to_play=game.to_play, rules="chinese")
    positions = {}
    for vertex in vertices:
        positions[int(position_hash(walker.board))] = {parse_vertex(vertex, game.size): (5000.0, 5000.0)}
        walker.play(vertex)
    assert walker.board.hash == game.board.hash
    return prior_table(positions)


def repetitions(game, vertices, n_playouts):
    """How many playouts of a search that is drawn into a cycle repeated a position within the tree."""
    one = search(game, priors=priors_round(game, vertices), win_stay=False, prior=0.0)
    worker = one.threads[0].worker
    rule = "positional" if game.rules.ko == "simple" else game.rules.ko
    n_repeated = n_round = 0
    for _ in range(n_playouts):
        one.think(game, playouts=1)
        board, colour = replace(real_position(game), ko_rule=rule), SIGNS[game.to_play]
        moves = [to_move(point) for point in worker.playout.moves[: worker.n_virtual].tolist()]
        n_round += len(moves) >= len(vertices)
        for move in moves:
            if not board.is_legal(colour, move):
                n_repeated += 1
                break
            board, colour = board.play(colour, move), opponent(colour)
    assert n_round > 0
    return n_repeated


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
@pytest.mark.parametrize(
    "diagram, vertices, to_play",
    [
        (SENDING_TWO_RETURNING_ONE, ["A4", "C4", "B4"], WHITE),
        (TRIPLE_KO, ["C8", "B5", "C2", "B8", "C5", "B2"], BLACK),
    ],
    ids=["two for one", "triple ko"],
)
def test_the_tree_repeats_a_position_only_under_simple_ko(diagram, vertices, to_play, ko):
    game = Game.from_diagram(diagram, to_play=to_play, komi=0.5, rules=Rules(ko, ko, False))
    assert (repetitions(game, vertices, 8 if config.DISABLE_JIT else 100) > 0) == (ko == "simple")


def test_positions_of_the_game_before_the_search_are_not_repeated_either():
    game = Game.from_diagram(SENDING_TWO_RETURNING_ONE, to_play=WHITE, komi=0.5, rules="chinese-kgs")
    for vertex in ("A4", "C4"):
        game.play(vertex)
    assert not game.is_legal("B4")
    one = search(game, exploration=0.5, win_stay=False)
    one.think(game, playouts=N_PLAYOUTS)
    assert int(one.tree.points[2]) not in [candidate.move for candidate in one.root.candidates()]
    simple = Game.from_diagram(SENDING_TWO_RETURNING_ONE, to_play=WHITE, komi=0.5, rules="chinese")
    for vertex in ("A4", "C4"):
        simple.play(vertex)
    one = search(simple, exploration=0.5, win_stay=False)
    one.think(simple, playouts=N_PLAYOUTS)
    assert config.DISABLE_JIT or int(one.tree.points[2]) in [
        candidate.move for candidate in one.root.candidates()
    ]


@pytest.mark.parametrize("policy", ["default", "lgrf2"])
def test_win_stay_repeats_the_last_winner_of_the_root_until_it_loses(policy):
    game = Game(5)
    one = search(game, policy=policy)
    playout = one.threads[0].worker.playout
    last, n_stays = None, 0
    for _ in range(N_PLAYOUTS):
        one.think(game, playouts=1)
        if last is not None:
            assert playout.moves[0] == last
            n_stays += 1
        last = int(playout.moves[0]) if playout.winner == game.to_play else None
    assert config.DISABLE_JIT or n_stays > 2


def test_a_child_is_made_when_a_move_was_tried_before_and_at_most_one_in_a_playout():
    game = Game(5)
    one = search(game, prior=0.0)
    tree, worker = one.tree, one.threads[0].worker
    one.think(game, playouts=1)
    n_nodes = int(tree.nodes["is_used"].sum())
    assert n_nodes == 1
    for _ in range(N_PLAYOUTS):
        runs = tree.stats[:, RUNS].copy()
        children = tree.children.copy()
        one.think(game, playouts=1)
        depth = int(worker.n_virtual)
        last, move = int(worker.path[depth - 1]), int(worker.entry_of[worker.playout.moves[depth - 1]])
        was_ripe = runs[last, move] > 2
        assert (tree.children[last, move] != 0) == (was_ripe or children[last, move] != 0)
        n_now = int(tree.nodes["is_used"].sum())
        assert n_now - n_nodes in ((0, 1) if was_ripe else (0,))
        n_nodes = n_now
    assert n_nodes > N_PLAYOUTS // 10
