"""Experiments with territory nets, on toy games and a tiny net: kept, gone on with, and shown."""

import json
import signal
from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.dag_rnn.training.dataset import Dataset
from tengen.dag_rnn.training.evaluation import TEMPERATURES, evaluate_games
from tengen.dag_rnn.training.sampler import split_games
from tengen.dag_rnn.weights import Provenance, save_net
from tengen.experiments.cached_computation import CachedComputation
from tengen.experiments.catalogue import EXPERIMENTS
from tengen.experiments.dag_rnn import measures, pages, self_play
from tengen.experiments.dag_rnn.held_out_games import (
    Archives,
    HeldOutGames,
    fingerprint,
    mark_nets,
    split_warning,
)
from tengen.experiments.dag_rnn.move_prediction import (
    VALIDATION_PLACE,
    CellRows,
    MovePrediction,
    Place,
    PredictedMove,
)
from tengen.experiments.dag_rnn.move_prediction_report import (
    WAYS,
    choose_temperatures,
    show_fig2b,
    show_table2,
)
from tengen.experiments.document import Figure
from tengen.experiments.experiment import Run, RunOptions
from tengen.match.executors.serial import SerialExecutor
from tests.dag_rnn.test_evaluation import seen
from tests.dag_rnn.test_evaluator import net_file
from tests.dag_rnn.test_sampler import SIZE, every_position, packed
from tests.experiments.tiny import Interrupted, Silent


class Toys:
    """Toy games in the place of archives."""

    def check(self, run):
        pass

    def marks(self, run):
        return (run.wanted.data,)

    def kept(self, run, size, *, validating=False):
        return HeldOutGames(packed(), None)


needs_compiler = pytest.mark.skipif(config.DISABLE_JIT, reason="looks at many boards")
PLACES = (
    Place(VALIDATION_PLACE, SIZE, 1),
    Place("9x9", SIZE, 1 if config.DISABLE_JIT else 2),
    Place("19x19", SIZE, 0, (2, 80)),
)
QUICK = MovePrediction(show_table2, PLACES, games=20, source=Toys())


@pytest.fixture
def net(tmp_path):
    path = tmp_path / "tiny.safetensors"
    save_net(path, net_file())
    return str(path)


def run(folder, net, name="dag-table2", **wanted):
    return Run(name, RunOptions(nets=(net,), **wanted), folder)


@pytest.mark.skipif(config.DISABLE_JIT, reason="looks at many boards")
def test_blocks_are_kept_and_gone_on_with(tmp_path, net):
    asked = run(tmp_path, net)
    assert QUICK.play(asked, Interrupted(1), Silent()) == "interrupted"
    assert QUICK.findings(asked).n_done == 1
    watch = Silent()
    with SerialExecutor() as farm:
        assert QUICK.play(asked, farm, watch) == ""
    assert watch.last["tiny.safetensors 9x9"][:2] == (2, 2)
    findings = QUICK.findings(asked)
    assert (findings.n_done, findings.n_wanted) == (6, 6)
    text = str(findings.blocks)
    assert "tiny.safetensors, output for moves" in text
    cells = []
    MovePrediction(lambda name, found, warnings: cells.extend(found) or [], PLACES, 20, Toys()).findings(
        asked
    )
    rows = next(cell.rows for cell in cells if cell.place == "19x19")
    assert {told.time for told in rows} == {1}  # no game has 80 moves
    games, foresight = packed(), TerritoryEvaluator(net_file(), "here")
    order = np.random.default_rng([1, SIZE]).permutation(len(games))
    assert {told.seen.game for told in rows} == set(range(len(games)))
    for told in (rows[0], rows[-1]):
        number = int(order[told.seen.game])
        drawn = every_position(games)
        at = np.flatnonzero((drawn.numbers == number) & (drawn.times == 1))
        (expected,) = evaluate_games(foresight, games, type(drawn)(*(array[at] for array in drawn)))
        assert told.seen[1:-2] == pytest.approx(expected[1:-2], nan_ok=True)
        assert told.seen.log_swing == pytest.approx(expected.log_swing)


@needs_compiler
def test_other_weights_are_another_cell(tmp_path, net):
    with SerialExecutor() as farm:
        QUICK.play(run(tmp_path, net), farm, Silent())
    save_net(tmp_path / "tiny.safetensors", net_file(n_outputs=1))
    assert QUICK.findings(run(tmp_path, net)).n_done == 0


