"""Which stores are held: those with a living runner, and looking does not get in its way."""

import subprocess
import sys

from tengen.match import store as module
from tengen.match.store import Store, locked_stores
from tests.match.matches import setting

HOLD = """
import sys
from pathlib import Path
from tengen.match.store import Store
from tests.match.matches import setting
with Store(Path(sys.argv[1]), setting()):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_store_is_held_as_long_as_its_runner_lives(tmp_path):
    paths = [tmp_path / "a.db", tmp_path / "b.db", tmp_path / "none.db"]
    with Store(paths[0], setting()):
        pass
    assert locked_stores(paths) == set()
    command = [sys.executable, "-c", HOLD, str(paths[1])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as runner:
        assert runner.stdout.readline() == b"held\n"
        assert locked_stores(paths) == {paths[1]}
        runner.kill()
    assert locked_stores(paths) == set()


def test_without_the_kernels_list_nothing_counts_as_held(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_LIST", tmp_path / "no list")
    with Store(tmp_path / "a.db", setting()):
        assert locked_stores([tmp_path / "a.db"]) == set()
