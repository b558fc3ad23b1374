"""Cells of random players: dealt in turn, kept, resumed, and reported from their rows."""

import re
from dataclasses import replace

import pytest

from tengen.core.errors import GoError
from tengen.experiments.statistics import Claim, Rate
from tengen.experiments.strength import Variant
from tengen.experiments.strength_report import CellResult, PaperBudget, Scope, strength_blocks
from tengen.match.executors.dask_executor import DaskExecutor
from tengen.match.executors.serial import SerialExecutor
from tengen.match.schedule import MatchConfig, game_job
from tengen.match.store import Store, read_games
from tests.experiments.tiny import TINY, Interrupted, Silent, play_tiny, tiny_run
from tests.match.matches import misbehaving, played, setting

BUDGET = PaperBudget("8,000 on two threads", (8000,))
CELLS = ("one-10", "two-10", "one-20", "two-20")


def rows(folder):
    """Numbers, players and moves of all games."""
    found = {}
    for name in CELLS:
        variant, playouts = {"one": "1", "two": "2"}[name[:3]], name[4:]
        match = MatchConfig(f"random:seed={variant}{playouts}", "random", size=3)
        games = read_games(folder / "lgrf-tiny" / f"{name}.db", match)
        found[name] = [(game.job, game.result.moves, game.result.winner) for game in games]
    return found


def test_every_cell_has_its_store_and_pairs_of_games_are_dealt_in_turn(tmp_path):
    watch = Silent()
    with SerialExecutor() as farm:
        assert TINY.play(tiny_run(tmp_path), farm, watch) == ""
    assert sorted(path.name for path in tmp_path.glob("lgrf-tiny/*.db")) == sorted(f"{n}.db" for n in CELLS)
    pairs = [(name, done) for pair in (1, 3) for name in CELLS for done in (pair, pair + 1)]
    assert watch.order == [*((name, 0) for name in CELLS), *pairs]
    done, wanted, note = watch.last["one-10"]
    assert (done, wanted) == (4, 4)
    assert re.fullmatch(r"\d+\.\d% \(\d+ to \d+\)", note)


