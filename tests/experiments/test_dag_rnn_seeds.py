"""The paper's net taught several times: figures of each training, kept, and all in one table."""

import json
from math import log

import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.dag_rnn.training.evaluation import TEMPERATURES, evaluate_games, sample_positions
from tengen.experiments.dag_rnn import seeds
from tengen.experiments.dag_rnn.move_prediction_report import WAYS
from tengen.experiments.dag_rnn.seeds import Look, look_at_all, show_seeds
from tengen.experiments.document import Table
from tengen.experiments.experiment import Run, RunOptions
from tests.dag_rnn.test_evaluator import net_file
from tests.dag_rnn.test_sampler import packed
from tests.experiments.test_dag_rnn_experiments import Toys
from tests.experiments.tiny import Silent

PLACES = ("9x9", "13x13", "19x19")


def figures(value):
    """Those of a training that has the same number everywhere."""
    readings = {"mean of log p": -value, "log of mean p": -value / 2}
    return {
        "owners": {"log loss": value, "owners foretold, %": 80 + value},
        "temperatures": {by: [1.0, 0.1] for by in WAYS},
        "moves": {by: dict.fromkeys(PLACES, readings) for by in WAYS},
        "top": dict.fromkeys(WAYS, 10 * value),
        "seconds": 100 * value,
    }


def test_all_figures_are_beside_the_paper_with_standard_errors():
    blocks = show_seeds("dag-seeds", [figures(1.0), figures(3.0)])
    (table,) = (block for block in blocks if isinstance(block, Table))
    rows = {row[:2]: row[2:] for row in table.rows}
    assert rows["log loss", "9x9"] == ("", "2.000 ± 1.000", "1.000 to 3.000")
    assert rows["owners foretold, %", "9x9"] == ("", "82.0 ± 1.0", "81.0 to 83.0")
    assert rows["mean of log p, 1-ply", "13x13"] == ("-2.27", "-2.00 ± 1.00", "-3.00 to -1.00")
    assert rows["log of mean p, 1-ply by swing", "19x19"] == ("-2.70", "-1.00 ± 0.50", "-1.50 to -0.50")
    assert rows["moves among the best 30, 1-ply, %", "19x19"] == ("50", "20.0 ± 10.0", "10.0 to 30.0")
    assert len(rows) == len(table.rows) == 2 + 2 * 2 * 3 + 2
    assert "took 200 s in the mean" in str(blocks)
    assert "1-ply: 1 and 0.1, 1 and 0.1" in str(blocks)
    assert "Not run yet." in str(show_seeds("dag-seeds", None))


@pytest.mark.skipif(config.DISABLE_JIT, reason="looks at many boards")
def test_figures_are_those_of_the_positions(tmp_path):
    foresight, games = TerritoryEvaluator(net_file(), "here"), packed()
    looks = (Look(13, 6), Look(19, 6, (2, 3)))
    found = look_at_all(Run("dag-seeds", RunOptions(), tmp_path), foresight, Toys(), looks)
    rows = list(evaluate_games(foresight, games, sample_positions(games, 6, 1, (2, 3))))
    assert len({row.game for row in rows}) == len(rows)  # so that a mean over games is one over positions
    assert found["top"]["1-ply"] == 100 * sum(row.area_rank <= 30 for row in rows) / len(rows)
    place = TEMPERATURES.index(found["temperatures"]["1-ply"][0])
    logs = [row.log_gibbs[place] for row in rows]
    assert found["moves"]["1-ply"]["19x19"]["mean of log p"] == pytest.approx(sum(logs) / len(logs))
    assert 0 < found["owners"]["log loss"] < 2 * log(2)
    assert 0 <= found["owners"]["owners foretold, %"] <= 100
    assert json.loads(json.dumps(found)) == found


class Counted(Toys):
    """Games that count how often nets were taught them."""

    def __init__(self, monkeypatch, *marks):
        self._marks, self.taught = marks, []
        monkeypatch.setattr(seeds, "N_SEEDS", 2)
        monkeypatch.setattr(seeds, "lessons_9x9", lambda folder: None)
        monkeypatch.setattr(seeds, "look_at_all", lambda run, foresight, source: figures(foresight))
        monkeypatch.setattr(seeds, "teach_seed", self.teach)

    def marks(self, run):
        return self._marks

    def teach(self, run, job, watch, lessons):
        self.taught.append((job.seed, job.steps))
        return float(len(self.taught)), 100.0 * len(self.taught)


def test_a_training_that_was_looked_at_is_not_repeated(tmp_path, monkeypatch):
    games, run = Counted(monkeypatch, "these games"), Run("dag-seeds", RunOptions(scale=0.5), tmp_path)
    for _ in range(2):
        assert seeds.teach_seeds(run, Silent(), games) == [figures(1.0), figures(2.0)]
    assert games.taught == [(0, 400), (1, 400)]
    path = max((tmp_path / "dag-seeds").glob("seed-1-400-*.json"))
    path.write_text('{"question": {}}')
    with pytest.raises(
        GoError, match=r"seed-1-400-.*\.json is no answer of this experiment, or a damaged one"
    ):
        seeds.teach_seeds(run, Silent(), games)


def test_other_games_are_taught_anew(tmp_path, monkeypatch):
    """`--data` was ignored: figures of nets that were taught other games were reported as those of these."""
    run = Run("dag-seeds", RunOptions(), tmp_path)
    seeds.teach_seeds(run, Silent(), Counted(monkeypatch, "these games"))
    others = Counted(monkeypatch, "other games")
    seeds.teach_seeds(run, Silent(), others)
    assert others.taught == [(0, 800), (1, 800)]
