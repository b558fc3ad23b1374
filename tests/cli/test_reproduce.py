"""`tengen reproduce` as a user types it, with random players in the place of real ones."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli.app import app
from tengen.core.errors import GoError
from tengen.core.system_info import install_command
from tengen.experiments import catalogue
from tests.cli.test_app import run
from tests.experiments.tiny import TINY_EXPERIMENT, Interrupted
from tests.waiting import PATIENCE


@pytest.fixture
def reproduce(monkeypatch, tmp_path):
    """Run the command in this process and in a folder of its own, with a tiny experiment on the list."""
    monkeypatch.setitem(catalogue.EXPERIMENTS, "lgrf-tiny", TINY_EXPERIMENT)
    monkeypatch.setattr(sys, "argv", ["tengen", "reproduce", "lgrf-tiny"])
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments):
        return CliRunner().invoke(app, ["reproduce", *arguments], env={"COLUMNS": "200"})

    return invoke


OWN, PUBLISHED = Path("results/lgrf-tiny"), Path("docs/results")


def state(folder=OWN):
    return re.search(r"State: (.*)\.\n", (folder / "lgrf-tiny.md").read_text())[1]


def contents(folder):
    """All files of a folder, with what they hold."""
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_run_writes_its_page_figure_and_html_beside_its_games(reproduce, tmp_path):
    done = reproduce("lgrf-tiny")
    assert done.exit_code == 0, done.output
    page = (OWN / "lgrf-tiny.md").read_text()
    said = r"done on \d{4}-\d\d-\d\d, 16 of 16 games; 4 games a cell \(4 in the paper\), 4 cells"
    assert re.fullmatch(said, state())
    assert "![Share of games won on 3x3, with 95 % Wilson intervals](lgrf-tiny.svg)" in page
    assert "Last command: `tengen reproduce lgrf-tiny`, begun 2" in page
    assert (OWN / "lgrf-tiny.svg").read_bytes().startswith(b"<?xml")
    assert (OWN / "report.html").read_text().count("data:image/svg+xml;base64,") == 1
    assert "16/16" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_the_report_alone_is_that_of_the_last_run(reproduce):
    assert reproduce("lgrf-tiny", "--games", "2", "--policy", "two", "--playouts", "7").exit_code == 0
    page = (OWN / "lgrf-tiny.md").read_bytes()
    (OWN / "lgrf-tiny.md").unlink()
    assert reproduce("lgrf-tiny", "--report").exit_code == 0
    assert (OWN / "lgrf-tiny.md").read_bytes() == page
    assert reproduce("lgrf-tiny", "--report", "--games", "4").exit_code == 0
    assert state().startswith("not run, 0 of 16 games; 4 games a cell")  # those of 7 playouts are other cells


@pytest.fixture
def published(reproduce):
    """A clone: a page of 16 games is published, with the games, and nothing has been run here."""
    assert reproduce("lgrf-tiny", "--publish").exit_code == 0
    (PUBLISHED / "games").mkdir()
    shutil.move(OWN, PUBLISHED / "games" / "lgrf-tiny")
    shutil.rmtree("results")
    return contents(Path("docs"))


@pytest.mark.parametrize(
    "arguments",
    [["--report"], ["--games", "2"], ["--report", "--games", "2"], ["--games", "2", "--policy", "one"]],
)
def test_published_pages_and_games_stay_as_they_are(reproduce, published, arguments):
    """`--report` in a clone replaced a page of 2,000 games by "0 of 18,000", a trial a table."""
    done = reproduce("lgrf-tiny", *arguments)
    assert done.exit_code == 0, done.output
    assert contents(Path("docs")) == published
    assert (OWN / "lgrf-tiny.md").exists()


def test_a_report_in_a_clone_reads_the_published_games(reproduce, published):
    done = reproduce("lgrf-tiny", "--report")
    assert f"these are the published games, {PUBLISHED / 'games' / 'lgrf-tiny'}" in done.output
    assert (OWN / "lgrf-tiny.md").read_bytes() == (PUBLISHED / "lgrf-tiny.md").read_bytes()
    assert reproduce("lgrf-tiny", "--games", "2").exit_code == 0
    assert "published" not in reproduce("lgrf-tiny", "--report").output  # there are games of one's own now
    assert ", 8 of 8 games; 2 games a cell" in state()


def test_a_page_that_tells_of_more_is_not_replaced(reproduce, published):
    refused = reproduce("lgrf-tiny", "--games", "2", "--publish")
    assert str(refused.exception) == (
        "docs/results/lgrf-tiny.md tells of 16 games and this run of 8, so it is not replaced: ask for as "
        "many, or move that page away"
    )
    assert not OWN.exists()  # nothing was begun that could not be published
    assert reproduce("lgrf-tiny", "--games", "2").exit_code == 0
    assert isinstance(reproduce("lgrf-tiny", "--report", "--publish").exception, GoError)
    assert contents(Path("docs")) == published
    more = reproduce("lgrf-tiny", "--games", "6", "--publish")
    assert more.exit_code == 0, more.output
    assert ", 24 of 24 games; 6 games a cell" in state(PUBLISHED)
    assert (PUBLISHED / "lgrf-tiny.svg").read_bytes() == (OWN / "lgrf-tiny.svg").read_bytes()


def test_a_page_that_does_not_say_how_much_it_tells_of_is_not_replaced(reproduce):
    PUBLISHED.mkdir(parents=True)
    (PUBLISHED / "lgrf-tiny.md").write_text("# t\n\nState: done on 2026-01-01, 2 games a cell, 4 cells.\n")
    refused = reproduce("lgrf-tiny", "--publish")
    assert "docs/results/lgrf-tiny.md does not say how much it tells of" in str(refused.exception)
    assert reproduce("lgrf-tiny").exit_code == 0
    assert isinstance(reproduce("lgrf-tiny", "--report", "--publish").exception, GoError)
    assert state(PUBLISHED).startswith("done on 2026-01-01, 2 games")


def test_nothing_is_published_before_a_game_was_played(reproduce):
    refused = reproduce("lgrf-tiny", "--report", "--publish")
    assert "nothing of lgrf-tiny has been played yet: there is nothing to publish" in str(refused.exception)
    assert not PUBLISHED.exists()


def test_an_interrupted_run_publishes_nothing(reproduce, published, monkeypatch):
    monkeypatch.setattr("tengen.cli.reproduce.make_executor", lambda *places: Impatient(5))
    stopped = reproduce("lgrf-tiny", "--publish")
    assert stopped.exit_code == 130
    assert "Not complete and not published: interrupted" in stopped.output
    assert contents(Path("docs")) == published
    assert ", 5 of 16 games; " in state()


def test_another_folder_of_published_pages_is_named_with_publish(reproduce):
    refused = reproduce("lgrf-tiny", "--out", "pages")
    assert "--out says where published pages are: add --publish, or leave it out" in str(refused.exception)
    assert reproduce("lgrf-tiny", "--out", "pages", "--publish").exit_code == 0
    assert state(Path("pages")) == state()


class Impatient(Interrupted):
    """A farm that is interrupted after some games."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def test_an_interrupted_run_reports_and_goes_on(reproduce, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("tengen.cli.reproduce.make_executor", lambda *places: Impatient(5))
        stopped = reproduce("lgrf-tiny")
    assert stopped.exit_code == 130
    assert "Not complete: interrupted" in stopped.output
    assert re.match(r"partly run, \d{4}-\d\d-\d\d, 5 of 16 games; ", state())
    assert reproduce("lgrf-tiny").exit_code == 0
    assert state().startswith("done on")
    assert "done on" in reproduce().output


