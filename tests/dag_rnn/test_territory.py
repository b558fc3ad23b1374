"""What people are told of a net's outputs."""

import numpy as np
import pytest

from tengen import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.dag_rnn.evaluator import TerritoryEvaluator, blacks_territory, expected_score, ownership_of
from tests.dag_rnn.test_evaluator import net_file


def test_black_is_told_whoever_is_to_play():
    foresight = TerritoryEvaluator(net_file(), "here")
    game = Game(3)
    np.testing.assert_allclose(blacks_territory(foresight, game), foresight.owners(game))
    game.play("B2")
    np.testing.assert_allclose(blacks_territory(foresight, game), 1 - foresight.owners(game))


def test_the_score_is_the_area_of_both_and_komi():
    owners = np.array([[1.0, 0.5], [0.25, 1.0]])  # Black 2.75, White 1.25
    assert expected_score(owners, 0.5) == pytest.approx(1.0)


def test_ownership_is_that_of_a_colour():
    owners = np.array([[1.0, 0.5], [0.25, 0.0]])
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        values = ownership_of(owners, colour)
        assert [values[parse_vertex(v, 2)] for v in ("A2", "B2", "A1", "B1")] == [
            sign * 1.0,
            0.0,
            sign * -0.5,
            sign * -1.0,
        ]
        assert np.count_nonzero(values) == 3
