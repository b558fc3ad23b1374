"""Warming up runs every step, and the machine can be described."""

import subprocess

import numba
import pytest

from tengen.cli.warmup import WARMUP_STEPS
from tengen.core import system_info
from tengen.core.jit import FOLDER, SUFFIX
from tengen.mcts.searcher import Searcher


@pytest.mark.parametrize("name", WARMUP_STEPS)
def test_each_step_of_the_warm_up_runs(name):
    WARMUP_STEPS[name]()
    if not numba.config.DISABLE_JIT:
        assert any(FOLDER.glob(f"*{SUFFIX}"))


def test_the_machine_is_described_in_one_line():
    described = system_info.describe_machine()
    assert "\n" not in described
    for word in ("Python", "Numba", "NumPy", "Tengen"):
        assert word in described


def test_outside_a_checkout_there_is_no_commit(monkeypatch):
    def no_git(*_args, **_kwargs):
        raise FileNotFoundError("git")

    monkeypatch.setattr(subprocess, "run", no_git)
    assert system_info.commit() == ""
    assert "commit" not in system_info.describe_machine()


def test_a_wheel_knows_the_commit_it_was_built_from(monkeypatch, tmp_path):
    monkeypatch.setattr(system_info, "__file__", str(tmp_path / "core" / "system_info.py"))
    (tmp_path / system_info.BUILT_FROM).write_text("0123456789\n")
    assert system_info.commit() == "0123456789"


def test_without_proc_the_processor_still_has_a_name(monkeypatch):
    monkeypatch.setattr("pathlib.Path.read_text", lambda _path: "nothing about models\n")
    assert system_info.processor()


def test_the_search_is_really_run_by_the_warm_up(monkeypatch):
    searched = []
    think = Searcher.think
    monkeypatch.setattr(Searcher, "think", lambda self, *a, **k: searched.append(1) or think(self, *a, **k))
    WARMUP_STEPS["tree search"]()
    assert searched
