"""The README's examples run, and its picture is what the code draws."""

import doctest
from pathlib import Path

import pytest

from tengen import Game

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page, n_examples", [("README.md", 6), ("docs/tasks.md", 3)])
def test_the_examples_run_as_written(monkeypatch, page, n_examples):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0
    assert tried >= n_examples


def test_the_picture_of_the_readme_is_the_game_of_the_readme():
    game = Game(size=9)
    for vertex in ["C4", "E5", "D5", "F4", "D3", "E3", "G7", "D4", "E4"]:
        game.play(vertex)
    assert (ROOT / "docs" / "images" / "board.svg").read_text() == game._repr_svg_()
