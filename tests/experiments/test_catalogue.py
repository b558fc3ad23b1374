"""The list of the papers' tables and figures: complete, and true about what can be run."""

import re
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from tengen.cli.reproduce import reproduce
from tengen.core.errors import GoError
from tengen.dag_rnn.weights import save_net
from tengen.experiments.catalogue import EXPERIMENTS, find_experiment, state_of
from tengen.experiments.experiment import OPTIONS, Run, RunOptions, check_options
from tengen.experiments.report import append_record, new_record
from tengen.players.spec import parse_player
from tests.dag_rnn.test_evaluator import net_file

PAPERS_PAGE = Path(__file__).parents[2] / "docs" / "papers.md"


def test_the_names_are_those_of_the_page():
    text = PAPERS_PAGE.read_text().partition("### Experiments by name")[2].partition("## 1.")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    names = [name for row in rows for name in re.findall(r"`([a-z0-9-]+)`", row.split("|")[1])]
    assert set(EXPERIMENTS) == set(names)


@pytest.mark.parametrize("name", [name for name, one in EXPERIMENTS.items() if one.kind])
def test_every_experiment_that_can_be_run_reports_on_nothing_yet(name, tmp_path):
    """This also parses all players and draws all figures without a game."""
    experiment = find_experiment(name)
    findings = experiment.kind.findings(Run(name, RunOptions(), tmp_path))
    assert findings.n_done == 0
    assert findings.n_wanted > 0
    assert experiment.claims
    assert experiment.paper.startswith(("Baier & Drake", "Baier & Winands", "Wu & Baldi", "Mayer"))


@pytest.mark.parametrize(
    "name, n_cells, n_games, size",
    [
        ("lgrf-fig6", 15, 600, 19),
        ("lgrf-fig7", 15, 1200, 9),
        ("lgrf-softmax", 5, 600, 19),
        ("lgrf-fig10", 6, 600, 19),
        ("book-table1", 2, 5632, 19),
        ("book-table2", 5, 5632, 19),
        ("book-frequency", 3, 5632, 19),
        ("book-simulation-bias", 5, 5632, 19),
    ],
)
def test_the_papers_conditions(name, n_cells, n_games, size, tmp_path):
    kind = EXPERIMENTS[name].kind
    cells = [cell for _, cell in kind._cells(Run(name, RunOptions(), tmp_path))]
    assert len(cells) == n_cells
    assert {cell.n_games for cell in cells} == {n_games}
    for cell in cells:
        match = cell.setting
        assert (match.size, match.komi, match.rules) == (size, 7.5, "chinese-kgs")
        assert match.second == "gnugo:level=10"
        player = parse_player(match.first)
        assert player.settings["preset"] == "orego"
        assert player.settings["playouts"] == cell.playouts


def test_experiments_of_the_same_setting_share_games(tmp_path):
    def paths(name, policy, *playouts):
        wanted = RunOptions(policies=(policy,), playouts=playouts)
        return {
            cell.path: cell.setting for _, cell in EXPERIMENTS[name].kind._cells(Run(name, wanted, tmp_path))
        }

    assert paths("lgrf-fig10", "lgrf1") == paths("lgrf-fig6", "lgrf1")
    assert paths("lgrf-three", "lgrf2") == paths("lgrf-fig6", "lgrf2")
    for name in ("book-table1", "book-table2", "book-frequency", "book-simulation-bias"):
        assert paths(name, "baseline", 2000) == paths("lgrf-fig6", "lgrf2", 2000)
    for name in ("book-frequency", "book-simulation-bias"):
        assert paths(name, "bias-default") == paths("book-table2", "bias-default")
    for policy in ("baseline", "bias-default"):
        assert paths("book-table3", policy).keys().isdisjoint(paths("book-table2", policy))


def test_books_are_used_as_the_paper_says(tmp_path):
    for name in ("book-table1", "book-table2", "book-table3", "book-frequency", "book-simulation-bias"):
        for variant, cell in EXPERIMENTS[name].kind._cells(Run(name, RunOptions(), tmp_path)):
            settings = parse_player(cell.setting.first).settings
            assert settings["policy"] == "lgrf2"
            expected = {"baseline": None, "by-frequency": "bias-default"}.get(variant.name, variant.name)
            assert settings.get("book") == expected
            assert settings.get("book_by") == ("frequency" if variant.name == "by-frequency" else None)


def test_a_book_in_self_play_meets_the_same_player_without_one(tmp_path):
    run = Run("book-table3", RunOptions(playouts=(300,), games=10), tmp_path)
    for _, cell in EXPERIMENTS["book-table3"].kind._cells(run):
        opponent = parse_player(cell.setting.second)
        assert opponent.settings == {"preset": "orego", "policy": "lgrf2", "playouts": 300}


