"""Commands that read and write game records."""

from pathlib import Path

import numpy as np

from tengen.core.files import read_plain_file, write_atomically
from tengen.core.game import first_position
from tengen.core.points_jit import BLACK, WHITE
from tengen.gtp.commands.arguments import expect, parse_whole
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands
from tengen.sgf import DEFAULT_LIMITS, GameRecord, SgfTree, main_line, parse_sgf, record_to_sgf, replay


def record_commands(session: GtpSession) -> OwnCommands:
    """Commands that read and write SGF files."""

    def loadsgf(arguments: list[str]) -> str:
        file, *number = expect(arguments, "FILE [MOVE_NUMBER]")
        next_move = parse_whole(number[0], "the move number") if number else None
        if next_move == 0:
            raise GtpError("syntax error: move numbers begin with 1")
        try:
            tree = read_first_tree(file)
            game = replay(tree, session.game.komi, session.game.rules, next_move)
            handicap = main_line(tree).handicap
        except (OSError, ValueError) as error:  # a GoError is a ValueError, so is a NUL in the name
            raise GtpError(f"cannot load file: {getattr(error, 'strerror', None) or error}") from None
        session.put(game, handicap or 0)
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
    return parse_sgf(read_plain_file(Path(file), DEFAULT_LIMITS.file_bytes))[0]


def record_of(session: GtpSession) -> GameRecord:
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
