"""Commands for GoGui: what it may draw, its settings dialog, and the right to interrupt."""

from collections.abc import Callable

from tengen.core.points_jit import BLACK
from tengen.dag_rnn.evaluator import SHIPPED_NETS, blacks_territory, load_pretrained, ownership_of
from tengen.gtp.commands.analysis import analyst_of
from tengen.gtp.commands.arguments import expect
from tengen.gtp.commands.graphics import (
    best_moves_graphics,
    book_graphics,
    format_board_values,
    format_ownership_board,
    format_variation,
    win_rates_graphics,
)
from tengen.gtp.commands.info import parameters_of, set_parameter
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands, searching
from tengen.players.player import Analysis, HasBook

LIVE_GRAPHICS = "live_graphics"
_PLAYOUTS, _SECONDS = 1000, 0.5  # of a picture, whichever comes first

# What GoGui offers in its list of analyze commands: type/label/command.
ANALYZE_COMMANDS = [
    "gfx/Best Moves/tengen-best_moves",
    "gfx/Win Rates/tengen-win_rates",
    "var/Principal Variation/tengen-principal_variation",
    "dboard/Ownership/tengen-ownership",
    "dboard/Territory/tengen-territory",
    "gfx/Book Moves/tengen-book_moves",
    "param/Settings/tengen-param",
    "string/Show Board/showboard",
    "plist/Legal Moves/all_legal %c",
    "plist/Stones/list_stones %c",
    "string/Captures/captures %c",
    "string/Final Score/final_score",
    "plist/Final Status Dead/final_status_list dead",
    "plist/Final Status Alive/final_status_list alive",
    "string/Rules/kata-get-rules",
    "string/Explain Last Move/gomill-explain_last_move",
    "string/CPU Time/cputime",
]


def gogui_commands(session: GtpSession) -> OwnCommands:
    """Commands that GoGui knows by name or finds in the list of analyze commands."""

    def title(arguments: list[str]) -> str:
        expect(arguments, "")
        return f"Tengen ({session.player.name})"

    def analyze_commands(arguments: list[str]) -> str:
        expect(arguments, "")
        return "\n".join(ANALYZE_COMMANDS)

    def interrupt(arguments: list[str]) -> str:
        expect(arguments, "")
        return ""  # to know the command is the answer: `# interrupt` will be understood

    def param(arguments: list[str]) -> str:
        return _list_settings(session) if not arguments else _change_setting(session, arguments)

    return {
        "gogui-title": title,
        "gogui-analyze_commands": analyze_commands,
        "gogui-interrupt": interrupt,
        "tengen-param": param,
        **_pictures(session),
        **_book(session),
        **_territory(session),
    }


def _pictures(session: GtpSession) -> OwnCommands:
    def picture(draw: Callable[[Analysis, int], str]) -> Callable[[list[str]], str]:
        def command(arguments: list[str]) -> str:
            expect(arguments, "")
            analyst = analyst_of(session)
            with searching(session, analyst):
                analysis = analyst.analyse(session.game, playouts=_PLAYOUTS, seconds=_SECONDS)
            return draw(analysis, session.game.size)

        return command

    return {
        "tengen-best_moves": picture(best_moves_graphics),
        "tengen-win_rates": picture(win_rates_graphics),
        "tengen-principal_variation": picture(format_variation),
        "tengen-ownership": picture(format_ownership_board),
    }


def _book(session: GtpSession) -> OwnCommands:
    def moves(arguments: list[str]) -> str:
        expect(arguments, "")
        player, game = session.player, session.game
        return book_graphics(player.book_moves(game) if isinstance(player, HasBook) else [], game.size)

    return {"tengen-book_moves": moves}


def _territory(session: GtpSession) -> OwnCommands:
    def territory(arguments: list[str]) -> str:
        named = expect(arguments, "[NET]")
        name, game = named[0] if named else SHIPPED_NETS[0], session.game
        owners = blacks_territory(load_pretrained(name), game)
        return format_board_values(ownership_of(owners, BLACK), game.size)

    return {"tengen-territory": territory}


def _list_settings(session: GtpSession) -> str:
    """One line for each setting as GoGui's dialog wants it."""
    lines = [f"[bool] {LIVE_GRAPHICS} {int(session.live_graphics)}"]
    lines += [f"[string] {name} {value}" for name, value in parameters_of(session).items()]
    return "\n".join(lines)


def _change_setting(session: GtpSession, arguments: list[str]) -> str:
    name, value = expect(arguments, "NAME VALUE")
    if name != LIVE_GRAPHICS:
        set_parameter(session, name, value)
    elif value in ("0", "1"):
        session.live_graphics = value == "1"
    else:
        raise GtpError(f"syntax error: {LIVE_GRAPHICS} must be 0 or 1, not {value[:20]!r}")
    return ""
