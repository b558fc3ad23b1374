"""Saved games: they come back as written, and no name or file leads anywhere else."""

import os
import threading
from pathlib import Path

import pytest

from tengen import GoError
from tengen.web import saved_games
from tengen.web.messages.requests import MAX_NAME
from tengen.web.saved_games import ChangedElsewhereError, SavedGamesFolder, content_key, default_folder

GAME = b"(;GM[1]SZ[5]PB[human]PW[easy]RE[W+3.5];B[cc];W[cb];B[])"


@pytest.fixture
def games(tmp_path: Path) -> SavedGamesFolder:
    return SavedGamesFolder(tmp_path / "data" / "games")


def folder_of(games: SavedGamesFolder) -> Path:
    games.save("first", GAME)
    return games.folder


def test_a_game_comes_back_as_it_was_saved(games: SavedGamesFolder) -> None:
    games.save("a-game_1", GAME)
    assert games.load("a-game_1") == GAME
    other = "(;CA[GBK]C[围棋])".encode("gbk")
    games.save("a-game_1", other)
    assert games.load("a-game_1") == other


def test_the_list_tells_players_size_moves_and_result_newest_first(games: SavedGamesFolder) -> None:
    folder = folder_of(games)
    games.save("second", b"(;GM[1]SZ[9];B[cc])")
    os.utime(folder / "first.sgf", (1000, 1000))
    os.utime(folder / "second.sgf", (2000, 2000))
    second, first = games.list().games
    assert (first.name, first.title, first.size, first.moves) == ("first", "human against easy", 5, 3)
    assert (first.result, first.changed) == ("W+3.5", 1000)
    assert (second.name, second.title, second.result) == ("second", "Black against White", None)


def test_the_list_follows_changes_and_parses_only_what_has_changed(
    games: SavedGamesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_of(games)
    games.save("other", GAME)
    assert {row.moves for row in games.list().games} == {3}
    parsed = []
    parse = saved_games.parse_sgf
    monkeypatch.setattr(saved_games, "parse_sgf", lambda data: parsed.append(data) or parse(data))
    games.list()
    assert parsed == []
    games.save("first", b"(;SZ[5];B[aa])")
    assert {row.name: row.moves for row in games.list().games} == {"first": 1, "other": 3}
    assert len(parsed) == 1
    (games.folder / "other.sgf").unlink()
    assert [row.name for row in games.list().games] == ["first"]


def test_a_collection_is_listed_by_its_first_game_with_how_many_there_are(games: SavedGamesFolder) -> None:
    games.save("collection", GAME + b"(;SZ[9])(;SZ[99])")
    (row,) = games.list().games
    assert (row.title, row.size, row.moves, row.games) == ("human against easy", 5, 3, 3)


def test_a_file_that_is_no_longer_as_it_was_known_is_not_replaced(games: SavedGamesFolder) -> None:
    games.save("game", GAME)
    games.save("game", b"(;C[1])", content_key(GAME))
    with pytest.raises(ChangedElsewhereError, match="the game game was changed elsewhere"):
        games.save("game", b"(;C[2])", content_key(GAME))
    assert games.load("game") == b"(;C[1])"
    (games.folder / "game.sgf").unlink()
    games.save("game", b"(;C[3])", content_key(GAME))
    assert games.load("game") == b"(;C[3])"


def test_an_empty_folder_and_none_have_no_games(games: SavedGamesFolder) -> None:
    assert games.list().games == []
    with pytest.raises(GoError, match="there is no saved game nothing"):
        games.load("nothing")


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe", b"(;SZ[5]", b"(;SZ[99])", b"(;GM[2]SZ[8])", b"(;SZ[5];B[zz])"]
)
def test_a_broken_file_is_listed_as_such_and_harms_no_other(games: SavedGamesFolder, data: bytes) -> None:
    (folder_of(games) / "broken.sgf").write_bytes(data)
    rows = {row.name: row for row in games.list().games}
    assert rows["first"].moves == 3
    if data != b"(;SZ[5]":  # only cut off: what is there is shown
        assert rows["broken"].title.startswith("cannot be read: ")
    assert rows["broken"].moves == 0


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../secret",
        "..%2fsecret",
        "%2e%2e",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "..\\secret",
        "secret\0",
        "\0",
        "a b",
        "a.sgf",
        "first\n",
        "ä",
        "١",
        "~",
        "-" * (MAX_NAME + 1),
    ],
)
def test_other_names_are_refused_and_nothing_is_read_or_written(games: SavedGamesFolder, name: str) -> None:
    folder = folder_of(games)
    (folder.parent / "secret.sgf").write_text("secret")
    before = sorted(folder.parent.rglob("*"))
    with pytest.raises(GoError, match="is no name of a saved game"):
        games.load(name)
    with pytest.raises(GoError, match="is no name of a saved game"):
        games.save(name, GAME)
    assert sorted(folder.parent.rglob("*")) == before


