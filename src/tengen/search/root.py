"""The root of a search as people look at it: candidates, win rates, expected lines, owners."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points import BLACK, N_POINTS, PASS
from tengen.search.tree import NO_NODE, PASS_RUNS, RUNS, START_RUNS, START_WINS, WINS, Tree

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
    line: tuple[int, ...]  # how the search goes on, this move first

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
    ) -> None:
        self._tree = tree
        self._node = node
        self._fresh = fresh
        self._workers = workers
        self._game = game
        self._choice = choice
        self._stats = tree.stats[node].copy()
        self._stats[WINS, avoided] = -np.inf

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
        runs, wins = self._stats[RUNS], self._stats[WINS]
        fresh_runs, fresh_wins = self._fresh[RUNS], self._fresh[WINS]
        known = np.flatnonzero(np.isfinite(wins) & ((runs > fresh_runs) | (fresh_wins > START_WINS)))
        visits = np.maximum(np.rint(runs - fresh_runs), 0)
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
                line=self._line(int(entry)),
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

    def _line(self, entry: int) -> tuple[int, ...]:
        """A move and the most tried answers below it, as far as the tree knows."""
        tree, node, line = self._tree, self._node, [int(self._tree.points[entry])]
        previous = self._game.last_move
        while len(line) < _MAX_LINE and not line[-1] == previous == PASS:
            node = int(tree.children[node, entry])
            if node <= NO_NODE:
                break
            tried = np.where(np.isfinite(tree.stats[node, WINS]), tree.stats[node, RUNS], 0.0)
            tried[0] -= PASS_RUNS
            tried[1:] -= START_RUNS
            entry = int(tried.argmax())
            if tried[entry] <= 0:
                break
            previous = line[-1]
            line.append(int(tree.points[entry]))
        return tuple(line)
