"""The commands that programs start, `tengen gtp` and `tengen analysis`.

No typer and no rich here: they take long to load.
"""

import argparse
import sys
from collections.abc import Callable

from tengen import __version__
from tengen.core.jit import compilation_notice
from tengen.gtp.json_analysis.run import run_analysis
from tengen.gtp.program import run_gtp
from tengen.players.player import Player
from tengen.players.spec import (
    DEFAULT_PLAYER,
    PLAYERS,
    drawn_seed,
    make_player,
    parse_player,
    player_settings,
)

_MOST_DIGITS = 18  # as in the commands of GTP


def gtp(arguments: list[str]) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and the like."""
    parser = _parser(gtp)
    parser.add_argument("--name", default="Tengen", help="what to answer to `name` (default: %(default)s)")
    parser.add_argument("--version", default=__version__, help="and to `version` (default: %(default)s)")
    options = parser.parse_args(arguments)
    player = _player(options)
    with compilation_notice():
        run_gtp(player, name=options.name, version=options.version)


def analysis(arguments: list[str]) -> None:
    """Answer JSON queries line by line in KataGo's analysis format, for KaTrain and the like."""
    player = _player(_parser(analysis).parse_args(arguments))
    with compilation_notice():
        run_analysis(player)


def _player(options: argparse.Namespace) -> Player:
    """The player of a command's options; a seed within its text wins, and one that nobody named is drawn."""
    spec = parse_player(options.player)
    if options.seed is not None or "seed" in spec.settings or "seed" not in player_settings(spec.name):
        return make_player(spec, options.seed)
    seed = drawn_seed()
    player = make_player(spec, seed)
    print(f"tengen: seed {seed}; --seed {seed} plays the same way again", file=sys.stderr)
    return player


def _parser(command: Callable[[list[str]], None]) -> argparse.ArgumentParser:
    """The arguments that all of these commands take."""
    name = command.__name__
    parser = argparse.ArgumentParser(
        prog=f"tengen {name}",
        description=command.__doc__,
        epilog=f"Example: tengen {name} mcts:policy=lgrf2,playouts=8000,threads=2",
        allow_abbrev=False,
    )
    parser.add_argument(
        "player",
        nargs="?",
        default=DEFAULT_PLAYER,
        metavar="PLAYER",
        help=f"{', '.join(PLAYERS)}, with settings after a colon; "
        "`tengen players` lists them (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=_whole_number,
        metavar="NUMBER",
        help="the same seed gives the same game (default: drawn, and told on stderr)",
    )
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"{text[:20]!r} is not a whole number of 0 or more, with {_MOST_DIGITS} digits at most"
        )
    return int(text)
