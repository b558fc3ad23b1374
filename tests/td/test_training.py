"""Runs of self-taught nets: samples, files, resuming, and the games that measure strength."""

import json

import numpy as np
import pytest
from numba import config

from tengen.core.array_files import read_arrays, write_arrays
from tengen.core.errors import GoError
from tengen.core.random_jit import rng_state
from tengen.td.games_jit import OPPONENTS, play_eval_games
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import TdArchitecture, initial_layers, make_net
from tengen.td.training import TdSettings, TdTrainingLog, best_sample, learn_run, run_path, train_runs
from tengen.td.weights import TdNetFile, find_td_net, load_td_net, save_td_net

SMALL = TdSettings(TdArchitecture("katatsugi", 2, (4,)), games=7, sample_every=3, trials=4, seed=5)


def same(first, second):
    """Whether two histories are equal to the last bit."""
    ours = [first.games, first.wins, first.moves, first.rng, *first.layers]
    theirs = [second.games, second.wins, second.moves, second.rng, *second.layers]
    return all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


def go_on(*_):
    return True


def test_a_run_is_sampled_at_the_start_at_every_step_and_at_the_end(tmp_path):
    history = learn_run(SMALL, 0, tmp_path / "run", go_on)
    assert history.games.tolist() == SMALL.sampled_at() == [0, 3, 6, 7]
    assert history.wins.shape == (4, 3)
    assert ((history.wins >= 0) & (history.wins <= 4)).all()
    assert history.strength(4) == pytest.approx(history.wins.mean(axis=1) / 4)
    assert [layer.shape for layer in history.layers] == [(4, 4, 4), (4, 4, 1)]
    assert [layer.tolist() for layer in history.layers_at(0)] == [
        layer.tolist() for layer in initial_layers(SMALL.architecture, 5, 0)
    ]
    assert history.layers_at(1)[0].tolist() != history.layers_at(0)[0].tolist()


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path):
    undisturbed = learn_run(SMALL, 2, tmp_path / "undisturbed", go_on)
    for last in (0, 3, 6):
        stopped = learn_run(SMALL, 2, tmp_path / "stopped", lambda _, games, __, last=last: games < last)
        assert stopped.games[-1] == last
    resumed = learn_run(SMALL, 2, tmp_path / "stopped", go_on)
    assert same(resumed, undisturbed)
    assert same(learn_run(SMALL, 2, tmp_path / "stopped", go_on), undisturbed)  # read back, nothing to do


def test_runs_side_by_side_are_those_one_after_the_other(tmp_path):
    together = train_runs(SMALL, 3, tmp_path / "together", 3, go_on)
    for number, history in enumerate(together):
        assert same(history, learn_run(SMALL, number, tmp_path / f"alone{number}", go_on))
    assert not same(together[0], together[1])
    assert run_path(tmp_path / "together", 2).exists()


def test_more_games_go_on_with_the_run(tmp_path):
    settings = TdSettings(SMALL.architecture, games=6, sample_every=3, trials=4, seed=5)
    longer = TdSettings(SMALL.architecture, games=9, sample_every=3, trials=4, seed=5)
    learn_run(settings, 0, tmp_path / "run", go_on)
    assert same(learn_run(longer, 0, tmp_path / "run", go_on), learn_run(longer, 0, tmp_path / "new", go_on))


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"seed": 6}, "is of another run"),
        ({"selection": "greedy"}, "is of another run"),
        ({"games": 4}, "has samples after"),
    ],
)
def test_a_file_of_another_run_is_refused(tmp_path, changes, message):
    learn_run(SMALL, 0, tmp_path / "run", go_on)
    before = (tmp_path / "run").read_bytes()
    settings = {"games": 7, "sample_every": 3, "trials": 4, "seed": 5, **changes}
    with pytest.raises(GoError, match=message):
        learn_run(TdSettings(SMALL.architecture, **settings), 0, tmp_path / "run", go_on)
    assert (tmp_path / "run").read_bytes() == before


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"selection": "bold"}, "unknown selection 'bold': choose one of greedy, creative"),
        ({"games": 0}, "games and sample-every must be 1 or more, trials 2 or more"),
        ({"exploration": 1.5}, "exploration must be from 0 to 1"),
    ],
)
def test_impossible_settings_are_refused(settings, message):
    with pytest.raises(GoError, match=message):
        TdSettings(SMALL.architecture, **settings)


