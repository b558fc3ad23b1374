"""Games of a store for other programs: SGF files, and the table of GoGui's twogtp.

The table (.dat) is tab-separated below lines of properties. It speaks of programs, not of colours: B is
the first player in every row, and where ALT is 1 it had White and the results are turned round.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tengen import __version__
from tengen.core.files import replace_file
from tengen.core.game import format_result
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.match.match_stats import duplicates
from tengen.match.schedule import MatchConfig
from tengen.match.store import StoredGame
from tengen.sgf import GameRecord, format_sgf, record_to_tree

DAT_COLUMNS = (
    "GAME", "RES_B", "RES_W", "RES_R", "ALT", "DUP", "LEN",
    "TIME_B", "TIME_W", "CPU_B", "CPU_W", "ERR", "ERR_MSG",
)  # fmt: skip

_UNKNOWN = "?"
_TURNED = str.maketrans("BW", "WB")


def sgf_result(game: StoredGame) -> str:
    """The result as SGF writes it: "B+3.5", "W+R", "B+F", "0" or "Void"."""
    result = game.result
    if result.ending == "void":
        return "Void"
    if result.score is not None:
        return format_result(result.score)
    return f"{result.winner}+{'R' if result.ending == 'resign' else 'F'}"


def game_to_sgf(game: StoredGame) -> bytes:
    """A game as a file, with what the store knows of it in the comment of the root."""
    job, result = game
    tree = record_to_tree(
        GameRecord(
            size=job.size,
            moves=np.array([parse_vertex(vertex, job.size) for vertex in result.moves], np.uint16),
            colours=np.array([(BLACK, WHITE)[n % 2] for n in range(len(result.moves))], np.uint8),
            komi=job.komi,
            rules=job.rules,
            result=sgf_result(game),
            black_name=result.black_name,
            white_name=result.white_name,
        )
    )
    tree.root.add_text("AP", f"Tengen:{__version__}")
    tree.root.add_text("DT", result.started[:10])
    tree.root.add_text("C", _comment(game))
    return format_sgf([tree])


def write_sgf_files(games: Sequence[StoredGame], folder: Path) -> None:
    """A file for each game, named by its number in the schedule."""
    for game in games:
        replace_file(folder / f"game-{game.job.number:05}.sgf", game_to_sgf(game))


def write_dat(setting: MatchConfig, games: Sequence[StoredGame], path: Path) -> None:
    """The table of a match, for programs that read twogtp's."""
    replace_file(path, format_dat(setting, games).encode())


def format_dat(setting: MatchConfig, games: Sequence[StoredGame]) -> str:
    """Properties, a line of column names, and a row for each game."""
    earlier = duplicates(games)
    rows = [_dat_row(game, earlier.get(game.job.number)) for game in games]
    properties = _dat_properties(setting, games[0]) if games else []
    lines = [f"# {name}: {_one_line(value)}" for name, value in sorted(properties)]
    return "\n".join([*lines, "#", "#" + "\t".join(DAT_COLUMNS), *map("\t".join, rows)]) + "\n"


def _dat_properties(setting: MatchConfig, game: StoredGame) -> list[tuple[str, str]]:
    job, result = game
    black = ("Black", setting.first, result.black_name, result.black_version)
    white = ("White", setting.second, result.white_name, result.white_version)
    if not job.first_is_black:
        black, white = (*black[:2], *white[2:]), (*white[:2], *black[2:])
    properties = [
        ("Date", result.started),
        ("Host", result.machine),
        ("Komi", f"{setting.komi:g}"),
        ("Referee", setting.referee or "-"),
        ("Size", str(setting.size)),
        ("Xml", "0"),
    ]
    for colour, text, name, version in (black, white):
        properties += [(colour, name), (f"{colour}Command", text), (f"{colour}Label", name)]
        properties.append((f"{colour}Version", version))
    return properties


def _dat_row(game: StoredGame, duplicate_of: int | None) -> list[str]:
    """The columns of a game; a failed program is an error, and nobody measures CPU time."""
    job, result = game
    ours = _UNKNOWN if result.ending == "void" else sgf_result(game)
    claim = ours if result.ending in ("resign", "forfeit") else result.claim or _UNKNOWN
    seconds = [result.black_seconds, result.white_seconds]
    if not job.first_is_black:
        ours, claim, seconds = ours.translate(_TURNED), claim.translate(_TURNED), seconds[::-1]
    is_error = result.ending in ("forfeit", "void")
    return [
        str(job.number),
        ours,
        ours,
        claim,
        "0" if job.first_is_black else "1",
        "-" if duplicate_of is None else str(duplicate_of),
        str(len(result.moves)),
        *(f"{value:.1f}" for value in seconds),
        "0",
        "0",
        "1" if is_error else "0",
        _one_line(result.reason) if is_error else "",
    ]


def _comment(game: StoredGame) -> str:
    """What SGF has no property for."""
    job, result = game
    lines = [
        f"Game {job.number}, pair {job.pair}, {len(job.opening)} opening moves",
        f"Black: {job.black}, version {result.black_version}, seed {job.black_seed}",
        f"White: {job.white}, version {result.white_version}, seed {job.white_seed}",
        f"End: {result.ending}" + (f", {result.reason}" if result.reason else ""),
        f"Referee: {result.claim}" if result.claim is not None else "",
        f"Seconds: Black {result.black_seconds:.1f}, White {result.white_seconds:.1f}",
        f"Played on {result.machine}, Tengen {__version__} {result.commit}".rstrip(),
    ]
    return "\n".join(filter(None, lines))


def _one_line(text: str) -> str:
    return " ".join(text.split())