def test_a_run_stopped_early_has_all_cells_alike_and_goes_on_to_the_same_games(tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    play_tiny(whole)
    assert TINY.play(tiny_run(broken), Interrupted(10), Silent()) == "interrupted"
    assert [len(games) for games in rows(broken).values()] == [4, 2, 2, 2]
    assert play_tiny(broken) == ""
    assert rows(broken) == rows(whole)


@pytest.mark.slow
def test_a_farm_of_processes_plays_the_same_games(tmp_path):
    play_tiny(tmp_path / "here")
    with DaskExecutor.local(2) as farm:
        assert TINY.play(tiny_run(tmp_path / "farm"), farm, Silent()) == ""
    assert rows(tmp_path / "farm") == rows(tmp_path / "here")


def test_more_games_and_other_cells_join_those_that_are_there(tmp_path):
    play_tiny(tmp_path, games=2, policies=("one",), playouts=(10,))
    first = rows(tmp_path)["one-10"]
    assert len(first) == 2
    play_tiny(tmp_path)
    assert rows(tmp_path)["one-10"][:2] == first
    assert TINY.findings(tiny_run(tmp_path, games=2)).n_done == 8  # later games do not count


def test_shared_cells_are_kept_where_they_are_at_home(tmp_path):
    shared = replace(TINY, variants=(replace(TINY.variants[0], home="lgrf-other"), TINY.variants[1]))
    play_tiny(tmp_path, shared, games=2, playouts=(10,))
    assert (tmp_path / "lgrf-other" / "one-10.db").exists()
    assert (tmp_path / "lgrf-tiny" / "two-10.db").exists()


def test_another_opponent_has_games_of_its_own_and_the_page_says_so(tmp_path):
    play_tiny(tmp_path, games=2)
    before = rows(tmp_path)
    run = tiny_run(tmp_path, games=2, playouts=(10,), opponent="random:seed=9")
    TINY.check(run)
    with SerialExecutor() as farm:
        assert TINY.play(run, farm, Silent()) == ""
    assert rows(tmp_path) == before
    match = MatchConfig("random:seed=110", "random:seed=9", size=3)
    assert len(read_games(tmp_path / "lgrf-tiny" / "one-10-random-seed-9.db", match)) == 2
    text = str(TINY.findings(run).blocks)
    assert "against `random:seed=9` (the paper: `random`)." in text
    assert "The opponent is not the paper's" in text
    assert "the paper: `random`" not in str(TINY.findings(tiny_run(tmp_path, games=2)).blocks)
    assert TINY.matches(tiny_run(tmp_path, opponent="random")) == TINY.matches(tiny_run(tmp_path))


def test_two_void_games_stop_their_cell_and_no_other(tmp_path):
    """The player of one cell cannot be started."""
    variants = (Variant("bad", "Bad", "gtp:/bin/nope"), Variant("good", "Good", "random"))
    kind = replace(TINY, variants=variants, player="{settings}", playouts=(1,), claims=())
    reason = play_tiny(tmp_path, kind, games=6)
    assert reason.startswith("bad-1: 2 void games in a row; the last: cannot start nope")
    findings = kind.findings(tiny_run(tmp_path, games=6))
    assert (findings.n_done, findings.n_wanted) == (6, 12)
    text = str(findings.blocks)
    assert "Bad at 1: 2 by void." in text
    assert "game 1, void: cannot start nope" in text


def test_a_void_game_is_played_again_by_the_next_run(tmp_path):
    class OnceVoid:
        def run(self, play, jobs):
            for job in jobs:
                result = play(job)
                is_void = job.number == 1
                yield job, replace(result, ending="void", winner=None, reason="why") if is_void else result

    assert TINY.play(tiny_run(tmp_path), OnceVoid(), Silent()) == ""
    assert TINY.findings(tiny_run(tmp_path)).n_done == 12
    play_tiny(tmp_path)
    assert TINY.findings(tiny_run(tmp_path)).n_done == 16


def test_forfeits_are_told_with_their_reason(tmp_path):
    kind = replace(
        TINY, variants=(Variant("bad", "Bad", misbehaving("exits")),), player="{settings}", claims=()
    )
    play_tiny(tmp_path, kind, games=2, playouts=(1,))
    text = str(kind.findings(tiny_run(tmp_path, games=2, playouts=(1,))).blocks)
    assert "2 by forfeit" in text
    assert "Bad at 1, game 0, forfeit: Black:" in text


def test_games_that_a_failing_opponent_lost_tell_nothing_of_strength(tmp_path):
    """The opponent always fails: two games are there, none counts, and the page says so."""
    variants = (Variant("good", "Good", "random"),)
    kind = replace(TINY, variants=variants, player="{settings}", opponent=misbehaving("exits"), claims=())
    play_tiny(tmp_path, kind, games=2, playouts=(1,))
    findings = kind.findings(tiny_run(tmp_path, games=2, playouts=(1,)))
    assert findings.n_done == 2
    text = str(findings.blocks)
    assert "Left out of all rates and tests: 2 games that the opponent's program lost" in text
    assert "no answer within 60 s" in text
    assert "Good at 1, game 0, forfeit: White:" in text
    assert "('Good', '1', '0', '0', '-'" in text


def test_a_report_can_be_written_beside_a_runner(tmp_path):
    play_tiny(tmp_path, games=2)
    match = MatchConfig("random:seed=110", "random", size=3)
    with Store(tmp_path / "lgrf-tiny" / "one-10.db", match) as store:
        store.add(game_job(match, 2), played(2).result)
        assert TINY.findings(tiny_run(tmp_path)).n_done == 9


@pytest.mark.parametrize(
    "wanted, message",
    [
        ({"policies": ("three",)}, "lgrf-tiny has no policy 'three': choose from one, two"),
        ({"games": 3}, "games come in pairs: 3 is odd, use 4"),
        ({"opponent": "nobody"}, "'nobody'"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path, wanted, message):
    with pytest.raises(GoError, match=message):
        TINY.check(tiny_run(tmp_path, **wanted))


def test_scale_multiplies_games_and_playouts_and_explicit_numbers_win(tmp_path):
    findings = TINY.findings(tiny_run(tmp_path, scale=0.5))
    assert findings.n_wanted == 8
    assert "Playouts a move: 5, 10 on one thread (the paper: 10, 20 on two threads)" in str(findings.blocks)
    assert TINY.findings(tiny_run(tmp_path, scale=0.5, games=6, playouts=(7,))).n_wanted == 12
    assert TINY.findings(tiny_run(tmp_path, scale=0.001)).n_wanted == 4  # a pair, one playout


def known_cells():
    """LGRF-2 wins 3 of 4, twice as Black; default 1 of 4."""
    match = setting()
    won = {"lgrf2": (0, 2, 1), "default": (0,)}
    return [
        CellResult(name, label, 8000, [
            played(k, "BW"[(k % 2 == 0) != (k in won[name])], of=match) for k in range(4)
        ])
        for name, label in (("default", "default"), ("lgrf2", "LGRF-2"))
    ]  # fmt: skip


def test_the_report_of_known_rows():
    claims = (
        Claim("default < LGRF-2", "below", (("default", "lgrf2"),)),
        Claim("x", "alike", (("a", "b"),), (9,)),
    )
    scope = Scope("lgrf-known", 9, 4, 1200, BUDGET, claims, (("lgrf2", 8000, Rate(3, 600)),))
    text = "\n".join(map(str, strength_blocks(scope, known_cells(), setting())))
    assert (
        "('LGRF-2', '8,000', '4', '3', '75.0% (30 to 95)', '100.0% (34 to 100)', '50.0% (9 to 91)'," in text
    )
    assert "'3 of 600, 0.5% (0 to 1)'" in text
    assert "('default', '8,000', '4', '1', '25.0% (5 to 70)', '50.0% (9 to 91)', '0.0% (0 to 66)'," in text
    assert "'not given in the text'" in text
    assert "'default < LGRF-2: undecided in 1 of 1.'" in text
    assert "'x (said of 9 playouts): not tested.'" in text
    assert "('default < LGRF-2', '8,000', '+50.0', '-1.41', '0.157', 'undecided')" in text
    assert "with 4 games a cell and rates around 50%, two policies must lie 75.0 points apart" in text
    assert "default and LGRF-2 (50.0 points apart)" in text
    assert "Nothing is" not in text


def test_the_figure_is_the_same_bytes_each_time_and_has_no_date():
    scope = Scope("lgrf-known", 9, 4, 1200, BUDGET, (), ())
    first, second = (
        next(block.svg for block in strength_blocks(scope, known_cells(), setting()) if hasattr(block, "svg"))
        for _ in range(2)
    )
    assert first == second
    assert b"<dc:date>" not in first
    assert first.startswith(b"<?xml")


def test_a_budget_in_seconds_is_named_and_its_rates_stand_for_any_playouts(tmp_path):
    kind = replace(TINY, budget="10 seconds", paper=(("one", None, Rate(30, 100)),))
    play_tiny(tmp_path, kind)
    text = "\n".join(map(str, kind.findings(tiny_run(tmp_path)).blocks))
    assert "Playouts a move: 10, 20 on one thread (the paper: 10 seconds)." in text
    assert text.count("30 of 100, 30.0% (22 to 40)") == 2
    assert "20 playouts is not the paper's budget of a move (10 seconds)" in text


def test_the_opponent_may_have_the_same_playouts(tmp_path):
    kind = replace(TINY, opponent="random:seed={playouts}")
    cells = kind._cells(tiny_run(tmp_path))
    assert {(cell.playouts, cell.setting.second) for _, cell in cells} == {
        (10, "random:seed=10"), (20, "random:seed=20"),
    }  # fmt: skip
    kind.check(tiny_run(tmp_path))
