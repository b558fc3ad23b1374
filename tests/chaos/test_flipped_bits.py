"""A disk or a cable changes a bit of a file: the file is refused in one sentence, or means what it meant.

Files with a checksum refuse all; of a database SQLite uses not every byte, so there the games must be the
same.
"""

import random
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import GoError
from tengen.book.book_file import Book, load_book
from tengen.dag_rnn.evaluator import net_path
from tengen.dag_rnn.training.train import CHECKPOINT, load_checkpoint, save_checkpoint
from tengen.dag_rnn.weights import load_net
from tengen.match.schedule import MatchConfig
from tengen.match.store import Store, StoredGame, open_reader
from tengen.mcts.move_prior.weights import SHIPPED, load_weights
from tengen.td.network import TdArchitecture
from tengen.td.training import TdSettings, load_history, save_history
from tengen.td.weights import load_td_net, td_net_path
from tests.data import OLD, old_checkpoint, old_history
from tests.match.matches import played, setting

MATCH = setting(openings=(("A1", "B2"), ("C3", "D4", "E5")))
N_GAMES = 40
MOVES = ("A1", "B2", "C3", "D4", "pass") * 8


@dataclass(frozen=True)
class Kind:
    """A kind of file: how one is made, and what it says as values that can be compared."""

    name: str
    write: Callable[[Path], None]
    read: Callable[[Path], Any]
    n_slow: int = 1000
    is_sealed: bool = True  # every flip is refused


def arrays(found: dict[str, Any]) -> list[tuple[str, bytes]]:
    return sorted((name, np.asarray(array).tobytes()) for name, array in found.items())


def copy_of(shipped: Path) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(shipped.read_bytes()) and None


def read_net(path: Path) -> Any:
    net = load_net(path)
    return net.architecture, arrays(net.weights), net.input_names, net.origin, arrays(net.tables)


def read_td_net(path: Path) -> Any:
    net = load_td_net(path)
    return net.architecture, [layer.tobytes() for layer in net.layers], net.command, net.metrics


def read_move_prior(path: Path) -> Any:
    return [load_weights.__wrapped__(kind, path).tobytes() for kind in ("small", "large")]


def write_checkpoint(path: Path) -> None:
    save_checkpoint(path.parent, old_checkpoint())
    (path.parent / CHECKPOINT).rename(path)


def read_checkpoint(path: Path) -> Any:
    path.replace(path.parent / CHECKPOINT)
    found = load_checkpoint(path.parent, old_checkpoint().plan)
    assert found is not None
    optimiser = [array.tobytes() for array in found.optimiser]
    return found.plan, arrays(found.weights), arrays(found.best), optimiser, found.rounds


RUN = TdSettings(TdArchitecture("katatsugi", 3, (4,)), games=20, sample_every=10, trials=4)


def write_run(path: Path) -> None:
    save_history(RUN, 0, path, old_history())


def read_run(path: Path) -> Any:
    found = load_history(RUN, 0, path)
    return arrays({**asdict(found), "layers": b"".join(layer.tobytes() for layer in found.layers)})


def read_book(path: Path) -> Any:
    book: Book = load_book(path)
    tables = [arrays(table._asdict()) for table in (book.fuseki, book.joseki)]
    return book.settings, tables, book.games, book.data, book.command, book.commit


def write_store(path: Path) -> None:
    with Store(path, MATCH) as store:
        for number in range(N_GAMES):
            store.add(*played(number, "BW"[number % 3 % 2], of=MATCH, moves=MOVES))


def read_store(path: Path) -> tuple[MatchConfig, list[StoredGame]]:
    with open_reader(path) as reader:
        return reader.setting(), reader.games()


KINDS = [
    Kind("territory net", copy_of(net_path("small")), read_net, n_slow=2000),
    Kind("self-taught net", copy_of(td_net_path("katatsugi")), read_td_net, n_slow=2000),
    Kind("move prior", copy_of(SHIPPED), read_move_prior),
    Kind("checkpoint of a territory net", write_checkpoint, read_checkpoint),
    Kind("checkpoint of a self-taught net", write_run, read_run),
    Kind("book", copy_of(OLD / "nine.book"), read_book),
    Kind("store", write_store, read_store, is_sealed=False),
]


