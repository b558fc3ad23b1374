"""Records of everybody are looked at and changed: no byte of a file changes, and no property is lost.

What a file holds is read here by a few regular expressions that share nothing with tengen.sgf.
"""

import base64
import lzma
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tengen.core.errors import GoError
from tengen.core.notation import format_vertex
from tengen.core.points_jit import point_at
from tengen.web.messages.requests import (
    AskCollection,
    AskRecord,
    ChooseGame,
    GoTo,
    OpenRecord,
    OpenSaved,
    Play,
    RemoveBranch,
)
from tests.web.told import ToldSession

RECORDS = Path(__file__).resolve().parents[1] / "data" / "records"
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
ARCHIVES = ["19x19-pro", "19x19-strong", "9x9-human", "9x9-engine"]
CHARSETS = {
    "baduk": "euc_kr",
    "cgoban": "utf-8",
    "long-names": "shift_jis",
    "multigo": "gbk",
    "sabaki": "utf-8-sig",
    "smartgo": "latin-1",
    "weiqi": "big5",
}
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)|\[((?:\\.|[^\\\]])*)\])", re.DOTALL)


class NaiveNode(NamedTuple):
    """A node as it is written: names and raw values in order, small letters of names left out."""

    properties: list[tuple[str, list[str]]]
    children: list["NaiveNode"]


def naive_games(text: str) -> list[NaiveNode]:
    """The roots of all games of a file without faults."""
    games = NaiveNode([], [])
    way, forks = [games], []
    for mark, name, value in (token.groups() for token in TOKEN.finditer(text.rstrip())):
        if mark == "(":
            forks.append(len(way))
        elif mark == ")":
            del way[forks.pop() :]
        elif mark == ";":
            node = NaiveNode([], [])
            way[-1].children.append(node)
            way.append(node)
        elif name:
            way[-1].properties.append((re.sub("[a-z]", "", name), []))
        else:
            way[-1].properties[-1][1].append(value)
    assert (len(way), forks) == (1, [])
    return games.children


def all_is_kept(old: NaiveNode, new: NaiveNode) -> int:
    """Each property of each node is there, in order, with the same value; how many nodes there are more."""
    n_more, waiting = 0, [(old, new)]
    while waiting:
        before, after = waiting.pop()
        kept = [each for each in before.properties if each[0] != "CA"]
        assert [each for each in after.properties if each[0] not in ("CA", "TENGEN")] == kept
        children = after.children[: len(before.children)]
        waiting += zip(before.children, children, strict=True)
        n_more += sum(map(n_nodes, after.children[len(children) :]))
    return n_more


def n_nodes(top: NaiveNode) -> int:
    """A node with all that hangs below it."""
    found, waiting = 0, [top]
    while waiting:
        waiting += waiting.pop().children
        found += 1
    return found


@pytest.fixture
def told(tmp_path: Path) -> Iterator[ToldSession]:
    told = ToldSession(tmp_path)
    yield told
    told.close()


def put(folder: Path, content: bytes) -> tuple[Path, os.stat_result]:
    """A file that nobody has touched for long."""
    file = folder / "game.sgf"
    file.write_bytes(content)
    file.chmod(0o640)
    os.utime(file, ns=(1, 1))
    return file, file.stat()


