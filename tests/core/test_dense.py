"""Packed matrices and the functions of units, against NumPy in double precision."""

import numpy as np
import pytest

from tengen.core.dense_jit import BLOCK, TILE, add_products, logistic_all, pack, round_up, tanh_all


@pytest.mark.parametrize(
    "row_parts, column_parts", [([8], [16]), ([3], [1]), ([9, 2, 8], [5, 17]), ([17], [32])]
)
def test_a_packed_matrix_multiplies_like_the_plain_one(row_parts, column_parts):
    generator = np.random.default_rng(1)
    matrix = generator.normal(0, 1, (sum(row_parts), sum(column_parts))).astype(np.float32)
    inputs, expected = [], []
    values = generator.normal(0, 1, len(matrix)).astype(np.float32)
    for part in np.split(values, np.cumsum(row_parts)[:-1]):
        inputs += [*part, *[7.0] * (round_up(len(part), BLOCK) - len(part))]  # the filling must not count
    for part in np.split(values.astype(float) @ matrix.astype(float) + 1, np.cumsum(column_parts)[:-1]):
        expected += [*part, *[1.0] * (round_up(len(part), TILE) - len(part))]
    units = np.ones(len(expected), np.float32)
    packed = pack(matrix, row_parts, column_parts)
    assert len(packed) == len(inputs) * len(units)
    add_products(np.array(inputs, np.float32), len(inputs) // BLOCK, packed, len(units) // TILE, units)
    assert units == pytest.approx(np.array(expected), abs=1e-5)


def test_units_are_bent_to_seven_digits():
    values = np.concatenate([np.linspace(-12, 12, 5000), [-1e30, -100, 0, 1e-6, 100, 1e30]]).astype(
        np.float32
    )
    for bend, exact in ((tanh_all, np.tanh), (logistic_all, lambda x: 0.5 + 0.5 * np.tanh(x / 2))):
        found = values.copy()
        bend(found, len(found))
        assert abs(found - exact(values.astype(float))).max() < 3e-7
        assert found[-4] == exact(0)
