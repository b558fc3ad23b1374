"""The commands that programs start, `tengen gtp` and `tengen analysis`.

No typer and no rich here: they take long to load.
"""

import argparse
from collections.abc import Callable

from tengen import __version__
from tengen.core.jit import compilation_notice
from tengen.gtp.json_run import run_analysis
from tengen.gtp.run import run_gtp
from tengen.players.player import Player
from tengen.players.spec import (
    DEFAULT_PLAYER,
    PLAYERS,
    PlayerSpec,
    make_player,
    parse_player,
    player_settings,
    with_seed,
)


def gtp(arguments: list[str]) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and the like."""
    parser = _parser(gtp)
    parser.add_argument("--name", default="Tengen", help="what to answer to `name` (default: %(default)s)")
    parser.add_argument("--version", default=__version__, help="and to `version` (default: %(default)s)")
    options = parser.parse_args(arguments)
    spec, seed = _player_and_seed(options)

    def player_from_seed(seed: int) -> Player:
        return make_player(with_seed(spec, seed))

    has_seed = "seed" in player_settings(spec.name)
    with compilation_notice():
        run_gtp(
            player_from_seed(seed),
            seed=seed,
            player_from_seed=player_from_seed if has_seed else None,
            name=options.name,
            version=options.version,
        )


def analysis(arguments: list[str]) -> None:
    """Answer JSON queries line by line in KataGo's analysis format, for KaTrain and the like."""
    spec, seed = _player_and_seed(_parser(analysis).parse_args(arguments))
    with compilation_notice():
        run_analysis(make_player(spec, seed))


def _player_and_seed(options: argparse.Namespace) -> tuple[PlayerSpec, int]:
    """What the options of a command say; a seed within the text of the player wins."""
    spec = parse_player(options.player)
    named = spec.settings.get("seed")
    return spec, named if isinstance(named, int) else options.seed


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
        default=0,
        metavar="NUMBER",
        help="the same seed gives the same game (default: 0)",
    )
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number of 0 or more")
    return int(text)
