"""`tengen train` as a user types it."""

import numba
import pytest
from safetensors import safe_open

from tengen.nets.move_weights import load_weights
from tests.test_cli import run

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
