"""Training: a toy is learned, a kill changes nothing in the end, bad data is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen.core.array_files import read_arrays, write_arrays
from tengen.core.errors import GoError
from tengen.dag_rnn.architecture import Architecture
from tengen.dag_rnn.network import TerritoryNet
from tengen.dag_rnn.training.sampler import check_batch
from tengen.dag_rnn.training.train import (
    CHECKPOINT,
    RECORD,
    Checkpoint,
    Progress,
    TrainConfig,
    save_checkpoint,
    train,
)
from tengen.dag_rnn.training.validation import PHASE, validate
from tests.dag_rnn.toy_games import ARCHITECTURE, SETTINGS, batches, toy_batch, validation


def curve(rounds):
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rounds]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """A training that nobody disturbs, its folder, and the progress it told."""
    folder, told = tmp_path_factory.mktemp("undisturbed"), []
    return train(ARCHITECTURE, SETTINGS, folder, batches, validation, told.append), folder, told


def test_a_tiny_net_learns_a_toy(undisturbed):
    training, _, told = undisturbed
    final = training.rounds[training.best_round]["validation"]
    assert final["right"] > 0.93
    assert final["entropy"] < 0.15
    assert final["first"] > 0.9
    assert final["log_move"] > -0.4
    assert {type(one) for one in told} == {Progress}
    assert (told[-1].step, told[-1].seconds_left, told[-1].n_steps) == (120, 0, 120)
    assert told[-1].positions_a_second > 100
    batch = toy_batch(5, n_positions=8)
    owner = TerritoryNet(ARCHITECTURE, training.weights).logits(batch.inputs)[..., 0]
    decided = batch.targets != 0.5
    assert ((owner > 0) == (batch.targets > 0.5))[decided].mean() > 0.9


class Killed(BaseException):
    """Not an error that anyone catches."""


@pytest.mark.parametrize("step", [40, 90])
def test_a_training_that_was_interrupted_has_the_same_curve(undisturbed, tmp_path, step):
    def until_killed(first_step):
        for number, batch in enumerate(batches(first_step), first_step):
            if number == step:
                raise Killed
            yield batch

    with pytest.raises(Killed):
        train(ARCHITECTURE, SETTINGS, tmp_path, until_killed, validation)
    again = train(ARCHITECTURE, SETTINGS, tmp_path, batches, validation)
    expected, _, _ = undisturbed
    assert curve(again.rounds) == curve(expected.rounds)
    assert all((again.weights[name] == array).all() for name, array in expected.weights.items())
    lines = (tmp_path / RECORD).read_text().splitlines()
    assert [json.loads(line) for line in lines] == again.rounds
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        CHECKPOINT,
        f"{CHECKPOINT}.previous",
        "lock",
        RECORD,
    ]


@pytest.mark.slow
def test_a_training_that_was_killed_has_the_same_curve(undisturbed, tmp_path):
    program = Path(__file__).with_name("toy_games.py")
    root = str(program.parent.parent.parent)
    command = [sys.executable, "-c", f"import sys, runpy; sys.path[:0] = [{root!r}]; sys.argv[1:] = "
               f"[{str(tmp_path)!r}]; runpy.run_path({str(program)!r}, run_name='__main__')"]  # fmt: skip
    with subprocess.Popen(command) as process:
        while not (tmp_path / RECORD).exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGKILL)
    assert 1 <= len((tmp_path / RECORD).read_text().splitlines()) < SETTINGS.n_rounds
    again = train(ARCHITECTURE, SETTINGS, tmp_path, batches, validation)
    assert curve(again.rounds) == curve(undisturbed[0].rounds)


def test_a_finished_training_is_not_trained_again(undisturbed):
    expected, folder, _ = undisturbed
    again = train(ARCHITECTURE, SETTINGS, folder, lambda step: iter(()), validation)
    assert again.rounds == expected.rounds


def test_the_folder_of_another_training_is_refused(undisturbed, tmp_path):
    _, folder, _ = undisturbed
    for architecture, settings, message in (
        (
            ARCHITECTURE,
            replace(SETTINGS, rate=0.5),
            r"holds a training with rate 0.03, not 0.5: choose another",
        ),
        (Architecture(3), SETTINGS, r"holds a training with architecture .*, not"),
    ):
        with pytest.raises(GoError, match=message):
            train(architecture, settings, folder, batches, validation)
    write_arrays(tmp_path / CHECKPOINT, {"one": np.zeros(1, np.float32)}, {"format": "x"})
    with pytest.raises(GoError, match="is no checkpoint of a training: its format is 'x'"):
        train(ARCHITECTURE, SETTINGS, tmp_path, batches, validation)


def test_training_ends_early_when_validation_does_not_improve(tmp_path):
    first_round = {}

    def ever_harder():
        if (tmp_path / CHECKPOINT).exists():
            first_round.update(read_arrays(tmp_path / CHECKPOINT)[0])
        return [toy_batch(1)._replace(weights=np.full((48, 2), 100 if first_round else 1, np.float32))]

    training = train(ARCHITECTURE, replace(SETTINGS, patience=1), tmp_path, batches, ever_harder)
    assert [row["best"] for row in training.rounds] == [True, False]
    assert training.best_round == 0
    for name, array in training.weights.items():
        assert (array == first_round[f"weights.{name}"]).all()


def test_validation_counts_by_phase_what_each_position_tells():
    batch = toy_batch(7)
    weights = batch.weights.copy()
    weights[::2, 1] = 0
    weights[:10, 0] = 0
    batch = batch._replace(weights=weights)
    rng = np.random.default_rng(1)

    class Judgement:
        _fields = ("entropy", "right", "log_move", "first")
        entropy, right, log_move, first = rng.random((4, 48))

    total, phases = validate(lambda one: Judgement, [batch, batch], True)
    owners, moves = weights[:, 0] > 0, weights[:, 1] > 0
    assert total["positions"] == 96
    assert total["entropy"] == pytest.approx(Judgement.entropy[owners].mean())
    assert total["first"] == pytest.approx(Judgement.first[moves].mean())
    assert total["loss"] == pytest.approx(
        (weights[:, 0] * Judgement.entropy - weights[:, 1] * Judgement.log_move).mean()
    )
    assert sum(phase["positions"] for phase in phases) == 96
    assert len(phases) > 1
    for phase in phases:
        chosen = (batch.stones // PHASE * PHASE == phase["stones"]) & owners
        assert phase["size"] == 5
        assert phase["right"] == pytest.approx(Judgement.right[chosen].mean())


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"inputs": np.full((48, 25, 3), np.nan, np.float32)}, "has inputs that are not finite"),
        ({"inputs": np.zeros((48, 25, 4), np.float32)}, r"inputs as float32 \(48, 25, 4\), not as float32"),
        ({"targets": np.full((48, 25), 1.5, np.float32)}, "has targets that are not between 0 and 1"),
        (
            {"targets": np.zeros((48, 24), np.float32)},
            r"targets of shape \(48, 24\), not \(positions, area\)",
        ),
        ({"moves": np.full(48, 25, np.int32)}, "has moves that are not on the board"),
        ({"legal": np.zeros((48, 25), bool)}, "has moves that are not legal"),
        ({"weights": np.ones((48, 2))}, "has weights as float64"),
        ({"stones": np.zeros(3, np.int32)}, r"has stones as int32 \(3,\)"),
    ],
)
def test_bad_batches_are_refused(changes, message):
    with pytest.raises(GoError, match=f"the batch of step 1 {message}|the batch of step 1 has {message}"):
        check_batch(toy_batch(0)._replace(**changes), 3, "the batch of step 1")


def test_a_training_stops_at_bad_data(tmp_path):
    poisoned = toy_batch(0)._replace(targets=np.full((48, 25), np.nan, np.float32))
    with pytest.raises(GoError, match="the batch of step 1 has targets that are not finite"):
        train(ARCHITECTURE, SETTINGS, tmp_path, lambda step: iter([poisoned]), validation)
    with pytest.raises(GoError, match="the batches to learn from end before step 1"):
        train(ARCHITECTURE, SETTINGS, tmp_path, lambda step: iter([]), validation)
    with pytest.raises(GoError, match="no positions to validate"):
        train(ARCHITECTURE, SETTINGS, tmp_path, batches, list)
    with pytest.raises(GoError, match="rate of a training must be above 0, not 0"):
        TrainConfig(1, 1, rate=0)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(GoError, match=r"cannot write the training to .*file"):
        save_checkpoint(tmp_path / "file", Checkpoint({}, {}, {}, [], []))


def test_without_jax_training_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "optax", None)
    with pytest.raises(GoError, match=r"^training needs optax: .*\[train\]"):
        train(Architecture(1), SETTINGS, tmp_path, batches, validation)


def test_playing_does_not_import_jax():
    program = (
        "import sys, tengen.dag_rnn.network, tengen.dag_rnn.weights, tengen.dag_rnn.training.train;"
        "sys.exit('jax' in sys.modules or 'optax' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