def test_the_best_sample_is_the_strongest_of_all_runs():
    histories = [
        TdTrainingLog(np.arange(2), np.array([[1, 2, 3], [4, 2, 3]]), np.zeros(2), [], np.zeros(1)),
        TdTrainingLog(np.arange(2), np.array([[4, 3, 3], [0, 0, 4]]), np.zeros(2), [], np.zeros(1)),
    ]
    assert best_sample(histories, 4) == (1, 0)


@pytest.mark.skipif(config.DISABLE_JIT, reason="hundreds of games")
def test_a_net_that_likes_its_own_stones_beats_random_moves():
    """Hand-made weights: the value grows with own stones; a net of zeros draws lots."""
    architecture = TdArchitecture("koten", 5, (1,))
    keen = make_net(architecture, [np.full((25, 1), 0.2, np.float32), np.ones((1, 1), np.float32)])
    blank = make_net(architecture, [np.zeros((25, 1), np.float32), np.ones((1, 1), np.float32)])
    wins = {}
    for name, net in (("keen", keen), ("blank", blank)):
        wins[name] = play_eval_games(
            net, new_training_buffers(net), 5, OPPONENTS["random"], 200, rng_state(1)
        )
    assert wins["keen"] > 150
    assert 60 < wins["blank"] < 140


@pytest.mark.skipif(config.DISABLE_JIT, reason="hundreds of games")
def test_opponents_are_of_different_strength():
    architecture = TdArchitecture("koten", 5, (1,))
    net = make_net(architecture, [np.full((25, 1), 0.2, np.float32), np.ones((1, 1), np.float32)])
    wins = [
        play_eval_games(net, new_training_buffers(net), 5, code, 200, rng_state(1))
        for code in OPPONENTS.values()
    ]
    assert wins[0] < wins[2]
    assert wins[1] < wins[2]


# --- Files ----------------------------------------------------------------------------------------


def a_file():
    architecture = TdArchitecture("roban", 5)
    return TdNetFile(architecture, initial_layers(architecture, 1), "tengen train td", {"strength": 0.5})


def test_a_net_comes_back_from_its_file(tmp_path):
    written = a_file()
    save_td_net(tmp_path / "net", written)
    read = find_td_net(str(tmp_path / "net"))
    assert (read.architecture, read.command, read.metrics) == (
        written.architecture,
        written.command,
        written.metrics,
    )
    assert [layer.tolist() for layer in read.layers] == [layer.tolist() for layer in written.layers]


def spoiled(path, change):
    arrays, header = read_arrays(path)
    change(arrays, header)
    write_arrays(path, arrays, header)


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda arrays, header: header.update(format="x"), "is no self-taught net of this version"),
        (lambda arrays, header: header.update(representation="x"), "header of .* is wrong: unknown repr"),
        (lambda arrays, header: header.update(size="99"), "the board size must be from 2 to 19"),
        (lambda arrays, header: header.update(hidden="[1"), "header of .* is wrong"),
        (lambda arrays, header: header.pop("metrics"), "header of .* is wrong: KeyError 'metrics'"),
        (lambda arrays, header: header.update(hidden=json.dumps([20, 21])), r"layer1 of .* not \(20, 21\)"),
        (lambda arrays, header: arrays.pop("layer2"), "has no layer2"),
        (lambda arrays, header: arrays["layer0"].fill(np.nan), "numbers in layer0 that are not finite"),
    ],
)
def test_spoiled_files_are_refused_by_name(tmp_path, change, message):
    save_td_net(tmp_path / "net", a_file())
    spoiled(tmp_path / "net", change)
    with pytest.raises(GoError, match=message):
        load_td_net(tmp_path / "net")


def test_truncated_and_missing_files_are_refused(tmp_path):
    save_td_net(tmp_path / "net", a_file())
    whole = (tmp_path / "net").read_bytes()
    (tmp_path / "net").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(GoError, match="net is damaged: its checksum is wrong"):
        load_td_net(tmp_path / "net")
    with pytest.raises(GoError, match="there is no net 'nothing': neither one of koten, roban"):
        find_td_net("nothing")
