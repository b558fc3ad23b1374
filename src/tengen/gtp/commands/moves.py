"""Commands that ask the player: for a move, for what it thought, and for another seed."""

import time
from dataclasses import replace
from typing import Any, ClassVar, Protocol, runtime_checkable

from tengen.core.game import with_turn
from tengen.core.notation import format_vertex
from tengen.core.points_jit import EMPTY, NEIGHBOUR_OFFSETS, PASS
from tengen.gtp.commands.arguments import expect, parse_colour, parse_whole
from tengen.gtp.commands.graphics import live_graphics
from tengen.gtp.commands.score import dead_of_opponent
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands, Resignation, play_move, searching
from tengen.players.clock import limit_for
from tengen.players.player import Analysis, Analyst, KeepsCache, ObeysClock, Player, Report, Resigns


@runtime_checkable
class ExplainsMoves(Protocol):
    """A player that can say why it moved."""

    def explain_last_move(self) -> str:
        """What led to the last move, in one or more lines."""


@runtime_checkable
class HasSeed(Player, Protocol):
    """A player that draws lots: a dataclass with the seed among its settings."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    seed: int


def move_commands(session: GtpSession) -> OwnCommands:
    """Commands that ask the player."""

    def genmove(arguments: list[str]) -> str:
        (text,) = expect(arguments, "COLOUR")
        colour = parse_colour(text)
        return settle_move(session, colour, choose_move(session, colour))

    def reg_genmove(arguments: list[str]) -> str:
        (text,) = expect(arguments, "COLOUR")
        return format_vertex(choose_move(session, parse_colour(text)), session.game.size)

    def genmove_cleanup(arguments: list[str]) -> str:
        (text,) = expect(arguments, "COLOUR")
        colour = parse_colour(text)
        move = choose_move(session, colour)
        if move == PASS:
            move = capturing_move(session, colour)
        return settle_move(session, colour, move, may_resign=False)

    return {
        "genmove": genmove,
        "reg_genmove": reg_genmove,
        "kgs-genmove_cleanup": genmove_cleanup,
        **_player_commands(session),
    }


def _player_commands(session: GtpSession) -> OwnCommands:
    """Commands about the player itself."""

    def set_random_seed(arguments: list[str]) -> str:
        (text,) = expect(arguments, "SEED")
        seed = parse_whole(text, "the seed")
        session.player = replace(_with_seed(session), seed=seed)  # all other settings stay as they are
        return ""

    def get_random_seed(arguments: list[str]) -> str:
        expect(arguments, "")
        return str(_with_seed(session).seed)

    def clear_cache(arguments: list[str]) -> str:
        expect(arguments, "")
        if isinstance(session.player, KeepsCache):
            session.player.clear_cache()
        return ""

    def explain_last_move(arguments: list[str]) -> str:
        expect(arguments, "")
        if isinstance(session.player, ExplainsMoves):
            return session.player.explain_last_move()
        return f"the player {session.player.name} gives no reasons"

    return {
        "set_random_seed": set_random_seed,
        "get_random_seed": get_random_seed,
        "clear_cache": clear_cache,
        "gomill-explain_last_move": explain_last_move,
    }


def _with_seed(session: GtpSession) -> HasSeed:
    """The player; GtpError if it has no seed."""
    if not isinstance(session.player, HasSeed):
        raise GtpError(f"the player {session.player.name} has no seed")
    return session.player


def choose_move(session: GtpSession, colour: int, report: Report | None = None, *, every: float = 1.0) -> int:
    """The player's move for a colour, also out of turn, by its clock if there is one.

    An analyst reports on the way, if anybody looks, and can be stopped.
    """
    game = with_turn(session.game, colour)
    player = session.player
    started = time.monotonic()
    if isinstance(player, ObeysClock):
        player.set_time_limit(limit_for(session.time, colour, game))
    if not isinstance(player, Analyst):
        move = player.choose_move(game)
    else:
        with searching(session, player), live_graphics(session, game.size) as show:

            def report_and_show(analysis: Analysis) -> None:
                show(analysis)
                if report is not None:
                    report(analysis)

            is_watched = report is not None or session.live_graphics
            move = player.choose_move(game, report_and_show if is_watched else None, every=every)
    session.seconds_used = time.monotonic() - started
    return move


def settle_move(session: GtpSession, colour: int, move: int, *, may_resign: bool = True) -> str:
    """Play a chosen move, or resign where the player wants to; what to answer."""
    if may_resign and isinstance(session.player, Resigns) and session.player.wants_to_resign():
        session.resignation = Resignation(colour, len(session.game.moves))
        answer = "resign"
    else:
        play_move(session.game, move, colour)
        session.has_just_moved = True
        answer = format_vertex(move, session.game.size)
    session.played |= {colour}
    session.time.count(colour, session.seconds_used)
    return answer


def capturing_move(session: GtpSession, colour: int) -> int:
    """A move beside dead stones of the opponent, where it touches most of them, or PASS."""
    game = session.game
    dead = dead_of_opponent(session, colour)
    beside = [stone + offset for stone in dead for offset in NEIGHBOUR_OFFSETS[:4]]
    empty = [point for point in beside if game.board.colour[point] == EMPTY]
    legal = [point for point in set(empty) if game.is_legal(point, colour)]
    return min(legal, key=lambda point: (-empty.count(point), point), default=PASS)
