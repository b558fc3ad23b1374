"""`tengen gtp`: the command line of the GTP engine, without typer and rich, which take long to load."""

import argparse

from tengen.core.jit import compilation_notice
from tengen.gtp.run import run_gtp
from tengen.players.player import Player
from tengen.players.spec import (
    DEFAULT_PLAYER,
    PLAYERS,
    make_player,
    parse_player,
    player_settings,
    with_seed,
)


def main(arguments: list[str]) -> None:
    """Answer GTP with the player that the arguments name."""
    options = _parser().parse_args(arguments)
    spec = parse_player(options.player)
    named = spec.settings.get("seed")
    seed = named if isinstance(named, int) else options.seed

    def player_from_seed(seed: int) -> Player:
        return make_player(with_seed(spec, seed))

    has_seed = "seed" in player_settings(spec.name)
    with compilation_notice():
        run_gtp(player_from_seed(seed), seed=seed, player_from_seed=player_from_seed if has_seed else None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tengen gtp",
        description="Speak GTP on standard input and output, for Sabaki, GoGui and the like.",
        epilog="Example: tengen gtp mcts:policy=lgrf2,playouts=8000,threads=2",
        allow_abbrev=False,
    )
    parser.add_argument(
        "player",
        nargs="?",
        default=DEFAULT_PLAYER,
        metavar="PLAYER",
        help=f"who plays: {', '.join(PLAYERS)}, with settings after a colon; "
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
