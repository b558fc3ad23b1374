"""Commands that tell about the game, the engine and its time, and those that only have to be heard.

Commands that read and change settings of the player, in KataGo's words.
"""

import time
from typing import Protocol, runtime_checkable

import numpy as np

from tengen.core.game import COLOUR_NAMES
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.gtp.commands.arguments import expect, parse_colour, parse_move
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands


def info_commands(session: GtpSession) -> OwnCommands:
    """Commands that change nothing."""
    return {**_board_questions(session), **_engine_questions(), **_notices()}


def _board_questions(session: GtpSession) -> OwnCommands:
    def showboard(arguments: list[str]) -> str:
        expect(arguments, "")
        return "\n" + describe_game(session)

    def captures(arguments: list[str]) -> str:
        (colour,) = expect(arguments, "COLOUR")
        return str(session.game.captures(parse_colour(colour)))

    def list_stones(arguments: list[str]) -> str:
        (colour,) = expect(arguments, "COLOUR")
        stones = np.flatnonzero(session.game.board.colour == parse_colour(colour))
        return " ".join(format_vertex(int(point), session.game.size) for point in stones)

    def all_legal(arguments: list[str]) -> str:
        (colour,) = expect(arguments, "COLOUR")
        return " ".join(session.game.legal(parse_colour(colour)))

    def is_legal(arguments: list[str]) -> str:
        colour, vertex = expect(arguments, "COLOUR VERTEX")
        point = parse_move(vertex, session.game.size)
        return str(int(session.game.is_legal(point, parse_colour(colour))))

    return {
        "showboard": showboard,
        "captures": captures,
        "list_stones": list_stones,
        "all_legal": all_legal,
        "is_legal": is_legal,
    }


def describe_game(session: GtpSession) -> str:
    """The board, and what one wants to know beside it."""
    game = session.game
    taken = f"captures: Black {game.captures(BLACK)}, White {game.captures(WHITE)}"
    turn = f"move {len(game.moves) + 1}, {COLOUR_NAMES[game.to_play]} to play"
    return f"{game.diagram()}\n{turn}; {taken}; komi {game.komi:g}, rules {game.rules.name}"


def _engine_questions() -> OwnCommands:
    def cputime(arguments: list[str]) -> str:
        expect(arguments, "")
        return f"{time.process_time():.3f}"

    return {
        "cputime": cputime,
        "gomill-cpu_time": cputime,
    }


def _notices() -> OwnCommands:
    """What servers tell us at the end of a game or about the opponent; to hear it is all."""

    def heard(arguments: list[str]) -> str:
        return ""

    return dict.fromkeys(
        ["kgs-game_over", "cgos-opponent_name", "cgos-opponent_rating", "cgos-gameover"], heard
    )


# --- Settings -------------------------------------------------------------------------------------


@runtime_checkable
class HasParameters(Protocol):
    """A player with settings that may change during a session."""

    def parameters(self) -> dict[str, str]:
        """All settings: names without blanks, and their values as text."""

    def set_parameter(self, name: str, value: str) -> None:
        """Change one from now on; GoError if there is none of that name or the value is out of range."""


def parameter_commands(session: GtpSession) -> OwnCommands:
    """Commands about the settings of the player; a player without any has an empty list."""

    def list_params(arguments: list[str]) -> str:
        expect(arguments, "")
        return " ".join(parameters_of(session))

    def get_param(arguments: list[str]) -> str:
        (name,) = expect(arguments, "NAME")
        parameters = parameters_of(session)
        if name not in parameters:
            raise unknown_parameter(name, list(parameters))
        return parameters[name]

    def set_param(arguments: list[str]) -> str:
        name, value = expect(arguments, "NAME VALUE")
        set_parameter(session, name, value)
        return ""

    return {"kata-list-params": list_params, "kata-get-param": get_param, "kata-set-param": set_param}


def parameters_of(session: GtpSession) -> dict[str, str]:
    """The settings of the player, if it has any."""
    return session.player.parameters() if isinstance(session.player, HasParameters) else {}


def set_parameter(session: GtpSession, name: str, value: str) -> None:
    """Change one setting of the player."""
    parameters = parameters_of(session)
    if not isinstance(session.player, HasParameters) or name not in parameters:
        raise unknown_parameter(name, list(parameters))
    session.player.set_parameter(name, value)


def unknown_parameter(name: str, known: list[str]) -> GtpError:
    """The failure that names what there is instead."""
    return GtpError(f"unknown parameter {name[:30]!r}: there is {', '.join(known) or 'none'}")
