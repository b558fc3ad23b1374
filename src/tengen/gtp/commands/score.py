"""Commands about the end of the game: its score, and which stones live."""

import sys
from collections.abc import Iterable

from tengen.core.game import COLOUR_NAMES
from tengen.core.notation import format_vertex
from tengen.core.points_jit import EMPTY, opponent, point_at
from tengen.gtp.commands.arguments import expect
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands
from tengen.mcts.ending import N_PLAYOUTS, Ending, judge_ending

_STATUSES = ("dead", "alive", "seki")


def score_commands(session: GtpSession) -> OwnCommands:
    """Commands that judge the present position as a final one; no search has to come before."""

    def final_score(arguments: list[str]) -> str:
        expect(arguments, "")
        ending = _ending(session)
        if ending and (doubt := _doubt(session, ending)):
            print(f"tengen: the count is not sure: {'; '.join(doubt)}", file=sys.stderr, flush=True)
        return session.game.result(ending.dead if ending else ())

    def final_status_list(arguments: list[str]) -> str:
        (status,) = expect(arguments, "dead|alive|seki")
        if status not in _STATUSES:
            raise GtpError(f"syntax error: {status[:20]!r} is none of {', '.join(_STATUSES)}")
        if status == "seki":
            return ""  # stones in seki count as alive
        ending, game = _ending(session), session.game
        dead = set(ending.dead) if ending else set()
        stones = [
            int(point_at(row, column))
            for row in range(game.size)
            for column in range(game.size)
            if game.board.colour[point_at(row, column)] != EMPTY
        ]
        return _vertices(session, [point for point in stones if (point in dead) == (status == "dead")])

    def final_doubt(arguments: list[str]) -> str:
        expect(arguments, "")
        ending = _ending(session)
        return "\n".join(_doubt(session, ending)) if ending else ""

    return {
        "final_score": final_score,
        "final_status_list": final_status_list,
        "tengen-final_doubt": final_doubt,
    }


def _ending(session: GtpSession) -> Ending | None:
    """How the present position ends, None by rules that take what stands as alive."""
    return None if session.game.rules.dead_stay else judge_ending(session.game, N_PLAYOUTS)


def _doubt(session: GtpSession, ending: Ending) -> list[str]:
    """What may be wrong with a count, a sentence each."""
    chains = [f"{_vertices(session, chain)} may be dead or alive" for chain in ending.unsure]
    gains = [f"{COLOUR_NAMES[colour]} may gain points" for colour in ending.first if ending.gains(colour)]
    return [*chains, *gains]


def dead_of_opponent(session: GtpSession, colour: int) -> set[int]:
    """The opponent's stones that are dead, whatever the rules say about counting them."""
    colours = session.game.board.colour
    dead = judge_ending(session.game, N_PLAYOUTS).dead
    return {point for point in dead if colours[point] == opponent(colour)}


def _vertices(session: GtpSession, points: Iterable[int]) -> str:
    return " ".join(format_vertex(point, session.game.size) for point in points)
