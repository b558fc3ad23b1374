"""Compile everything into the cache, so that no first move has to wait."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from tengen.bench.benchmarks import heavy_worker, light_worker, plain_worker
from tengen.book.book_file import BookSettings, Thresholds
from tengen.book.build import build_book
from tengen.book.query import book_moves, measure_coverage
from tengen.core.game import Game
from tengen.core.points_jit import PASS, transform_points
from tengen.core.random_jit import rng_state
from tengen.dag_rnn.architecture import Architecture, initial_weights
from tengen.dag_rnn.evaluator import TerritoryEvaluator, areas_after_replies, playable_moves
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_INPUTS
from tengen.dag_rnn.features.propensity_jit import Rows
from tengen.dag_rnn.training.propensity_jit import learn_propensity
from tengen.dag_rnn.training.targets import read_scored_games
from tengen.dag_rnn.weights import NetWeights, Provenance
from tengen.players.heuristic_players import NaivePlayer, PatternPlayer, RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tengen.players.td_player import TdPlayer
from tengen.playout.softmax_jit import draw_gibbs
from tengen.sgf import parse_sgf, stream_games
from tengen.td.alphabeta import AlphaBeta
from tengen.td.games_jit import choose_best, play_match
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import TdArchitecture, initial_layers, make_net
from tengen.td.training import TdSettings, measure, play_slice


def compile_players() -> None:
    """Compile what own players need, so that no clock runs meanwhile."""
    for step in ("board and rules", "random player", "players by rules", "tree search", "search with a net"):
        WARMUP_STEPS[step]()


def _board() -> None:
    game = Game(5)
    for move in ("C3", "C4", "pass"):
        game.play(move)
    game.legal()
    game.score()
    Game.from_diagram(game.diagram())


def _records() -> None:
    text = b"(;SZ[5];B[aa])"
    parse_sgf(text)
    with NamedTemporaryFile(suffix=".sgf") as file:
        file.write(text)
        file.flush()
        list(stream_games([file.name]))


def _book() -> None:
    settings = BookSettings(size=5, corner=3, fuseki=Thresholds(0, 1, 0), joseki=Thresholds(0, 1, 0))
    with NamedTemporaryFile(suffix=".sgf") as file:
        file.write(b"(;SZ[5]RE[B+1];B[bb];W[cc])")
        file.flush()
        book = build_book([Path(file.name)], settings)
        measure_coverage(book, [Path(file.name)], 1, 2)
    book_moves(book, Game(5))


def _propensity() -> Rows:
    with NamedTemporaryFile(suffix=".sgf") as file:
        file.write(b"(;SZ[5]KM[0]RE[0];B[bb];W[cc])(;SZ[5]KM[0]RE[B+9];B[bb];W[cc])")
        file.flush()
        rows: Rows = learn_propensity(read_scored_games([file.name], Counter(), print))
    return rows


def _territory_net() -> None:
    architecture = Architecture(n_inputs=N_INPUTS)
    weights, tables = initial_weights(architecture, 0), {"propensity": _propensity()}
    origin = Provenance((5,), "none", "none", {})
    names = tuple(one.name for one in INPUTS)
    foresight = TerritoryEvaluator(NetWeights(architecture, weights, names, origin, tables), "the net")
    foresight.owners(Game(5))
    foresight.areas_after(Game(5), [PASS])
    areas_after_replies(foresight, Game(2), playable_moves(Game(2))[:1])
    draw_gibbs(np.array([PASS], np.uint32), np.zeros(1), 1, 1.0, rng_state(0))
    foresight.net.logits(np.zeros((1, 4, N_INPUTS), np.float32))


def _random_player() -> None:
    RandomPlayer().choose_move(Game(5))
    RandomPlayer(moves="all").choose_move(Game(5))


def _rule_players() -> None:
    NaivePlayer().choose_move(Game(5))
    PatternPlayer().choose_move(Game(5))


def _search() -> None:
    player = MctsPlayer(playouts=2, memory_mb=1, prior_net=None)
    game = Game(5)
    player.choose_move(game)  # by search
    game.play("pass")
    player.choose_move(game)  # an answer to a pass, by counting
    player.book_moves(Game(19))


def _search_with_a_net() -> None:
    MctsPlayer(playouts=2, memory_mb=1).choose_move(Game(5))


def _look_inside() -> None:
    """The rules of playouts as the page asks them, one by one, and what its other views call."""
    # Imported here: every command imports this file, and the page's messages take a third of a second.
    from tengen.web.inspect.position import td_rows, territory
    from tengen.web.inspect.replies import ReplyTableMonitor
    from tengen.web.inspect.stepper import SearchStepper

    for policy in ("lgrf3", "softmax1", "past", "cmc"):
        SearchStepper(Game(5), f"mcts:policy={policy},preset=orego,contextual=1").step(1)
    SearchStepper(Game(19), "mcts:book=bias-bias,book_chance=1").step(1)
    game, player = Game(5), MctsPlayer(memory_mb=1, counting=True)
    player.analyse(game, playouts=50)  # enough for a reply to a stone in the centre
    if player.searcher is not None:
        ReplyTableMonitor(player.searcher).rows(game, "C3")
    territory(None, game)
    td_rows(game)


def compile_self_taught_nets() -> None:
    """Compile what learning nets and their opponents need."""
    architecture = TdArchitecture("koten", 2, (1,))
    settings = TdSettings(architecture, trials=2)
    net = make_net(architecture, initial_layers(architecture, 0))
    desk = new_training_buffers(net)
    play_slice(settings, net, desk, 1, rng_state(0))
    measure(settings, 0, 0, net, desk)
    choose_best(net, desk.sight, Game(2).board, rng_state(0))
    moves, counts = np.zeros((1, 2), np.uint16), np.zeros((2, 1), np.int64)
    play_match(net, net, desk, new_training_buffers(net), 2, moves, counts[0], counts[1], rng_state(0))
    AlphaBeta(net, 2).search(Game(2), 2, 0.0, rng_state(0))
    TdPlayer().choose_move(Game(5))


# Each step makes compiled code run once, with the types that it is used with.
WARMUP_STEPS: dict[str, Callable[[], object]] = {
    "board and rules": _board,
    "symmetries": lambda: transform_points(5),
    "random player": _random_player,
    "players by rules": _rule_players,
    "tree search": _search,
    "search with a net": _search_with_a_net,
    "light playouts": lambda: light_worker(5, 0)(1),
    "heavy playouts": lambda: heavy_worker(5, 0, "lgrf2")(1),
    "yardstick of the benchmark": lambda: plain_worker(5, 0)(1),
    "game records": _records,
    "opening books": _book,
    "territory net": _territory_net,
    "self-taught nets": compile_self_taught_nets,
    "looking inside": _look_inside,
}
