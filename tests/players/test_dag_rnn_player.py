"""The player of the territory net: which move it plays, when it passes, what it refuses."""

import math

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, EMPTY, PASS
from tengen.dag_rnn.evaluator import areas_after_replies, load_pretrained, playable_moves
from tengen.dag_rnn.features.inputs_jit import N_POSITION_INPUTS
from tengen.dag_rnn.sweep_jit import MOVE
from tengen.dag_rnn.weights import save_net
from tengen.players.dag_rnn_player import DagRnnPlayer
from tengen.players.spec import make_player
from tests.dag_rnn.test_evaluator import net_file

SIZE = 3 if config.DISABLE_JIT else 5
needs_compiler = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="a net of full size")

ALIVE = """
. X . X O
X X X X O
O O O X O
. O . O O
O O O . O
"""


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    path = tmp_path_factory.mktemp("nets") / "tiny.safetensors"
    save_net(path, net_file())
    return str(path)


def some_game():
    game = Game(SIZE)
    for vertex in ("B2", "A1", "C1"):
        game.play(vertex)
    return game


def test_the_move_with_most_area_after_it_is_played(net):
    game, foresight = some_game(), load_pretrained(net)
    areas = {}
    for vertex in game.legal():
        after = game.copy()
        after.play(vertex)
        areas[vertex] = SIZE**2 - foresight.owners(after).sum()
    best = max(areas, key=areas.get)
    player = make_player(f"dag-rnn:net={net}")
    assert format_vertex(player.choose_move(game), SIZE) == best
    told = player.explain_last_move().splitlines()
    assert told[0] == f"area expected, {len(areas)} moves"
    assert told[1] == f"{best}: {areas[best]:.2f} (played)"
    assert len(told) == 6


def test_the_move_that_is_worth_most_to_both_sides_is_played(net):
    game, foresight = some_game(), load_pretrained(net)
    swings = {}
    for vertex in game.legal():
        own, others = game.copy(), game.copy()
        own.play(vertex)
        others.play(PASS)
        others.play(vertex if others.is_legal(vertex) else PASS)
        swings[vertex] = SIZE**2 - foresight.owners(own).sum() - foresight.owners(others).sum()
    best = max(swings, key=swings.get)
    player = make_player(f"dag-rnn:net={net},by=swing")
    assert format_vertex(player.choose_move(game), SIZE) == best
    told = player.explain_last_move().splitlines()
    assert told[0] == f"worth to both sides, {len(swings)} moves"
    assert told[1] == f"{best}: {swings[best]:.2f} (played)"


def test_two_plies_look_at_the_replies_to_the_best_moves_only(net):
    game, foresight = some_game(), load_pretrained(net)
    moves = [parse_vertex(vertex, SIZE) for vertex in game.legal()]
    first = sorted(zip(-foresight.areas_after(game, moves), moves))
    for width in (1, 3):
        best = [move for _, move in first[:width]]
        expected = best[int(areas_after_replies(foresight, game, best).argmax())]
        player = DagRnnPlayer(net=net, depth=2, width=width)
        assert player.choose_move(game) == expected
        assert player.explain_last_move().startswith(f"area expected after the best reply, {width} moves\n")


def test_the_move_that_the_net_foretells_is_played(net):
    game, foresight = some_game(), load_pretrained(net)
    logits = foresight.logits(game)[:, MOVE].reshape(SIZE, SIZE)
    player = DagRnnPlayer(net=net, by="moves")
    vertices = {vertex: logits[SIZE - int(vertex[1]), "ABCDE".index(vertex[0])] for vertex in game.legal()}
    best = max(vertices, key=vertices.get)
    assert format_vertex(player.choose_move(game), SIZE) == best
    share = math.exp(vertices[best]) / sum(map(math.exp, vertices.values()))
    assert player.explain_last_move().splitlines()[1] == f"{best}: {share:.1%} (played)"


def test_moves_are_drawn_by_the_gibbs_distribution(net, monkeypatch):
    """Chances by their definition; the frequencies of many draws are near them."""
    game, foresight = some_game(), load_pretrained(net)
    moves = [parse_vertex(vertex, SIZE) for vertex in game.legal()]
    areas = foresight.areas_after(game, moves)
    temperature = float(areas.max() - areas.min()) / 2
    weights = np.exp(areas / temperature)
    cold = DagRnnPlayer(net=net, temperature=1e-6)
    assert cold.choose_move(game) == moves[int(areas.argmax())]
    worths = cold._worths(game, moves)
    monkeypatch.setattr(DagRnnPlayer, "_worths", lambda *_: worths)  # the same at each draw
    player, again = (DagRnnPlayer(net=net, temperature=temperature, seed=3) for _ in range(2))
    n_draws = 100 if config.DISABLE_JIT else 2000
    drawn = [player.choose_move(game) for _ in range(n_draws)]
    assert drawn[:20] == [again.choose_move(game) for _ in range(20)]
    shares = np.array([drawn.count(move) for move in moves]) / n_draws
    assert np.abs(shares - weights / weights.sum()).max() < 4 * 0.5 / math.sqrt(n_draws)


