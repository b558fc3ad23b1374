"""Game records: SGF trees read and written, and whole archives as a stream of move arrays."""

from tengen.records.batch import GameArrays, GameBatch
from tengen.records.charsets import escape_text, unescape_text
from tengen.records.errors import BadRecord, SgfError
from tengen.records.game import (
    GameRecord,
    NodeMoves,
    board_size,
    main_line,
    read_moves,
    record_to_sgf,
    record_to_tree,
)
from tengen.records.limits import DEFAULT_LIMITS, Limits
from tengen.records.positions import replay
from tengen.records.properties import GameResult, parse_result
from tengen.records.reader import parse_sgf
from tengen.records.stream import GameStream, stream_games
from tengen.records.tree import SgfNode, SgfTree
from tengen.records.values import FORFEIT, NO_ENDING, POINTS, RESIGNATION, TIME, UNKNOWN
from tengen.records.writer import format_sgf

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
    "GameResult",
    "GameStream",
    "Limits",
    "NodeMoves",
    "SgfError",
    "SgfNode",
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
