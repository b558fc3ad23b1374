"""A line to the engine, as a GTP console takes it: questions about the position, nothing that changes it.

The commands are those of the GTP engine. What moves, changes settings, reads or writes files, or goes on
until it is stopped is not offered here: the page has its own ways for that.
"""

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.players.mcts_player import MctsPlayer
from tengen.web.messages.game import ConsoleAnswer

QUESTIONS = (
    "name",
    "version",
    "protocol_version",
    "gomill-describe_engine",
    "known_command",
    "showboard",
    "list_stones",
    "captures",
    "all_legal",
    "is_legal",
    "final_score",
    "final_status_list",
    "get_komi",
    "kata-get-rules",
    "kata-list-params",
    "cputime",
    "gomill-explain_last_move",
    "tengen-book_moves",
    "tengen-territory",
)
_MAX_ANSWER = 20_000


def answer_line(line: str, player: MctsPlayer, game: Game) -> ConsoleAnswer:
    """The answer to one line about a position, or why there is none; an empty line lists the commands."""
    name, *arguments = line.split() or ["help"]
    if name == "help":
        return ConsoleAnswer(line=line, answer="\n".join(QUESTIONS), ok=True)
    if name not in QUESTIONS:
        return ConsoleAnswer(
            line=line, answer=f"{name} is not offered here: type help for the list", ok=False
        )
    try:
        answer = str(Engine(player, game.copy()).commands[name](arguments))
    except GoError as error:
        return ConsoleAnswer(line=line, answer=str(error), ok=False)
    return ConsoleAnswer(line=line, answer=answer[:_MAX_ANSWER], ok=True)
