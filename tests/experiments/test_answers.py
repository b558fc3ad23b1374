"""Answers are kept by their questions: every input of a job is in its key, and what only travels is not."""

import dataclasses
import json
from dataclasses import dataclass, field, replace
from typing import get_type_hints

import pytest

from tengen.core.errors import GoError
from tengen.dag_rnn.training.self_play import SelfPlayConfig
from tengen.experiments.answers import Answer, Answers, key_of, mark_of, question_of
from tengen.experiments.cached_computation import Question
from tengen.experiments.dag_rnn.move_prediction import Place, PredictionBlockJob
from tengen.experiments.dag_rnn.pages import TrainingJob
from tengen.experiments.dag_rnn.seeds import SeedJob
from tengen.experiments.dag_rnn.self_play import Generations
from tengen.experiments.lgrf.reply_tables import CountJob
from tengen.experiments.lgrf.speed import SpeedJob
from tengen.experiments.td.depths import DepthJob
from tengen.match.executors.serial import SerialExecutor
from tests.experiments.tiny import Interrupted

JOBS = {
    "counted game": CountJob("lgr1", 8000, 3, 19, "mcts"),
    "measured run": SpeedJob(0, 19, ("default", "lgr1"), 10.0),
    "block of foretold games": PredictionBlockJob("abcd", Place("9x9", 9, 4), 0, ("a", "b"), net="paper"),
    "block of a depth": DepthJob("abcd", 1, "naive", 0, 50, net="katatsugi"),
    "training": TrainingJob(1600, ("a", "b")),
    "training by a seed": SeedJob(0, 800, 1.0, ("a", "b")),
    "bootstrap": Generations(SelfPlayConfig(5)),
    "computation": Question((("scale", 1.0),), ("paper-abcd",), ("a", "b"), 1),
}


def another(value):
    """A value of the same kind that is not this one."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "x"
        case tuple():
            return value[:-1]
        case list():
            return [*value, [1]]
    first = next(iter(dataclasses.fields(value)))
    return replace(value, **{first.name: another(getattr(value, first.name))})


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_every_input_of_a_job_is_in_its_key_and_nothing_else(job):
    keys = {key_of(job)}
    for each in dataclasses.fields(job):
        changed = replace(job, **{each.name: another(getattr(job, each.name))})
        assert (key_of(changed) != key_of(job)) == each.compare
        keys.add(key_of(changed))
    assert len(keys) == 1 + sum(each.compare for each in dataclasses.fields(job))
    assert json.loads(json.dumps(question_of(job))) == question_of(job)


@pytest.mark.parametrize("job", [job for job in JOBS.values() if "net" in get_type_hints(type(job))])
def test_where_a_net_lies_only_travels(job):
    elsewhere = replace(job, net="elsewhere/" + job.net)
    assert (elsewhere.name, key_of(elsewhere)) == (job.name, key_of(job))


@dataclass(frozen=True)
class Doubling:
    """A number to be doubled."""

    number: int
    version: int = 1
    luggage: str = field(default="", compare=False)

    @property
    def name(self):
        return f"numbers/number-{self.number}"


def double(job):
    if job.luggage != f"of {job.number}":
        raise ValueError("without its luggage")
    return 2 * job.number


def with_luggage(job):
    return replace(job, luggage=f"of {job.number}")


def find_out(answers, jobs, farm=None):
    told = []
    reason = answers.find_out(
        jobs,
        double,
        farm or SerialExecutor(),
        lambda job, found: told.append((job.number, found.value)),
        with_luggage,
    )
    return reason, told


def test_answers_are_kept_as_they_come_and_found_again(tmp_path):
    answers, jobs = Answers(tmp_path), [Doubling(number) for number in range(4)]
    assert find_out(answers, jobs, Interrupted(3)) == ("interrupted", [(0, 0), (1, 2), (2, 4)])
    done = answers.find_all(jobs)
    assert [found.value for found in done.values()] == [0, 2, 4]
    assert find_out(answers, [job for job in jobs if job not in done]) == ("", [(3, 6)])
    found = answers.find(Doubling(3))
    assert found.ended.startswith("20")
    assert found.machine
    assert answers.find(Doubling(3, version=2)) is None
    assert len(list(tmp_path.glob("numbers/number-?-*.json"))) == 4


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda kept: "{", "Expecting property name"),
        (lambda kept: "[]", "list indices must be integers"),
        (lambda kept: json.dumps({**kept, "question": {"number": 4}}), "it has another question"),
        (lambda kept: json.dumps({name: kept[name] for name in ("question", "value", "ended")}), "'machine'"),
        (lambda kept: json.dumps({**kept, "value": "x"}), "invalid literal for int"),
        (lambda kept: json.dumps({**kept, "value": None}), "int.. argument must be"),
    ],
)
def test_a_damaged_answer_is_named(tmp_path, change, message):
    answers, job = Answers(tmp_path, int), Doubling(3)
    find_out(answers, [job])
    path = answers.path(job)
    path.write_text(change(json.loads(path.read_text())))
    with pytest.raises(
        GoError, match=rf"number-3-\w+\.json is no answer of this experiment, or .*: {message}"
    ):
        answers.find(job)


def test_what_an_earlier_version_left_is_asked_for_and_never_hurts(tmp_path):
    def older(folder, job):
        if job.number == 1:
            raise KeyError("job")
        return Answer(7, "2026-01-01", "m", "c") if job.number == 2 else None

    answers = Answers(tmp_path, older=older)
    assert [answers.find(Doubling(number)) for number in range(2)] == [None, None]
    assert answers.find(Doubling(2)).value == 7
    find_out(answers, [Doubling(2)])
    assert answers.find(Doubling(2)).value == 4


def test_files_are_told_apart_by_what_they_hold(tmp_path):
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"one")
    other.write_bytes(b"one")
    assert mark_of(path) == mark_of(other)
    before = mark_of(path)
    path.write_bytes(b"two")
    assert mark_of(path) != before
    with pytest.raises(GoError, match=r"cannot read .*gone: No such file"):
        mark_of(tmp_path / "gone")
