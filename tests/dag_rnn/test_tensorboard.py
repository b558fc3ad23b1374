"""Files for TensorBoard, read back by the format's own words: length, checksum, event, checksum."""

import struct
import sys

import pytest
from tensorboardX.proto.event_pb2 import Event, SessionLog

from tengen.core.errors import GoError
from tengen.dag_rnn.training.tensorboard import TensorBoardFiles
from tengen.dag_rnn.training.train import train
from tests.dag_rnn.toy_games import ARCHITECTURE, SETTINGS, batches, validation

ROW = {
    "round": 1,
    "step": 40,
    "positions": 640,
    "loss": 0.5,
    "seconds": 2.0,
    "validation": {"positions": 64, "loss": 0.25, "entropy": 0.125},
    "phases": [{"size": 9, "stones": 10, "positions": 7, "loss": 0.75}],
}


def events_of(path):
    data, events = path.read_bytes(), []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        events.append(Event.FromString(data[12 : 12 + length]))
        data = data[12 + length + 4 :]
    return events


def scalars_of(path):
    found = {}
    for event in events_of(path):
        for value in event.summary.value:
            found[value.tag, event.step] = value.simple_value
    return found


def test_a_round_is_written_with_all_its_figures(tmp_path):
    with TensorBoardFiles(tmp_path) as files:
        files.add(ROW)
    (path,) = tmp_path.iterdir()
    assert scalars_of(path) == {
        ("learning/loss", 40): 0.5,
        ("learning/positions-a-second", 40): 320,
        ("validation/loss", 40): 0.25,
        ("validation/entropy", 40): 0.125,
        ("9x9-from-10-stones/loss", 40): 0.75,
    }


class Killed(BaseException):
    """Not an error that anyone catches."""


def test_a_training_that_goes_on_tells_all_its_rounds_and_hides_those_before(tmp_path):
    def kill_in_the_second_round(progress):
        if progress.step > SETTINGS.steps_a_round:
            raise Killed

    def teach(folder, **how):
        with TensorBoardFiles(folder) as files:
            return train(
                ARCHITECTURE, SETTINGS, tmp_path / "net", batches, validation, on_round=files.add, **how
            )

    with pytest.raises(Killed):
        teach(tmp_path / "first", on_progress=kill_in_the_second_round)
    training = teach(tmp_path / "second")
    (first,), (second,) = ((tmp_path / name).iterdir() for name in ("first", "second"))
    steps = [row["step"] for row in training.rounds]
    assert [step for tag, step in scalars_of(first) if tag == "learning/loss"] == steps[:1]
    assert [step for tag, step in scalars_of(second) if tag == "learning/loss"] == steps
    starts = [event.step for event in events_of(second) if event.session_log.status == SessionLog.START]
    assert starts == [0]  # hides what other files of the folder say of later steps


def test_a_folder_is_not_touched_before_there_is_a_round(tmp_path):
    with TensorBoardFiles(tmp_path / "folder"):
        pass
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with (
        pytest.raises(GoError, match="cannot write files for TensorBoard to "),
        TensorBoardFiles(tmp_path / "file") as files,
    ):
        files.add(ROW)


def test_without_the_extra_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with pytest.raises(GoError, match=r"^--tensorboard needs tensorboardX: .*\[tensorboard\]"):
        TensorBoardFiles(tmp_path)
