"""Full disks, folders that cannot be written, and writers that are killed: the file before is whole."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from tengen import GoError
from tengen.book.book_file import load_book, save_book
from tengen.core.array_files import IN_USE, previous_of, write_arrays, write_next
from tengen.core.files import held_folder
from tengen.dag_rnn.training.self_play import SelfPlayConfig, bootstrap
from tengen.dag_rnn.training.train import save_checkpoint, train
from tengen.match.store import Store, read_games
from tengen.mcts.move_prior.weights import n_learned, save_weights
from tengen.td.training import run_path, save_history, train_runs
from tengen.td.weights import find_td_net, save_td_net
from tests.chaos.test_flipped_bits import RUN
from tests.dag_rnn.toy_games import ARCHITECTURE, SETTINGS, batches, validation
from tests.data import OLD, old_checkpoint, old_history
from tests.match.matches import played, setting

ROOT = Path(__file__).parents[2]
ZEROS = np.zeros(n_learned(), np.float32)
PRIOR = {"small": ZEROS, "large": ZEROS}

WRITERS: dict[str, Callable[[Path], None]] = {
    "arrays": lambda folder: write_arrays(folder / "arrays", {"zeros": ZEROS}, {"format": "test"}),
    "next arrays": lambda folder: write_next(folder / "next", {"zeros": ZEROS}, {"format": "test"}),
    "self-taught net": lambda folder: save_td_net(folder / "net", find_td_net("katatsugi")),
    "move prior": lambda folder: save_weights(folder / "prior", PRIOR, {"seed": "0"}),
    "checkpoint": lambda folder: save_checkpoint(folder, old_checkpoint()),
    "run": lambda folder: save_history(RUN, 0, run_path(folder, 0), old_history()),
    "book": lambda folder: save_book(folder / "book", load_book(OLD / "nine.book")),
}


@contextmanager
def largest_file(n_bytes: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as if the disk ended there."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("name", WRITERS)
def test_where_the_disk_is_full_the_file_before_stays(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path)
    WRITERS[name](tmp_path)
    before = contents(tmp_path)
    longest = max(map(len, before.values()))
    for limit in (0, 1, 100, longest // 2, longest - 1):
        with largest_file(limit), pytest.raises(GoError, match=r"cannot write .*File too large"):
            WRITERS[name](tmp_path)
        assert contents(tmp_path) == before


def add_many(store: Store) -> None:
    for number in range(3, 30):
        store.add(*played(number, of=setting(), stderr_tail="x" * 3000))


def test_where_the_disk_is_full_a_match_keeps_its_games(tmp_path: Path) -> None:
    path, match = tmp_path / "match.db", setting()
    with Store(path, match) as store:
        for number in range(3):
            store.add(*played(number, of=match))
        for room in (0, 1, 100, 4000, 9000):
            limit = path.with_name("match.db-wal").stat().st_size + room
            with largest_file(limit), pytest.raises(GoError, match="; the games stored before are kept"):
                add_many(store)
        kept = store.games()
    assert len(kept) >= 3
    assert read_games(path, match) == kept
    with Store(path, match) as store:
        store.add(*played(29, of=match))
        assert store.games() == [*kept, played(29, of=match)]


def test_a_new_match_on_a_full_disk_can_be_begun_later(tmp_path: Path) -> None:
    path, match = tmp_path / "match.db", setting()
    for limit in (0, 1, 100, 4096, 8192):
        with largest_file(limit), pytest.raises(GoError, match=r"cannot (use|lock) "):
            Store(path, match)
    with Store(path, match) as store:
        store.add(*played(0, of=match))
    assert len(read_games(path, match)) == 1


def read_only(folder: Path) -> None:
    """Write all there is into a folder that cannot be written, and print what is said; run as a program."""
    os.geteuid() or os.setuid(65534)  # the rights of a folder do not bind root
    tries = {**WRITERS, "match": lambda _: Store(folder / "new.db", setting())}
    tries["training"] = lambda _: train_runs(RUN, 1, folder, 1, lambda *_: True)
    tries["new training"] = lambda _: train(ARCHITECTURE, SETTINGS, folder / "new", batches, validation)
    for name, write in tries.items():
        try:
            write(folder)
        except GoError as error:
            print(f"{name}: {error}")


def test_where_nothing_can_be_written_each_says_one_sentence() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for write in WRITERS.values():
            write(folder)
        before = contents(folder)
        folder.chmod(0o555)
        program = (
            "import sys; from pathlib import Path; from tests.chaos.test_failing_disks import read_only\n"
            "read_only(Path(sys.argv[1]))"
        )
        command = [sys.executable, "-c", program, folder]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
        found = subprocess.run(command, capture_output=True, text=True, env=environment)
        folder.chmod(0o755)
        assert contents(folder) == before
    assert found.stderr == ""
    lines = found.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [*WRITERS, "match", "training", "new training"]
    assert all(line.endswith("Permission denied") for line in lines), lines


# --- Killed ---------------------------------------------------------------------------------------


def kill_writers(folder: Path, n_kills: int) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.chaos.killed_writers", str(folder), str(n_kills)],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
    )


def test_a_writer_that_is_killed_leaves_whole_files(tmp_path: Path) -> None:
    kill_writers(tmp_path, 20)


@pytest.mark.slow
def test_a_thousand_writers_that_are_killed_leave_whole_files(tmp_path: Path) -> None:
    kill_writers(tmp_path, 1000)


# --- Held -----------------------------------------------------------------------------------------


def test_a_second_training_in_a_folder_is_refused(tmp_path: Path) -> None:
    others: list[Callable[[], object]] = [
        lambda: train(ARCHITECTURE, SETTINGS, tmp_path, batches, validation),
        lambda: train_runs(RUN, 1, tmp_path, 1, lambda *_: True),
        lambda: bootstrap(SelfPlayConfig(3, games=10), tmp_path, "a command"),
    ]
    message = rf"{tmp_path} is in use by another training \(process {os.getpid()}\)"
    with held_folder(tmp_path, IN_USE):
        for other in others:
            with pytest.raises(GoError, match=message):
                other()
    assert [one.name for one in tmp_path.iterdir()] == ["lock"]
    train_runs(RUN, 1, tmp_path, 1, lambda *_: True)
    assert previous_of(run_path(tmp_path, 0)).exists()
