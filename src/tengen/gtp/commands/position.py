"""Commands that change the position: board, komi, moves, undo, set-up.

Handicap stones: the fixed points of the GTP specification, and points of our own choice.
"""

from tengen.core.errors import GoError
from tengen.core.game import Game, with_turn
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, WHITE
from tengen.core.rules import MIN_STONES, fixed_handicap_points, free_handicap_points
from tengen.gtp.commands.arguments import (
    expect,
    parse_colour,
    parse_coloured_moves,
    parse_number,
    parse_stone,
    parse_whole,
)
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands, play_move

KOMI_LIMIT = 1000.0  # beyond, it is no komi but a mistake


def position_commands(session: GtpSession) -> OwnCommands:
    """Commands that change the position or komi."""

    def boardsize(arguments: list[str]) -> str:
        session.clear(_parse_size(expect(arguments, "COLUMNS [ROWS]")))
        return ""

    def rectangular_boardsize(arguments: list[str]) -> str:
        session.clear(_parse_size(expect(arguments, "COLUMNS ROWS")))
        return ""

    def clear_board(arguments: list[str]) -> str:
        expect(arguments, "")
        session.clear(session.game.size)
        return ""

    def komi(arguments: list[str]) -> str:
        (text,) = expect(arguments, "KOMI")
        points = parse_number(text, "komi")
        if abs(points) > KOMI_LIMIT:
            raise GtpError(f"syntax error: komi must lie between {-KOMI_LIMIT:g} and {KOMI_LIMIT:g}")
        session.game.komi = points
        return ""

    def get_komi(arguments: list[str]) -> str:
        expect(arguments, "")
        return f"{session.game.komi:g}"

    def play(arguments: list[str]) -> str:
        play_all(session.game, parse_coloured_moves(expect(arguments, "COLOUR VERTEX"), session.game.size))
        return ""

    def play_sequence(arguments: list[str]) -> str:
        play_all(session.game, parse_coloured_moves(arguments, session.game.size))
        return ""

    def undo(arguments: list[str]) -> str:
        expect(arguments, "")
        _undo(session.game, 1)
        return ""

    def gg_undo(arguments: list[str]) -> str:
        expect(arguments, "[MOVES]")
        _undo(session.game, parse_whole(arguments[0], "the number of moves") if arguments else 1)
        return ""

    def setup(arguments: list[str]) -> str:
        _set_up(session, arguments)
        return ""

    def setup_player(arguments: list[str]) -> str:
        (colour,) = expect(arguments, "COLOUR")
        session.game = with_turn(session.game, parse_colour(colour))
        return ""

    return {
        "boardsize": boardsize,
        "rectangular_boardsize": rectangular_boardsize,
        "clear_board": clear_board,
        "komi": komi,
        "get_komi": get_komi,
        "play": play,
        "undo": undo,
        "gg-undo": gg_undo,
        "gogui-play_sequence": play_sequence,
        "gogui-setup": setup,
        "gogui-setup_player": setup_player,
    }


def play_all(game: Game, moves: list[tuple[int, int]]) -> None:
    """Play all moves (colour, point), or none if one is illegal."""
    for n_played, (colour, point) in enumerate(moves):
        try:
            play_move(game, point, colour)
        except GtpError:
            _undo(game, n_played)
            raise


def _undo(game: Game, n_moves: int) -> None:
    """Take back so many moves, or none if there are not so many."""
    if n_moves > len(game.moves):
        raise GtpError("cannot undo")
    for _ in range(n_moves):
        game.undo()


def _parse_size(arguments: list[str]) -> int:
    """The size of a square board that we have."""
    sizes = {parse_whole(text, "the board size") for text in arguments}
    size = sizes.pop()
    if sizes or not MIN_SIZE <= size <= MAX_SIZE:
        raise GtpError("unacceptable size")
    return size


def _set_up(session: GtpSession, arguments: list[str]) -> None:
    """Put stones on the present position, or take them off with `e`; the moves so far are forgotten."""
    if len(arguments) % 2:
        raise GtpError("syntax error: expected pairs of a colour (or e) and a vertex")
    game = session.game
    colours = game.board.colour.copy()
    for name, vertex in zip(arguments[::2], arguments[1::2]):
        colour = EMPTY if name.lower() in ("e", "empty") else parse_colour(name)
        colours[parse_stone(vertex, game.size)] = colour
    try:
        session.set_up(colours, game.to_play)
    except GoError:
        raise GtpError("the position has stones without a liberty") from None


# --- Handicap -------------------------------------------------------------------------------------


def handicap_commands(session: GtpSession) -> OwnCommands:
    """Commands that give Black stones on an empty board; White is then to play."""

    def place(points: list[int]) -> str:
        colours = session.game.board.colour.copy()
        colours[points] = BLACK
        session.set_up(colours, WHITE, handicap=len(points))
        return " ".join(format_vertex(point, session.game.size) for point in points)

    def check_empty() -> None:
        if session.game.board.stones.any():
            raise GtpError("board not empty")

    def fixed_handicap(arguments: list[str]) -> str:
        (count,) = expect(arguments, "STONES")
        n_stones = parse_whole(count, "the number of stones")
        check_empty()
        return place(fixed_handicap_points(session.game.size, n_stones))

    def place_free_handicap(arguments: list[str]) -> str:
        (count,) = expect(arguments, "STONES")
        n_stones = parse_whole(count, "the number of stones")
        check_empty()
        return place(free_handicap_points(session.game.size, n_stones))

    def set_free_handicap(arguments: list[str]) -> str:
        size = session.game.size
        check_empty()
        try:
            points = [parse_stone(vertex, size) for vertex in arguments]
        except GtpError as error:
            raise GtpError(f"bad vertex list: {error}") from None
        if len(set(points)) < len(points):
            raise GtpError("bad vertex list: a vertex is named twice")
        if not MIN_STONES <= len(points) < size * size:
            raise GtpError(f"bad vertex list: {len(points)} stones are not from 2 to {size * size - 1}")
        place(points)
        return ""

    return {
        "fixed_handicap": fixed_handicap,
        "place_free_handicap": place_free_handicap,
        "set_free_handicap": set_free_handicap,
    }
