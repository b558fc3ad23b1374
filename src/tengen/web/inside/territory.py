"""Who will own what: by the ends of playouts, and by a territory net that plays nothing out."""

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points import BLACK, point_at
from tengen.nets.shipped_nets import find_net
from tengen.nets.territory import blacks_territory, expected_score
from tengen.search.root import RootView
from tengen.web.messages.search import Territory

_LARGEST_OF_PAPER_NET = 11
_DIGITS = 3  # more than a shade of grey can show


def territory(root: RootView | None, game: Game) -> Territory:
    """Owners and leads by both; of playouts none if no owners were counted, as when nobody was to look.

    The paper's net was taught on 9x9 alone, so larger boards are for the net that has seen large ones.
    """
    owners = blacks_territory(find_net("paper" if game.size <= _LARGEST_OF_PAPER_NET else "large"), game)
    told = Territory(
        playouts=None,
        net=_rounded(2 * owners.reshape(-1) - 1),
        playouts_lead=None,
        net_lead=round(expected_score(owners, game.komi), _DIGITS),
    )
    balance = root.ownership() if root is not None else np.zeros(0)
    if root is None or not balance.any():
        return told
    sign = 1 if game.to_play == BLACK else -1
    points = [int(point_at(row, column)) for row in range(game.size) for column in range(game.size)]
    told.playouts = _rounded(sign * balance[points])
    told.playouts_lead = round(sign * root.score()[0], _DIGITS)
    return told


def _rounded(values: npt.NDArray[np.float64]) -> list[float]:
    """Numbers as short as a message needs them; no minus before a zero."""
    rounded: list[float] = (np.round(values, _DIGITS) + 0.0).tolist()
    return rounded
