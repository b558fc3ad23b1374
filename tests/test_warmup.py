"""Warming up runs every step, and the machine can be described."""

import subprocess

import numba
import pytest

from tengen import machine
from tengen.core.code_cache import FOLDER, SUFFIX
from tengen.search.searcher import Searcher
from tengen.warmup import WARMUP_STEPS


@pytest.mark.parametrize("name", WARMUP_STEPS)
def test_each_step_of_the_warm_up_runs(name):
    WARMUP_STEPS[name]()
    if not numba.config.DISABLE_JIT:
        assert any(FOLDER.glob(f"*{SUFFIX}"))


def test_the_machine_is_described_in_one_line():
    described = machine.describe_machine()
    assert "\n" not in described
    for word in ("Python", "Numba", "NumPy", "Tengen"):
        assert word in described


def test_outside_a_checkout_there_is_no_commit(monkeypatch):
    def no_git(*_args, **_kwargs):
        raise FileNotFoundError("git")

    monkeypatch.setattr(subprocess, "run", no_git)
    assert machine.commit() == ""
    assert "commit" not in machine.describe_machine()


def test_a_wheel_knows_the_commit_it_was_built_from(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "__file__", str(tmp_path / "machine.py"))
    (tmp_path / machine.BUILT_FROM).write_text("0123456789\n")
    assert machine.commit() == "0123456789"


def test_without_proc_the_processor_still_has_a_name(monkeypatch):
    monkeypatch.setattr("pathlib.Path.read_text", lambda _path: "nothing about models\n")
    assert machine.processor()


def test_the_search_is_really_run_by_the_warm_up(monkeypatch):
    searched = []
    think = Searcher.think
    monkeypatch.setattr(Searcher, "think", lambda self, *a, **k: searched.append(1) or think(self, *a, **k))
    WARMUP_STEPS["tree search"]()
    assert searched
