"""The other pages of self-taught nets, with tiny nets on 3x3: representations, a game, tournament, depths."""

import json

import numpy as np
import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, PASS, WHITE, point_at
from tengen.core.random_jit import rng_state
from tengen.experiments.cached_computation import CachedComputation
from tengen.experiments.document import Figure, Table
from tengen.experiments.experiment import Run, RunOptions
from tengen.experiments.figures import number_moves
from tengen.experiments.td import depths, representations, tournament, truth
from tengen.experiments.td import game as td_game
from tengen.experiments.td.depths import DepthCell, DepthJob, Depths, show_depths
from tengen.experiments.td.nets import check_one_net, check_td_nets, mark_td_nets, td_fingerprints, td_nets_of
from tengen.match.executors.serial import SerialExecutor
from tengen.players.heuristic_players import RandomPlayer
from tengen.td.games_jit import OPPONENTS, play_eval_games
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import TdArchitecture, initial_layers, make_net
from tengen.td.weights import SHIPPED_NETS, TdNetFile, save_td_net
from tests.experiments.tiny import Interrupted, Silent
from tests.reference import td as naive
from tests.reference.board import BLACK as NAIVE_BLACK
from tests.reference.board import WHITE as NAIVE_WHITE
from tests.reference.board import parse_position


def save(folder, name, seed, representation="katatsugi", hidden=(4,), size=3):
    architecture = TdArchitecture(representation, size, hidden)
    path = folder / f"{name}.safetensors"
    save_td_net(path, TdNetFile(architecture, initial_layers(architecture, seed), "a test", {}))
    return str(path)


@pytest.fixture
def nets(tmp_path):
    return (
        save(tmp_path, "one", 1),
        save(tmp_path, "two", 2, "koten", (18,)),
        save(tmp_path, "three", 3, "koten", (3,)),
    )


def run(folder, name, nets=(), **wanted):
    return Run(name, RunOptions(nets=tuple(nets), **wanted), folder)


# --- Figure 1 --------------------------------------------------------------------------------------


def test_figure_1_has_the_papers_values_by_the_twin():
    position = parse_position(representations.POSITION)
    assert position[2][2] == "O"
    for place, own in enumerate((NAIVE_WHITE, NAIVE_BLACK)):
        centre_square = 4  # of nine, row by row
        values = {
            "koten": naive.koten(position, own)[12],
            "roban": naive.roban(position, own)[centre_square],
            "katatsugi": naive.katatsugi(position, own)[12],
        }
        papers = {name: pair[place] for name, pair in representations.PAPERS_VALUES.items()}
        assert values == pytest.approx(papers)


def test_figure_1_is_drawn_from_the_code(tmp_path):
    found = json.loads(json.dumps(representations.see_position(run(tmp_path, "td-fig1"), Silent())))
    position = parse_position(representations.POSITION)
    for name, seen in found["seen"].items():
        for inputs, own in zip(seen["inputs"], (NAIVE_WHITE, NAIVE_BLACK), strict=True):
            assert inputs == pytest.approx(np.array(naive.INPUTS[name](position, own)))
    page = representations.show_representations("td-fig1", found)
    rows = next(block.rows for block in page if isinstance(block, Table))
    assert rows == (
        ("koten", "25", "1", "-1", "1 and -1", "yes"),
        ("roban", "10", "-1/9", "1/9", "-1/9 and 1/9", "yes"),
        ("katatsugi", "25", "0", "0", "0 and 0", "yes"),
    )
    found["seen"]["roban"]["inputs"][0][4] = 0.5
    assert "('roban', '10', '0.5', '1/9', '-1/9 and 1/9', 'no')" in str(
        representations.show_representations("td-fig1", found)
    )


# --- Figure 4 --------------------------------------------------------------------------------------


