"""What the self-taught nets say of every move on 5x5: no search, one look at the position after each."""

from functools import cache

from tengen.core.game import Game
from tengen.core.vertex import format_vertex
from tengen.nets.td_net import TdNet
from tengen.nets.td_value import new_sight, set_sight, value_moves
from tengen.nets.td_weights import SHIPPED_NETS, find_td_net
from tengen.web.messages.search import TdRow


def td_rows(game: Game) -> dict[str, list[TdRow]]:
    """The legal moves by net, best first, seen by the colour to play; nothing if no net is for this size."""
    return {name: _rows(net, game) for name, net in _nets(game.size).items()}


@cache
def _nets(size: int) -> dict[str, TdNet]:
    """The shipped nets for a size, read once."""
    files = {name: find_td_net(name) for name in SHIPPED_NETS}
    return {name: file.net() for name, file in files.items() if file.architecture.size == size}


def _rows(net: TdNet, game: Game) -> list[TdRow]:
    sight = new_sight(net)
    set_sight(net, sight, game.board)
    n_moves = value_moves(net, sight, game.board, game.to_play)
    found = [(int(move), float(value)) for move, value in zip(sight.moves[:n_moves], sight.values[:n_moves])]
    found.sort(key=lambda one: -one[1])
    return [
        TdRow(vertex=format_vertex(move, game.size), value=value)
        for move, value in found
        if game.is_legal(move)  # superko, too
    ]
