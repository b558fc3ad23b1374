"""Game records: SGF trees read and written, and whole archives as a stream of move arrays."""

from tengen.sgf.charsets import escape_text, unescape_text
from tengen.sgf.errors import DEFAULT_LIMITS, BadRecord, Limits, SgfError
from tengen.sgf.positions import replay
from tengen.sgf.reader import parse_sgf
from tengen.sgf.record import (
    GameRecord,
    NodeMoves,
    SgfResult,
    board_size,
    main_line,
    parse_result,
    read_moves,
    record_to_sgf,
    record_to_tree,
)
from tengen.sgf.stream import GameArrays, GameBatch, GameStream, stream_games
from tengen.sgf.tree import SgfNode, SgfTree, format_sgf
from tengen.sgf.values_jit import FORFEIT, NO_ENDING, POINTS, RESIGNATION, TIME, UNKNOWN

__all__ = [
    "DEFAULT_LIMITS",
    "FORFEIT",
    "NO_ENDING",
    "POINTS",
    "RESIGNATION",
    "TIME",
    "UNKNOWN",
    "BadRecord",
    "GameArrays",
    "GameBatch",
    "GameRecord",
    "GameStream",
    "Limits",
    "NodeMoves",
    "SgfError",
    "SgfNode",
    "SgfResult",
    "SgfTree",
    "board_size",
    "escape_text",
    "format_sgf",
    "main_line",
    "parse_result",
    "parse_sgf",
    "read_moves",
    "record_to_sgf",
    "record_to_tree",
    "replay",
    "stream_games",
    "unescape_text",
]
