"""Alpha-beta search over a self-taught net (Mayer, section IV.D), for the board size of the net.

Depth 1 is the paper's simple search: a legal move is worth what the net says of the position after it, for
the colour that made it, for so the net was taught. At depth d the net is asked d plies on. The two colours'
values of a position add up to about 1, so what is worth v to one colour is taken as 1 - v to the other.

Two passes in a row end the game. Its result is counted by area, and it is surer than any word of a net: a win
is worth more than any value, a loss less, a larger win more than a smaller one. A value is *exact* if no
position was valued by the net in its proof; so a search that is deep enough solves a position. A win of the
whole board cannot be surpassed: it ends the search.

No move may bring back a position of the game or of the line that is searched, not even where the rules of the
game have simple ko only: else tiny boards go round in circles. Suicide is not searched. The table does not
know what came before a position: with it a value may be wrong where that matters (`td/alphabeta_jit.py`), but
what is called exact was proved without its answers. With 0 entries all values are those of plain minimax.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK
from tengen.core.rules_jit import POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO
from tengen.td.alphabeta_jit import MAX_DEPTH, SURE, TASK, new_room, search_tree, sure_value
from tengen.td.network import TdNet
from tengen.td.value_jit import set_sight

N_ENTRIES = 1 << 18  # 6 MB
MAX_NODES = 20_000_000

_GOLDEN = 0x9E3779B97F4A7C15  # its multiples differ in many bits
_WORD = (1 << 64) - 1


class Result(NamedTuple):
    """What a search found, from the side of the colour to play."""

    move: int
    value: float  # the net's, or a counted result: more than SURE if won, less than 1 - SURE if lost
    is_exact: bool  # no position was valued by the net in the proof of the value
    depth: int  # plies that were searched; fewer than asked for if that was exact, or nodes ran out
    n_nodes: int  # positions reached or valued, of all depths up to this one
    line: list[int]  # the moves that both sides are expected to make; it ends where the table knew the rest

    @property
    def score(self) -> float | None:
        """The lead after komi if the value is a counted result, or None.

        A win or a loss is sure to be at least that large. Only an exact one is not larger: moves that were
        valued by the net may win more.
        """
        if abs(self.value - 0.5) < SURE / 2:
            return 0.0 if self.is_exact else None
        return self.value - SURE if self.value > 0 else self.value - 1 + SURE


class AlphaBeta:
    """Searches with one net, one after the other; the net may learn in between."""

    def __init__(self, net: TdNet, size: int, n_entries: int = N_ENTRIES) -> None:
        if len(net.by_stone) != size * size:
            raise GoError(f"the net is not one for {size}x{size} boards: it knows {len(net.by_stone)} points")
        self._net = net
        self._size = size
        self._room = new_room(net, n_entries)
        self._task = np.zeros(1, TASK).view(np.recarray)[0]
        self._n_searches = 0

    def search(
        self,
        game: Game,
        depth: int,
        komi: float,
        rng_state: npt.NDArray[np.uint64],
        max_nodes: int = MAX_NODES,
    ) -> Result:
        """The best move of the colour to play, searched deeper and deeper up to a depth.

        If nodes run out, the result is that of the last depth that was finished; depth 1 always is.
        """
        if game.size != self._size:
            raise GoError(f"the net plays on {self._size}x{self._size}, not on {game.size}x{game.size}")
        if not 1 <= depth <= MAX_DEPTH:
            raise GoError(f"the depth of a search must be from 1 to {MAX_DEPTH}, not {depth}")
        self._prepare(game, komi, max_nodes)
        found = None
        for plies in range(1, depth + 1):
            deeper = self._search_to(plies, rng_state)
            if deeper and deeper.is_exact and len(self._room.table):
                proved = self._search_to(plies, rng_state, trusts_table=False)
                deeper = proved or deeper._replace(is_exact=False)
            found = deeper or found
            if not deeper or deeper.is_exact:
                break
        if not found:
            raise GoError("the net tells nothing of any move: its weights are no numbers")
        return found._replace(n_nodes=int(self._task.n_nodes))

    def stop(self) -> None:
        """Let a running search end with the last depth that it has finished; from any thread."""
        self._task.max_nodes = 0

    def _prepare(self, game: Game, komi: float, max_nodes: int) -> None:
        """See the present position and its past, and forget earlier searches."""
        self._n_searches += 1
        task, room = self._task, self._room
        n_positions = len(game.history)
        task.komi, task.max_nodes, task.n_nodes = komi, max_nodes, 0
        task.salt = self._n_searches * _GOLDEN & _WORD
        task.n_positions = n_positions
        is_situational = game.rules.superko == SITUATIONAL_SUPERKO
        task.superko = SITUATIONAL_SUPERKO if is_situational else POSITIONAL_SUPERKO
        history = np.zeros(n_positions + MAX_DEPTH, np.uint64)
        history[:n_positions] = game.history
        self._room = room._replace(history=history)
        room.boards[0] = game.board
        set_sight(self._net, room.sight, game.board)
        room.sums[0] = room.sight.sums

    def _search_to(
        self, depth: int, rng_state: npt.NDArray[np.uint64], trusts_table: bool = True
    ) -> Result | None:
        """One search, in the widest window there can be, or None if it could not be finished."""
        room, task = self._room, self._task
        task.trusts_table = trusts_table and len(room.table) > 0
        largest = {True: self._size**2 - task.komi, False: self._size**2 + task.komi}  # by: is it Black's
        is_black = room.boards[0].to_play == BLACK
        alpha, beta = 1 - _ceiling(largest[not is_black]), _ceiling(largest[is_black])
        is_finished = search_tree(self._net, room, task, depth, alpha, beta, rng_state)
        found, line = room.frames[0], room.lines[0, : room.n_line[0]].tolist()
        if not is_finished or not line:
            return None
        return Result(line[0], float(found.best), bool(found.is_exact), depth, int(task.n_nodes), line)


def _ceiling(lead: float) -> float:
    """No value can be above this, if a colour can lead by so much at most."""
    return float(sure_value(lead)) if lead > 0 else np.inf
