"""GNU Go's opinion of a finished game, beside our own count.

Our board decides. The claim is kept so that disagreements can be counted: GNU Go takes dead stones
off, which our count leaves where they are.
"""

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.players.controller import Controller
from tengen.players.external_player import GnuGoPlayer
from tengen.players.game_commands import commands_to_tell

REFEREES = ("gnugo",)


def claimed_score(game: Game, time_limit: float) -> str:
    """What GNU Go's `final_score` says, "B+3.5", "W+12" or "0"; GoError if it fails or is not installed.

    time_limit -- seconds to wait for any of its answers
    """
    with Controller(GnuGoPlayer().command_line(), time_limit=time_limit) as gnugo:
        for command in commands_to_tell(game, None, gnugo.knows):
            gnugo.send(command)
        return parse_claim(gnugo.send("final_score"))


def parse_claim(answer: str) -> str:
    """A score without the zeros that GNU Go writes ("W+2.0"); GoError if it is none."""
    sign, plus, points = answer.strip().partition("+")
    try:
        if sign == "0" and not plus:
            return "0"
        if sign not in ("B", "W") or not plus:
            raise ValueError
        return f"{sign}+{float(points):g}"
    except ValueError:
        raise GoError(f"the referee's score is none: {answer[:40]!r}") from None
