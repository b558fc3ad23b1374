"""`tengen train` as a user types it."""

import json
import shlex
import signal
import sys

import numba
import pytest
from safetensors import safe_open
from typer.testing import CliRunner

from tengen.cli.app import app
from tengen.core.errors import GoError
from tengen.core.system_info import command_without_paths, install_command
from tengen.dag_rnn.features.inputs_jit import N_INPUTS, N_POSITION_INPUTS, PLANES
from tengen.dag_rnn.weights import load_net
from tengen.mcts.move_prior.weights import load_weights
from tengen.td.weights import load_td_net
from tests.cli.test_app import run
from tests.cli.typed import typed

needs_compiler = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too slow uncompiled")


@needs_compiler
def test_a_move_prior_is_learned_and_says_how(tmp_path):
    games, out = tmp_path / "games.sgf", tmp_path / "weights.safetensors"
    games.write_text("(;SZ[5];B[cc];W[bb])" * 12 + "(;SZ[13];B[cc];W[dd])" * 12 + "(;SZ[9];B[zz])")
    done = run("train", "move-prior", str(games), "-o", str(out), "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert "small boards: 10 games, 20 positions learned from; of 4 positions of other games" in done.stdout
    assert "left out" in done.stderr
    load_weights("large", out)
    with safe_open(out, "np") as file:
        note = file.metadata()
    assert note["seed"] == "7"
    assert note["command"].startswith("tengen train move-prior")
    assert note["large"].startswith("10 games")


def test_files_without_games_are_refused_in_one_sentence(tmp_path):
    done = run("train", "move-prior", str(tmp_path / "none.sgf"), "-o", str(tmp_path / "weights"))
    assert done.returncode == 2
    assert "too few to learn from" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_inputs_of_the_net_are_listed_without_games():
    done = run("train", "dag-rnn", "--features")
    assert done.returncode == 0, done.stderr
    for one in PLANES:
        assert one.name in done.stdout
    assert f"see the first {N_POSITION_INPUTS}, nets that foretell moves all {N_INPUTS}" in done.stdout


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "name the games to learn from: SGF files, folders or archives"),
        (["games.sgf"], "name the file of the net to write: -o FILE"),
        (["games.sgf", "--evaluate", "none"], "there is no net 'none': neither one of "),
        (
            ["games.sgf", "--evaluate", "paper", "--moves", "9-3"],
            "--moves is two numbers such as 80-83, not '9-3'",
        ),
    ],
)
def test_what_a_training_lacks_is_one_sentence(arguments, message):
    done = CliRunner().invoke(app, ["train", "dag-rnn", *arguments])
    assert isinstance(done.exception, GoError)
    assert str(done.exception).startswith(message)


GAMES = "".join(
    f"(;SZ[5]KM[0]RE[0]{''.join(f';B[b{row}];W[d{row}]' for row in 'abcde')};B[{a}];W[{b}])\n"
    for a in ("aa", "ac", "ae")
    for b in ("ea", "ec")
)


@needs_compiler
def test_a_net_is_evaluated_in_words_and_as_json(tmp_path):
    games = tmp_path / "games.sgf"
    games.write_text(GAMES)

    def evaluate(*options):
        command = ["train", "dag-rnn", "--evaluate", "small", str(games), "--positions", "12", *options]
        return CliRunner().invoke(app, command, env={"COLUMNS": "80"})

    done = evaluate()
    assert done.exit_code == 0, done.output
    assert "5x5: owners" in done.stdout
    assert "5x5: moves by their output" in done.stdout
    assert "…" not in done.stdout  # a pipe has 80 columns
    assert "Moves by the area expected after them (1-ply, Gibbs)" in done.stdout
    (figures,) = json.loads(evaluate("--json").stdout)
    assert (figures["size"], figures["positions"], figures["games"]) == (5, 12, 6)
    assert 0.5 < figures["right"]["value"] <= 1
    assert figures["log_move"]["value"] < 0
    (without,) = json.loads(evaluate("--json", "--no-areas", "--moves", "12-12").stdout)
    assert without["gibbs"][0]["mean of log p"]["value"] is None
    assert [one["stones"] for one in without["phases"]] == [10]
    (kept,) = json.loads(evaluate("--json", "--kept", "--validation", "0.2", "--test", "0.2").stdout)
    assert kept["games"] == 1


