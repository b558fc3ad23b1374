# mypy: allow-untyped-defs, no-check-untyped-defs
"""Matrix times vector for small nets, one position at a time, without a library.

A matrix is packed so that the compiler finds whole vectors: its columns (units) in tiles of TILE, its rows
(inputs) in blocks of BLOCK, both filled up with zeros, tile by tile in one flat array. A block takes eight
inputs into registers and adds their products to the sixteen units of a tile; the constant bounds of these
loops are what makes LLVM use vector instructions. Sums are taken in a fixed order, so every machine gives
the same figures.

Costs: rows x columns, both rounded up.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit_inline

TILE = 16  # units that are computed together
BLOCK = 8  # inputs that are taken together

# tanh as a quotient of two polynomials, odd and even; off by less than 3e-7 (tests/core/test_dense.py).
_FARTHEST = np.float32(9.0)  # beyond it tanh is 1 in float32
_ODD = tuple(
    np.float32(value)
    for value in (
        4.89352455891786e-03,
        6.37261928875436e-04,
        1.48572235717979e-05,
        5.12229709037114e-08,
        -8.60467152213735e-11,
        2.00018790482477e-13,
        -2.76076847742355e-16,
    )
)
_EVEN = tuple(
    np.float32(value)
    for value in (4.89352518554385e-03, 2.26843463243900e-03, 1.18534705686654e-04, 1.19825839466702e-06)
)
_HALF = np.float32(0.5)


def round_up(count: int, step: int) -> int:
    """The least multiple of step that is not below count."""
    return -(-count // step) * step


def pack(
    matrix: npt.NDArray[np.float32], row_parts: Sequence[int], column_parts: Sequence[int]
) -> npt.NDArray[np.float32]:
    """A matrix (inputs, units) as one flat array of tiles.

    row_parts, column_parts -- how many rows (columns) belong together: each part is filled up with zeros
                               of its own, to whole blocks (tiles)
    """
    rows = [round_up(part, BLOCK) for part in row_parts]
    columns = [round_up(part, TILE) for part in column_parts]
    padded = np.zeros((sum(rows), sum(columns)), np.float32)
    for n, row_part in enumerate(row_parts):
        for m, column_part in enumerate(column_parts):
            row, column = sum(row_parts[:n]), sum(column_parts[:m])
            to_row, to_column = sum(rows[:n]), sum(columns[:m])
            padded[to_row : to_row + row_part, to_column : to_column + column_part] = matrix[
                row : row + row_part, column : column + column_part
            ]
    tiles = padded.reshape(len(padded), -1, TILE).transpose(1, 0, 2)
    return np.ascontiguousarray(tiles).reshape(-1)


@jit_inline
def add_products(inputs, n_blocks, packed, n_tiles, units):
    """Add a packed matrix times the inputs to the units, of which there are whole tiles."""
    for tile in range(n_tiles):
        sums = units[tile * TILE : (tile + 1) * TILE]
        for block in range(n_blocks):
            first = (tile * n_blocks + block) * BLOCK * TILE
            add_block(inputs[block * BLOCK : (block + 1) * BLOCK], packed[first : first + BLOCK * TILE], sums)


@jit_inline
def add_block(inputs, weights, sums):
    """Eight inputs times their weights, added to sixteen units."""
    x0, x1, x2, x3 = inputs[0], inputs[1], inputs[2], inputs[3]
    x4, x5, x6, x7 = inputs[4], inputs[5], inputs[6], inputs[7]
    for unit in range(TILE):
        low = (x0 * weights[unit] + x1 * weights[TILE + unit]) + (
            x2 * weights[2 * TILE + unit] + x3 * weights[3 * TILE + unit]
        )
        high = (x4 * weights[4 * TILE + unit] + x5 * weights[5 * TILE + unit]) + (
            x6 * weights[6 * TILE + unit] + x7 * weights[7 * TILE + unit]
        )
        sums[unit] += low + high


@jit_inline
def tanh(value):
    """The hyperbolic tangent of a float32, by arithmetic alone, so that a loop of it becomes vectors."""
    near = value if value < _FARTHEST else _FARTHEST
    near = near if near > -_FARTHEST else -_FARTHEST
    square = near * near
    odd = _ODD[6]
    odd = odd * square + _ODD[5]
    odd = odd * square + _ODD[4]
    odd = odd * square + _ODD[3]
    odd = odd * square + _ODD[2]
    odd = odd * square + _ODD[1]
    odd = odd * square + _ODD[0]
    even = _EVEN[3]
    even = even * square + _EVEN[2]
    even = even * square + _EVEN[1]
    even = even * square + _EVEN[0]
    return near * odd / even


@jit_inline
def logistic(value):
    """1 / (1 + exp(-value)) of a float32."""
    return tanh(value * _HALF) * _HALF + _HALF


@jit_inline
def logistic_all(units, n_units):
    """Replace units by their logistic values."""
    for unit in range(n_units):
        units[unit] = logistic(units[unit])


@jit_inline
def tanh_all(units, n_units):
    """Replace units by their hyperbolic tangents."""
    for unit in range(n_units):
        units[unit] = tanh(units[unit])
