"""Whose owners of points an analysis tells: those of the search's playouts, or those of a territory net."""

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.nets.shipped_nets import find_net
from tengen.nets.territory import blacks_territory, ownership_of
from tengen.search.root import RootView

PLAYOUTS = "playouts"


class Ownership:
    """A source of owners, by the name of a net or as `playouts`."""

    def __init__(self, source: str) -> None:
        """GoError if there is no net of this name."""
        self._foresight = None if source == PLAYOUTS else find_net(source)

    def of(self, root: RootView, game: Game) -> npt.NDArray[np.float64]:
        """(N_POINTS,) from -1 to 1, positive where the colour to play owns."""
        if self._foresight is None:
            return root.ownership()
        return ownership_of(blacks_territory(self._foresight, game), game.to_play)