def test_settings_change_all_or_nothing(net, tmp_path):
    player = DagRnnPlayer(net=net)
    assert player.name == f"dag-rnn {net}"
    player.set_parameter("averaged", "yes")
    assert player.parameters()["averaged"] == "yes"
    assert player._foresight.view.is_averaged
    save_net(tmp_path / "owners.safetensors", net_file(N_POSITION_INPUTS, 1))
    player.set_parameter("by", "moves")
    with pytest.raises(GoError, match="does not foretell moves: use by=area or another net"):
        player.set_parameter("net", str(tmp_path / "owners.safetensors"))
    assert player.net == net
    with pytest.raises(GoError, match="depth cannot be 3"):
        player.set_parameter("depth", "3")


def test_bad_nets_are_refused_before_any_move(tmp_path):
    (tmp_path / "bad").write_bytes(b"no net")
    with pytest.raises(GoError, match="there is no net 'huge'"):
        make_player("dag-rnn:net=huge")
    with pytest.raises(GoError, match="cannot read the weights in"):
        make_player(f"dag-rnn:net={tmp_path / 'bad'}")
    with pytest.raises(GoError, match="the net paper does not foretell moves"):
        make_player("dag-rnn:by=moves")


def test_only_own_eyes_are_left(net):
    game = Game.from_diagram("""
        . X .
        X X X
        . X .""")
    player = DagRnnPlayer(net=net, early_pass=False)
    assert player.choose_move(game) == PASS
    assert player.explain_last_move() == "only own eyes are left"


@needs_compiler
def test_a_pass_is_answered_where_nothing_is_left_and_not_when_the_game_has_hardly_begun():
    game = Game.from_diagram(ALIVE, komi=0.5)
    game.play("pass")
    player = DagRnnPlayer()
    assert player.choose_move(game) == PASS
    assert player.explain_last_move() == "nothing is left to gain"
    lost = Game(5, komi=-0.5)
    lost.play("pass")
    assert player.choose_move(lost) != PASS


@needs_compiler
def test_who_is_behind_passes_when_no_move_gains_area():
    full = """
        . . X O .
        X X X O O
        X . X O O
        X X X O .
        . X X O O"""
    player = DagRnnPlayer(early_pass=False)
    assert player.choose_move(Game.from_diagram(full, komi=30)) == PASS
    assert player.explain_last_move() == "the game is lost and no move gains area"
    assert player.choose_move(Game.from_diagram(full, komi=0.5)) != PASS


def test_giving_up_is_decided_by_all_moves_the_best_one_first(net, monkeypatch):
    """Whoever is behind in a random game passes just when no move gains; a best move that gains suffices."""
    player = DagRnnPlayer(net=net, by="moves", early_pass=False)
    game = Game(4, komi=0)
    outcomes = set()
    for vertex in ("A1", "B2", "C3", "D4", "A2", "B3", "C4", "D1", "B1", "C2"):
        game.play(vertex)
        game.komi = 50.0 if game.to_play == BLACK else -50.0
        moves = playable_moves(game)
        *areas, passed = player._foresight.areas_after(game, [*moves, PASS])
        for share in (0.25, 0.5, 0.75, 1.1):  # thresholds that some moves reach, or none
            gain = share * (max(areas) - passed)
            monkeypatch.setattr("tengen.players.dag_rnn_player._GAIN", gain)
            is_half_full = 2 * int((game.board.colour == EMPTY).sum()) <= 16
            expected = is_half_full and max(areas) < passed + gain
            assert (player.choose_move(game) == PASS) == expected
            outcomes.add((is_half_full, expected))
    assert outcomes == {(False, False), (True, False), (True, True)}


def test_nobody_gives_up_while_half_the_board_is_empty(net, monkeypatch):
    monkeypatch.setattr("tengen.players.dag_rnn_player._GAIN", 100)  # as if no move ever gained anything
    player = DagRnnPlayer(net=net, early_pass=False)
    game = Game.from_diagram("""
        X . .
        O . O
        . X .""")
    for vertex, passes in (("B2", False), ("C3", True)):
        game.komi = 50.0 if game.to_play == BLACK else -50.0
        assert (player.choose_move(game) == PASS) == passes, vertex
        game.play(vertex)
