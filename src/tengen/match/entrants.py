"""Whether the players of a match can play it, asked before anything of the match is written.

A net for another board, a program that is not there, a file that is none: each is a mistake in the setting
and not weak play. A store that had begun with it would hold lost games, or refuse the corrected command.
Players are asked where games are played, for other machines have other programs and files.
"""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.match.executors.serial import Executor
from tengen.match.schedule import MatchConfig
from tengen.players.external import ExternalPlayer
from tengen.players.player import KnowsSizes
from tengen.players.spec import make_player


@dataclass(frozen=True)
class Entrant:
    """A player as text, and what it is asked."""

    player: str
    size: int
    seconds_per_command: float


def check_entrants(settings: Iterable[MatchConfig], farm: Executor) -> None:
    """GoError that names the first player that cannot be made, started, or play on the board of its match."""
    entrants = dict.fromkeys(
        Entrant(player, setting.size, setting.seconds_per_command)
        for setting in settings
        for player in (setting.first, setting.second)
    )
    for _ in farm.run(_check, entrants):
        pass


def _check(entrant: Entrant) -> None:
    try:
        player = make_player(entrant.player)
        if isinstance(player, ExternalPlayer):
            player.time_limit = entrant.seconds_per_command
        with player if isinstance(player, ExternalPlayer) else nullcontext():
            if isinstance(player, KnowsSizes):
                player.check_size(entrant.size)
    except GoError as error:
        raise GoError(f"player {entrant.player}: {error}") from None
