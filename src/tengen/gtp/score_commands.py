"""Commands about the end of the game: its score, and which stones live."""

from tengen.core.points import EMPTY, opponent, point_at
from tengen.core.vertex import format_vertex
from tengen.gtp.arguments import expect
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import OwnCommands, Session
from tengen.playout.dead_stones import dead_stones

N_PLAYOUTS = 400  # 17 ms on 9x9, 38 ms on 19x19
_STATUSES = ("dead", "alive", "seki")


def score_commands(session: Session) -> OwnCommands:
    """Commands that judge the present position as a final one; no search has to come before."""

    def final_score(arguments: list[str]) -> str:
        expect(arguments, "")
        return session.game.result(judged_dead(session))

    def final_status_list(arguments: list[str]) -> str:
        (status,) = expect(arguments, "dead|alive|seki")
        if status not in _STATUSES:
            raise GtpError(f"syntax error: {status[:20]!r} is none of {', '.join(_STATUSES)}")
        if status == "seki":
            return ""  # playouts cannot tell seki: such stones count as alive
        dead = judged_dead(session)
        game = session.game
        stones = [
            int(point_at(row, column))
            for row in range(game.size)
            for column in range(game.size)
            if game.board.colour[point_at(row, column)] != EMPTY
        ]
        listed = [point for point in stones if (point in dead) == (status == "dead")]
        return " ".join(format_vertex(point, game.size) for point in listed)

    return {"final_score": final_score, "final_status_list": final_status_list}


def judged_dead(session: Session) -> set[int]:
    """The dead stones by the rules of the game: Tromp and Taylor take what stands as alive."""
    if session.game.rules.name == "tromp-taylor":
        return set()
    return set(dead_stones(session.game, N_PLAYOUTS))


def dead_of_opponent(session: Session, colour: int) -> set[int]:
    """The opponent's stones that are dead, whatever the rules say about counting them."""
    colours = session.game.board.colour
    return {point for point in dead_stones(session.game, N_PLAYOUTS) if colours[point] == opponent(colour)}
