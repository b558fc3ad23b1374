"""Game records through GTP: loaded to a move, saved as a whole, never half."""

import os
import stat

import pytest

from tengen.core.files import write_atomically
from tests.gtp.fake_analyst import new_fake_engine
from tests.gtp.sessions import ask, fingerprint, new_engine

GAME = b"(;SZ[5]KM[3.5]AB[aa][ee];B[cc];W[cd];B[];W[dd])"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_bytes(GAME)
    return path


@pytest.mark.parametrize(
    "number, black, white, turn",
    [
        ("", "A5 C3 E1", "C2 D2", "Black"),
        ("1", "A5 E1", "", "Black"),
        ("2", "A5 C3 E1", "", "White"),
        ("4", "A5 C3 E1", "C2", "White"),
        ("99", "A5 C3 E1", "C2 D2", "Black"),
    ],
)
def test_a_record_is_loaded_up_to_the_move_that_is_to_be_played(record, number, black, white, turn):
    engine = new_engine(9)
    assert ask(engine, f"loadsgf {record} {number}") == "="
    assert ask(engine, "list_stones b") == f"= {black}".rstrip()
    assert ask(engine, "list_stones w") == f"= {white}".rstrip()
    assert ask(engine, "get_komi") == "= 3.5"
    assert f"{turn} to play" in ask(engine, "showboard")


def test_stones_set_up_after_a_move_are_placed(record):
    record.write_bytes(b"(;SZ[5];B[aa];W[bb];AB[cc]AW[dd]AE[aa];W[ee];B[ea])")
    engine = new_engine()
    assert ask(engine, f"loadsgf {record} 4") == "="
    assert ask(engine, "list_stones b") == "= C3"
    assert ask(engine, "list_stones w") == "= B4 D2 E1"
    assert "Black to play" in ask(engine, "showboard")
    assert ask(engine, f"loadsgf {record} 3", "list_stones w") == "= B4 D2"
    assert "White to play" in ask(engine, "showboard")


@pytest.mark.parametrize(
    "text, turn",
    [
        (b"(;SZ[5]AB[aa]PL[W])", "White"),
        (b"(;SZ[5]HA[2]AB[aa][ee])", "White"),
        (b"(;SZ[5])", "Black"),
        (b"(;SZ[5]AB[aa];W[bb])", "Black"),
    ],
)
def test_the_turn_after_set_up_is_that_of_the_record(record, text, turn):
    record.write_bytes(text)
    engine = new_engine()
    assert ask(engine, f"loadsgf {record}") == "="
    assert f"{turn} to play" in ask(engine, "showboard")


@pytest.mark.parametrize(
    "text, reason",
    [
        (b"", "no game found"),
        (b"hello", "no game found"),
        (b"(;SZ[25])", "not from 2x2 to 19x19"),
        (b"(;SZ[5];B[zz])", "outside the board"),
        (b"(;SZ[5];B[aa];W[aa])", "move 2: illegal move: White may not play A5: the point is taken"),
        (b"(;SZ[2]AB[aa][ab][ba][bb])", "without a liberty"),
        (b"(;SZ[5];B[aa];AW[ab][ba])", "the set-up after move 1: the position has stones without a liberty"),
        (b"\x00\xff\x1b" * 100, "no game found"),
    ],
)
def test_a_file_that_is_no_game_is_refused_and_changes_nothing(record, text, reason):
    record.write_bytes(text)
    engine = new_engine()
    ask(engine, "play b C3")
    before = fingerprint(engine)
    answer = ask(engine, f"loadsgf {record}")
    assert answer.startswith("? cannot load file: ")
    assert reason in answer
    assert fingerprint(engine) == before


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert ask(new_engine(), f"loadsgf {tmp_path / 'pipe'}") == "? cannot load file: it is no plain file"


def test_a_saved_game_is_loaded_as_it_was(record, tmp_path):
    engine, other = new_engine(), new_engine()
    ask(engine, f"loadsgf {record}", "play w A1", "play w B1")
    saved = tmp_path / "saved.sgf"
    assert ask(engine, f"printsgf {saved}") == "="
    assert ask(engine, "printsgf") == f"= {saved.read_text().strip()}"
    assert ask(other, f"loadsgf {saved}") == "="
    assert other.session.game.moves == engine.session.game.moves
    assert other.session.game.board.tobytes() == engine.session.game.board.tobytes()
    assert sorted(os.listdir(tmp_path)) == ["game.sgf", "saved.sgf"]


def test_a_disk_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert ask(new_engine(), f"printsgf {path}") == "? cannot save file: No space left on device"
    assert os.listdir(tmp_path) == ["game.sgf"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "game.sgf"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


def test_a_link_that_is_replaced_becomes_a_file_as_any_new_one(tmp_path):
    write_atomically(tmp_path / "new", b"new")
    (tmp_path / "link").symlink_to("/etc/passwd")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").lstat().st_mode == (tmp_path / "new").lstat().st_mode


def test_resigning_is_answered_and_recorded_until_the_game_goes_on():
    engine = new_fake_engine(resigns=True)
    assert ask(engine, "play b A1", "reg_genmove w") == "= C3"
    assert "RE[" not in ask(engine, "printsgf")
    assert ask(engine, "genmove w") == "= resign"
    assert "RE[B+R]" in ask(engine, "printsgf")
    assert len(engine.session.game.moves) == 1
    assert ask(engine, "kgs-genmove_cleanup w") == "= C3"
    assert "RE[" not in ask(engine, "printsgf")
    assert "RE[B+R]" in ask(engine, "undo", "printsgf")
    assert "RE[" not in ask(engine, "clear_board", "printsgf")
    assert "RE[W+R]" in ask(engine, "genmove b", "printsgf")
    assert "RE[" not in ask(engine, "clear_board", "printsgf")  # though it has as many moves: none


def test_records_name_the_player_for_the_colours_it_played():
    engine = new_fake_engine()
    assert "PB[" not in ask(engine, "play b A1", "printsgf")
    record = ask(engine, "genmove w", "printsgf")
    assert "PW[Tengen (fake)]" in record
    assert "PB[" not in record
    record = ask(engine, "genmove b", "kata-set-rules chinese", "gogui-setup_player b", "printsgf")
    assert "PB[Tengen (fake)]" in record
    assert "PW[Tengen (fake)]" in record
    assert "PW[" not in ask(engine, "clear_board", "printsgf")
