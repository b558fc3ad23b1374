"""Runs of self-taught nets as an experiment: kept, gone on with, shown, and judged."""

import json
import re

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.core.points_jit import point_at
from tengen.core.random_jit import rng_state
from tengen.experiments.document import Figure
from tengen.experiments.experiment import Run, RunOptions
from tengen.experiments.statistics import mean_of
from tengen.experiments.td import claims
from tengen.experiments.td.claims import RunCurves, first_move
from tengen.experiments.td.curves import LearningCurves
from tengen.experiments.td.curves_report import show_curves
from tengen.match.executors.serial import SerialExecutor
from tengen.td.games_jit import choose_best
from tengen.td.network import REPRESENTATIONS, TdArchitecture, initial_layers, make_net
from tengen.td.training import TdSettings, TdTrainingLog
from tengen.td.value_jit import new_accumulator
from tengen.td.weights import load_td_net
from tests.experiments.tiny import Silent
from tests.td.test_value import random_game

TINY = LearningCurves("creative", show_curves, "td-fig2", n_runs=2, games=4, sample_every=2, trials=2, size=3)
GREEDY = LearningCurves("greedy", show_curves, n_runs=2, games=4, sample_every=2, trials=2, size=3)


def run(folder, name="td-fig3", threads=2, **wanted):
    return Run(name, RunOptions(**wanted), folder, threads)


def play(kind, asked, watch=None):
    with SerialExecutor() as farm:
        return kind.play(asked, farm, watch or Silent())


class Impatient(Silent):
    """A terminal at which somebody presses Ctrl-C as soon as a run has learned something."""

    def __call__(self, cell, done, wanted, note):
        super().__call__(cell, done, wanted, note)
        if done:
            raise KeyboardInterrupt


