"""The net that a player's search asks about positions, and what its word counts there."""

from tengen.core.errors import GoError
from tengen.nets.net_advisor import NetAdvisor
from tengen.nets.shipped_nets import find_net
from tengen.search.advice import Asking
from tengen.search.worker import NEVER


class SearchNet:
    """A net by its name, read when the player is made, so that a bad one is refused before any move."""

    def __init__(self, name: str | None, at: int | None, wins: float, value_weight: float) -> None:
        """Settings of the player; GoError if there is no such net, or if it cannot do what is asked of it."""
        self._net = find_net(name) if name is not None else None
        if self._net and wins > 0 and not self._net.knows_moves:
            raise GoError(f"the net {name!r} foretells no moves: it needs prior_wins=0")
        self._at = NEVER if at is None else at
        self._wins = wins
        self._value_weight = value_weight

    def asking(self, komi: float, n_threads: int) -> Asking | None:
        """What a search takes; None without a net."""
        if self._net is None:
            return None
        return Asking(NetAdvisor(self._net, komi, n_threads), self._at, self._wins, self._value_weight)