def unchanged(file: Path, content: bytes, before: os.stat_result) -> None:
    after = file.stat()
    assert file.read_bytes() == content
    kept = ("st_mode", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns", "st_uid", "st_gid")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]


def games_of(told: ToldSession) -> Iterator[int]:
    """Look at each game of the file that can be shown."""
    for number in range(told.state.games):
        try:
            told.ask(ChooseGame(number=number))
        except GoError:
            continue
        yield number


def look(told: ToldSession, content: bytes, most: int = 100) -> None:
    """Open a record as a saved game and as a file, walk through all its games, and leave."""
    file, before = put(told.folder, content)
    for opening in (OpenSaved(name="game"), OpenRecord(data=base64.b64encode(content))):
        told.ask(opening)
        for _ in games_of(told):
            for row in told.state.tree[:: 1 + len(told.state.tree) // most]:
                told.ask(GoTo(node=row.id))
        told.ask(AskRecord())
        told.ask(AskCollection())
    told.close()
    told.enter()
    assert sorted(told.folder.iterdir()) == [file]
    unchanged(file, content, before)
    told.events.clear()
    told.begin()


def play_somewhere(told: ToldSession, rng: random.Random) -> None:
    """A new move at a node of the game that is looked at."""
    nodes = [row.id for row in told.state.tree]
    while True:
        told.ask(GoTo(node=rng.choice(nodes)))
        size, n_nodes = told.state.size, len(nodes)
        vertex = format_vertex(int(point_at(rng.randrange(size), rng.randrange(size))), size)
        try:
            told.ask(Play(vertex=vertex))
        except GoError:  # on a stone, or where the game is over
            continue
        if len(told.state.tree) > n_nodes:
            return


def change(told: ToldSession, content: bytes, charset: str, rng: random.Random) -> None:
    """Add moves to each game, take some back, come back to the copy and add more: all is kept."""
    file, before = put(told.folder, content)
    text = content.decode(charset)
    assert text.encode(charset) == content
    old = naive_games(text)
    added = dict.fromkeys(range(len(old)), 0)
    copy = file
    for _ in range(2):
        told.ask(OpenSaved(name=copy.stem))
        assert copy == file or told.state.name == copy.stem  # the copy is gone on with in its place
        for number in games_of(told):
            play_somewhere(told, rng)
            if rng.random() < 0.3:
                told.ask(RemoveBranch(node=told.state.node))
            else:
                added[number] += 1
        is_new, copy = copy == file, told.folder / f"{told.state.name}.sgf"
        new = naive_games(copy.read_bytes().decode())
        n_more = [all_is_kept(one, other) for one, other in zip(old, new, strict=True)]
        assert n_more == list(added.values())
        assert is_new or copy.stat().st_mode & 0o777 == 0o604
        copy.chmod(0o604)
    unchanged(file, content, before)
    assert sorted(told.folder.iterdir()) == sorted([file, copy])
    told.events.clear()
    told.begin()
    copy.unlink()


def test_the_plain_reader_of_these_tests_reads_records_and_sees_what_is_lost() -> None:
    (game,) = naive_games("(;GaMe[1]\nSZ[5];B[aa]C[x\\]y](;W[bb])(;W[cc];B[dd]))")
    assert game.properties == [("GM", ["1"]), ("SZ", ["5"])]
    (move,) = game.children
    assert (move.properties[1], len(move.children)) == (("C", ["x\\]y"]), 2)
    (less,) = naive_games("(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc];B[dd]))")
    with pytest.raises(AssertionError):
        all_is_kept(game, less)
    assert all_is_kept(less, less) == 0


@pytest.mark.parametrize("style", CHARSETS)
def test_records_of_other_programs_are_looked_at_and_changed_without_a_loss(
    told: ToldSession, style: str
) -> None:
    content = (RECORDS / f"{style}.sgf").read_bytes()
    look(told, content)
    change(told, content, CHARSETS[style], random.Random(style))


def test_marks_and_letters_of_old_programs_are_shown(told: ToldSession) -> None:
    told.ask(OpenRecord(data=base64.b64encode((RECORDS / "long-names.sgf").read_bytes())))
    told.ask(GoTo(node=1))
    assert [(mark.vertex, mark.kind, mark.text) for mark in told.state.marks] == [
        ("C7", "label", "a"),
        ("D7", "label", "b"),
        ("E5", "cross", ""),
    ]


def real_records(archive: str, n_records: int) -> list[bytes]:
    """Records from all over an archive."""
    path = DATA / f"games-{archive}.sgf.xz"
    if not path.exists():
        pytest.skip(f"no game records: put {path.name} into {DATA}")
    with lzma.open(path) as lines:
        return random.Random(archive).sample(lines.readlines(), n_records)


def test_some_real_records_are_looked_at_and_changed_without_a_loss(told: ToldSession) -> None:
    for content in real_records(ARCHIVES[0], 4):
        look(told, content, most=10)
        change(told, content, "utf-8", random.Random(content))


@pytest.mark.slow  # minutes each
@pytest.mark.parametrize("archive", ARCHIVES)
def test_a_thousand_real_records_are_looked_at_and_changed_without_a_loss(
    told: ToldSession, archive: str
) -> None:
    for content in real_records(archive, 250):
        look(told, content, most=10)
        change(told, content, "utf-8", random.Random(content))
