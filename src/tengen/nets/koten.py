"""Koten, the plain representation (Mayer, section II.C): one input for each point of the board."""

import numpy as np
import numpy.typing as npt


def koten(size: int) -> npt.NDArray[np.float64]:
    """(inputs, area): how much a stone of the own colour on each point, row by row, adds to each input."""
    return np.eye(size * size)
