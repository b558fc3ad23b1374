"""The farm: every job comes back once, whatever happens to workers, and nothing stays behind."""

import json
import logging
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import dask
import psutil
import pytest
from distributed import LocalCluster
from numba import config

from tengen.core.errors import GoError
from tengen.match.executors import dask_executor as farm_module
from tengen.match.executors.dask_executor import DaskExecutor, make_executor
from tengen.match.executors.serial import SerialExecutor
from tests.match.farm_jobs import Task, fail, fail_first, nothing, play, self_play, wait_for_each_other
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def farm():
    with DaskExecutor.local(2) as farm:
        yield farm


def begun(log):
    """How often each task was begun."""
    return Counter(int(number) for number in log.read_text().split())


def wait_for_workers(farm, number=2):
    """Until all are there; the scheduler is asked, for a farm's own count may be a second old."""
    wait_until(lambda: len(farm._client.nthreads()) == number)


def test_every_job_comes_back_once_with_its_result(farm):
    tasks = [Task(number) for number in range(60)]
    finished = list(farm.run(play, tasks))
    assert Counter(task for task, _ in finished) == Counter(tasks)
    assert all(result == task.number**2 for task, result in finished)
    assert list(farm.run(play, [])) == []


def test_jobs_are_taken_as_workers_need_them(farm):
    taken = []
    tasks = (taken.append(number) or Task(number) for number in range(40))
    for n_finished, _ in enumerate(farm.run(play, tasks), 1):
        assert len(taken) - n_finished < 2 * 2
    assert len(taken) == 40


def test_a_dying_worker_loses_only_its_running_job_which_is_played_again(farm, tmp_path, capfd):
    tasks = [Task(number, tmp_path / "log") for number in range(12)]
    tasks[3] = Task(3, tmp_path / "log", seconds=0.3, deaths=1)
    finished = list(farm.run(play, tasks))
    assert sorted(task.number for task, _ in finished) == list(range(12))
    assert begun(tmp_path / "log") == Counter(range(12)) + Counter([3])
    assert capfd.readouterr() == ("", "")
    wait_for_workers(farm)


def test_what_a_job_raises_is_raised_and_the_farm_goes_on(farm, capfd):
    with pytest.raises(ZeroDivisionError, match="task 0"):
        list(farm.run(fail, [Task(0)]))
    assert [result for _, result in farm.run(play, [Task(7)])] == [49]
    assert capfd.readouterr() == ("", "")


def test_after_a_fault_what_was_handed_out_is_not_begun(farm, tmp_path):
    """Of four tasks one fails, two run, and the last waits: it is cancelled though the error is kept."""
    log, gate = tmp_path / "log", tmp_path / "gate"
    with pytest.raises(ZeroDivisionError) as kept:
        list(farm.run(fail_first, [Task(number, log, until=gate) for number in range(4)]))
    time.sleep(1)  # the workers hear of it
    gate.touch()
    assert [result for _, result in farm.run(play, [Task(7)])] == [49]
    assert len(begun(log)) <= 2
    assert kept.value


def test_an_interrupt_that_reaches_the_workers_does_not_end_their_games(farm, tmp_path):
    """Ctrl-C goes to all processes of a terminal; only the farm decides what ends."""
    wait_for_workers(farm)  # one that starts is not deaf yet
    log = tmp_path / "log"
    interrupted = Task(1, log, seconds=0.6)
    for task, _ in farm.run(play, [Task(0, seconds=0.2), interrupted]):
        if task != interrupted:
            for worker in psutil.Process().children():
                worker.send_signal(signal.SIGINT)
    assert begun(log) == {1: 1}


def test_leaving_early_gives_up_what_was_handed_out(farm, tmp_path):
    log = tmp_path / "log"
    for _ in farm.run(play, (Task(number, log, seconds=0.05) for number in range(100))):
        break
    time.sleep(0.5)
    assert len(begun(log)) < 6
    assert [result for _, result in farm.run(play, [Task(5)])] == [25]


def test_only_this_machine_can_reach_a_local_farm(farm):
    family = [psutil.Process(), *psutil.Process().children(recursive=True)]
    ports = [each for one in family for each in one.net_connections("inet") if each.status == "LISTEN"]
    assert len(ports) >= 3
    assert {port.laddr.ip for port in ports} == {"127.0.0.1"}


def test_a_running_scheduler_is_used_by_its_address(farm):
    wait_for_workers(farm)
    with DaskExecutor.at(farm._client.scheduler.address) as guest:
        assert guest.n_workers == 2
        assert [result for _, result in guest.run(play, [Task(6)])] == [36]
    assert [result for _, result in farm.run(play, [Task(7)])] == [49]


def test_a_scheduler_that_is_not_there_is_one_sentence(monkeypatch, capfd):
    monkeypatch.setattr(farm_module, "_CONNECT_SECONDS", 0.3)
    for address in ("tcp://127.0.0.1:9", "nonsense://here"):
        with (
            pytest.raises(GoError, match=f"no dask scheduler answers at {address}"),
            DaskExecutor.at(address),
        ):
            pass
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "name", ["distributed.client", "distributed.scheduler", "distributed.nanny", "tornado"]
)
def test_dask_is_quiet_about_what_is_raised_anyway(farm, name):
    """Without this a lost scheduler prints pages of tracebacks before our one sentence."""
    assert not logging.getLogger(name).isEnabledFor(logging.ERROR)


def test_a_farm_has_at_least_one_worker():
    with pytest.raises(GoError, match="at least one worker, not 0"):
        DaskExecutor.local(0)


