"""Counting the reply tables in self-play: the books balance, games are kept, figures are near the paper's."""

import json
from dataclasses import asdict, replace

import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.experiments.experiment import Run, RunOptions
from tengen.experiments.lgrf.reply_report import (
    PAPER_SHARES,
    show_distances,
    show_distribution,
    show_durations,
    show_lookups,
)
from tengen.experiments.lgrf.reply_tables import (
    LABELS,
    CountJob,
    GameCounts,
    PolicyCounts,
    ReplyTables,
    count_game,
)
from tengen.experiments.statistics import mean_over_games, share
from tengen.match.executors.dask_executor import DaskExecutor
from tengen.match.executors.serial import SerialExecutor
from tests.experiments.tiny import Interrupted, Silent

needs_compiler = pytest.mark.skipif(config.DISABLE_JIT, reason="needs thousands of playouts")

QUICK = ReplyTables(
    show_lookups,
    playouts=3,
    games=2,
    size=5,
    player="mcts:preset=orego,policy={policy},playouts={playouts},resign=0,counting=yes,memory_mb=1",
)


def job(policy, number=0):
    return CountJob(policy, 3, number, 5, QUICK.player.format(policy=policy, playouts=3))


def run(folder, **wanted):
    return Run("lgrf-table1", RunOptions(**wanted), folder)


def without_times(counts):
    return replace(counts, seconds=0.0)


@needs_compiler
@pytest.mark.parametrize("policy", LABELS)
def test_the_one_move_table_gets_what_the_other_leaves_open(counted_games, policy):
    counts = counted_games[policy][0]
    one, two = counts.lookups
    assert sum(one) > 0
    assert sum(counts.n_by_duration[0]) <= counts.n_lives[0]
    if policy.endswith("2"):
        assert sum(one) == sum(two) - two[0]
    else:
        assert sum(two) == 0


@needs_compiler
def test_the_same_number_counts_the_same(counted_games):
    first, second = counted_games["lgrf2"]
    assert without_times(count_game(job("lgrf2", 0))) == without_times(first)
    assert without_times(first) != without_times(second)


@needs_compiler
def test_games_are_kept_and_a_run_goes_on(tmp_path):
    asked = run(tmp_path, policies=("lgr1", "lgrf1"))
    assert QUICK.play(asked, Interrupted(3), Silent()) == "interrupted"
    kept = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.json"))
    assert len(kept) == 3
    before = [(tmp_path / path).stat().st_mtime_ns for path in kept]
    watch = Silent()
    with SerialExecutor() as farm:
        assert QUICK.play(asked, farm, watch) == ""
    assert [(tmp_path / path).stat().st_mtime_ns for path in kept] == before
    assert [value[:2] for value in watch.last.values()] == [(2, 2)] * 2
    findings = QUICK.findings(asked)
    assert (findings.n_done, findings.n_wanted) == (4, 4)
    assert "(paper 44.5)" in str(findings.blocks)


@pytest.fixture(scope="module")
def counted_games():
    return {policy: [count_game(job(policy, number)) for number in range(2)] for policy in LABELS}


@needs_compiler
@pytest.mark.parametrize("show", [show_lookups, show_durations, show_distribution, show_distances])
def test_reports_of_all_some_and_no_games(counted_games, show):
    games = counted_games
    everything = [PolicyCounts(policy, found) for policy, found in games.items()]
    for policies in (everything[::2], [PolicyCounts("lgr1", games["lgr1"][:1]), PolicyCounts("lgrf1", [])]):
        assert b"<svg" in next(block.svg for block in show("name", policies) if hasattr(block, "svg"))
    blocks = show("name", [PolicyCounts("lgr1", []), PolicyCounts("lgrf1", [])])
    assert "without games are not tested" in str(blocks)


@pytest.mark.parametrize(
    "wanted, message",
    [
        ({"policies": ("lgrf9",)}, "lgrf-table1 has no policy 'lgrf9': choose from lgr1, lgr2, lgrf1, lgrf2"),
        ({"playouts": (1, 2)}, "lgrf-table1 is counted at one number of playouts, not at 2"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path, wanted, message):
    with pytest.raises(GoError, match=message):
        QUICK.check(run(tmp_path, **wanted))


def kept_before_keys(folder, counts, **changes):
    """A game as versions kept it whose files were not named by keys."""
    old = job("lgr1")
    asked = {name: getattr(old, name) for name in ("policy", "playouts", "number", "size", "player")}
    path = folder / "lgrf-table1" / "lgr1-3" / "game-00000.json"
    path.parent.mkdir(parents=True)
    made = {"ended": "2026-01-02T00:00:00+00:00", "machine": "a machine", "commit": "abc"}
    path.write_text(json.dumps({"job": asked | changes, "counts": asdict(counts) | made}))
    return path


COUNTS = GameCounts([[1, 2, 3], [0, 0, 0]], [1, 0], [4, 0], [[0], [0]], [[0.0], [0.0]], 9, 1.0)


def test_a_game_of_an_earlier_version_counts_if_it_is_this_very_game(tmp_path):
    path = kept_before_keys(tmp_path / "same", COUNTS)
    before = path.read_bytes()
    findings = QUICK.findings(run(tmp_path / "same"))
    assert (findings.n_done, findings.sources.date) == (1, "2026-01-02")
    assert path.read_bytes() == before
    kept_before_keys(tmp_path / "other", COUNTS, size=9)
    assert QUICK.findings(run(tmp_path / "other")).n_done == 0
    kept_before_keys(tmp_path / "damaged", COUNTS).write_text("{")
    assert QUICK.findings(run(tmp_path / "damaged")).n_done == 0


@needs_compiler
def test_a_kept_game_is_plain_json(tmp_path):
    with SerialExecutor() as farm:
        QUICK.play(run(tmp_path, games=1, policies=("lgr1",)), farm, Silent())
    (path,) = tmp_path.rglob("*.json")
    assert json.loads(path.read_text())["question"]["policy"] == "lgr1"


@pytest.mark.slow
@needs_compiler
def test_a_farm_of_processes_counts_the_same(counted_games, tmp_path):
    asked = run(tmp_path, policies=("lgr1",))
    with DaskExecutor.local(2) as farm:
        assert QUICK.play(asked, farm, Silent()) == ""
    kept = [json.loads(path.read_text())["value"] for path in sorted(tmp_path.rglob("*.json"))]
    assert [one["lookups"] for one in kept] == [game.lookups for game in counted_games["lgr1"]]


@pytest.mark.slow
@needs_compiler
def test_shares_are_near_the_papers_even_with_few_playouts():
    """One game at 200 playouts a move: far from the paper's conditions, yet near its figures."""
    real = ReplyTables(show_lookups)
    text = real.player.format(policy="lgrf2", playouts=200)
    game = count_game(CountJob("lgrf2", 200, 0, 19, text))
    for table in (0, 1):
        for result, paper in enumerate(PAPER_SHARES["lgrf2", table]):
            assert mean_over_games([game], share(table, result)).value == pytest.approx(paper, abs=10)
