"""Commands that read and write game records."""

from pathlib import Path

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK, WHITE
from tengen.core.rules import Rules
from tengen.files import write_atomically
from tengen.gtp.arguments import expect, parse_whole
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import OwnCommands, Session, first_position, game_from_colours, play_move, with_turn
from tengen.records import DEFAULT_LIMITS, GameRecord, SgfTree, main_line, parse_sgf, record_to_sgf


def record_commands(session: Session) -> OwnCommands:
    """Commands that read and write SGF files."""

    def loadsgf(arguments: list[str]) -> str:
        file, *number = expect(arguments, "FILE [MOVE_NUMBER]")
        next_move = parse_whole(number[0], "the move number") if number else None
        if next_move == 0:
            raise GtpError("syntax error: move numbers begin with 1")
        try:
            tree = read_first_tree(file)
            record = main_line(tree)
            game = replay(record, tree, session.game.komi, session.game.rules, next_move)
        except (OSError, ValueError) as error:  # a GoError is a ValueError, so is a NUL in the name
            raise GtpError(f"cannot load file: {getattr(error, 'strerror', None) or error}") from None
        session.put(game, record.handicap or 0)
        return ""

    def printsgf(arguments: list[str]) -> str:
        expect(arguments, "[FILE]")
        text = record_to_sgf(record_of(session))
        if not arguments:
            return text.decode("utf-8").strip()
        try:
            write_atomically(Path(arguments[0]), text)
        except (OSError, ValueError) as error:
            raise GtpError(f"cannot save file: {getattr(error, 'strerror', None) or error}") from None
        return ""

    return {"loadsgf": loadsgf, "printsgf": printsgf}


def read_first_tree(file: str) -> SgfTree:
    """The first game of a file; pipes and devices are refused, for they may never end."""
    path = Path(file)
    if path.exists() and not path.is_file():
        raise GoError("it is not a plain file")
    with path.open("rb") as opened:
        return parse_sgf(opened.read(DEFAULT_LIMITS.file_bytes + 1))[0]


def replay(record: GameRecord, tree: SgfTree, komi: float, rules: Rules, next_move: int | None) -> Game:
    """The game of a record up to the position in which move number `next_move` is to be played.

    Komi is that of the record where it has one; GoError names the first illegal move.
    """
    komi = komi if record.komi is None else record.komi
    colours = Game(record.size).board.colour.copy()
    for point, colour in zip(record.setup_points, record.setup_colours):
        colours[point] = colour
    game = game_from_colours(record.size, colours, BLACK, komi, rules)
    moves = list(zip(record.moves.tolist(), record.colours.tolist()))
    n_played = len(moves) if next_move is None else min(next_move - 1, len(moves))
    for number, (point, colour) in enumerate(moves[:n_played], 1):
        try:
            play_move(game, point, colour)
        except GoError as error:
            raise GoError(f"move {number}: {error}") from None
    if n_played < len(moves):
        return with_turn(game, moves[n_played][1])
    return game if moves else with_turn(game, _first_to_play(record, tree))


def _first_to_play(record: GameRecord, tree: SgfTree) -> int:
    """Whose turn it is in a record without moves: as PL says, else White after a handicap."""
    told = (tree.root.text("PL") or "").strip().upper()[:1]
    if told in ("B", "W"):
        return BLACK if told == "B" else WHITE
    return WHITE if (record.handicap or 0) >= 2 else BLACK


def record_of(session: Session) -> GameRecord:
    """The game so far as a record."""
    game = session.game
    colours = first_position(game).board.colour
    stones = np.flatnonzero((colours == BLACK) | (colours == WHITE))
    moves = game.moves
    names = dict.fromkeys(session.played, f"Tengen ({session.player.name})")
    return GameRecord(
        size=game.size,
        moves=np.array([point for _, point in moves], np.uint16),
        colours=np.array([colour for colour, _ in moves], np.uint8),
        komi=game.komi,
        handicap=session.handicap,
        rules=game.rules.name,
        result="" if session.resigned is None else f"{'BW'[session.resigned == BLACK]}+R",
        black_name=names.get(BLACK, ""),
        white_name=names.get(WHITE, ""),
        setup_points=stones.astype(np.uint16),
        setup_colours=colours[stones],
    )
