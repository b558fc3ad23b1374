"""Files of games: looking never writes, a change loses nothing and spares what Tengen did not write."""

import base64
import stat
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import N_POINTS
from tengen.players.player import Analysis
from tengen.sgf import SgfTree, parse_sgf
from tengen.web.messages.game import Collection, GameProgress, Problem, Record
from tengen.web.messages.requests import (
    Analyse,
    AnalyseGame,
    AskCollection,
    AskRecord,
    ChooseGame,
    EngineMove,
    GoTo,
    Keep,
    OpenRecord,
    OpenSaved,
    Play,
    RemoveBranch,
    Resign,
    SetPlayers,
)
from tests.web.told import ToldSession

FOREIGN = (
    "(;GM[1]FF[4]CA[GBK]AP[CGoban:3]ST[2]\r\nRU[Japanese]SZ[9]KM[6.5]TM[1800]OT[5x30 byo-yomi]\r\n"
    "PW[聂卫平]PB[马晓春]WR[9d]BR[9d]DT[1987-04-05]EV[名人战]PC[北京]XX[?][a\\]b]C[开局\t好\r\n第二行]"
    "RE[W+R];B[ee]BL[1799.1]C[天元];W[gc]WL[1780]LB[ee:A][gc:B]TR[cc](;B[cg];W[gg]MN[1]KO[])(;B[dd]N[变化]"
    ";AB[aa][bb]AW[cc]PL[W]C[摆棋];W[ab]))\r\n(;GM[1]FF[4]CA[GBK]SZ[13]PB[二];B[dd])\r\n(;SZ[25]PB[three])\r\n"
).encode("gbk")


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ToldSession]:
    """A session whose analyst knows at once that Black wins every second game by 3 points."""
    told = ToldSession(tmp_path)

    def analyse(game: Game, *_: object, **__: object) -> Analysis:
        return Analysis(game.to_play, 10, 0.5, 3.0, 0.0, (), np.zeros(N_POINTS))

    monkeypatch.setattr(told.session._mind.analyst, "analyse", analyse)
    yield told
    told.close()


def put(folder: Path, content: bytes = FOREIGN, name: str = "game") -> Path:
    file = folder / f"{name}.sgf"
    file.write_bytes(content)
    return file


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def copy_of(told: ToldSession, folder: Path) -> bytes:
    assert told.state.saved_as == told.state.name
    return (folder / f"{told.state.name}.sgf").read_bytes()


def kept(before: list[SgfTree], after: list[SgfTree]) -> None:
    """Each node that was there is there, with all it had, in order."""
    assert len(after) >= len(before)
    for old, new in zip(before, after):
        waiting = [(0, 0)]
        while waiting:
            at, place = waiting.pop()
            there = new.nodes[place].properties
            if at == 0:
                there = [(name, values) for name, values in there if name != "TENGEN"]
            assert there == old.nodes[at].properties
            children = new.nodes[place].children[: len(old.nodes[at].children)]
            waiting += zip(old.nodes[at].children, children, strict=True)


def test_looking_at_a_game_changes_no_byte_and_makes_no_file(told: ToldSession, tmp_path: Path) -> None:
    file = put(tmp_path)
    before = file.stat()
    told.ask(OpenSaved(name="game"))
    for row in told.state.tree:
        told.ask(GoTo(node=row.id))
    told.ask(GoTo(node=0))
    told.ask(Analyse(on=True))
    told.wait(lambda: told.state.tree[0].win_rate is not None)
    told.ask(Analyse(on=False))
    told.ask(AnalyseGame(playouts=10))
    told.wait(lambda: told.state.thinking is None and told.last(GameProgress).done == 5)
    told.ask(AskRecord())
    told.ask(ChooseGame(number=1))
    told.ask(OpenSaved(name="game"))
    told.begin()
    assert files(tmp_path) == ["game.sgf"]
    assert file.read_bytes() == FOREIGN
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_a_game_of_another_program_is_changed_in_a_copy_that_has_all_it_had(
    told: ToldSession, tmp_path: Path
) -> None:
    file = put(tmp_path)
    told.ask(OpenSaved(name="game"))
    assert told.state.saved_as == "game"
    assert told.state.name != "game"
    assert told.state.notes[0] == (
        f"Tengen did not write game, so it stays as it is: changes are saved in a copy, {told.state.name}."
    )
    told.ask(GoTo(node=2))
    told.ask(Play(vertex="A1"))
    assert file.read_bytes() == FOREIGN
    copy = copy_of(told, tmp_path)
    kept(parse_sgf(FOREIGN), parse_sgf(copy))
    assert copy.count(b"CA[UTF-8]") == 3
    assert "聂卫平" in copy.decode()
    name = told.state.name
    told.ask(Play(vertex="B1"))
    assert files(tmp_path) == sorted(["game.sgf", f"{name}.sgf"])
    assert len(parse_sgf(copy_of(told, tmp_path))[0].nodes) == len(parse_sgf(FOREIGN)[0].nodes) + 2


