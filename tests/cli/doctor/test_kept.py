"""What is kept on disk: damage is named, and what can be repaired is."""

import os
import shutil
from pathlib import Path

import pytest

from tengen.book.book_file import SHIPPED
from tengen.cli.doctor import kept
from tengen.core import jit
from tengen.match.store import Store
from tengen.td.weights import td_net_path
from tests.cli.doctor.found import notes, problems, repair
from tests.match.matches import PLAIN, played

NET = td_net_path("koten")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache with two pieces of code; the function looks for its folder anew."""
    monkeypatch.setenv("TENGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))

    def choose():
        folder, fault = jit.choose_folder(jit.KEY)
        monkeypatch.setattr(jit, "FOLDER", folder)
        monkeypatch.setattr(jit, "FAULT", fault)
        return folder

    folder = choose()
    for name in ("one", "two"):
        jit.write_code(folder / f"{name}{jit.SUFFIX}", name.encode())
    return choose


def test_a_cache_that_is_whole(cache):
    assert problems(kept.cache) == notes(kept.cache) == []


def test_damaged_code_is_named_and_removed(cache):
    file = cache() / f"one{jit.SUFFIX}"
    file.write_bytes(file.read_bytes()[:-1])
    assert problems(kept.cache) == [f"{file} is damaged, or others could have written it"]
    assert repair(kept.cache) == 1
    assert problems(kept.cache) == []
    assert [path.name for path in cache().iterdir()] == [f"two{jit.SUFFIX}"]


def test_what_ended_processes_and_old_versions_left_is_removed(cache):
    folder = cache()
    torn, new, unused = folder / "one.12ab.new", folder / "two.34cd.new", folder.parent / ("0" * 16)
    torn.touch()
    new.touch()
    unused.mkdir()
    for path in (torn, unused):
        os.utime(path, (0, 0))
    assert len(notes(kept.cache)) == 2
    assert repair(kept.cache) == 2
    assert notes(kept.cache) == []
    assert (torn.exists(), new.exists(), unused.exists()) == (False, True, False)


def test_a_folder_that_is_open_to_others_is_closed(cache):
    folder = cache()
    folder.chmod(0o775)
    assert cache() != folder
    assert problems(kept.cache)[0].endswith(f"others may write in {folder}")
    assert repair(kept.cache) == 1
    assert cache() == folder
    assert problems(kept.cache) == []


def test_no_place_for_code_is_a_problem(cache, monkeypatch):
    for name in ("TENGEN_CACHE_DIR", "TMPDIR"):
        monkeypatch.setenv(name, "/proc/nowhere")
    assert cache() is None
    assert ["is not kept" in told for told in problems(kept.cache)] == [True]
    assert repair(kept.cache) == 0


def damage(path):
    """Flip a bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_what_comes_with_the_package_is_whole():
    for check in (kept.shipped_nets, kept.shipped_books):
        assert problems(check) == notes(check) == []


def test_a_damaged_net_of_the_package_is_named(tmp_path, monkeypatch):
    shutil.copy(NET, tmp_path)
    damage(tmp_path / NET.name)
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    monkeypatch.setattr(kept, "checkout", lambda: tmp_path)
    (found,) = (each for each in kept.shipped_nets() if str(tmp_path / NET.name) in each.says)
    assert "its checksum is wrong" in found.says
    assert found.remedy == f"git -C {tmp_path} checkout -- {NET.name}"


def test_a_missing_book_of_the_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(SHIPPED, 9, tmp_path / "9x9.book")
    assert [str(tmp_path / "9x9.book") in told for told in problems(kept.shipped_books)] == [True]


def make_store(path):
    with Store(path, PLAIN) as store:
        for number in range(2):
            store.add(*played(number))


def test_own_files_are_found_in_folders_and_read(tmp_path):
    shutil.copy(NET, tmp_path)
    shutil.copy(SHIPPED[9], tmp_path)
    make_store(tmp_path / "match.db")
    (tmp_path / "other.txt").touch()
    assert [found.says for found in kept.own_files([tmp_path])()] == [f"1 net, 1 book, 1 store in {tmp_path}"]


@pytest.mark.parametrize("name", ["net.safetensors", "small.book", "match.db"])
@pytest.mark.parametrize("how", ["a bit", "cut", "garbage"])
def test_damaged_own_files_are_named(tmp_path, name, how):
    path = tmp_path / name
    if name == "match.db":
        make_store(path)
    else:
        shutil.copy({".safetensors": NET, ".book": SHIPPED[9]}[path.suffix], path)
    if how == "a bit" and name != "match.db":  # most of its bits are of no game: tests/match flips them
        damage(path)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:-100])
    else:
        path.write_bytes(b"garbage" * 1000)
    (told,) = problems(kept.own_files([tmp_path]))
    assert str(path) in told


def test_what_is_not_there_or_nothing_of_ours_is_named(tmp_path):
    other = tmp_path / "other.txt"
    other.touch()
    missing, foreign = problems(kept.own_files([tmp_path / "nowhere", other]))
    assert missing == f"there is no {tmp_path / 'nowhere'}"
    assert foreign.startswith(f"{other} is neither a net")


def test_looking_changes_nothing(tmp_path):
    make_store(tmp_path / "match.db")
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*")}
    list(kept.own_files([tmp_path])())
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in tmp_path.rglob("*")}


def test_a_folder_of_saved_games_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    folder = tmp_path / "tengen" / "games"
    folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda _path, mode: not mode & os.W_OK)  # root may write everywhere
    assert problems(kept.saved_games) == [f"{folder} cannot be read and written"]


def test_saved_games_are_counted(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = Path(tmp_path, "tengen", "games")
    assert [found.says for found in kept.saved_games()] == [f"none yet; they will be in {folder}"]
    folder.mkdir(parents=True)
    (folder / "one.sgf").touch()
    assert [found.says for found in kept.saved_games()] == [f"1 game in {folder}"]