def test_runs_are_kept_gone_on_with_and_reported(tmp_path):
    assert play(TINY, run(tmp_path, games=2), Impatient()) == "interrupted"
    begun = TINY.findings(run(tmp_path, games=2))
    assert begun.n_done < begun.n_wanted == 12
    watch = Silent()
    assert play(TINY, run(tmp_path), watch) == ""
    assert {cell: told[:2] for cell, told in watch.last.items()} == dict.fromkeys(REPRESENTATIONS, (8, 8))
    assert re.fullmatch(r"strength \d\.\d{3}, [\d,]+ games/s", watch.last["koten"][2])
    findings = TINY.findings(run(tmp_path))
    assert (findings.n_done, findings.n_wanted) == (24, 24)
    assert findings.scale == "2 runs (2 in the paper) of 4 games (4) for each of 3 representations"
    assert findings.sources.date
    names = [block.name for block in findings.blocks if isinstance(block, Figure)]
    assert names == ["td-fig3", "td-fig3-opponents"]
    before = {path: path.read_bytes() for path in tmp_path.rglob("run-*")}
    assert play(TINY, run(tmp_path)) == ""  # nothing is left to do
    assert {path: path.read_bytes() for path in tmp_path.rglob("run-*")} == before


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a whole run in one thread, and what was told of it."""
    folder, watch = tmp_path_factory.mktemp("td"), Silent()
    play(TINY, run(folder, threads=1), watch)
    return folder, watch


def test_the_first_runs_of_all_representations_come_first(played):
    _, watch = played
    ended = [cell for cell, done in watch.order if done in (4, 8)]
    assert list(dict.fromkeys(ended)) == list(REPRESENTATIONS)
    first_half = watch.order[: watch.order.index(("katatsugi", 4))]
    assert all(done <= 4 for _, done in first_half)


def test_fewer_games_look_at_the_beginning_of_longer_runs(played):
    folder, _ = played
    findings = TINY.findings(run(folder, games=2))
    assert (findings.n_done, findings.n_wanted) == (12, 12)
    whole, part = (TINY.learned(run(folder, games=games))[0] for games in (4, 2))
    assert [one.games.tolist() for one in part.histories] == [[0, 2]] * 2
    assert part.final().value == pytest.approx(whole.mean_at(1).value)


def test_the_scale_shrinks_games_and_runs(tmp_path):
    for scale, n_runs, games in (
        (1.0, 20, 1_000_000),
        (0.5, 10, 500_000),
        (0.1, 2, 100_000),
        (0.001, 2, 50_000),
    ):
        findings = LearningCurves("greedy", show_curves).findings(run(tmp_path, "td-fig2", scale=scale))
        assert findings.n_wanted == 3 * n_runs * games


@pytest.mark.parametrize(
    "wanted, message",
    [
        ({"games": 3}, "td-fig3 looks at nets every 2 games: --games must be a multiple of that"),
    ],
)
def test_what_cannot_be_run_is_refused(tmp_path, wanted, message):
    with pytest.raises(GoError, match=message):
        TINY.check(run(tmp_path, **wanted))
    TINY.check(run(tmp_path, games=4))


def test_a_damaged_session_is_named(tmp_path):
    play(TINY, run(tmp_path, games=2))
    (path,) = (tmp_path / "td-fig3").glob("session-*.json")
    assert json.loads(path.read_bytes())["games"] == 12
    path.write_text("[]")
    with pytest.raises(GoError, match=r"session-.*\.json is no session, or a damaged one"):
        TINY.findings(run(tmp_path, games=2))


def test_the_strongest_net_of_each_representation_is_kept(played):
    folder, _ = played
    for learned in TINY.learned(run(folder)):
        file = load_td_net(folder / "td-fig3" / f"{learned.representation}.safetensors")
        strengths = [one.strength(2) for one in learned.histories]
        assert file.metrics["strength"] == np.max(strengths)
        sample = int(file.metrics["games"]) // 2
        number = int(file.command.rpartition(" ")[2])
        assert strengths[number][sample] == np.max(strengths)
        kept = [layer.tolist() for layer in file.layers]
        assert kept == [layer.tolist() for layer in learned.histories[number].layers_at(sample)]


def test_creative_is_compared_with_greedy_runs_on_disk(tmp_path):
    play(TINY, run(tmp_path, games=2))
    text = str(TINY.findings(run(tmp_path, games=2)).blocks)
    assert "koten: epsilon-greedy ends below creative', 'no runs and" in text
    play(GREEDY, run(tmp_path, "td-fig2", games=2))
    text = str(TINY.findings(run(tmp_path, games=2)).blocks)
    assert "no runs" not in text
    assert "gains nothing after 500,000 games" in str(
        GREEDY.findings(run(tmp_path, "td-fig2", games=2)).blocks
    )


# --- Histories made by hand ------------------------------------------------------------------------


def history(games, *shares):
    """A run with these shares of wins against the three opponents at each sample, of 100 trials."""
    wins = np.array(shares, float) * 100
    return TdTrainingLog(np.array(games), wins, np.array(games) * 20, [], np.zeros(1))


def learned(name, *finals, games=(0, 500_000, 1_000_000)):
    """Runs whose strength at the end is one of `finals`; they begin at 0 and have half of it half-way."""
    settings = TdSettings(TdArchitecture(name), games=games[-1], sample_every=games[1], trials=100)
    return RunCurves(settings, [history(games, [0] * 3, [one / 2] * 3, [one] * 3) for one in finals])


def test_strengths_by_opponent_and_sample():
    settings = TdSettings(TdArchitecture("koten"), games=100, sample_every=50, trials=100)
    runs = [
        history([0, 50, 100], [0, 0, 0], [0, 0, 0], [0.2, 0.5, 0.8]),
        history([0, 50], [0] * 3, [0.3] * 3),
    ]
    one = RunCurves(settings, runs)
    assert one.strengths(2) == pytest.approx([0.5])
    assert one.strengths(2, "naive") == pytest.approx([0.5])
    assert one.strengths(2, "random") == pytest.approx([0.8])
    assert one.strengths(1) == pytest.approx([0.0, 0.3])
    assert one.n_games == 150
    assert len(one.finished()) == 1
    assert one.growth(50).value == pytest.approx(0.5)
    assert one.growth(30).n_games == 0


MILLION = 1_000_000
LOW, MIDDLE, HIGH = (0.30, 0.31, 0.32), (0.40, 0.41, 0.42), (0.50, 0.51, 0.52)


@pytest.mark.parametrize(
    "low, high, verdict",
    [
        (LOW, HIGH, "holds"),
        (HIGH, LOW, "contradicted"),
        ((0.3, 0.5), (0.31, 0.52), "undecided"),
        ((0.3,), HIGH, "not decided: too few runs"),
        ((), HIGH, "not decided: too few runs"),
    ],
)
def test_one_mean_below_another(low, high, verdict):
    judged = claims.judge_below("x", mean_of(low), mean_of(high))
    assert judged.verdict == verdict


def test_two_means_alike():
    judge = claims.judge_alike
    assert judge("x", mean_of(LOW), mean_of(LOW)).verdict == "not contradicted"
    assert judge("x", mean_of(LOW), mean_of(HIGH)).verdict == "contradicted: the second is above"
    assert judge("x", mean_of(HIGH), mean_of(LOW)).verdict == "contradicted: the first is above"
    assert judge("x", mean_of([0.1]), mean_of(LOW)).verdict == "not decided: too few runs"


def test_a_mean_beside_the_papers_number():
    judge = claims.judge_number
    assert judge("x", mean_of(LOW), 0.31, MILLION).verdict == "not contradicted"
    assert judge("x", mean_of(LOW), 0.5, MILLION).verdict == "ours is below by 0.190"
    assert judge("x", mean_of(LOW), 0.1, MILLION).verdict == "ours is above by 0.210"
    assert judge("x", mean_of([0.5]), 0.5, MILLION).verdict == "not decided: too few runs"
    assert judge("x", mean_of(LOW), 0.5, 500_000).verdict == "not decided: other runs"
    assert judge("x", mean_of(LOW), 0.31, MILLION).ours == "0.310 ± 0.025 (3)"  # 4.303 * 0.01 / sqrt(3)


def test_the_order_of_representations():
    runs = [learned("koten", *MIDDLE), learned("roban", *LOW), learned("katatsugi", *HIGH)]
    creative = claims.judge_order("creative", runs)
    assert [one.words for one in creative] == [
        "roban ends below koten",
        "roban ends below katatsugi",
        "koten ends below katatsugi",
    ]
    assert {one.verdict for one in creative} == {"holds"}
    greedy = claims.judge_order("greedy", runs)
    assert (greedy[2].words, greedy[2].verdict) == (
        "koten and katatsugi end alike",
        "contradicted: the second is above",
    )
    upside_down = [learned("koten", *MIDDLE), learned("roban", *HIGH), learned("katatsugi", *LOW)]
    assert {one.verdict for one in claims.judge_order("creative", upside_down)} == {"contradicted"}


def test_selections_are_compared_for_each_representation():
    greedy = [learned("koten", *LOW), learned("roban", *HIGH)]
    creative = [learned("koten", *HIGH), learned("roban", *LOW)]
    judged = claims.judge_selections(greedy, creative)
    assert [one.verdict for one in judged] == ["holds", "contradicted"]
    assert judged[0].words == "koten: epsilon-greedy ends below creative"


def test_the_end_of_growth():
    (judged,) = claims.judge_stagnation([learned("koten", *HIGH)])
    assert (judged.words, judged.verdict) == (
        "koten gains nothing after 500,000 games",
        "ours is above by 0.255",
    )
    (judged,) = claims.judge_stagnation([learned("koten", 0.0, 0.001)])
    assert judged.verdict == "not contradicted"


def test_wins_over_the_random_player():
    assert claims.judge_random([learned("koten", 0.97, 0.99)]).verdict == "not contradicted"
    assert claims.judge_random([learned("koten", 0.5, 0.51)]).verdict.startswith("ours is below by")


def opening(size, place):
    """Layers of a koten net that likes one place only."""
    weights = np.zeros((size * size, 1), np.float32)
    weights[place] = 1
    return [weights, np.ones((1, 1), np.float32)]


def test_nets_that_open_in_the_centre_are_counted():
    settings = TdSettings(TdArchitecture("koten", 3, (1,)), games=100, sample_every=50, trials=100)

    def opens_at(place):
        layers = [np.stack([layer] * 3) for layer in opening(3, place)]
        return TdTrainingLog(np.array([0, 50, 100]), np.zeros((3, 3)), np.zeros(3), layers, np.zeros(1))

    some = RunCurves(settings, [opens_at(4), opens_at(0), opens_at(4)])
    judged = claims.judge_centre([some])
    assert judged.verdict == "1 of 3 nets do not"
    assert "koten 2 of 3" in judged.ours
    assert claims.judge_centre([RunCurves(settings, [opens_at(4)])]).verdict == "holds"
    assert claims.judge_centre([RunCurves(settings, [])]).verdict.startswith("not decided")


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_the_first_move_is_that_of_the_compiled_net(name):
    size = 3 if name != "roban" else 5
    hidden = (4,) if name != "roban" else (3, 2)
    settings = TdSettings(TdArchitecture(name, size, hidden))
    for seed in range(6):
        layers = initial_layers(settings.architecture, seed)
        net, board = make_net(settings.architecture, layers), random_game(size, 0, 0).board
        move, value = choose_best(net, new_accumulator(net), board, rng_state(seed))
        place = first_move(settings, layers)
        if name == "roban":  # points that lie in the same squares are alike to it: compare values
            assert place == size * size or value == pytest.approx(value_at(net, place, size), abs=1e-6)
        else:
            assert int(move) == (0 if place == size * size else int(point_at(*divmod(place, size))))


def value_at(net, place, size):
    """What the net says of a single black stone, in plain arithmetic."""
    active = net.seen[place] @ net.first
    active = 1 / (1 + np.exp(-active))
    active[net.n_units[0] :] = 0
    last = 1 / (1 + np.exp(-(active @ net.second))) if len(net.second) else active
    return float(last @ net.output)
