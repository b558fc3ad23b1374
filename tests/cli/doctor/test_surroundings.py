"""Other programs and the machine."""

import webbrowser
from types import SimpleNamespace

import pytest

from tengen import GoError
from tengen.cli.doctor import surroundings
from tengen.core import jit
from tests.cli.doctor.found import notes, problems


@pytest.fixture
def gnugo(monkeypatch, tmp_path):
    """A GNU Go that says what it is told to."""
    program = tmp_path / "gnugo"

    def says(text):
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
        player = "tengen.players.external.GnuGoPlayer.command_line"
        monkeypatch.setattr(player, lambda self: [str(program)])
        return program

    return says


def test_gnu_go_of_the_published_games(gnugo):
    program = gnugo("echo GNU Go 3.8")
    assert [found.says for found in surroundings.gnugo()] == [f"GNU Go 3.8 in {program}"]


def test_another_gnu_go_is_a_note_and_another_program_a_problem(gnugo):
    gnugo("echo GNU Go 3.9.1")
    assert ["published games were played against 3.8" in told for told in notes(surroundings.gnugo)] == [True]
    gnugo("echo hello")
    assert ["does not say that it is GNU Go" in told for told in problems(surroundings.gnugo)] == [True]


def test_a_gnu_go_that_does_not_start_is_a_problem(gnugo):
    gnugo("").write_bytes(b"\x7fELF garbage")
    assert ["does not start" in told for told in problems(surroundings.gnugo)] == [True]


def test_no_gnu_go_is_a_note_that_says_how_to_get_it(monkeypatch):
    def missing(_self):
        raise GoError("GNU Go is not installed: apt-get install gnugo")

    monkeypatch.setattr("tengen.players.external.GnuGoPlayer.command_line", missing)
    (found,) = surroundings.gnugo()
    assert (found.state, found.remedy) == ("note", "apt-get install gnugo")


def test_a_browser_is_named_and_none_is_a_note(monkeypatch):
    monkeypatch.setattr(webbrowser, "get", lambda: SimpleNamespace(name="netscape"))
    assert [found.says for found in surroundings.browser()] == ["a browser, netscape"]

    def none():
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert len(notes(surroundings.browser)) == 1


@pytest.mark.parametrize("free, expected", [(10_000, "problem"), (500_000_000, "note"), (10**11, "ok")])
def test_room_on_the_disks(monkeypatch, free, expected):
    monkeypatch.setattr(jit, "FOLDER", None)
    monkeypatch.setattr("shutil.disk_usage", lambda _place: SimpleNamespace(free=free))
    monkeypatch.setattr(surroundings, "free_memory", lambda: None)
    assert bool(problems(surroundings.machine)) == (expected == "problem")
    assert bool(notes(surroundings.machine)) == (expected == "note")


def test_little_memory_is_a_note(monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _place: SimpleNamespace(free=10**11))
    monkeypatch.setattr(surroundings, "free_memory", lambda: 2 * 10**8)
    assert notes(surroundings.machine) == ["200 MB of memory are free: large searches may fail"]


def test_memory_is_read_where_the_kernel_tells_it(monkeypatch):
    monkeypatch.setattr("pathlib.Path.read_text", lambda _path: "MemFree: 1 kB\nMemAvailable:    2000 kB\n")
    assert surroundings.free_memory() == 2_048_000
    monkeypatch.setattr("pathlib.Path.read_text", lambda _path: "nothing")
    assert surroundings.free_memory() is None


def test_a_clock_before_tengen_was_written_is_a_problem(monkeypatch):
    assert problems(surroundings.clock) == []
    monkeypatch.setattr(surroundings.time, "time", lambda: 0.0)
    assert ["1970-01-01" in told or "1969-12-31" in told for told in problems(surroundings.clock)] == [True]
