"""The command line as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tengen import __version__

TENGEN = [sys.executable, "-m", "tengen"]
needs_compiler = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too slow uncompiled")


def run(*arguments, typed=""):
    return subprocess.run([*TENGEN, *arguments], input=typed, capture_output=True, text=True, timeout=600)


def test_the_version_is_printed():
    assert run("--version").stdout.strip() == __version__


def test_help_names_every_command():
    shown = run("--help").stdout
    for command in ("play", "bench", "warmup"):
        assert command in shown


@needs_compiler
def test_a_game_is_played_to_the_end_of_input():
    done = run("play", "--terminal", "--size", "5", "--seed", "3", "--opponent", "random", typed="C3\nquit\n")
    assert done.returncode == 0
    assert "White (random) plays" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["play", "--rules", "japanese"], "tengen: unknown rules 'japanese': Tengen plays tromp-taylor"),
        (["play", "--opponent", "gnugo"], "tengen: unknown player 'gnugo': choose one of mcts, random"),
        (
            ["bench", "--what", "heavy"],
            "tengen: nothing to measure is called 'heavy': choose from light, plain, search",
        ),
        (["bench", "--policy", "lgrf9"], "tengen: no policy is called 'lgrf9': choose from default, lgr1"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(arguments, message):
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_size_out_of_range_is_refused_by_name():
    done = run("play", "--size", "20")
    assert done.returncode == 2
    assert "--size" in done.stderr
    assert "less than or equal to 19" in done.stderr


@needs_compiler
def test_bench_prints_one_json_list_and_nothing_else():
    done = run("bench", "--size", "5", "--threads", "1", "--threads", "2", "--seconds", "0.1", "--json")
    rows = json.loads(done.stdout)
    assert [(row["what"], row["size"], row["threads"], row["policy"]) for row in rows] == [
        ("light", 5, 1, None),
        ("light", 5, 2, None),
    ]
    for row in rows:
        assert list(row) == [
            "what",
            "size",
            "threads",
            "policy",
            "playouts_per_cpu_second",
            "moves_per_playout",
            "ns_per_move",
        ]
        assert row["playouts_per_cpu_second"] * row["moves_per_playout"] * row[
            "ns_per_move"
        ] == pytest.approx(1e9)


@needs_compiler
def test_bench_shows_a_table_with_machine_and_ratio():
    done = run(
        "bench", "--what", "light", "--what", "plain", "--size", "5", "--threads", "1", "--seconds", "0.1"
    )
    assert "Numba" in done.stdout
    assert "plain" in done.stdout
    assert "ratio" in done.stdout


@needs_compiler
def test_warmup_compiles_everything_and_says_where():
    done = run("warmup")
    assert done.returncode == 0
    assert "everything is compiled in" in done.stdout


def test_gtp_like_use_of_the_package_imports_no_heavy_packages():
    """Players and boards must start fast: no command line, drawing or plotting packages."""
    code = (
        "import sys, tengen; print([m for m in ('typer', 'rich', 'matplotlib', 'jax') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_nothing_in_the_package_unpickles_or_evaluates():
    forbidden = ("pickle", "eval(", "exec(", "yaml.load", "shell=True", "allow_pickle=True")
    sources = (Path(__file__).parent.parent / "src").rglob("*.py")
    found = [(source.name, word) for source in sources for word in forbidden if word in source.read_text()]
    assert found == []
