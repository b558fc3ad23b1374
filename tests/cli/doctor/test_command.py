"""`tengen doctor` as a user types it."""

import logging
import subprocess
import sys

import pytest

from tengen import GoError
from tengen.cli.doctor import command as doctor_cli
from tengen.cli.doctor.finding import note, ok, problem


@pytest.fixture
def doctor(monkeypatch, capsys):
    """Run it with some checks in the place of all: status, what was printed, what was said on stderr."""

    def run(*arguments, **checks):
        monkeypatch.setattr(doctor_cli, "checks", lambda _paths: checks)
        with pytest.raises(SystemExit) as ended:
            doctor_cli.doctor(list(arguments))
        return ended.value.code, *capsys.readouterr()

    return run


def test_all_is_well(doctor):
    status, printed, errors = doctor(disk=lambda: iter([ok("fine"), note("nearly full", "make room")]))
    assert (status, errors) == (0, "")
    assert printed.splitlines() == [
        "ok        disk         fine",
        "note      disk         nearly full",
        "                       -> make room",
        "",
        "0 problems, 1 note",
    ]


def test_a_problem_is_status_1(doctor):
    status, printed, _ = doctor(net=lambda: iter([problem("it is damaged")]))
    assert status == 1
    assert printed == "PROBLEM   net          it is damaged\n\n1 problem, 0 notes\n"


def test_what_can_be_repaired_is_repaired_if_that_is_asked_for(doctor):
    done = []

    def check():
        yield problem("torn", "mend it", lambda: done.append("torn"))
        yield note("stale", "drop it", lambda: done.append("stale"))
        yield ok("fine")

    status, printed, _ = doctor(cache=check)
    assert (status, done) == (1, [])
    assert printed.endswith("\n1 problem, 1 note; `tengen doctor --repair` repairs 2\n")
    status, printed, _ = doctor("--repair", cache=check)
    assert (status, done) == (0, ["torn", "stale"])
    assert "repaired  cache        torn\nrepaired  cache        stale\n" in printed
    assert printed.endswith("\n0 problems, 0 notes\n")


@pytest.mark.parametrize("error", [OSError("read-only"), GoError("`make page` failed")])
def test_what_cannot_be_repaired_stays_a_problem(doctor, error):
    def fail():
        raise error

    status, printed, errors = doctor("--repair", page=lambda: iter([problem("not built", "make page", fail)]))
    assert status == 1
    assert "PROBLEM   page         not built\n                       -> make page" in printed
    assert errors == f"tengen: cannot repair this: {error}\n"


def test_a_check_that_fails_is_a_problem_and_the_others_go_on(doctor):
    def fails():
        yield ok("so far")
        raise ImportError("no such package")

    status, printed, _ = doctor(page=fails, clock=lambda: iter([ok("it ticks")]))
    assert status == 1
    assert "PROBLEM   page         this could not be checked: ImportError: no such package\n" in printed
    assert "it ticks" in printed


def test_what_is_logged_is_a_note(doctor):
    def check():
        logging.getLogger("tengen.dag_rnn").warning("tengen: %s has no checksum", "old.safetensors")
        yield ok("read")

    status, printed, errors = doctor(nets=check)
    assert (status, errors) == (0, "")
    assert "note      nets         old.safetensors has no checksum\n" in printed


def test_names_of_files_move_no_cursor(doctor):
    _, printed, _ = doctor(nets=lambda: iter([problem("\x1b[2J\u202ebad")]))
    assert "\\x1b[2J\\u202ebad" in printed


def test_the_folders_of_results_are_looked_at_where_they_are(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").mkdir()
    looked_at = []
    monkeypatch.setattr(
        doctor_cli, "checks", lambda paths: looked_at.append([str(path) for path in paths]) or {}
    )
    for arguments in ([], ["own.db"]):
        with pytest.raises(SystemExit):
            doctor_cli.doctor(arguments)
    assert looked_at == [["results"], ["own.db"]]


def test_here(tmp_path):
    """The command itself, in a folder with a damaged net."""
    (tmp_path / "mine.safetensors").write_bytes(b"garbage" * 100)
    command = [sys.executable, "-m", "tengen", "doctor", "mine.safetensors"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    for about in doctor_cli.checks([]):
        assert about in done.stdout
    assert "cannot read the weights in mine.safetensors" in done.stdout


def test_the_doctor_needs_no_package_that_only_other_commands_need():
    """It is asked when something is broken."""
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('typer', 'rich', 'uvicorn', 'fastapi', 'distributed')))\n"
        "sys.argv = ['tengen', 'doctor']\n"
        "from tengen.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "this could not be checked: ModuleNotFoundError" in done.stdout
    assert "books of the package, whole" in done.stdout