def test_moves_are_numbered_as_in_books():
    points = [int(point_at(row, 0)) for row in range(3)]
    moves = [(BLACK, points[0]), (WHITE, points[1]), (BLACK, points[2]), (WHITE, PASS), (BLACK, points[1])]
    stones, numbers, later = number_moves(moves)
    assert stones == {points[0]: BLACK, points[1]: WHITE, points[2]: BLACK}
    assert numbers == dict(zip(points, "123"))
    assert later == ["5 at 2"]


class Sleepy:
    """Takes the centre if its seed is below 2, and passes else."""

    def __init__(self, seed):
        self.seed = seed

    def choose_move(self, game):
        return int(point_at(1, 1)) if self.seed < 2 and not game.moves else PASS


def test_figure_4_is_the_first_game_that_the_net_wins(tmp_path, monkeypatch):
    """The net likes the centre and nothing else, so it wins as soon as Black leaves it."""
    architecture = TdArchitecture("koten", 3, (1,))
    layers = [np.full((9, 1), -9, np.float32), np.ones((1, 1), np.float32)]
    layers[0][4] = 9
    path = tmp_path / "centre.safetensors"
    save_td_net(path, TdNetFile(architecture, layers, "a test", {}))
    monkeypatch.setattr(td_game, "PatternPlayer", Sleepy)
    found = json.loads(json.dumps(td_game.find_won_game(run(tmp_path, "td-fig4", [str(path)]), Silent())))
    assert (found["seed"], found["result"]) == (2, "W+9")
    centre, value = int(point_at(1, 1)), pytest.approx(1 / (1 + np.exp(-9)), abs=1e-5)
    assert found["moves"] == [[1, PASS, None], [2, centre, value], [1, PASS, None], [2, PASS, value]]
    page = td_game.show_game("td-fig4", found)
    assert [block.name for block in page if isinstance(block, Figure)] == ["td-fig4"]
    assert "seed 2, W+9 by area" in str(page)
    assert "Not on the diagram: 1, 3, 4 pass." in str(page)
    assert "1.00 after its first move, 1.00 after its last" in str(page)
    assert "('2', 'White', 'B2', '1.000')" in str(page)


def test_the_values_of_a_game_are_the_twins():
    """What the game on the page has as values is what the twin says of its positions."""
    architecture = TdArchitecture("katatsugi", 3, (4,))
    layers = initial_layers(architecture, 1)
    game, values = td_game.play_game(make_net(architecture, layers), 3, 0)
    replayed = Game(3, komi=0, rules="chinese")
    for (colour, move), value in zip(game.moves[:6], values):
        replayed.play(move)
        if colour == WHITE:
            board = replayed.board.colour
            rows = ["".join(".XO"[board[point_at(row, column)]] for column in range(3)) for row in range(3)]
            exact = [layer.astype(float) for layer in layers]
            assert value == pytest.approx(
                naive.value(exact, naive.katatsugi(tuple(rows), NAIVE_WHITE)), abs=1e-5
            )


def test_a_net_that_wins_nothing_is_told(tmp_path, nets, monkeypatch):
    monkeypatch.setattr(td_game, "_SEEDS", 0)
    assert td_game.find_won_game(run(tmp_path, "td-fig4", nets[:1]), Silent()) is None
    assert "the net won no game" in str(td_game.show_game("td-fig4", None))


# --- Table I ---------------------------------------------------------------------------------------


def test_a_tournament_counts_every_pair_and_different_games(tmp_path, nets):
    found = tournament.play_tournament(run(tmp_path, "td-table1", nets, games=4), Silent())
    assert found["nets"] == ["one", "two", "three"]
    assert [(pair["first"], pair["second"]) for pair in found["pairs"]] == [(0, 1), (0, 2), (1, 2)]
    for pair in found["pairs"]:
        assert pair["won"] + pair["drawn"] + pair["lost"] == 4
        assert pair["different"] == 2  # one with each colour: random weights leave no two moves equal
        assert pair["won"] % 2 == pair["lost"] % 2 == 0
    with pytest.raises(GoError, match="odd"):
        tournament.play_tournament(run(tmp_path, "td-table1", nets, games=3), Silent())


