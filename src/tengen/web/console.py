"""A line to the engine, as a GTP console takes it: questions about the position, nothing that changes it.

The commands are those of the GTP engine. What moves, changes settings, reads or writes files, or goes on
until it is stopped is not offered here: the page has its own ways for that. Each command is offered with the
words that may stand behind it, so a page can never hand over the name of a file: there is no word for one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import MAX_SIZE
from tengen.dag_rnn.evaluator import SHIPPED_NETS
from tengen.gtp.commands.arguments import is_colour
from tengen.gtp.engine import Engine
from tengen.players.mcts_player import MctsPlayer
from tengen.web.messages.game import ConsoleAnswer

_MAX_ANSWER = 20_000
_SHOWN = 40


@dataclass(frozen=True)
class Word:
    """What may stand behind a command."""

    about: str
    fits: Callable[[str], bool]


def _one_of(about: str, *words: str) -> Word:
    return Word(f"{about}: {', '.join(words)}", lambda text: text in words)


def _is_vertex(text: str) -> bool:
    try:
        parse_vertex(text, MAX_SIZE)
    except GoError:
        return False
    return True


_COLOUR = Word("a colour: black or white", is_colour)
_VERTEX = Word("a point such as D4, or pass", _is_vertex)
_STATUS = _one_of("a status", "alive", "dead", "seki")
_NET = _one_of("a net", *SHIPPED_NETS)
_COMMAND = Word("the name of a command", lambda text: text.replace("-", "").replace("_", "").isalnum())

QUESTIONS: dict[str, tuple[Word, ...]] = {
    "name": (),
    "version": (),
    "protocol_version": (),
    "gomill-describe_engine": (),
    "known_command": (_COMMAND,),
    "showboard": (),
    "list_stones": (_COLOUR,),
    "captures": (_COLOUR,),
    "all_legal": (_COLOUR,),
    "is_legal": (_COLOUR, _VERTEX),
    "final_score": (),
    "final_status_list": (_STATUS,),
    "get_komi": (),
    "kata-get-rules": (),
    "kata-list-params": (),
    "cputime": (),
    "gomill-explain_last_move": (),
    "tengen-book_moves": (),
    "tengen-territory": (_NET,),
}


def answer_line(line: str, player: MctsPlayer, game: Game) -> ConsoleAnswer:
    """The answer to one line about a position, or why there is none; an empty line lists the commands."""
    name, *arguments = line.split() or ["help"]
    if name == "help":
        return ConsoleAnswer(line=line, answer="\n".join(QUESTIONS), ok=True)
    try:
        _check(name, arguments)
        answer = str(Engine(player, game.copy()).commands[name](arguments))
    except GoError as error:
        return ConsoleAnswer(line=line, answer=str(error), ok=False)
    return ConsoleAnswer(line=line, answer=answer[:_MAX_ANSWER], ok=True)


def _check(name: str, arguments: list[str]) -> None:
    """GoError unless a command is offered with such words; it says itself if one is missing."""
    if name not in QUESTIONS:
        raise GoError(f"{name[:_SHOWN]} is not offered here: type help for the list")
    words = QUESTIONS[name]
    if len(arguments) > len(words):
        raise GoError(f"{name} takes {len(words) or 'no'} words here, not {len(arguments)}")
    for text, word in zip(arguments, words):
        if not word.fits(text):
            raise GoError(f"{name} does not take {text[:_SHOWN]!r} here but {word.about}")
