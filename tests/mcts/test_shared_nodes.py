"""What the past of one game forbids is not forbidden in a node for good: others lead there, too."""

import numpy as np
import pytest
from numba import config

from tengen import WHITE, Game, Rules
from tengen.core.notation import parse_vertex
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import WINS
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.core.positions import SIGNS, to_pair
from tests.playout.recorded import real_position
from tests.reference.board import opponent

N_PLAYOUTS = 30 if config.DISABLE_JIT else 3000

SENDING_TWO_RETURNING_ONE = """
    . O . O
    X X O O
    X X X O
    X . X ."""


def search(game, seed=1, **options):
    return Searcher(
        game.size,
        new_parameters("lgrf2", game.komi, opening=False),
        new_search_parameters(superko=game.rules.superko, **options),
        memory_mb=8,
        seed=seed,
    )


def positions_of_nodes(one, game):
    """Walk through the whole tree with the naive board: (node, its position by simple ko, who is to play)."""
    waiting = [(one.root_node, real_position(game), SIGNS[game.to_play], 0)]
    seen = {one.root_node}
    while waiting:
        node, board, colour, n_passes = waiting.pop()
        yield node, board, colour
        for entry in np.flatnonzero(one.tree.children[node] > 0).tolist():
            child, move = int(one.tree.children[node, entry]), int(one.tree.points[entry])
            after = board.play(colour, to_pair(move) if move else None)
            n_after = 0 if move else n_passes + 1
            if child not in seen and n_after < 2:
                seen.add(child)
                waiting.append((child, after, opponent(colour), n_after))


def excluded_for_good(one, game):
    """(nodes that exclude a move which their position allows, all nodes)."""
    n_wrong = n_nodes = 0
    for node, board, colour in positions_of_nodes(one, game):
        excluded = np.flatnonzero(one.tree.stats[node, WINS] == -np.inf)
        pairs = [to_pair(int(one.tree.points[entry])) for entry in excluded]
        n_nodes += 1
        n_wrong += any(
            board.at(pair) == "." and board.is_legal(colour, pair) and not board.is_eye_for(colour, pair)
            for pair in pairs
        )
    return n_wrong, n_nodes


@pytest.mark.parametrize("ko", ["positional", "situational"])
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("seed", range(1 if config.DISABLE_JIT else 3))
def test_no_node_excludes_for_good_what_only_one_walk_must_not_play(seed, size, ko):
    game = Game(size, komi=0.5, rules=Rules(ko, ko, False))
    one = search(game, seed, exploration=0.5, win_stay=False)
    one.think(game, playouts=N_PLAYOUTS)
    n_wrong, n_nodes = excluded_for_good(one, game)
    assert n_nodes > (5 if config.DISABLE_JIT else 30)
    assert n_wrong == 0


@pytest.mark.parametrize("win_stay", [True, False])
def test_a_game_with_another_past_may_play_what_this_one_must_not(win_stay):
    """And is told of it; this one is not, although the node has seen playouts of it."""
    past = Game.from_diagram(SENDING_TWO_RETURNING_ONE, to_play=WHITE, komi=0.5)
    for vertex in ("A4", "C4"):
        past.play(vertex)
    free = Game.from_colours(4, past.board.colour, past.to_play, past.komi)
    move = parse_vertex("B4", 4)
    assert free.is_legal(move)
    assert not past.is_legal(move)
    one = search(free, exploration=0.5, win_stay=win_stay)
    visits = []
    for game in (free, past, free):
        one.think(game, playouts=N_PLAYOUTS)
        found = {candidate.move: candidate.visits for candidate in one.root.candidates()}
        visits.append(found.get(move))
        assert one.root.line(move)[:1] == ((move,) if game is free else ())
    assert visits[1] is None
    assert visits[2] > visits[0] > 0


def test_a_line_holds_no_move_that_the_past_of_its_game_forbids():
    """White's return of one is the answer that was tried most, in games in which it is allowed."""
    before = Game.from_diagram(SENDING_TWO_RETURNING_ONE, to_play=WHITE, komi=0.5)
    before.play("A4")
    after = before.copy()
    after.play("C4")
    free = Game.from_colours(4, after.board.colour, after.to_play, after.komi)
    one = search(free, exploration=0.5, win_stay=False)
    one.think(before, playouts=N_PLAYOUTS)
    child = int(one.tree.children[one.root_node, one.threads[0].worker.entry_of[parse_vertex("C4", 4)]])
    one.tree.stats[child, 0, one.threads[0].worker.entry_of[parse_vertex("B4", 4)]] += 5 * N_PLAYOUTS
    line = one.root.line(parse_vertex("C4", 4))
    assert line[0] == parse_vertex("C4", 4)
    assert parse_vertex("B4", 4) not in line[1:2]