@needs_compiler
def test_damaged_blocks_are_named(tmp_path, net):
    asked = run(tmp_path, net)
    with SerialExecutor() as farm:
        QUICK.play(asked, farm, Silent())
    path = next((tmp_path / "dag-table2").rglob("block-0000-*.json"))
    path.write_text("{}")
    with pytest.raises(
        GoError, match=r"block-0000-.*\.json is no answer of this experiment, or a damaged one"
    ):
        QUICK.findings(asked)


@needs_compiler
def test_other_games_are_other_blocks(tmp_path, net):
    """`--data` was ignored: figures of other games were reported as those of these."""
    with SerialExecutor() as farm:
        QUICK.play(run(tmp_path, net, data="these"), farm, Silent())
        assert QUICK.findings(run(tmp_path, net, data="others")).n_done == 0
        assert QUICK.findings(run(tmp_path, net, data="these")).n_done == 6


def gibbs(**by_temperature):
    """Log p at all temperatures, -5 where nothing is said."""
    return tuple(by_temperature.get(f"t{t:g}".replace(".", "_"), -5.0) for t in TEMPERATURES)


def test_temperatures_are_those_with_the_best_figures():
    rows = [
        seen(0, log_gibbs=gibbs(t1=-2.0, t0_02=-0.1)),
        seen(1, log_gibbs=gibbs(t1=-2.0, t0_02=-50.0)),
    ]
    chosen = choose_temperatures(rows, WAYS["1-ply"])
    assert (chosen.of_mean, chosen.of_log) == (1.0, 0.02)
    swung = [row._replace(log_gibbs=row.log_swing, log_swing=row.log_gibbs) for row in rows]
    assert choose_temperatures(swung, WAYS["1-ply by swing"]) == chosen


def told(game, time, **values):
    return PredictedMove(time, seen(game, **values))


def test_table_2_has_both_readings_beside_the_paper():
    validation = [told(game, 5, log_gibbs=gibbs(t1=-1.0)) for game in range(3)]
    pro = [
        told(game, 79 + game, log_gibbs=gibbs(t1=value)) for game, value in enumerate((log(0.5), log(0.1)))
    ]
    pro.append(told(0, 139, log_gibbs=gibbs(t1=-9.0)))  # of another phase
    cells = [CellRows("paper", VALIDATION_PLACE, validation), CellRows("paper", "19x19", pro)]
    rows = str(show_table2("dag-table2", cells, ["a warning"]))
    mean, of_mean = log(0.05) / 2, log(0.3)
    assert (
        f"('19x19', 'paper, 1-ply, T = 1', '2', '2', '{mean:.2f} ± 1.58', '{of_mean:.2f} ± 1.31', '-2.70')"
        in rows
    )
    assert "('19x19', 'at random', '2', '2', '-3.00 ± 0.00', '-3.00 ± 0.00', '-5.64')" in rows
    assert "output for moves" not in rows
    assert "temperature, mean of log p is nearer to the paper's figures" in rows  # -1.50 than -1.20
    assert "a warning" in rows
    assert "paper, 1-ply: 1 for the mean of log p, 1 for the log of mean p" in rows
    assert f"paper, 1-ply, log of mean p: 19x19 {of_mean:.2f} ± 1.31, above -2.70." in rows


def test_figure_2b_tells_phases_apart():
    rows = [told(game, 79, area_rank=rank, n_legal=280) for game, rank in enumerate((1.0, 30.0, 31.0, 200.0))]
    rows.append(told(0, 19, area_rank=5.0, n_legal=340))
    blocks = str(show_fig2b("dag-fig2b", [CellRows("paper", "19x19", rows)], []))
    assert "('20', 'paper, 1-ply', '1', '0.0', '100.0'" in blocks
    assert "paper, 1-ply, top 30: 50.0 ± 56.6 %, not to be told from the paper's 50 %." in blocks
    assert "('80 to 83', 'at random', '4', '0.4 ± 0.0'" in blocks
    low = [told(game, 79, area_rank=99.0) for game in range(4)]
    swung = [row._replace(seen=row.seen._replace(swing_rank=1.0)) for row in low]
    above = str(show_fig2b("x", [CellRows("paper", "19x19", swung)], []))
    assert "paper, 1-ply by swing, top 30: 100.0 ± 0.0 %, above the paper's 50 %." in above
    assert "below the paper's 50 %" in str(show_fig2b("x", [CellRows("paper", "19x19", low)], []))


