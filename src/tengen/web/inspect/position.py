"""The opening book as the page shows it: what it knows here, whole board and corners.

What the self-taught nets say of every move on 5x5: no search, one look at the position after each.

Who will own what: by the ends of playouts, and by a territory net that plays nothing out.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, point_at
from tengen.dag_rnn.evaluator import blacks_territory, expected_score, load_pretrained
from tengen.mcts.root import RootView
from tengen.players.player import HasBook
from tengen.td.network import TdNet
from tengen.td.value_jit import new_accumulator, set_sight, value_moves
from tengen.td.weights import SHIPPED_NETS, find_td_net
from tengen.web.messages.search import BookRow, TdRow, Territory


def book_rows(player: object, game: Game) -> list[BookRow]:
    """The known moves: those of the whole board first, then those of the corners; none without a book.

    A move on a middle line may be known in two corners: it is told once, with the larger count.
    """
    if not isinstance(player, HasBook):
        return []
    rows: dict[tuple[bool, int], BookRow] = {}
    for move in sorted(player.book_moves(game), key=lambda one: (one.corner is not None, -one.times)):
        row = BookRow(
            vertex=format_vertex(move.point, game.size),
            source="fuseki" if move.corner is None else "joseki",
            count=move.times,
            share=move.times / max(move.seen, 1),
        )
        rows.setdefault((move.corner is None, move.point), row)
    return list(rows.values())


# --- TD networks ----------------------------------------------------------------------------------


def td_rows(game: Game) -> dict[str, list[TdRow]]:
    """The legal moves by net, best first, seen by the colour to play; nothing if no net is for this size."""
    return {name: _rows(net, game) for name, net in _nets(game.size).items()}


@cache
def _nets(size: int) -> dict[str, TdNet]:
    """The shipped nets for a size, read once."""
    files = {name: find_td_net(name) for name in SHIPPED_NETS}
    return {name: file.net() for name, file in files.items() if file.architecture.size == size}


def _rows(net: TdNet, game: Game) -> list[TdRow]:
    sight = new_accumulator(net)
    set_sight(net, sight, game.board)
    n_moves = value_moves(net, sight, game.board, game.to_play)
    found = [(int(move), float(value)) for move, value in zip(sight.moves[:n_moves], sight.values[:n_moves])]
    found.sort(key=lambda one: -one[1])
    return [
        TdRow(vertex=format_vertex(move, game.size), value=value)
        for move, value in found
        if game.is_legal(move)  # superko, too
    ]


# --- Territory ------------------------------------------------------------------------------------


_LARGEST_OF_PAPER_NET = 11
_DIGITS = 3  # more than a shade of grey can show


def territory(root: RootView | None, game: Game) -> Territory:
    """Owners and leads by both; of playouts none if no owners were counted, as when nobody was to look.

    The paper's net was taught on 9x9 alone, so larger boards are for the net that has seen large ones.
    """
    owners = blacks_territory(
        load_pretrained("paper" if game.size <= _LARGEST_OF_PAPER_NET else "large"), game
    )
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
