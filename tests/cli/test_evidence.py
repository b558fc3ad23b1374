"""`tengen evidence` as a user types it, with random players and this version in the place of a frozen one."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import evidence as evidence_cli
from tengen.cli.app import app
from tengen.core.errors import GoError
from tengen.experiments.evidence import read_plan, standing
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PLAN = """
version = "0123456789"

[[step]]
id = "first"
title = "First"
why = "To see."
size = 3
games = 4
seed = 1
[step.players]
one = "random"
two = "random:moves=all"

[[step]]
id = "second"
title = "Second"
why = "To see."
size = 3
games = 2
seed = 1
[step.players]
one = "random"
two = "naive"
"""


@pytest.fixture
def evidence(monkeypatch, tmp_path):
    """Run the command in this process; its matches are run by this environment's `tengen`."""
    (tmp_path / "plan.toml").write_text(PLAN)
    monkeypatch.setattr(
        evidence_cli, "_installed", lambda version, versions: Path(sys.executable).parent / "tengen"
    )
    monkeypatch.setattr(os, "nice", lambda increment: increment)
    places = ["--plan", "plan.toml", "--games", "games", "--page", "page.md"]

    def invoke(*arguments):
        monkeypatch.chdir(tmp_path)
        return CliRunner().invoke(app, ["evidence", *arguments, *places], env={"COLUMNS": "200"})

    return invoke


def test_a_plan_is_played_to_its_end_and_not_again(evidence, tmp_path):
    done = evidence()
    assert done.exit_code == 0, done.output
    assert "2 of 2 pairings have ended; 6 games are played, at most 0 are left." in done.output
    page = (tmp_path / "page.md").read_bytes()
    stores = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.db")}
    assert len(stores) == 2
    again = evidence()
    assert again.exit_code == 0, again.output
    assert (tmp_path / "page.md").read_bytes() == page
    assert stores == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.db")}


def test_a_report_plays_nothing(evidence, tmp_path):
    assert evidence("--report").exit_code == 0
    assert "not begun" in (tmp_path / "page.md").read_text()
    assert not list(tmp_path.rglob("*.db"))


def test_a_failing_match_is_said_and_the_page_written(evidence, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN.replace('two = "naive"', 'two = "gtp:/nowhere/engine"'))
    failed = evidence()
    assert isinstance(failed.exception, GoError)
    assert "a match of one against two failed" in str(failed.exception)
    assert "1 of 2 pairings have ended" in (tmp_path / "page.md").read_text()


def test_a_stopped_run_goes_on(tmp_path):
    """SIGTERM ends the command and its match; what was played is kept, and the next run goes on with it."""
    plan = PLAN.replace("games = 4", "games = 4000")
    (tmp_path / "plan.toml").write_text(plan)
    home = tmp_path / ".evidence" / "0123456789"
    (home / "venv" / "bin").mkdir(parents=True)
    (home / "venv" / "bin" / "tengen").symlink_to(shutil.which("tengen", path=Path(sys.executable).parent))
    (home / "whole").touch()
    command = [
        sys.executable,
        "-m",
        "tengen",
        "evidence",
        "--plan",
        "plan.toml",
        "--games",
        "g",
        "--page",
        "p.md",
    ]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    for line in running.stdout:
        if line.startswith("first one - two:"):  # the first round has ended
            break
    running.send_signal(signal.SIGTERM)
    running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    pairing = read_plan(tmp_path / "plan.toml")[0].pairings[0]
    kept = standing(pairing, tmp_path / "g").n_done
    assert 360 <= kept < 4000
    assert f"{kept:,} of 4,000" in (tmp_path / "p.md").read_text()


def test_the_plan_of_the_project_is_whole():
    """Every step can be played: players and tests are read, and pairings have names of their own."""
    steps = read_plan(ROOT / "docs" / "evidence" / "plan.toml")
    stores = [pairing.store(Path()) for step in steps for pairing in step.pairings]
    assert len(stores) == len(set(stores)) == 22


def test_a_version_notes_its_own_commit_and_not_that_of_the_checkout_around_it(tmp_path):
    source = tmp_path / "version" / "source"
    source.mkdir(parents=True)
    git = ["git", "-C", str(source), "-c", "user.name=one", "-c", "user.email=one@example.org"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    around = evidence_cli._own_git(tmp_path / "version" / "venv" / "bin" / "tengen")
    describe = ["git", "-C", str(ROOT / "src"), "describe", "--always", "--dirty=+", "--abbrev=10"]
    noted = subprocess.run(describe, env=os.environ | around, capture_output=True, text=True, check=True)
    assert noted.stdout.strip() == head[:10]
    assert evidence_cli._own_git(tmp_path / "bin" / "tengen") == {}