def test_a_copy_is_gone_on_with_in_place(told: ToldSession, tmp_path: Path) -> None:
    put(tmp_path)
    told.ask(OpenSaved(name="game"))
    told.ask(GoTo(node=1))
    told.ask(Play(vertex="A1"))
    name = told.state.name
    told.begin()
    told.ask(OpenSaved(name=name))
    assert (told.state.name, told.state.saved_as) == (name, name)
    assert not any("copy" in note for note in told.state.notes)
    told.ask(GoTo(node=1))
    told.ask(Play(vertex="B1"))
    assert files(tmp_path) == sorted(["game.sgf", f"{name}.sgf"])
    kept(parse_sgf(FOREIGN), parse_sgf(copy_of(told, tmp_path)))


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_a_game_that_tengen_wrote_is_changed_in_place_and_keeps_its_mode(
    told: ToldSession, tmp_path: Path, mode: int
) -> None:
    told.begin()
    told.ask(Play(vertex="C3"))
    name = told.state.name
    file = tmp_path / f"{name}.sgf"
    assert b"AP[Tengen:" in file.read_bytes()
    file.chmod(mode)
    told.begin()
    told.ask(OpenSaved(name=name))
    assert told.state.notes == []
    told.ask(Play(vertex="D3"))
    assert files(tmp_path) == [file.name]
    assert b";B[cc];W[dc]" in file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_what_tengen_wrote_and_somebody_added_to_is_kept(told: ToldSession, tmp_path: Path) -> None:
    told.begin()
    told.ask(Play(vertex="C3"))
    name = told.state.name
    file = tmp_path / f"{name}.sgf"
    text = (
        file.read_text()
        .replace("PB[human]", "PB[Ann]BR[3k]XY[1][2]")
        .replace(";B[cc]", ";B[cc]TR[cc]C[mine]")
    )
    file.write_text(text)
    told.begin()
    told.ask(OpenSaved(name=name))
    told.ask(Play(vertex="D3"))
    assert file.read_text() == text.replace("C[mine])", "C[mine];W[dc])")
    assert (told.state.black_name, told.state.marks[0].kind if told.state.marks else None) == ("Ann 3k", None)


def test_who_plays_and_the_result_are_those_of_the_game_in_our_files_alone(
    told: ToldSession, tmp_path: Path
) -> None:
    told.begin()
    told.ask(Play(vertex="C3"))
    told.ask(SetPlayers(black="human", white="easy"))
    told.wait(lambda: told.state.thinking is None and len(told.state.tree) == 3)
    told.ask(Resign())
    file = tmp_path / f"{told.state.name}.sgf"
    assert b"PB[human]PW[easy]RE[W+R]" in file.read_bytes()
    told.ask(RemoveBranch(node=2))
    assert b"RE[" not in file.read_bytes()
    put(tmp_path)
    told.ask(OpenSaved(name="game"))
    told.ask(GoTo(node=1))
    told.session._mind.analyst.playouts = 5
    told.ask(EngineMove())
    told.wait(lambda: told.state.thinking is None and told.state.node > 7)
    kept(parse_sgf(FOREIGN), parse_sgf(copy_of(told, tmp_path)))


