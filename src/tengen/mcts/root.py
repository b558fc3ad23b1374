"""The root of a search as people look at it: candidates, win rates, expected lines, owners."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points_jit import BLACK, N_POINTS, PASS
from tengen.core.rules_jit import position_hash
from tengen.mcts.tree_jit import NO_NODE, RUNS, START_RUNS, START_WINS, WINS, Tree

Choice = Literal["wins", "visits"]
_MAX_LINE = 20
_Z = 1.96  # of a two-sided 95 % interval


@dataclass(frozen=True)
class Candidate:
    """What a search found out about one move of the root."""

    move: int
    visits: int  # playouts that began with it
    wins: int  # of them, those that its colour won
    prior: float  # its share of the prior wins of all moves

    @property
    def win_rate(self) -> float:
        """Wins in visits with the start values of a node, so that a move without visits is half won."""
        return (self.wins + START_WINS) / (self.visits + START_RUNS)

    @property
    def lower_bound(self) -> float:
        """The lower end of the 95 % interval of the win rate (Wilson)."""
        n, rate = self.visits + START_RUNS, self.win_rate
        middle = rate + _Z * _Z / (2 * n)
        spread = _Z * float(np.sqrt(rate * (1 - rate) / n + _Z * _Z / (4 * n * n)))
        return (middle - spread) / (1 + _Z * _Z / n)


class RootView:
    """A position in the tree; reads what the threads of a search may be writing just now.

    What a node began with, priors included, is taken off again: people see playouts alone.
    """

    def __init__(
        self,
        tree: Tree,
        node: int,
        fresh: npt.NDArray[np.float32],
        avoided: list[int],
        workers: list[Any],
        game: Game,
        choice: Choice,
        fresh_stats: Callable[[int, Game], npt.NDArray[np.float32]],
    ) -> None:
        """A look at a node.

        fresh       -- (N_PLANES, row) what it began with
        avoided     -- entries of moves that are not to be told of
        fresh_stats -- tells the same of any node, with a game at its position
        """
        self._tree = tree
        self._node = node
        self._fresh = fresh
        self._workers = workers
        self._game = game
        self._choice = choice
        self._fresh_stats = fresh_stats
        self._stats = tree.stats[node].copy()
        self._stats[WINS, avoided] = -np.inf
        self._visits = _visits(self._stats, fresh)

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self._game.size

    @property
    def visits(self) -> int:
        """Playouts through the root, those of earlier searches that led here included."""
        return int(self._tree.nodes[self._node].n_runs)

    @property
    def win_rate(self) -> float:
        """The share of its playouts that the colour to play won, one half without any."""
        allowed = np.isfinite(self._stats[WINS])
        runs = float((self._stats[RUNS, allowed] - self._fresh[RUNS, allowed]).sum())
        wins = float((self._stats[WINS, allowed] - self._fresh[WINS, allowed]).sum())
        return wins / runs if runs > 0 else 0.5

    def candidates(self) -> list[Candidate]:
        """The moves that were tried or have a prior, best first; of equals a pass comes last."""
        wins, fresh_wins, visits = self._stats[WINS], self._fresh[WINS], self._visits
        known = np.flatnonzero(np.isfinite(wins) & ((visits > 0) | (fresh_wins > START_WINS)))
        won = np.zeros_like(wins)
        won[known] = np.clip(np.rint(wins[known] - fresh_wins[known]), 0, visits[known])
        prior = np.where(np.isfinite(fresh_wins), fresh_wins, 0.0)
        prior /= max(float(prior.sum()), 1.0)
        if self._choice == "wins":
            order = sorted(known, key=lambda entry: (-wins[entry], entry == PASS, entry))
        else:
            order = sorted(known, key=lambda entry: (-visits[entry], -won[entry], entry == PASS, entry))
        return [
            Candidate(
                move=int(self._tree.points[entry]),
                visits=int(visits[entry]),
                wins=int(won[entry]),
                prior=float(prior[entry]),
            )
            for entry in order
        ]

    def lead_in_choice(self) -> float:
        """By how much the best move leads the second one in what decides."""
        measured = self._stats[WINS] if self._choice == "wins" else self._stats[RUNS] - self._fresh[RUNS]
        measured = np.where(np.isfinite(self._stats[WINS]), measured, -1.0)
        second, best = np.partition(measured, -2)[-2:]
        return float(best - second)

    def ownership(self) -> npt.NDArray[np.float64]:
        """-1 to 1 for each point, (N_POINTS,), positive where the colour to play ends up the owner."""
        n_owned = max(sum(int(worker.n_owned) for worker in self._workers), 1)
        balance = np.zeros(N_POINTS)
        for worker in self._workers:
            balance += worker.owner_balance
        return self._sign() * balance / n_owned

    def score(self) -> tuple[float, float]:
        """The mean lead of the colour to play over the playouts, komi counted, and its deviation."""
        n_owned = sum(int(worker.n_owned) for worker in self._workers)
        if n_owned == 0:
            return 0.0, 0.0
        mean = sum(float(worker.lead_sum) for worker in self._workers) / n_owned
        square = sum(float(worker.lead_square_sum) for worker in self._workers) / n_owned
        return self._sign() * (mean - self._game.komi), float(np.sqrt(max(square - mean * mean, 0.0)))

    def _sign(self) -> int:
        return 1 if self._game.to_play == BLACK else -1

    def line(self, move: int) -> tuple[int, ...]:
        """A move and the most tried answers below it, as far as playouts went; none if it was not tried.

        The tree may have gone on to another position: then the line ends with what is left of it.
        """
        tree, at, line = self._tree, self._game.copy(), list[int]()
        node = self._node if self._holds(self._node, at) else NO_NODE
        tried = [int(entry) for entry in np.flatnonzero(tree.points == move) if self._visits[entry] > 0]
        while len(line) < _MAX_LINE:
            # A node reached in another order of moves may tell of moves that repeat a position in this one.
            entry = next((entry for entry in tried if at.is_legal(int(tree.points[entry]))), None)
            if entry is None:
                break
            line.append(int(tree.points[entry]))
            at.play(line[-1])
            node = int(tree.children[node, entry])
            tried = self._tried(node, at)
        return tuple(line)

    def _tried(self, node: int, game: Game) -> list[int]:
        """Entries of the moves of a node that were tried, the most tried first; the game is there."""
        if game.is_over or not self._holds(node, game):
            return []
        visits = _visits(self._tree.stats[node], self._fresh_stats(node, game))
        return [int(entry) for entry in np.argsort(-visits, kind="stable") if visits[entry] > 0]

    def _holds(self, node: int, game: Game) -> bool:
        """Whether the node still is that of the game's position."""
        known = self._tree.nodes[node]
        return bool(node > NO_NODE and known.is_used and known.key == np.uint64(position_hash(game.board)))


def _visits(stats: npt.NDArray[np.float32], fresh: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The playouts that began with each move, (row,), from what its node holds and what it began with."""
    visits: npt.NDArray[np.float32] = np.maximum(np.rint(stats[RUNS] - fresh[RUNS]), 0)
    return visits