def test_links_pipes_devices_and_folders_are_neither_read_nor_listed(games: SavedGamesFolder) -> None:
    folder = folder_of(games)
    secret = folder.parent / "secret.sgf"
    secret.write_bytes(GAME)
    (folder / "link.sgf").symlink_to(secret)
    (folder / "zero.sgf").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.sgf")
    (folder / "folder.sgf").mkdir()
    for name in ("link", "zero", "pipe", "folder"):
        with pytest.raises(GoError, match=f"there is no saved game {name}"):
            games.load(name)
    assert [row.name for row in games.list().games] == ["first"]


def test_saving_over_a_link_leaves_what_it_points_at(games: SavedGamesFolder) -> None:
    folder = folder_of(games)
    secret = folder.parent / "secret.sgf"
    secret.write_text("secret")
    (folder / "link.sgf").symlink_to(secret)
    games.save("link", GAME)
    assert secret.read_text() == "secret"
    assert games.load("link") == GAME


def test_a_file_that_is_too_long_is_not_read(
    games: SavedGamesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_of(games)
    monkeypatch.setattr(saved_games, "MAX_BYTES", 20)
    with pytest.raises(GoError, match="there is no saved game first"):
        games.load("first")
    assert games.list().games == []
    with pytest.raises(GoError, match="too long to be saved"):
        games.save("other", GAME)


def test_when_the_folder_is_full_a_new_game_is_refused_and_all_are_kept(
    games: SavedGamesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_games, "MAX_GAMES", 2)
    games.save("one", GAME)
    games.save("two", GAME)
    with pytest.raises(GoError, match="2 saved games already"):
        games.save("three", GAME)
    games.save("two", b"(;)")  # one that is there may still grow
    assert {row.name for row in games.list().games} == {"one", "two"}


def test_a_folder_that_cannot_be_written_is_one_sentence_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file")
    games = SavedGamesFolder(tmp_path / "games")
    with pytest.raises(GoError, match=r"^the game one cannot be saved: (Not a directory|File exists)$"):
        games.save("one", GAME)
    assert games.list().games == []


def test_a_reader_never_sees_half_a_game(games: SavedGamesFolder) -> None:
    texts = [b"(;C[" + letter * 50_000 + b"])" for letter in (b"a", b"b")]
    games.save("game", texts[0])
    seen = set()
    writer = threading.Thread(target=lambda: [games.save("game", texts[n % 2]) for n in range(30)])
    writer.start()
    while writer.is_alive():
        seen.add(games.load("game"))
    writer.join()
    assert seen <= set(texts)
    assert [file.name for file in games.folder.iterdir()] == ["game.sgf"]


def test_new_names_are_names_and_differ(games: SavedGamesFolder) -> None:
    names = {games.new_name(0.0) for _ in range(5)}
    assert len(names) == 5
    assert all(name.startswith("1970-01-01-000000-") for name in names)
    for name in names:
        games.save(name, GAME)


def test_the_default_folder_is_that_of_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_folder() == Path("/data/tengen/games")
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", value)
        assert default_folder() == Path.home() / ".local" / "share" / "tengen" / "games"