def test_the_result_of_another_program_stays_when_its_end_is_cut_off_and_the_game_goes_on(
    told: ToldSession, tmp_path: Path
) -> None:
    put(tmp_path, b"(;SZ[5]KM[0]RU[chinese]RE[B+R];B[aa];W[bb];B[cc])")
    told.ask(OpenSaved(name="game"))
    assert (told.state.phase, told.state.result) == ("over", "B+R")
    told.ask(RemoveBranch(node=3))
    name = told.state.name
    assert b"RE[B+R]" in copy_of(told, tmp_path)
    told.begin()
    told.ask(OpenSaved(name=name))
    assert (told.state.phase, told.state.result) == ("playing", None)
    told.ask(Play(vertex="E1"))
    told.ask(Resign())
    assert b"RE[B+R]" in copy_of(told, tmp_path)
    assert told.state.result == "B+R"
    told.begin()
    told.ask(OpenSaved(name=name))
    assert told.state.phase == "over"


def test_a_file_that_cannot_be_read_wholly_is_never_replaced(told: ToldSession, tmp_path: Path) -> None:
    content = b"Dear Ann,\n(;AP[Tengen:1]SZ[5]RU[chinese]KM[0];B[aa];W[bb])"
    file = put(tmp_path, content)
    told.ask(OpenSaved(name="game"))
    assert told.state.notes == [
        f"Not all of game can be read, so it stays as it is: changes are saved in a copy, {told.state.name}.",
        "Not all of the file can be read: line 2, column 1: skipped text before the game.",
    ]
    told.ask(Play(vertex="C3"))
    assert file.read_bytes() == content
    assert len(files(tmp_path)) == 2


def test_a_game_that_was_changed_elsewhere_meanwhile_is_not_lost(told: ToldSession, tmp_path: Path) -> None:
    told.begin()
    told.ask(Play(vertex="C3"))
    name = told.state.name
    file = tmp_path / f"{name}.sgf"
    file.write_bytes(b"(;SZ[5];B[aa]C[edited by hand])")
    told.ask(Play(vertex="D3"))
    assert file.read_bytes() == b"(;SZ[5];B[aa]C[edited by hand])"
    assert told.state.name != name
    assert told.state.notes[0].startswith(f"{name} was changed elsewhere and stays as it is now: changes are")
    assert b";B[cc];W[dc]" in copy_of(told, tmp_path)
    told.ask(Play(vertex="A1"))
    assert len(files(tmp_path)) == 2


def test_two_sessions_on_one_game_lose_nothing_of_each_other(tmp_path: Path) -> None:
    one, two = ToldSession(tmp_path), ToldSession(tmp_path)
    one.begin()
    one.ask(Play(vertex="C3"))
    two.ask(OpenSaved(name=one.state.name))
    one.ask(Play(vertex="D3"))
    two.ask(Play(vertex="B2"))
    assert one.state.name != two.state.name
    texts = {(tmp_path / f"{session.state.name}.sgf").read_text() for session in (one, two)}
    assert {text[text.index(";B[") : -2] for text in texts} == {";B[cc];W[dc]", ";B[cc];W[bd]"}
    one.close()
    two.close()


def test_a_record_that_is_opened_from_outside_is_saved_when_something_changes(
    told: ToldSession, tmp_path: Path
) -> None:
    told.ask(OpenRecord(data=base64.b64encode(FOREIGN)))
    assert told.state.saved_as is None
    assert told.state.notes[0].startswith("What you opened stays as it is: changes are saved in a copy, ")
    assert (told.state.black_name, told.state.white_name) == ("马晓春 9d", "聂卫平 9d")
    assert told.state.facts == {
        "event": "名人战",
        "date": "1987-04-05",
        "place": "北京",
        "result": "W+R",
        "time": "1800",
        "overtime": "5x30 byo-yomi",
    }
    assert told.state.rules == "chinese-kgs"
    assert "The record was played by Japanese rules" in told.state.notes[1]
    assert files(tmp_path) == []
    told.ask(GoTo(node=0))
    assert told.state.tree[0].comment == "开局 好\n第二行"
    told.ask(GoTo(node=2))
    assert [(mark.vertex, mark.kind, mark.text) for mark in told.state.marks] == [
        ("E5", "label", "A"),
        ("G7", "label", "B"),
        ("C7", "triangle", ""),
    ]
    told.ask(Play(vertex="A1"))
    kept(parse_sgf(FOREIGN), parse_sgf(copy_of(told, tmp_path)))