@pytest.mark.parametrize(
    "name, message",
    [
        (
            "lgrf-fig77",
            r"no experiment is called 'lgrf-fig77' \(did you mean lgrf-fig7\?\): `tengen reproduce` lists",
        ),
        ("book-fig1", r"book-fig1 is drawn on docs/results/book-sense\.md and cannot be run"),
        (
            "lgrf-fig2",
            r"lgrf-fig2 is a worked example and a test, tests/playout/test_lgr\.py and cannot be run",
        ),
    ],
)
def test_what_cannot_be_run_says_why(name, message):
    with pytest.raises(GoError, match=message):
        find_experiment(name)


def test_states(tmp_path):
    folder, out = tmp_path / "results", tmp_path / "out"
    fig7 = EXPERIMENTS["lgrf-fig7"]
    assert state_of(EXPERIMENTS["book-fig1"], folder, out) == "drawn on docs/results/book-sense.md"
    assert state_of(fig7, folder, out) == "can run"
    append_record(folder / "lgrf-fig7", new_record(RunOptions()))
    assert re.fullmatch(r"partly run, begun \d{4}-\d\d-\d\d", state_of(fig7, folder, out))
    out.mkdir()
    (out / "lgrf-fig7.md").write_text("# x\n\nState: done on 2026-01-01, 4 of 4 games; 2 games a cell.\n")
    assert state_of(fig7, folder, out) == "done on 2026-01-01, 4 of 4 games; 2 games a cell"
    (folder / "lgrf-fig7" / "lgrf-fig7.md").write_text(
        "# x\n\nState: not run, 0 of 4 games; 2 games a cell.\n"
    )
    own = f"not run, 0 of 4 games; 2 games a cell (in {folder / 'lgrf-fig7'})"
    assert state_of(fig7, folder, out) == own


@pytest.mark.parametrize("name", ["dag-fig1", "dag-fig3", "dag-bootstrap", "dag-scaling", "dag-symmetry"])
def test_a_result_is_that_of_the_nets_it_was_made_with(name, tmp_path):
    path, marks = tmp_path / "net.safetensors", []
    for n_outputs in (1, 2):
        save_net(path, net_file(n_outputs=n_outputs))
        marks.append(EXPERIMENTS[name].kind.nets(Run(name, RunOptions(nets=(str(path),)), tmp_path)))
    assert marks[0] != marks[1]


RUNNABLE = [name for name, one in EXPERIMENTS.items() if one.kind]
GIVEN = {
    "scale": 0.5,
    "games": 2,
    "playouts": (7,),
    "policies": ("default",),
    "opponent": "random",
    "nets": ("paper",),
    "data": "games",
}


@pytest.mark.parametrize("name", RUNNABLE)
def test_options_that_do_not_apply_are_refused_with_those_that_do(name):
    experiment = EXPERIMENTS[name]
    taken = [OPTIONS[option] for option in OPTIONS if option in experiment.kind.takes]
    for option, value in GIVEN.items():
        wanted = RunOptions(**{option: value})
        if option in experiment.kind.takes:
            check_options(experiment, wanted)
            continue
        with pytest.raises(GoError) as caught:
            check_options(experiment, wanted)
        said = str(caught.value)
        assert said.startswith(f"{name} does not take {OPTIONS[option]}: it takes ")
        assert re.findall("--[a-z]+", said.partition("it takes")[2]) == taken


def test_the_options_are_those_of_the_question_and_of_the_command():
    assert list(OPTIONS) == [each.name for each in fields(RunOptions)] == list(GIVEN)
    assert {option.removeprefix("--") for option in OPTIONS.values()} <= set(signature(reproduce).parameters)


def test_several_options_that_do_not_apply_are_named_in_one_sentence():
    with pytest.raises(GoError) as caught:
        check_options(EXPERIMENTS["dag-table1"], RunOptions(games=5, policies=("x",), data="y"))
    said = "dag-table1 does not take --games, --policy and --data: it takes no options"
    assert str(caught.value) == said
    with pytest.raises(GoError, match=r"^td-fig4 is computed in this process alone: leave out --workers$"):
        check_options(EXPERIMENTS["td-fig4"], RunOptions(), ["--workers"])
    with pytest.raises(
        GoError, match="td-fig2 runs in threads of this process: leave out --scheduler and --sl"
    ):
        check_options(EXPERIMENTS["td-fig2"], RunOptions(), ["--workers", "--scheduler", "--slurm"])
    check_options(EXPERIMENTS["lgrf-fig7"], RunOptions(), ["--workers", "--scheduler", "--slurm"])
