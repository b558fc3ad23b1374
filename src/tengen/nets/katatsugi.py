"""Katatsugi, the solid connection (Mayer, section II.C): a point is seen with its four neighbours.

Each of the five counts 0.2. At the edge there are fewer of them, so that inputs of edge and corner points
stay in a smaller interval, by which a net can tell them apart.
"""

import numpy as np
import numpy.typing as npt

_WEIGHT = 0.2


def katatsugi(size: int) -> npt.NDArray[np.float64]:
    """(inputs, area): how much a stone of the own colour on each point, row by row, adds to each input."""
    rows, columns = np.divmod(np.arange(size * size), size)
    distances = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    return np.where(distances <= 1, _WEIGHT, 0.0)