def flipped(content: bytes, rng: random.Random) -> bytes:
    """The same with one bit or one byte changed, every second time among the first 4,096 bytes."""
    place = rng.randrange(min(len(content), 4096) if rng.random() < 0.5 else len(content))
    change = 1 << rng.randrange(8) if rng.random() < 0.7 else rng.randrange(1, 256)
    return content[:place] + bytes([content[place] ^ change]) + content[place + 1 :]


def sentence(error: GoError) -> str:
    """What a user reads; not a sentence if it goes on for lines."""
    text = str(error)
    return text if "\n" not in text and len(text) < 500 else ""


def flip(kind: Kind, folder: Path, n_flips: int) -> tuple[int, int]:
    """How many changed files were refused, and how many meant the same."""
    path, rng = folder / "file", random.Random(kind.name)
    kind.write(path)
    whole = path.read_bytes()
    expected, refused = kind.read(path), []
    for _ in range(n_flips):
        path.write_bytes(flipped(whole, rng))
        try:
            assert kind.read(path) == expected
        except GoError as error:
            refused.append(sentence(error))
    assert all(refused)
    assert len(refused) == n_flips or not kind.is_sealed
    return len(refused), n_flips - len(refused)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_flipped_bit_is_believed(kind: Kind, tmp_path: Path) -> None:
    n_refused, _ = flip(kind, tmp_path, 200)
    assert n_refused > 50


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_none_of_thousands_of_flipped_bits_is_believed(kind: Kind, tmp_path: Path) -> None:
    n_refused, n_same = flip(kind, tmp_path, kind.n_slow)
    print(f"{kind.name}: {kind.n_slow} flips, {n_refused} refused, {n_same} the same values")


def go_on(folder: Path, n_flips: int) -> tuple[int, int, int]:
    """Runners go on with damaged stores: how often refused, with games taken out, with all there."""
    path, rng = folder / "match.db", random.Random("runner")
    write_store(path)
    whole, refused, n_set_aside = path.read_bytes(), [], 0
    expected = {game.job.number: game for game in read_store(path)[1]}
    for number in range(n_flips):
        path = folder / f"{number}.db"
        path.write_bytes(flipped(whole, rng))
        kept = path.with_name(path.name + ".damaged")
        try:
            with Store(path, MATCH) as store:
                found = {game.job.number: game for game in store.games()}
                n_lost = len(kept.read_text().splitlines()) if kept.exists() else 0
                assert all(expected[key] == game for key, game in found.items())
                assert len(found) == len(expected) - n_lost
                n_set_aside += n_lost > 0
                for missing in expected.keys() - found.keys():
                    store.add(*expected[missing])
            assert read_store(path) == (MATCH, list(expected.values()))
        except GoError as error:
            refused.append(sentence(error))
        for left in folder.glob(f"{number}.db*"):
            left.unlink()
    assert all(refused)
    return len(refused), n_set_aside, n_flips - len(refused) - n_set_aside


def test_a_runner_plays_damaged_games_again_and_no_others(tmp_path: Path) -> None:
    n_refused, n_set_aside, _ = go_on(tmp_path, 60)
    assert n_refused
    assert n_set_aside


@pytest.mark.slow
def test_runners_of_a_thousand_damaged_stores_play_damaged_games_again(tmp_path: Path) -> None:
    print("refused, taken out, the same:", go_on(tmp_path, 1000))


def test_a_damaged_game_is_named_and_played_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "match.db"
    write_store(path)
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE game SET winner = 'W' WHERE number = 18")
    database.close()
    with pytest.raises(GoError, match=r"is damaged: game 18 \(its checksum is wrong\); the command"):
        read_store(path)
    with open_reader(path) as reader:
        assert reader.game(17).job.number == 17
        with pytest.raises(GoError, match="game 18"):
            reader.game(18)
    with Store(path, MATCH) as store:
        assert [game.job.number for game in store.games()] == [n for n in range(N_GAMES) if n != 18]
        store.add(*played(18, of=MATCH))
    assert "damaged games are played again" in caplog.text
    assert caplog.text.rstrip().endswith(": 18")
    assert '"W"' in (tmp_path / "match.db.damaged").read_text()
    assert len(read_store(path)[1]) == N_GAMES


def test_a_store_that_is_damaged_all_over_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    write_store(path)
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE game SET winner = 'W' WHERE number < 20 AND winner = 'B'")
    database.close()
    before = path.read_bytes()
    with pytest.raises(GoError, match="is damaged: 13 of 40 games, the first of them 0"):
        Store(path, MATCH)
    assert path.read_bytes() == before