def test_the_second_net_has_black_in_half_of_the_games(tmp_path):
    """Black wins every game of two nets that only pass after a stone: the colours must share the wins."""
    architecture = TdArchitecture("koten", 2, (1,))
    net = make_net(architecture, [np.array([[9], [-9], [-9], [-9]], np.float32), np.ones((1, 1), np.float32)])
    counts = tournament.play_pair(net, net, 2, 6, seed=0)
    assert counts == {"won": 3, "drawn": 0, "lost": 3, "different": 2}


def test_the_table_has_ranks_scores_and_claims():
    pairs = [
        {"first": 0, "second": 1, "won": 6, "drawn": 2, "lost": 2, "different": 3},
        {"first": 0, "second": 2, "won": 0, "drawn": 0, "lost": 10, "different": 2},
        {"first": 1, "second": 2, "won": 5, "drawn": 0, "lost": 5, "different": 2},
    ]
    found = {"nets": ["koten", "koten-greedy", "other"], "games": 10, "pairs": pairs}
    text = str(tournament.show_tournament("td-table1", found))
    assert "('1', 'other', '0.7500', '15', '0', '5', '-', '-')" in text
    assert "('3', 'koten', '0.3500', '6', '2', '12', '0.7040', '1')" in text
    assert "('2', 'koten-greedy', '0.4000', '7', '2', '11', '0.5892', '2')" in text
    assert "'6-2-2 (3)'" in text
    assert "'2-2-6 (3)'" in text
    assert "Of 30 games 7 are different" in text
    assert "('koten above koten-greedy', '0.3500 and 0.4000', 'does not hold')" in text
    unknown = {**found, "nets": ["one", "two", "three"]}
    assert "No two of the nets are those" in str(tournament.show_tournament("td-table1", unknown))
    pairs[1] |= {"won": 10, "lost": 0}
    assert "'0.8500 and 0.4000', 'holds')" in str(tournament.show_tournament("td-table1", found))


# --- Table II --------------------------------------------------------------------------------------

TINY = Depths(show_depths, depths=(0, 1), games=4, games_a_block=2)


def test_depths_are_played_in_blocks_and_gone_on_with(tmp_path, nets):
    asked = run(tmp_path / "results", "td-table2", nets[:1])
    assert TINY.play(asked, Interrupted(2), Silent()) == "interrupted"
    assert TINY.findings(asked).n_done == 4
    watch = Silent()
    with SerialExecutor() as farm:
        assert TINY.play(asked, farm, watch) == ""
    assert watch.last["depth 1, naive"][:2] == (4, 4)
    findings = TINY.findings(asked)
    assert (findings.n_done, findings.n_wanted) == (24, 24)
    assert findings.scale.startswith("net one, 4 games (4 in the paper)")
    path = next((tmp_path / "results" / "td-table2").rglob("depth-1-naive-00002-2-*.json"))
    again = depths.play_block(DepthJob("", 1, "naive", 2, 2, net=nets[0]))
    assert json.loads(path.read_bytes())["value"]["points"] == again.points
    path.write_text("{}")
    with pytest.raises(GoError, match=r"depth-1-naive-00002-2-\w+\.json is no answer of this experiment, or"):
        TINY.findings(asked)
    save(tmp_path, "one", 7)  # other weights are another question
    assert TINY.findings(asked).n_done == 0


