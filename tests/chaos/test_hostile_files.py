"""Files that were made on purpose, or changed before there were checksums: a sentence, never a traceback."""

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import GoError
from tengen.book.book_file import load_book
from tengen.core import array_files
from tengen.core.array_files import write_arrays
from tengen.dag_rnn.evaluator import net_path
from tengen.dag_rnn.training.train import CHECKPOINT, load_checkpoint
from tengen.dag_rnn.weights import load_net
from tengen.match.store import Store, open_reader, read_games
from tengen.mcts.move_prior.weights import SHIPPED, load_weights
from tengen.td.training import load_history
from tengen.td.weights import load_td_net, td_net_path
from tests.chaos.test_flipped_bits import RUN, flipped, sentence
from tests.data import OLD, old_checkpoint, read
from tests.match.matches import played, setting

OLD_TRAINING = OLD / "dag-rnn.training" / CHECKPOINT
OLD_RUN = OLD / "td.safetensors.training" / "run-000.safetensors"


def load_prior(path: Path) -> Any:
    return [load_weights.__wrapped__(kind, path) for kind in ("small", "large")]


def load_training(path: Path) -> Any:
    folder = path.parent / "training"
    folder.mkdir(exist_ok=True)
    shutil.copyfile(path, folder / CHECKPOINT)
    return load_checkpoint(folder, old_checkpoint().plan)


def load_run(path: Path) -> Any:
    return load_history(RUN, 0, path)


LOADERS: dict[str, tuple[Path, Callable[[Path], Any]]] = {
    "territory net": (net_path("small"), load_net),
    "self-taught net": (td_net_path("koten"), load_td_net),
    "move prior": (SHIPPED, load_prior),
    "training of a territory net": (OLD_TRAINING, load_training),
    "run of a self-taught net": (OLD_RUN, load_run),
}


def refusal(load: Callable[[Path], Any], path: Path) -> str | None:
    """What is said of a file that is refused, "" if that is no sentence; None if it is not refused."""
    try:
        load(path)
    except GoError as error:
        return sentence(error)
    return None


@pytest.mark.parametrize("kind", LOADERS)
def test_weights_that_no_net_has_are_refused_by_file_and_array(kind: str, tmp_path: Path) -> None:
    """Also with a checksum that is right: whoever writes nets may have gone wrong before."""
    source, load = LOADERS[kind]
    arrays, header = read(source)
    header.pop("sha256", None)
    for name, array in arrays.items():
        largest = np.unravel_index(np.abs(array).argmax(), array.shape)
        if array.dtype != np.float32 or array[largest] == 0 or name.startswith("optimiser"):
            continue
        for value, said in ((array[largest] * 1e30, "e+"), (np.nan, "not finite"), (np.inf, "not finite")):
            changed = array.copy()
            changed[largest] = value
            write_arrays(tmp_path / "file", {**arrays, name: changed}, header)
            told = refusal(load, tmp_path / "file") or ""
            assert str(tmp_path) in told
            assert f"in {name.removeprefix('weights.').removeprefix('best.')}" in told
            assert said in told


STRANGE = ("[" * 99_999, '{"a":' * 99_999, "null", "[]", "{}", '"text"', "1e999", "[[1]]", "\0", "9" * 9999)


@pytest.mark.parametrize("kind", [kind for kind in LOADERS if kind != "move prior"])
def test_a_header_that_is_deep_or_strange_is_one_sentence(kind: str, tmp_path: Path) -> None:
    source, load = LOADERS[kind]
    arrays, header = read(source)
    header.pop("sha256", None)
    n_refused = 0
    for name in header:
        for text in STRANGE:
            write_arrays(tmp_path / "file", arrays, {**header, name: text})
            told = refusal(load, tmp_path / "file")
            assert told != ""
            n_refused += told is not None
    assert n_refused > len(header)


def old_files() -> dict[str, tuple[Path, Callable[[Path], Any]]]:
    """Files without checksums."""
    return {
        "territory net": (OLD / "dag-rnn.safetensors", load_net),
        "self-taught net": (OLD / "td.safetensors", load_td_net),
        "training of a territory net": (OLD_TRAINING, load_training),
        "run of a self-taught net": (OLD_RUN, load_run),
        "store": (OLD / "match.db", read_any_store),
    }


def read_any_store(path: Path) -> Any:
    with open_reader(path) as reader:
        return reader.setting(), reader.count(), reader.games()


def flip_old(kind: str, folder: Path, n_flips: int) -> int:
    """How many of the flipped files were refused; the others are read as they are, for nobody can tell."""
    source, load = old_files()[kind]
    whole, rng, told = source.read_bytes(), random.Random(kind), []
    for _ in range(n_flips):
        (folder / "file").write_bytes(flipped(whole, rng))
        array_files._say_unverified.cache_clear()
        told.append(refusal(load, folder / "file"))
    assert "" not in told
    return len(told) - told.count(None)


@pytest.mark.parametrize("kind", old_files())
def test_a_damaged_file_without_a_checksum_never_ends_in_a_traceback(kind: str, tmp_path: Path) -> None:
    assert flip_old(kind, tmp_path, 100)


@pytest.mark.slow
@pytest.mark.parametrize("kind", old_files())
def test_thousands_of_damaged_files_without_a_checksum_never_end_in_a_traceback(
    kind: str, tmp_path: Path
) -> None:
    print(f"old {kind}: 2,000 flips, {flip_old(kind, tmp_path, 2000)} refused")


@pytest.mark.parametrize("kind", [*LOADERS, "book"])
def test_what_is_no_plain_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    load = LOADERS[kind][1] if kind in LOADERS else load_book
    os.mkfifo(tmp_path / "pipe")
    paths = [tmp_path / "pipe", Path("/dev/zero"), tmp_path]
    for path in paths if load is not load_training else []:
        with pytest.raises(GoError, match=r"it is no plain file|Is a directory"):
            load(path)


def test_a_damaged_journal_loses_games_that_are_played_again_and_changes_none(tmp_path: Path) -> None:
    """What a killed runner left is believed as far as SQLite's own checksums go."""
    assert journal(tmp_path, 60)


@pytest.mark.slow
def test_a_thousand_damaged_journals_change_no_game(tmp_path: Path) -> None:
    print("journals: 1,000 flips,", journal(tmp_path, 1000))


def journal(folder: Path, n_flips: int) -> str:
    """Flip bits in the journal of a store; what came of it."""
    running, match = folder / "running.db", setting()
    with Store(running, match) as store:
        for number in range(10):
            store.add(*played(number, of=match))
        main, log = running.read_bytes(), (folder / "running.db-wal").read_bytes()
    path, rng, told, n_fewer = folder / "match.db", random.Random("journal"), [], 0
    expected = [played(number, of=match) for number in range(10)]

    def look(path: Path) -> None:
        nonlocal n_fewer
        games = read_games(path, match)
        assert games == expected[: len(games)]
        n_fewer += len(games) < len(expected)

    for _ in range(n_flips):
        path.write_bytes(main)
        (folder / "match.db-wal").write_bytes(flipped(log, rng))
        (folder / "match.db-shm").unlink(missing_ok=True)
        told.append(refusal(look, path))
    assert "" not in told
    return f"{len(told) - told.count(None)} refused, {n_fewer} with fewer games"
