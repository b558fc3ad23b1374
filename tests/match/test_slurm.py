"""SLURM: the file that describes the workers, and a run with a stand-in for SLURM's two commands."""

import os
import sys
from pathlib import Path

import psutil
import pytest

from tengen.core.errors import GoError
from tengen.match.executors.dask_executor import DaskExecutor
from tengen.match.executors.slurm import read_slurm
from tests.match.farm_jobs import Task, play

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "slurm.toml"

SBATCH = """#!/bin/sh
if [ "$1" = --test-only ]; then exit 0; fi
cp "$1" "$1.kept"
setsid sh "$1.kept" >/dev/null 2>&1 &
echo $! >> "{folder}/started"
echo "Submitted batch job $!"
"""
SCANCEL = """#!/bin/sh
kill -- -"$1"
"""


REFUSING = """#!/bin/sh
echo "sbatch: error: invalid partition specified: nowhere" >&2
exit 1
"""
SMALL = "jobs = 2\n[cluster]\ncores = 1\nmemory = '1GB'\ninterface = 'lo'\n"


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A folder on the PATH for stand-ins of SLURM's commands."""
    pytest.importorskip("dask_jobqueue", reason="pip install 'tengen[cluster]'")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *sys.path]))
    return tmp_path


def write_command(folder, name, text):
    (folder / name).write_text(text.format(folder=folder))
    (folder / name).chmod(0o755)


def written(folder, text):
    path = folder / "slurm.toml"
    path.write_text(text)
    return path


def test_the_example_is_sixty_workers():
    jobs, cluster = read_slurm(EXAMPLE)
    assert jobs * cluster["processes"] == 60


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("jobs = ", "is not TOML"),
        ("job = 3", "unknown key 'job'"),
        ("jobs = 0\n[cluster]\ncores = 1\nmemory = '1GB'", "jobs must be a number from 1"),
        ("jobs = true\n[cluster]\ncores = 1\nmemory = '1GB'", "jobs must be a number from 1"),
        ("jobs = 1", "must name at least cores and memory"),
        ("jobs = 1\n[cluster]\ncores = 4", "must name at least cores and memory"),
        ("jobs = 1\n[cluster]\ncores = 4\nprocesses = 1\nmemory = '1GB'", "processes must equal cores"),
    ],
)
def test_a_bad_file_is_one_sentence_that_names_it(text, sentence, tmp_path):
    path = written(tmp_path, text)
    with pytest.raises(GoError, match=sentence) as caught:
        read_slurm(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(GoError, match=r"cannot read .*nowhere.toml: No such file"):
        read_slurm(tmp_path / "nowhere.toml")


def test_a_key_that_dask_does_not_know_is_one_sentence(slurm):
    path = written(slurm, SMALL + "colour = 'red'")
    with pytest.raises(GoError, match="no key 'colour'"), DaskExecutor.slurm(path):
        pass


def test_a_machine_without_slurm_is_one_sentence(slurm, monkeypatch):
    monkeypatch.setenv("PATH", str(slurm))
    with pytest.raises(GoError, match="sbatch is not on the PATH"), DaskExecutor.slurm(EXAMPLE):
        pass


def test_what_sbatch_refuses_is_one_sentence(slurm, capfd):
    write_command(slurm, "sbatch", REFUSING)
    with (
        pytest.raises(GoError, match=r"SLURM refuses .*invalid partition"),
        DaskExecutor.slurm(written(slurm, SMALL)),
    ):
        pass
    assert capfd.readouterr() == ("", "")


def test_without_dask_jobqueue_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask_jobqueue", None)
    with (
        pytest.raises(GoError, match=r"^SLURM needs dask_jobqueue: .*\[cluster\]"),
        DaskExecutor.slurm(EXAMPLE),
    ):
        pass


@pytest.mark.slow
def test_games_are_played_by_workers_that_slurm_starts_and_ends(slurm):
    write_command(slurm, "sbatch", SBATCH)
    write_command(slurm, "scancel", SCANCEL)
    with DaskExecutor.slurm(written(slurm, SMALL + f"local_directory = '{slurm}'")) as farm:
        finished = list(farm.run(play, [Task(number) for number in range(10)]))
        assert sorted(result for _, result in finished) == [number**2 for number in range(10)]
        started = [psutil.Process(int(each)) for each in (slurm / "started").read_text().split()]
        assert len(started) == 2
    _, alive = psutil.wait_procs(started, timeout=10)
    assert not alive
