"""When to pass: only if that wins, whoever is asked about dead stones afterwards."""

from tengen.core.game import Game
from tengen.core.points import BLACK, EMPTY, PASS, WHITE
from tengen.playout.dead_stones import dead_stones, ownership

_N_PLAYOUTS = 300  # that judge who owns what
_SETTLED = 0.8  # a point is settled if playouts agree about its owner to this degree


def should_pass(game: Game, *, early: bool) -> bool:
    """Whether a pass wins: as an answer to a pass, or early, when there is nothing left to fight for."""
    if game.last_move == PASS:
        return _wins_by_passing(game)
    if not early:
        return False
    n_empty = int((game.board.colour == EMPTY).sum())
    if 2 * n_empty > game.size * game.size:
        return False
    balance = ownership(game, _N_PLAYOUTS)
    on_board = game.board.colour <= WHITE
    is_settled = bool((abs(balance[on_board]) >= _SETTLED * _N_PLAYOUTS).all())
    return is_settled and _wins_by_passing(game)


def _wins_by_passing(game: Game) -> bool:
    """Whether the area wins when only our own dead stones are taken off."""
    me = game.to_play
    colours = game.board.colour
    mine = [point for point in dead_stones(game, _N_PLAYOUTS) if colours[point] == me]
    score = game.score(dead=mine)
    return score > 0 if me == BLACK else score < 0