@pytest.mark.slow
@needs_compiler
def test_a_net_is_taught_by_command_and_goes_on(tmp_path):
    games, out = tmp_path / "games.sgf", tmp_path / "net.safetensors"
    games.write_text(GAMES)
    split = ("--validation", "0.2", "--test", "0.2")
    small = ("--rounds", "2", "--steps", "3", "--batch", "4", "--threads", "1", "--positions", "4")
    command = ("train", "dag-rnn", str(games), "-o", str(out), *split, *small)
    done = run(*command)
    assert done.returncode == 0, done.stderr
    assert "5x5: 4 games learned from, 1 validate, 1 kept for tests" in done.stdout
    assert "Validation by phase" in done.stdout
    assert "5x5: owners" in done.stdout
    assert "5x5: moves by their output" in done.stdout
    assert "…" not in done.stdout  # a pipe has 80 columns
    found = load_net(out)
    assert found.origin.command == command_without_paths(shlex.join(["tengen", *command]))
    assert found.architecture.n_inputs == N_POSITION_INPUTS
    folder = tmp_path / "net.safetensors.training"
    assert len((folder / "record.jsonl").read_text().splitlines()) == 2
    again = run(*command, "--tensorboard", str(tmp_path / "events"))
    assert again.returncode == 0, again.stderr
    assert len(list((tmp_path / "events").iterdir())) == 1
    assert load_net(out).weights["output.logits"].tolist() == found.weights["output.logits"].tolist()
    other = run(*command, "--later-share", "0")
    assert other.returncode == 2
    assert "holds a training with later_share 0.25, not 0.0: choose another folder" in other.stderr
    turned = run(*command, "--no-symmetries")
    assert "holds a training with symmetries True, not False" in turned.stderr


def test_without_jax_nothing_is_read(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    done = CliRunner().invoke(app, ["train", "dag-rnn", "none.sgf", "-o", str(tmp_path / "net")])
    assert str(done.exception) == f"training needs jax: {install_command('train')}"


@pytest.mark.slow
@needs_compiler
def test_a_net_teaches_itself_by_command(tmp_path):
    out = tmp_path / "net.safetensors"
    tiny = ("--generations", "1", "--games", "10", "--steps", "2", "--trials", "2")
    done = run("train", "dag-rnn-bootstrap", "--size", "3", "-o", str(out), *tiny)
    assert done.returncode == 0, done.stderr
    assert f"wrote {out}" in done.stdout.replace("\n", "")
    assert load_net(out).origin.sizes == (3,)
    assert (tmp_path / "net.safetensors.training" / "generation-000.safetensors").exists()


# --- Self-taught nets -------------------------------------------------------------------------------


def test_nets_teach_themselves_and_the_best_sample_is_kept(tmp_path, monkeypatch):
    out = tmp_path / "net"
    words = ["--size", "2", "--hidden", "3", "--games", "6", "--runs", "2", "--sample-every", "2"]
    arguments = ["train", "td", "-o", str(out), *words, "--trials", "2", "--seed", "4"]
    monkeypatch.setattr(sys, "argv", ["tengen", *arguments])
    printed = typed(*arguments)
    assert f"wrote {out}: run " in printed
    assert "katatsugi" not in printed
    net = load_td_net(out)
    assert net.architecture.text() == "katatsugi 4-3-1 on 2x2"
    assert net.command == command_without_paths(shlex.join(["tengen", *arguments]))
    assert 0 <= net.metrics["strength"] <= 1
    assert len(list((tmp_path / "net.training").glob("run-*.safetensors"))) == 2
    assert typed(*arguments) == printed  # read back from the folder
    for before, after in zip(net.layers, load_td_net(out).layers, strict=True):
        assert before.tolist() == after.tolist()


@pytest.mark.parametrize(
    "words, message",
    [
        (
            ["--representation", "kotan"],
            "unknown representation 'kotan': choose one of koten, roban",
        ),
        (["--hidden", "25;3"], "hidden layers are numbers of units, as in 25 or 20,20, not '25;3'"),
        (["--selection", "bold"], "unknown selection 'bold': choose one of greedy, creative"),
    ],
)
def test_impossible_self_taught_nets_are_refused(tmp_path, words, message):
    with pytest.raises(GoError, match=message):
        typed("train", "td", "-o", tmp_path / "net", *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "words, work, kept",
    [
        ("td", "td.train_runs", "the runs are kept in {out}.training, the same command goes on"),
        (
            "dag-rnn-bootstrap",
            "dag_rnn.bootstrap",
            "the generations that have ended are kept in {out}.training, the same command goes on",
        ),
        (
            "dag-rnn games.sgf",
            "dag_rnn.load_dataset",
            "the rounds that have ended are kept in {out}.training, the same command goes on",
        ),
        (
            "move-prior games.sgf",
            "read_games",
            "nothing of the training is kept, and {out} is as it was",
        ),
    ],
)
def test_a_training_that_is_stopped_says_what_is_kept(tmp_path, monkeypatch, number, words, work, kept):
    monkeypatch.setattr(f"tengen.cli.train.{work}", lambda *arguments, **options: signal.raise_signal(number))
    out = tmp_path / "net"
    done = CliRunner().invoke(app, ["train", *words.split(), "-o", str(out)])
    assert done.exit_code == 130
    assert done.stderr.endswith(f"stopped: {kept.format(out=out)}\n")