def test_importing_the_farm_does_not_import_dask():
    module = "tengen.match.executors.dask_executor"
    code = f"import sys, {module}; sys.exit('dask' in sys.modules or 'distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_program_that_is_interrupted_leaves_no_process(tmp_path):
    """Ctrl-C goes to all processes of a terminal; for kill -9 see test_killed_farm.py."""
    log = tmp_path / "log"
    path = os.pathsep.join([str(ROOT), *sys.path])
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.match.farm_script", str(log)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        wait_until(lambda: log.exists() and len(begun(log)) == 1)
        family = psutil.Process(program.pid).children(recursive=True)
        assert family
        os.killpg(program.pid, signal.SIGINT)
        assert program.communicate(timeout=PATIENCE) == ("left\n", "")
        wait_until(lambda: not any(one.is_running() for one in family))
    finally:
        program.kill()


def test_a_command_plays_in_one_place():
    assert isinstance(make_executor(), SerialExecutor)
    assert isinstance(make_executor(workers=1), SerialExecutor)
    for options in ({"workers": 2}, {"scheduler": "tcp://127.0.0.1:9"}, {"slurm": Path("slurm.toml")}):
        assert isinstance(make_executor(**options), DaskExecutor)
    with pytest.raises(GoError, match="choose one of --workers and --scheduler and --slurm"):
        make_executor(1, "tcp://127.0.0.1:9", Path("slurm.toml"))


@pytest.fixture
def empty_cluster():
    """A scheduler without workers; those that it gets are threads of this process."""
    with (
        dask.config.set({name: [] for name in farm_module._PAGES}),
        LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


def test_workers_that_come_later_are_waited_for_and_all_get_jobs(empty_cluster, monkeypatch, capfd, tmp_path):
    """Three jobs wait for each other, and without workers only two are handed out."""
    monkeypatch.setattr(farm_module, "_PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr(farm_module, "_COUNT_SECONDS", 0.2)
    jobs, finished = [(tmp_path, number, 3) for number in range(3)], []
    with DaskExecutor.at(empty_cluster.scheduler_address) as farm:
        player = threading.Thread(target=lambda: finished.extend(farm.run(wait_for_each_other, jobs)))
        player.start()
        wait_until(lambda: farm._tell_at == math.inf)
        empty_cluster.scale(3)
        player.join(timeout=PATIENCE)
    assert sorted(number for _, number in finished) == [0, 1, 2]
    waited = f"tengen: waiting for workers: the scheduler at {empty_cluster.scheduler_address} has none\n"
    assert capfd.readouterr() == ("", waited)


@pytest.mark.slow
def test_a_scheduler_that_dies_in_the_middle_is_one_sentence(tmp_path):
    """The programs are those of docs/scaling.md."""
    address = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    dask = [sys.executable, "-m", "dask"]
    quiet = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", address]
    scheduler = subprocess.Popen([*dask, "scheduler", *options], **quiet)
    workers = ["--nworkers", "2", "--nthreads", "1", "--memory-limit", "0", "--death-timeout", "5"]
    worker = subprocess.Popen([*dask, "worker", "--scheduler-file", address, *workers], **quiet)
    try:
        wait_until(address.exists)
        with DaskExecutor.at(json.loads(address.read_text())["address"]) as farm:
            wait_for_workers(farm)
            running = farm.run(play, (Task(number, seconds=0.1) for number in range(1000)))
            assert next(running)
            scheduler.kill()
            with pytest.raises(GoError, match="the dask scheduler has ended"):
                list(running)
    finally:
        scheduler.kill()
        scheduler.wait()
        worker.wait(timeout=30)


@pytest.mark.slow
def test_a_job_that_kills_every_worker_is_given_up(tmp_path, monkeypatch):
    log = tmp_path / "log"
    monkeypatch.setattr(farm_module, "MAX_DEATHS", 2)  # each death takes seconds
    with (
        DaskExecutor.local(1) as farm,
        pytest.raises(GoError, match=r"given up after 3 workers died.*number=1"),
    ):
        list(farm.run(play, [Task(1, log, deaths=99)]))
    assert begun(log)[1] == 3


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_overhead_of_a_game_is_small(workers):
    """The figure of docs/scaling.md: `pytest -m slow -s -k overhead tests/match/test_dask_executor.py`."""
    with DaskExecutor.local(workers) as farm:
        list(farm.run(nothing, range(200)))
        wall, cpu = time.perf_counter(), time.process_time()
        assert sum(1 for _ in farm.run(nothing, range(5000))) == 5000
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{workers} workers: {wall / 5:.2f} ms a game, {cpu / 5:.2f} ms of them CPU time of the farm")
    assert wall < 5000 * 0.05


@pytest.mark.slow
@pytest.mark.skipif(config.DISABLE_JIT, reason="plays real games")
def test_games_an_hour_by_workers():
    """The other figure of docs/scaling.md: `pytest -m slow -s -k hour tests/match/test_dask_executor.py`."""
    speed = {}
    for workers in (1, 2):
        with DaskExecutor.local(workers) as farm:
            list(farm.run(self_play, range(1000, 1000 + workers)))  # loads the compiled code
            start = time.perf_counter()
            lengths = [moves for _, moves in farm.run(self_play, range(0, 40, 2))]
            speed[workers] = 3600 * len(lengths) / (time.perf_counter() - start)
        print(f"{workers} workers: {speed[workers]:.0f} games an hour of {sum(lengths) / 20:.0f} moves")
    assert speed[2] > speed[1]