def test_the_games_of_a_collection_are_listed_and_chosen(told: ToldSession, tmp_path: Path) -> None:
    put(tmp_path)
    told.ask(OpenSaved(name="game"))
    assert (told.state.game, told.state.games, told.state.size) == (0, 3, 9)
    told.ask(AskCollection())
    assert [(game.title, game.size, game.moves) for game in told.last(Collection).games] == [
        ("马晓春 against 聂卫平", 9, 4),
        ("二 against White", 13, 1),
        ("cannot be read: line 6, column 2: a board that is not square, or not from 2x2 to 19x19", 0, 0),
    ]
    told.ask(ChooseGame(number=1))
    assert (told.state.game, told.state.games, told.state.size) == (1, 3, 13)
    for number in (2, 3):
        with pytest.raises(GoError, match=r"not from 2x2 to 19x19|there is no 3"):
            told.ask(ChooseGame(number=number))
        assert (told.state.game, told.state.size) == (1, 13)
    told.ask(Play(vertex="A1"))
    told.ask(ChooseGame(number=0))
    told.ask(GoTo(node=1))
    told.ask(Play(vertex="B1"))
    trees = parse_sgf(copy_of(told, tmp_path))
    kept(parse_sgf(FOREIGN), trees)
    assert [len(tree.nodes) for tree in trees] == [9, 3, 1]


def test_the_first_game_that_can_be_shown_is(told: ToldSession) -> None:
    told.ask(OpenRecord(text="(;SZ[25])(;GM[2])(;SZ[7];B[aa])"))
    assert (told.state.game, told.state.games, told.state.size) == (2, 3, 7)
    with pytest.raises(GoError, match="column 2: a board that is not square"):
        told.ask(OpenRecord(text="(;SZ[25])(;GM[2])"))


def test_an_analysis_is_kept_if_somebody_wants_that(told: ToldSession, tmp_path: Path) -> None:
    told.begin()
    told.ask(Play(vertex="C3"))
    file = tmp_path / f"{told.state.name}.sgf"
    before = file.read_bytes()
    told.ask(AnalyseGame(playouts=10))
    told.wait(lambda: told.state.thinking is None and told.last(GameProgress).done == 2)
    assert file.read_bytes() == before
    told.ask(Keep())
    assert file.read_bytes().count(b"SBKV[") == 2
    told.ask(AskRecord())
    assert told.last(Record).text.encode() == file.read_bytes()


def test_what_cannot_be_saved_is_saved_with_the_next_change(
    told: ToldSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.begin()
    with monkeypatch.context() as patch:
        patch.setattr("tengen.web.saved_games.MAX_GAMES", 0)
        told.ask(Play(vertex="C3"))
        assert "not saved" in told.last(Problem).text
    assert files(tmp_path) == []
    told.ask(Play(vertex="D3"))
    assert b";B[cc];W[dc]" in copy_of(told, tmp_path)


def test_a_game_of_an_earlier_version_is_opened_with_its_seats(told: ToldSession, tmp_path: Path) -> None:
    old = b"(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[0.5]RU[chinese-kgs]PB[human]PW[random];B[cc]SBKV[51.20]V[0.40])\n"
    file = put(tmp_path, old)
    told.ask(OpenSaved(name="game"))
    assert (told.state.black, told.state.white, told.state.komi) == ("human", "random", 0.5)
    assert told.state.tree[1].win_rate == pytest.approx(0.512)
    assert file.read_bytes() == old
