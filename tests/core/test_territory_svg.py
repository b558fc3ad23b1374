"""Pictures of territory: well-formed, in the right colours, bars as high as the probability."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from tengen import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.dag_rnn.territory_svg import TerritoryDiagram, bars_svg, shade, territory_svg

SPACE = "{http://www.w3.org/2000/svg}"
BLUE, ORANGE, OPEN = "#2166ac", "#e66101", "#f7f7f7"


def scene(caption="", last_move=PASS):
    """A dead white stone in Black's half, an open middle, and White's half."""
    game = Game.from_diagram("""
        X . .
        O . .
        . . O""")
    owners = np.array([[1.0, 0.5, 0.0], [0.75, 0.5, 0.0], [1.0, 0.5, 0.0]])
    return TerritoryDiagram(game.board.colour, owners, last_move, caption)


def test_shades_go_from_orange_over_nearly_white_to_blue():
    assert [shade(p) for p in (0.0, 0.5, 1.0)] == [ORANGE, OPEN, BLUE]
    assert shade(0.75) == "#8caed2"  # half way: the mean of each part


def test_every_point_has_its_ground_and_dead_stones_a_spot():
    drawing = ElementTree.fromstring(territory_svg([scene()]))
    board = drawing.find(f"{SPACE}svg")
    squares = [one for one in board.iter(f"{SPACE}rect") if one.get("x")]
    grounds = [one.get("fill") for one in squares if one.get("width") == "24"]
    assert grounds == [BLUE, OPEN, ORANGE, "#8caed2", OPEN, ORANGE, BLUE, OPEN, ORANGE]
    (spot,) = [one for one in squares if one.get("width") == "8"]
    assert spot.get("fill") == BLUE
    assert (int(spot.get("x")) + 4, int(spot.get("y")) + 4) == (36, 60)  # the middle of A2


def test_scenes_stand_side_by_side_with_their_captions():
    drawing = ElementTree.fromstring(territory_svg([scene("left"), scene("right", parse_vertex("A3", 3))]))
    assert [one.get("x") for one in drawing.findall(f"{SPACE}svg")] == ["0", "120"]
    assert [one.text for one in drawing.findall(f"{SPACE}text")][:2] == ["left", "right"]
    assert int(drawing.get("width")) == 240


@pytest.mark.parametrize("n_scenes", [1, 2])
def test_bars_are_as_high_as_the_probability(n_scenes):
    drawing = ElementTree.fromstring(bars_svg([scene()] * n_scenes))
    groups = drawing.findall(f"{SPACE}g")
    assert len(groups) == n_scenes
    _floor, *faces = groups[0].findall(f"{SPACE}path")
    assert len(faces) == 3 * 9
    heights = []
    for left_side in faces[::3]:  # from the back: A3, B3 and A2, and so on
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", left_side.get("d"))]
        heights.append(numbers[1] - numbers[7])
    assert heights == pytest.approx([46 * p for p in (1, 0.5, 0.75, 0, 0.5, 1, 0, 0.5, 0)], abs=0.05)
    assert len(groups[0].findall(f"{SPACE}ellipse")) == 3  # stones


def test_the_last_move_has_a_ring_on_its_bar():
    plain, marked = (bars_svg([scene(last_move=move)]) for move in (PASS, parse_vertex("A3", 3)))
    assert marked.count("<ellipse") == plain.count("<ellipse") + 1
