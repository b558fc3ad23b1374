"""`tengen reproduce` as a user types it, with random players in the place of real ones."""

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from tengen.cli import app
from tengen.core.errors import GoError
from tengen.experiments import catalogue
from tests.experiments.tiny import TINY_EXPERIMENT, Interrupted
from tests.test_cli import run


@pytest.fixture
def reproduce(monkeypatch, tmp_path):
    """Run the command in this process, with a tiny experiment on the list."""
    monkeypatch.setitem(catalogue.EXPERIMENTS, "lgrf-tiny", TINY_EXPERIMENT)
    monkeypatch.setattr(sys, "argv", ["tengen", "reproduce", "lgrf-tiny"])
    places = ["--folder", str(tmp_path / "results"), "--out", str(tmp_path / "out")]

    def invoke(*arguments):
        return CliRunner().invoke(app, ["reproduce", *arguments, *places], env={"COLUMNS": "200"})

    return invoke


def state(tmp_path):
    return re.search(r"State: (.*)\.\n", (tmp_path / "out" / "lgrf-tiny.md").read_text())[1]


def test_a_run_writes_its_page_figure_and_html(reproduce, tmp_path):
    done = reproduce("lgrf-tiny")
    assert done.exit_code == 0, done.output
    page = (tmp_path / "out" / "lgrf-tiny.md").read_text()
    assert re.match(r"done on \d{4}-\d\d-\d\d, 4 games a cell \(4 in the paper\), 4 cells", state(tmp_path))
    assert "![Share of games won on 3x3, with 95 % Wilson intervals](lgrf-tiny.svg)" in page
    assert "Last command: `tengen reproduce lgrf-tiny`, begun 2" in page
    assert (tmp_path / "out" / "lgrf-tiny.svg").read_bytes().startswith(b"<?xml")
    html = (tmp_path / "results" / "lgrf-tiny" / "report.html").read_text()
    assert html.count("data:image/svg+xml;base64,") == 1
    assert "16/16" in done.output


def test_the_report_alone_is_that_of_the_last_run(reproduce, tmp_path):
    assert reproduce("lgrf-tiny", "--games", "2", "--policy", "two", "--playouts", "7").exit_code == 0
    page = (tmp_path / "out" / "lgrf-tiny.md").read_bytes()
    (tmp_path / "out" / "lgrf-tiny.md").unlink()
    assert reproduce("lgrf-tiny", "--report").exit_code == 0
    assert (tmp_path / "out" / "lgrf-tiny.md").read_bytes() == page
    assert reproduce("lgrf-tiny", "--report", "--games", "4").exit_code == 0
    assert ", 0 of 16; 4 games a cell" in state(tmp_path)  # those of 7 playouts are other cells


def test_an_interrupted_run_reports_and_goes_on(reproduce, tmp_path, monkeypatch):
    class Farm(Interrupted):
        def __init__(self):
            super().__init__(5)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

    with monkeypatch.context() as patch:
        patch.setattr("tengen.reproduce_cli.open_farm", lambda *places: Farm())
        stopped = reproduce("lgrf-tiny")
    assert stopped.exit_code == 130
    assert "Not complete: interrupted" in stopped.output
    assert re.match(r"partly run, \d{4}-\d\d-\d\d, 5 of 16; ", state(tmp_path))
    assert reproduce("lgrf-tiny").exit_code == 0
    assert state(tmp_path).startswith("done on")
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
        (["lgrf-tiny", "--net", "paper"], "lgrf-tiny is not about nets: --net does not apply"),
        (["td-fig1", "--opponent", "random"], "td-fig1 plays against nobody: --opponent does not apply"),
        (["td-fig1", "--data", "x"], "td-fig1 is not about territory nets: --data does not apply"),
        (["td-fig2", "--scheduler", "x"], "td-fig2 runs in threads of this process: --scheduler and --slurm"),
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
    assert str(done.exception) == "reports have figures and need matplotlib: pip install 'tengen[report]'"
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_does_without_matplotlib_until_a_figure_is_drawn():
    code = "import sys, tengen.cli; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_the_command_line_refuses_in_one_sentence():
    done = run("reproduce", "book-fig1")
    assert done.returncode == 2
    assert done.stderr == "tengen: book-fig1 is drawn on docs/results/book-sense.md and cannot be run\n"