def test_a_net_with_another_split_is_told():
    share = split_games(packed(), 0.4, 0.3, 1)
    parts = [{SIZE: part} for part in share]
    lessons = Dataset(*parts, np.zeros((1, 9), np.int8), "all")
    kept = HeldOutGames(share.test, lessons)
    assert split_warning("net", Provenance((SIZE,), lessons.describe(), "", {}), kept) == ""
    assert split_warning("net", Provenance((9,), "other games", "", {}), kept) == ""
    assert "may have learned from games" in split_warning("net", Provenance((SIZE,), "other", "", {}), kept)
    assert split_warning("net", Provenance((SIZE,), "other", "", {}), HeldOutGames(share.test, None)) == ""


def test_missing_games_and_options_of_others_are_refused(tmp_path, net):
    with pytest.raises(
        GoError, match=r"dag-table2 needs games: there is no .*games-9x9-human\.sgf\.xz; name"
    ):
        Archives().check(run(tmp_path, net, data=str(tmp_path)))
    with pytest.raises(GoError, match="there is no net 'x'"):
        QUICK.check(run(tmp_path, "x"))
    with pytest.raises(GoError, match="dag-fig3 looks at one net, not at 2"):
        EXPERIMENTS["dag-fig3"].kind.check(Run("dag-fig3", RunOptions(nets=(net, "paper")), tmp_path))


def archives(folder, text):
    """A folder with archives by the usual names, which nobody reads."""
    folder.mkdir()
    for name in ("games-9x9-human", "games-9x9-engine", "games-13x13", "games-19x19-pro"):
        (folder / f"{name}.sgf.xz").write_text(text)
    return str(folder)


def test_archives_are_told_apart_by_what_they_hold(tmp_path):
    these, same, others = (
        archives(tmp_path / name, text) for name, text in (("a", "games"), ("b", "games"), ("c", "other"))
    )
    marks = [
        Archives().marks(Run("dag-table2", RunOptions(data=data), tmp_path)) for data in (these, same, others)
    ]
    assert marks[0] == marks[1] != marks[2]
    (tmp_path / "a" / "games-13x13.sgf.xz").write_text("changed")
    assert Archives().marks(Run("dag-table2", RunOptions(data=these), tmp_path)) != marks[0]


@pytest.fixture
def once():
    """A computation that counts its calls, with the scales it was asked for."""
    calls = []

    def compute(asked, watch):
        calls.append(asked.wanted.scale)
        return {"value": len(calls)}

    def show(name, found):
        return [name, found]

    made = CachedComputation(
        compute, show, lambda asked: f"{asked.wanted.scale:g}", ("scale", "nets"), nets=mark_nets
    )
    return made, calls


def test_each_computation_is_kept(tmp_path, net, once):
    once, calls = once
    for scale in (1.0, 1.0, 0.5, 1.0):
        assert once.play(run(tmp_path, net, "dag-x", scale=scale), SerialExecutor(), Silent()) == ""
    assert calls == [1.0, 0.5]
    for scale, value in ((1.0, 1), (0.5, 2)):
        findings = once.findings(run(tmp_path, net, "dag-x", scale=scale))
        assert (findings.n_done, findings.blocks) == (1, ["dag-x", {"value": value}])
    assert once.findings(run(tmp_path, net, "dag-x", scale=0.25)).n_done == 0
    save_net(tmp_path / "tiny.safetensors", net_file(n_outputs=1))
    assert once.findings(run(tmp_path, net, "dag-x")).n_done == 0

    for number in (signal.SIGINT, signal.SIGTERM):
        stopped = CachedComputation(lambda asked, watch: signal.raise_signal(number), once.show, once.scale)  # noqa: B023
        assert stopped.play(run(tmp_path, net, "dag-y"), SerialExecutor(), Silent()) == "interrupted"


def test_a_computation_of_an_earlier_version_counts_if_the_question_is_provably_this_one(tmp_path, net, once):
    once, calls = once
    asked = run(tmp_path, net, "dag-x", scale=0.5)
    wanted = {"scale": 0.5, "games": None, "playouts": [], "policies": [], "nets": [net], "data": ""}
    made = {"value": {"value": 7}, "ended": "2026-01-02T00:00:00", "machine": "m", "commit": ""}
    path = tmp_path / "dag-x" / "result.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"asked": wanted, "looked at": [fingerprint(net)], **made}))
    assert once.findings(asked).blocks == ["dag-x", {"value": 7}]
    assert once.play(asked, SerialExecutor(), Silent()) == ""
    assert calls == []
    assert once.findings(run(tmp_path, net, "dag-x")).n_done == 0
    with_games = replace(once, takes=("scale", "nets", "data"), source=Toys())
    assert with_games.findings(asked).n_done == 0  # which games those were it does not say
    for text in ("[]", "{", json.dumps({"asked": wanted, "looked at": ["other"], **made})):
        path.write_text(text)
        assert once.findings(asked).n_done == 0


