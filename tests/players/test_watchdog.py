"""Programs end with us, even if we are killed and they do not look at their input."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen import GoError
from tengen.players import watchdog
from tengen.players.watchdog import ProcessWatchdog, new_mark
from tests.players.programs import is_running
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parent.parent.parent

# A program of ours with a program that hangs and has a child; it says their process ids, and waits.
OWNER = """
import sys, time
from tests.players.programs import scripted
program = scripted("child = subprocess.Popen(['sleep', '99']); answer(child.pid); time.sleep(99)")
print(program.process_id, program.send("name"), flush=True)
time.sleep(99)
"""


def wait_until_ended(*numbers):
    wait_until(lambda: not any(map(is_running, numbers)), "still there")


def test_a_program_that_hangs_does_not_outlive_its_killed_owner():
    with subprocess.Popen([sys.executable, "-c", OWNER], cwd=ROOT, stdout=subprocess.PIPE) as owner:
        numbers = [int(number) for number in owner.stdout.readline().split()]
        assert len(numbers) == 2
        assert all(map(is_running, numbers))
        owner.kill()
    wait_until_ended(*numbers)


def test_a_guard_whose_watch_is_over_kills_nobody():
    with subprocess.Popen(["sleep", "99"], start_new_session=True) as program:
        watched = ProcessWatchdog()
        watched.watch(program.pid, new_mark())
        watched.end()
        time.sleep(0.1)
        assert is_running(program.pid)
        program.kill()


def test_a_guard_that_was_never_told_whom_to_watch_ends_in_peace():
    idle = ProcessWatchdog()
    idle._shell.stdin.close()
    assert idle._shell.wait(timeout=PATIENCE) != 0


def test_a_guard_that_somebody_killed_is_no_trouble():
    dead = ProcessWatchdog()
    dead._shell.kill()
    dead._shell.wait()
    dead.watch(1 << 22, new_mark())
    dead.end()
    assert dead._shell.returncode < 0


def test_a_machine_without_a_shell_is_told(monkeypatch):
    monkeypatch.setattr(watchdog, "_SHELL", "/nowhere/sh")
    with pytest.raises(GoError, match="cannot start /nowhere/sh, which watches over programs"):
        ProcessWatchdog()
