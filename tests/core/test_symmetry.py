"""The eight symmetries, against the naive ones."""

import pytest

from tengen.core.points_jit import INVERSE, N_POINTS, N_SYMMETRIES, PASS, transform_point, transform_points
from tests.core.positions import to_pair, to_point
from tests.reference.board import symmetric_point


@pytest.mark.parametrize("size", [2, 5, 9, 19])
@pytest.mark.parametrize("symmetry", range(N_SYMMETRIES))
def test_points_go_where_the_naive_symmetry_takes_them(symmetry, size):
    table = transform_points(size)[symmetry]
    images = set()
    for row in range(size):
        for column in range(size):
            point = to_point((row, column))
            image = int(table[point])
            assert to_pair(image) == symmetric_point((row, column), size, symmetry)
            assert transform_point(image, int(INVERSE[symmetry]), size) == point
            images.add(image)
    assert len(images) == size * size


def test_a_pass_stays_a_pass_and_the_border_stays_put():
    assert all(transform_point(PASS, symmetry, 9) == PASS for symmetry in range(N_SYMMETRIES))
    table = transform_points(9)
    assert table.shape == (8, N_POINTS)
    assert (table[:, PASS] == PASS).all()


def test_the_symmetries_form_a_group():
    """Two symmetries one after the other are again one of the eight."""
    tables = [tuple(row) for row in transform_points(5).tolist()]
    for first in tables:
        for second in tables:
            assert tuple(second[point] for point in first) in tables
