"""Koten, the plain representation (Mayer, section II.C): one input for each point of the board.

Roban (Mayer, section II.C): the mean of each 3x3 square that lies on the board, and of the whole board.

On 5x5 that is nine squares and ten inputs; on other sizes there is a square for each point that is not at
the edge. Boards without such a point have the whole-board mean alone.

Katatsugi, the solid connection (Mayer, section II.C): a point is seen with its four neighbours.

Each of the five counts 0.2. At the edge there are fewer of them, so that inputs of edge and corner points
stay in a smaller interval, by which a net can tell them apart.
"""

import numpy as np
import numpy.typing as npt


def koten(size: int) -> npt.NDArray[np.float64]:
    """(inputs, area): how much a stone of the own colour on each point, row by row, adds to each input."""
    return np.eye(size * size)


# --- Roban ----------------------------------------------------------------------------------------


def roban(size: int) -> npt.NDArray[np.float64]:
    """(inputs, area): how much a stone of the own colour on each point, row by row, adds to each input."""
    inputs = []
    for row in range(size - 2):
        for column in range(size - 2):
            square = np.zeros((size, size))
            square[row : row + 3, column : column + 3] = 1 / 9
            inputs.append(square.ravel())
    inputs.append(np.full(size * size, 1 / (size * size)))
    return np.array(inputs)


# --- Katatsugi ------------------------------------------------------------------------------------


_WEIGHT = 0.2


def katatsugi(size: int) -> npt.NDArray[np.float64]:
    """(inputs, area): how much a stone of the own colour on each point, row by row, adds to each input."""
    rows, columns = np.divmod(np.arange(size * size), size)
    distances = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    return np.where(distances <= 1, _WEIGHT, 0.0)
