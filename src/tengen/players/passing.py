"""When to pass: when nothing is left to gain, and where dead stones stay on the board only if that wins."""

from tengen.core.game import Game
from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE
from tengen.mcts.ending import Ending, expected_owners, is_settled, judge_ending

_N_PLAYOUTS = 400  # after a pass
_N_PLAYOUTS_EARLY = 200  # before each move late in a game: 6 ms on 19x19, 30 where all seems settled
_BEGUN = 0.1  # below this share of points taken no pass answers a pass
_LATE = 0.5  # below this share nobody passes first


def would_end_too_early(game: Game) -> bool:
    """Whether a pass would end a game that has hardly begun, whoever wins it by the komi."""
    return game.last_move == PASS and _share_taken(game) < _BEGUN


def look_at_end(game: Game, *, early: bool) -> Ending | None:
    """How the position ends, if the opponent has passed; early also if all seems settled late in a game."""
    if would_end_too_early(game):
        return None
    if game.last_move == PASS:
        return judge_ending(game, _N_PLAYOUTS)
    if not early or _share_taken(game) < _LATE:
        return None
    if not is_settled(game, expected_owners(game, _N_PLAYOUTS_EARLY)):
        return None
    return judge_ending(game, _N_PLAYOUTS_EARLY)


def _share_taken(game: Game) -> float:
    return 1 - int((game.board.colour == EMPTY).sum()) / game.size**2


def reason_to_pass(game: Game, ending: Ending | None) -> str | None:
    """Why to pass now, None if there is something to play for.

    Where people take dead stones off, a pass is answered by a pass when no more points can be had. Where
    dead stones stay it must win with the opponent's on the board. The first to pass must win, too, and leave
    nothing to be gained for either side.
    """
    if ending is None:
        return None
    if game.last_move == PASS and not game.rules.dead_stay:
        return None if ending.gains(game.to_play) else "nothing is left to gain"
    if game.last_move != PASS and (ending.gains(BLACK) or ending.gains(WHITE)):
        return None
    return "passing wins the game" if _wins_by_passing(game, ending) else None


def move_that_gains(game: Game, ending: Ending | None) -> int | None:
    """After the opponent's pass: the move by which more points are had, if there is one."""
    if ending is None or game.last_move != PASS or game.rules.dead_stay or not ending.gains(game.to_play):
        return None
    best = ending.first[game.to_play].best
    return best if best != PASS and game.is_legal(best) else None


def _wins_by_passing(game: Game, ending: Ending) -> bool:
    """Whether the area wins; where dead stones stay, the opponent's do, and ours may still be taken."""
    me, colours = game.to_play, game.board.colour
    taken = [point for point in ending.dead if colours[point] == me or not game.rules.dead_stay]
    score = game.score(taken)
    return score > 0 if me == BLACK else score < 0
