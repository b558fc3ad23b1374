"""Plans of matches, where their pairings stand, and the page made from stores alone."""

import pytest

from tengen.core.errors import GoError
from tengen.experiments.evidence import describe, evidence_page, progress_line, read_plan, standing
from tengen.match.executors.serial import SerialExecutor
from tengen.match.runner import run_match
from tengen.match.store import Store

PLAN = """
version = "0123456789"

[[step]]
id = "all"
title = "All meet all"
why = "To see\\n  who wins."
size = 3
games = 4
seed = 7
[step.players]
one = "random"
two = "random:moves=all"
three = "naive"

[[step]]
id = "test"
title = "A sequential test"
why = "Is pattern better?"
size = 3
games = 200
sprt = [0, 400]
seed = 9
version = "abc"
[step.players]
pattern = "pattern"
random = "random:moves=all"
"""


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def play(pairing, folder, n_games):
    store = pairing.store(folder)
    store.parent.mkdir(parents=True, exist_ok=True)
    with Store(store, pairing.setting) as kept, SerialExecutor() as here:
        return run_match(pairing.setting, kept, here, n_games)


def states(steps, folder):
    return [(step, [standing(pairing, folder) for pairing in step.pairings]) for step in steps]


def test_a_plan_is_read_with_all_pairings(plan):
    everyone, test = read_plan(plan)
    names = [(pairing.first, pairing.second) for pairing in everyone.pairings]
    assert names == [("one", "two"), ("one", "three"), ("two", "three")]
    assert everyone.version == "0123456789"
    assert everyone.why == "To see who wins."
    assert test.version == "abc"
    assert test.pairings[0].setting.sprt.elo1 == 400
    assert test.pairings[0].setting.seed == 9


@pytest.mark.parametrize(
    "old, new, told",
    [
        ("size = 3\n", "", "step all: size is missing"),
        ("games = 4", "games = 5", "step all: games come in pairs"),
        ("sprt = [0, 400]", "sprt = [400, 0]", "step test: SPRT"),
        ("sprt = [0, 400]", "sprt = [400]", "step test:"),
        ("seed = 7", 'seed = 7\nsped = "x"', "step all: sped is unknown"),
        ('one = "random"', 'one = "randum"', "step all:"),
        ('id = "test"', 'id = "all"', "names a step twice"),
        ('id = "test"', 'id = "../up"', "small letters"),
        ('version = "abc"', 'version = "--upload-pack=x"', "small letters"),
        ("[[step]]", "[[step", "is no TOML file"),
        (PLAN, 'version = "0"', "has no steps"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said(plan, old, new, told):
    plan.write_text(PLAN.replace(old, new))
    with pytest.raises(GoError, match=told):
        read_plan(plan)


def test_a_plan_that_is_not_there_is_said(tmp_path):
    with pytest.raises(GoError, match="cannot read the plan"):
        read_plan(tmp_path / "none.toml")


def test_a_fixed_number_is_judged_at_its_end_only(plan, tmp_path):
    pairing = read_plan(plan)[0].pairings[0]
    assert describe(standing(pairing, tmp_path)) == "not begun"
    play(pairing, tmp_path, 2)
    begun = standing(pairing, tmp_path)
    assert (begun.n_done, begun.n_left, begun.is_over) == (2, 2, False)
    assert describe(begun) == "open: at most 2 games left"
    play(pairing, tmp_path, 6)  # two more than planned, which do not count
    ended = standing(pairing, tmp_path)
    assert (ended.n_done, ended.n_left, ended.is_over, ended.score.games) == (4, 0, True, 4)
    assert "difference" in describe(ended) or "stronger" in describe(ended)


def test_a_sequential_test_ends_a_pairing(plan, tmp_path):
    pairing = read_plan(plan)[1].pairings[0]
    report = play(pairing, tmp_path, 200)
    assert report.end == "verdict"
    state = standing(pairing, tmp_path)
    assert state.is_over
    assert state.n_left == 0
    assert state.n_done == len(report.games)
    assert state.sprt == report.sprt
    assert describe(state).startswith("decided: pattern is")


def test_the_page_is_made_from_stores_alone(plan, tmp_path):
    steps = read_plan(plan)
    for pairing in steps[0].pairings:
        play(pairing, tmp_path, 4)
    page = evidence_page(states(steps, tmp_path))
    assert page == evidence_page(states(steps, tmp_path))
    assert "3 of 4 pairings have ended; 12 games are played, at most 200 are left." in page
    assert progress_line(states(steps, tmp_path)) in page
    assert "| one - two | 4 of 4 | " in page
    assert "| pattern - random | 0 of 200 | - | - | - | - | not begun |" in page
    assert str(tmp_path) not in page


def test_a_store_of_another_match_is_refused(plan, tmp_path):
    pairing = read_plan(plan)[0].pairings[0]
    play(pairing, tmp_path, 2)
    plan.write_text(PLAN.replace("seed = 7", "seed = 8"))
    with pytest.raises(GoError, match="seed is 7 there and 8 here"):
        standing(read_plan(plan)[0].pairings[0], tmp_path)
