"""The README's examples run, and its picture is what the code draws."""

import doctest
from pathlib import Path

from tengen import Game

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme_run_as_written(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failed == 0
    assert tried >= 6


def test_the_picture_of_the_readme_is_the_game_of_the_readme():
    game = Game(size=9)
    for vertex in ["C4", "E5", "D5", "F4", "D3", "E3", "G7", "D4", "E4"]:
        game.play(vertex)
    assert (ROOT / "docs" / "images" / "board.svg").read_text() == game._repr_svg_()