@needs_compiler
def test_images_deviate_without_averaging_and_not_with_it(tmp_path, net):
    found = measures.measure_symmetry(run(tmp_path, net, games=2), Silent(), Toys())
    assert [row["size"] for row in found] == [9, 19]
    for row in found:
        assert row["averaged"] == 0
        for owners, moves in row["deviations"]:
            assert 0 < owners < 0.5
            assert 0 < moves < 1
    assert "'0'" in str(measures.show_symmetry("dag-symmetry", json.loads(json.dumps(found))))


def test_growth_is_the_slope_of_the_logs():
    rows = [
        {"size": size, "moves": 1, "look": 1e-6 * size**2, "move": 1e-8 * size**4} for size in (5, 9, 13, 19)
    ]
    rows[0]["look"] = 1.0  # small boards do not count
    for row in rows:
        row["lesson"] = 1e-6 * row["size"] ** 3
    text = str(measures.show_scaling("dag-scaling", {"net": "paper", "rows": rows}))
    for label, power in (
        ("a position", 2),
        ("a 1-ply move (all legal moves)", 4),
        ("a position learned from", 3),
    ):
        assert f"Time for {label} grows as N^{power:.2f} from 9x9 to 19x19." in text


def test_the_inputs_are_those_of_the_code(tmp_path, net):
    found = pages.list_inputs(run(tmp_path, net), Silent())
    assert sum(one["inputs"] for one in found) == 79
    assert sum(one["inputs"] for one in found if not one["of moves"]) == 73
    assert "('propensity'," in str(pages.show_inputs_page("dag-table1", found))


def test_figure_2a_shows_rounds_by_phase():
    rounds = [
        {
            "round": number,
            "loss": 0.2,
            "validation": {"entropy": 0.3 / (number + 1), "right": 0.8},
            "phases": [
                {"stones": 0, "positions": 9, "entropy": 0.3, "right": 0.6},
                {"stones": 10, "positions": 8},
                {"stones": 20, "positions": 7, "entropy": 0.1, "right": 0.9},
                {"stones": 30, "positions": 1, "entropy": 0.2, "right": 0.7},
                {"stones": 40, "positions": 3, "entropy": 0.4, "right": 0.7},
            ],
        }
        for number in range(4)
    ]
    found = {"rounds": rounds, "data": "games", "positions": 64}
    text = str(pages.show_training("dag-fig2a", found))
    assert "after round 1 by 0.0000 in the first quarter" in text
    assert "0.3000 with the fewest stones, 0.1000 with 20 to 29." in text
    assert "With more stones, in long games, it is 0.3500 in 4 positions." in text
    assert "('2', '0.2000', '0.1500', '80.0%')" in text
    assert "('20 to 29', '7', '0.1000', '90.0%')" in text


@needs_compiler
def test_figure_3_is_a_move_that_the_net_would_choose(tmp_path, net):
    found = pages.find_outstanding_move(run(tmp_path, net), Silent(), Toys(), (1, 30))
    games, game, foresight = packed(), Game(SIZE, rules="chinese"), TerritoryEvaluator(net_file(), "here")
    for move in games.moves[games.first[found["game"]] :][: found["number"] - 1].tolist():
        game.play(move)
    areas = {vertex: foresight.areas_after(game, [parse_vertex(vertex, SIZE)])[0] for vertex in game.legal()}
    assert max(areas, key=areas.get) == found["move"]
    assert found["areas"][1] == pytest.approx(areas[found["move"]])
    assert np.sum(found["owners"][1]) == pytest.approx(found["areas"][1], abs=1e-2)
    assert np.sum(found["owners"][0]) == pytest.approx(found["areas"][0], abs=1e-2)
    page = pages.show_outstanding("dag-fig3", found)
    assert [block.name for block in page if isinstance(block, Figure)] == ["dag-fig3-pass", "dag-fig3-move"]


def test_the_page_of_bootstraps_has_all_comparisons():
    generation = {"generation": 0, "points": 9.0, "trials": 10}
    against = {"board": 9, "random": 10.0, "taught": 1.0, "net": "paper"}
    found = [{"size": 5, "generations": [generation], "games": 20, "against": [against]}]
    text = str(self_play.show_bootstraps("dag-bootstrap", found))
    assert "('5x5', '9x9', '20', '50.0% (30 to 70)', 'paper: 5.0% (1 to 24)')" in text
    settings = self_play.settings_of(Run("dag-bootstrap", RunOptions(scale=0.5), Path()), 7)
    assert (settings.size, settings.games, settings.steps, settings.trials) == (7, 100, 100, 50)