def test_the_list_names_every_experiment_with_its_state(reproduce):
    shown = reproduce().output
    for name in ("lgrf-fig7", "lgrf-tiny", "book-table2", "dag-fig2a", "td-table1"):
        assert name in shown
    assert "drawn on docs/results/book-sense.md" in shown
    assert "can run" in shown


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["lgrf-tiny", "--policy", "x"], "lgrf-tiny has no policy 'x'"),
        (["lgrf-tiny", "--scale", "0"], "the scale must be above 0 and at most 1000, not 0"),
        (
            ["lgrf-tiny", "--net", "paper"],
            "lgrf-tiny does not take --net: it takes --scale, --games, --playouts,",
        ),
        (["lgrf-tiny", "--opponent", "td"], "player td: the net katatsugi plays on 5x5, not on 3x3"),
        (["lgrf-tiny", "--opponent", "gtp:/nowhere/x"], "player gtp:/nowhere/x: cannot start x"),
        (["td-fig1", "--opponent", "random"], "td-fig1 does not take --opponent: it takes no options"),
        (["dag-table1", "--games", "5"], "dag-table1 does not take --games: it takes no options"),
        (["td-fig4", "--workers", "2"], "td-fig4 is computed in this process alone: leave out --workers"),
        (["td-fig2", "--scheduler", "x"], "td-fig2 runs in threads of this process: leave out --scheduler"),
        (["td-fig2", "--games", "7"], "td-fig2 looks at nets every 50,000 games"),
        (["td-fig4", "--net", "nothing"], "td-fig4 needs the net 'nothing', which is not there"),
        (["dag-table2", "--data", "nowhere"], "dag-table2 needs games: there is no nowhere/games-9x9-human"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(reproduce, tmp_path, arguments, message):
    done = reproduce(*arguments)
    assert isinstance(done.exception, GoError)
    assert re.search(message, str(done.exception))
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_nothing_is_played(reproduce, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = reproduce("lgrf-tiny")
    assert str(done.exception) == f"a report with figures needs matplotlib: {install_command('report')}"
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_does_without_matplotlib_until_a_figure_is_drawn():
    code = "import sys, tengen.cli.app; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=PATIENCE).returncode == 0


def test_the_command_line_refuses_in_one_sentence():
    done = run("reproduce", "book-fig1")
    assert done.returncode == 2
    assert done.stderr == "tengen: book-fig1 is drawn on docs/results/book-sense.md and cannot be run\n"