def test_a_block_of_an_earlier_version_counts(tmp_path, nets):
    """It lies in the folder of these very weights, and its name has the rest of the question."""
    asked = run(tmp_path / "results", "td-table2", nets[:1])
    folder = tmp_path / "results" / "td-table2" / f"one-{td_fingerprints(asked)[0]}"
    folder.mkdir(parents=True)
    kept = {
        "points": 1.5,
        "n_moves": 8,
        "seconds": 0.5,
        "ended": "2026-01-02T",
        "machine": "m",
        "commit": "c",
    }
    (folder / "depth-1-naive-00002-2.json").write_text(json.dumps(kept))
    findings = TINY.findings(asked)
    assert (findings.n_done, findings.sources.date) == (2, "2026-01-02")
    save(tmp_path, "one", 7)
    assert TINY.findings(asked).n_done == 0


def test_the_net_has_black_in_even_games_and_gets_its_own_points(nets, monkeypatch):
    colours = []

    def black_wins(choose, other, own_colour, size):
        colours.append(own_colour)
        game = Game(3, 0, "chinese")
        game.play("B2")
        return game, 2, 0.25

    monkeypatch.setattr(depths, "play_game", black_wins)
    result = depths.play_block(DepthJob("", 0, "random", 1, 3, net=nets[0]))
    assert colours == [WHITE, BLACK, WHITE]
    assert (result.points, result.n_moves, result.seconds) == (1.0, 6, 0.75)


@pytest.mark.parametrize("colour, result", [(BLACK, "B+9"), (WHITE, "W+9")])
def test_a_game_with_either_colour(colour, result):
    """Who plays against somebody that only passes has the board with one stone."""

    class Passes:
        def choose_move(self, game):
            return PASS

    def choose(game):
        return int(point_at(1, 1)) if len(game.moves) < 2 else PASS

    game, n_moves, _ = depths.play_game(choose, Passes(), colour, 3)
    assert game.result() == result
    assert n_moves == sum(one == colour for one, _ in game.moves)


@pytest.mark.skipif(config.DISABLE_JIT, reason="hundreds of games")
def test_without_search_games_are_like_the_trials(tmp_path):
    """The loop in Python and the compiled one of the trials agree in the mean."""
    architecture = TdArchitecture("koten", 5, (1,))
    layers = [np.full((25, 1), 0.2, np.float32), np.ones((1, 1), np.float32)]
    net = make_net(architecture, layers)
    path = tmp_path / "keen.safetensors"
    save_td_net(path, TdNetFile(architecture, layers, "a test", {}))
    for opponent, code in OPPONENTS.items():
        trials = play_eval_games(net, new_training_buffers(net), 5, code, 2000, rng_state(1)) / 2000
        games = depths.play_block(DepthJob("", 0, opponent, 0, 400, net=str(path))).points / 400
        assert games == pytest.approx(trials, abs=0.1)


def test_table_2_judges_each_depth_against_the_one_before():
    wins = {0: 50, 1: 50, 2: 90, 4: 60}
    cells = [DepthCell(d, o, wins[d], 100, 10, 0.5) for d in wins for o in ("pattern", "naive", "random")]
    text = str(show_depths("td-table2", cells))
    assert "('`pattern`', '50.0% (40 to 60)', '50.0% (40 to 60); 65.0%'" in text
    assert "'all three', '1 and 2', '50.0% and 90.0%'" in text
    assert text.count("'stronger')") == 4
    assert text.count("'weaker')") == 4
    alike = [DepthCell(d, o, 50, 100, 10, 0.5) for d in wins for o in ("pattern", "naive", "random")]
    assert str(show_depths("td-table2", alike)).count("'no difference seen')") == 8
    assert "('milliseconds a move', '50.00'" in text


# --- 5x5 is solved ---------------------------------------------------------------------------------


