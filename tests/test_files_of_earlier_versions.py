"""Files of earlier versions: they are read, said to be unverified, and gone on with."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.book.book_file import load_book
from tengen.core import array_files
from tengen.dag_rnn.training.train import load_checkpoint, train
from tengen.dag_rnn.weights import load_net
from tengen.match.executors.serial import SerialExecutor
from tengen.match.match_stats import tally
from tengen.match.runner import run_match
from tengen.match.schedule import MatchConfig
from tengen.match.sprt import Sprt
from tengen.match.store import Store, open_reader, read_games
from tengen.td.network import TdArchitecture
from tengen.td.training import TdSettings, load_history, run_path, train_runs
from tengen.td.weights import load_td_net
from tests.dag_rnn.toy_games import ARCHITECTURE, SETTINGS, batches, validation
from tests.data import OLD, old_checkpoint, read

MATCH = MatchConfig("random", "naive", size=5, komi=0.5, random_moves=2, sprt=Sprt(0, 400))
RUN = TdSettings(TdArchitecture("katatsugi", 3, (4,)), games=20, sample_every=10, trials=4)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy that may be written."""
    shutil.copytree(OLD, tmp_path / "old")
    return tmp_path / "old"


@pytest.fixture(autouse=True)
def _nothing_said() -> None:
    array_files._say_unverified.cache_clear()


def as_stored(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        columns = "number, black, white, opening, winner, score, moves, ended"
        return database.execute(f"SELECT {columns} FROM game ORDER BY number").fetchall()


def test_an_old_store_is_read_and_not_touched(old: Path) -> None:
    before = (old / "match.db").read_bytes()
    games = read_games(old / "match.db", MATCH)
    assert [
        (job.number, job.black, job.white, " ".join(job.opening), result.winner, result.score,
         " ".join(result.moves), result.ended) for job, result in games
    ] == as_stored(OLD / "match.db")  # fmt: skip
    assert [game.result.winner for game in games] == ["B", "W", "W", "B", "B", "B"]
    with open_reader(old / "match.db") as reader:
        assert reader.setting() == MATCH
        assert reader.count() == 6
    assert (old / "match.db").read_bytes() == before
    assert tally(games).n_unverified == 6


def test_an_old_store_goes_on_and_its_new_games_are_verified(old: Path) -> None:
    with Store(old / "match.db", MATCH) as store:
        assert run_match(MATCH, store, SerialExecutor(), 6).end == "complete"
    assert (old / "match.db").read_bytes() == (OLD / "match.db").read_bytes()  # nothing was played
    with Store(old / "match.db", MATCH) as store:
        run_match(MATCH, store, SerialExecutor(), 8)
    games = read_games(old / "match.db", MATCH)
    assert [game.is_verified for game in games] == [False] * 6 + [True] * 2
    assert as_stored(old / "match.db")[:6] == as_stored(OLD / "match.db")


def test_older_versions_read_and_write_an_old_store_that_went_on(old: Path) -> None:
    """What they ask for is written out: the columns by their names, the setting, and format 1."""
    with Store(old / "match.db", MATCH) as store:
        run_match(MATCH, store, SerialExecutor(), 8)
    with closing(sqlite3.connect(old / "match.db")) as database, database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        found = database.execute("SELECT * FROM game WHERE number = 7")
        names = [column[0] for column in found.description if column[0] != "sha256"]
        listed, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" for _ in names)
        row = database.execute(f"SELECT {listed} FROM game WHERE number = 7").fetchone()
        database.execute("DELETE FROM game WHERE number = 7")
        database.execute(f"INSERT INTO game ({listed}) VALUES ({marks})", row)
        with closing(sqlite3.connect(OLD / "match.db")) as untouched:
            asked = "SELECT setting FROM match"
            assert database.execute(asked).fetchone() == untouched.execute(asked).fetchone()
    games = read_games(old / "match.db", MATCH)
    assert [game.is_verified for game in games] == [False] * 6 + [True, False]


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize("name, load", [("dag-rnn.safetensors", load_net), ("td.safetensors", load_td_net)])
def test_an_old_net_is_read_and_said_to_be_unverified(
    old: Path, name: str, load: Callable[[Path], Any], caplog: pytest.LogCaptureFixture
) -> None:
    net = load(old / name)
    plain, _ = read(OLD / name)
    layers = getattr(net, "layers", ())
    arrays = {f"layer{number}": layer for number, layer in enumerate(layers)} or net.weights
    assert all((array == plain[key]).all() for key, array in arrays.items())
    assert said(caplog) == [
        f"tengen: {old / name} has no checksum, as older versions wrote it: it cannot be verified"
    ]


def test_an_old_training_of_a_territory_net_goes_on(old: Path) -> None:
    folder, plan = old / "dag-rnn.training", old_checkpoint().plan
    found = load_checkpoint(folder, plan)
    assert found is not None
    record = (OLD / "dag-rnn.training" / "record.jsonl").read_text()
    assert found.rounds == [json.loads(line) for line in record.splitlines()]
    settings = replace(SETTINGS, n_rounds=2, steps_a_round=4)
    training = train(replace(ARCHITECTURE, hidden=4, states=2), settings, folder, batches, validation)
    assert training.rounds == found.rounds  # it had come to its end
    assert all((training.weights[name] == array).all() for name, array in found.best.items())


def test_an_old_run_of_a_self_taught_net_goes_on(old: Path) -> None:
    folder = old / "td.safetensors.training"
    before = load_history(RUN, 1, run_path(folder, 1))
    assert before.games.tolist() == [0, 10, 20]
    longer = replace(RUN, games=30)
    after = train_runs(longer, 2, folder, 1, lambda *_: True)[1]
    assert after.games.tolist() == [0, 10, 20, 30]
    assert all(np.array_equal(new[:3], old) for new, old in zip(after.layers, before.layers))
    assert b'"sha256"' in run_path(folder, 1).read_bytes()[:40]  # sealed from here


def test_an_old_book_is_read() -> None:
    book = load_book(OLD / "nine.book")
    assert (len(book.fuseki.keys), len(book.joseki.keys), book.games["used"]) == (7, 6, 8)
