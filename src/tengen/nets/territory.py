"""Who will own what, as people are told: by Black's eyes, as a score, and as the values that GUIs draw."""

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points import BLACK, N_POINTS, point_at
from tengen.nets.foresight import Foresight

Owners = npt.NDArray[np.float64]  # (size, size): the probability that Black will own each point


def blacks_territory(foresight: Foresight, game: Game) -> Owners:
    """The probability that Black will own each point, whoever is to play."""
    owners = foresight.owners(game).astype(np.float64)
    return owners if game.to_play == BLACK else 1 - owners


def expected_score(owners: Owners, komi: float) -> float:
    """Black's expected area minus White's minus komi."""
    return float(2 * owners.sum() - owners.size - komi)


def ownership_of(owners: Owners, colour: int) -> npt.NDArray[np.float64]:
    """(N_POINTS,) from -1 to 1, positive where the colour will own: the form that analyses have."""
    size = len(owners)
    values = np.zeros(N_POINTS)
    for row in range(size):
        for column in range(size):
            balance = 2 * owners[row, column] - 1
            values[point_at(row, column)] = balance if colour == BLACK else -balance
    return values