def test_nets_play_from_the_opening_beside_the_truth(tmp_path, monkeypatch):
    net = save(tmp_path, "five", 1, size=5)
    monkeypatch.setattr(truth, "_DEPTHS", (1, 2))
    monkeypatch.setattr(truth, "_judge", lambda colour: RandomPlayer(colour))
    asked = run(tmp_path, "td-truth", [net])
    truth.check_truth(asked)
    found = json.loads(json.dumps(truth.play_from_the_opening(asked, Silent())))
    assert [(row["net"], row["depth"]) for row in found["rows"]] == [("five", 1), ("five", 2)]
    for row in found["rows"]:
        game = Game(5, komi=0, rules="chinese-kgs")
        for vertex in row["moves"]:
            game.play(vertex)
        assert game.is_over or len(game.moves) == truth.MOVE_LIMIT_PER_POINT * 25
        assert game.score() == row["with itself"]
        assert abs(row["as Black"]) <= 25
    text = str(truth.show_truth("td-truth", found))
    assert "`mcts:playouts=10000`: with komi 24" in text
    assert truth.play_from_the_opening(asked, Silent()) == found


def test_the_lead_of_a_game_with_komi_is_that_on_the_board():
    class Passes:
        def choose_move(self, game):
            return PASS

    class Centre:
        def choose_move(self, game):
            return int(point_at(2, 2)) if len(game.moves) < 2 else PASS

    game = truth.play_game(Centre(), Passes(), komi=24.0)
    assert (game.result(), truth.lead_of(game)) == ("B+1", 25)
    game = truth.play_game(Passes(), Centre(), komi=24.0)
    assert truth.lead_of(game) == -25


def test_the_truth_counts_what_agrees_with_it():
    row = {"net": "one", "depth": 8, "moves": ["C3", "C2"], "with itself": 25, "as Black": 3, "as White": 25}
    other = {**row, "net": "two", "moves": ["B2"], "with itself": 0, "as White": -2}
    text = str(truth.show_truth("td-truth", {"rows": [row, other], "yardstick": 25, "playouts": 7}))
    assert "('one', '8', 'C3', '+25', '+3', '+25')" in text
    assert "('two', '8', 'B2', '0', '+3', '-2')" in text
    assert "1 of 2 nets and depths open at C3" in text
    assert "+25 in 1 of 2 games with itself, and in 0 of 2 as Black against mcts" in text
    assert "as White 1 of 2 lose by less than that" in text
    assert "one: C3 C2" in text


def test_the_truth_is_about_5x5(tmp_path, nets):
    with pytest.raises(GoError, match="td-truth is about 5x5, but one is a net for 3x3"):
        truth.check_truth(run(tmp_path, "td-truth", nets[:1]))


# --- Which nets ------------------------------------------------------------------------------------


def test_nets_that_are_missing_or_do_not_fit_are_refused(tmp_path, nets):
    with pytest.raises(GoError, match="td-fig4 needs the net 'nothing', which is not there: name files"):
        check_one_net(run(tmp_path, "td-fig4", ["nothing"]))
    with pytest.raises(GoError, match="td-fig4 looks at one net, not at 3"):
        check_one_net(run(tmp_path, "td-fig4", nets))
    with pytest.raises(GoError, match="but these nets are for the sizes 2, 3"):
        check_td_nets(run(tmp_path, "td-table1", [nets[0], save(tmp_path, "small", 1, size=2)]))
    with pytest.raises(GoError, match="td-table1 tells nets apart by their names, but two are called one"):
        check_td_nets(run(tmp_path, "td-table1", [nets[0], nets[0]]))
    check_td_nets(run(tmp_path, "td-table1", nets))
    assert td_nets_of(run(tmp_path, "td-table1")) == SHIPPED_NETS
    assert td_nets_of(run(tmp_path, "td-table2")) == ("katatsugi",)


def test_a_result_of_other_weights_does_not_count(tmp_path, nets):
    once = CachedComputation(lambda *_: 1, lambda name, found: [found], lambda _: "", nets=mark_td_nets)
    asked = run(tmp_path / "results", "td-fig4", nets[:1])
    once.play(asked, SerialExecutor(), Silent())
    assert once.findings(asked).n_done == 1
    save(tmp_path, "one", 7)
    assert once.findings(asked).n_done == 0
