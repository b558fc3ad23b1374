"""What reply tables answer and how long replies stay: self-play, counted (Baier & Drake 2010, V.D and V.E).

Two equal players play each other on 19x19 with preset=orego, and every look-up in their tables is counted.
The paper played 100 games at 8,000 playouts a move. Nobody resigns, so that the end of the game is counted
too. One set of games serves Table 1, the mean durations and figures 8 and 9; a game is kept as a file of
its own as soon as it ends.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.experiments.document import Block
from tengen.experiments.experiment import Findings, Run, Watch, choose
from tengen.files import replace_file
from tengen.machine import commit, describe_machine
from tengen.match.here import GameFarm
from tengen.match.stop_signals import stop_signals
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player

HOME = "lgrf-table1"  # keeps the games of all four experiments
LABELS = {"lgr1": "LGR-1", "lgr2": "LGR-2", "lgrf1": "LGRF-1", "lgrf2": "LGRF-2"}
_MOVES_PER_POINT = 3


@dataclass(frozen=True)
class CountJob:
    """A game of self-play to be counted."""

    policy: str
    playouts: int
    number: int
    size: int
    player: str  # the text of both players; their seeds are twice the number and the next one


@dataclass(frozen=True)
class GameCounts:
    """What was counted in one game, both players together; index 0 is the one-move table, 1 the other."""

    lookups: list[list[int]]  # [table][playable, unplayable, none]
    n_lives: list[int]  # [table] replies that came to their end
    duration_sum: list[int]  # [table] in playouts
    n_by_duration: list[list[int]]  # [table][playouts], the last place for all longer ones
    distance_by_duration: list[list[float]]  # [table][playouts], sums of Euclidean distances
    n_moves: int
    seconds: float
    ended: str
    machine: str
    commit: str


@dataclass(frozen=True)
class PolicyCounts:
    """The counted games of a policy."""

    policy: str
    games: list[GameCounts]

    @property
    def label(self) -> str:
        """As the paper writes it."""
        return LABELS[self.policy]

    @property
    def tables(self) -> tuple[int, ...]:
        """Those that the policy has."""
        return (0, 1) if self.policy.endswith("2") else (0,)


def count_game(job: CountJob) -> GameCounts:
    """Play a game and count."""
    started = time.monotonic()
    game = Game(job.size, 7.5, "chinese-kgs")
    players = [_counting_player(job.player, 2 * job.number + side) for side in range(2)]
    while not game.is_over and len(game.moves) < _MOVES_PER_POINT * job.size * job.size:
        game.play(players[len(game.moves) % 2].choose_move(game))
    counts = [player.counts for player in players if player.counts is not None]
    total: dict[str, Any] = {
        name: sum(one[name] for one in counts)
        for name in ("lookups", "n_lives", "duration_sum", "n_by_duration", "distance_by_duration")
    }
    return GameCounts(
        **{name: np.asarray(value).tolist() for name, value in total.items()},
        n_moves=len(game.moves),
        seconds=time.monotonic() - started,
        ended=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=describe_machine(),
        commit=commit(),
    )


def _counting_player(text: str, seed: int) -> MctsPlayer:
    player = make_player(text, seed=seed)
    assert isinstance(player, MctsPlayer)
    return player


@dataclass(frozen=True)
class ReplyTables:
    """Self-play of some policies, counted; `show` makes the report of one table or figure."""

    show: Callable[[str, list[PolicyCounts]], list[Block]]
    policies: tuple[str, ...] = tuple(LABELS)
    playouts: int = 8000
    games: int = 100
    size: int = 19
    player: str = "mcts:preset=orego,policy={policy},playouts={playouts},resign=0,counting=yes"

    def check(self, run: Run) -> None:
        """GoError if a policy is unknown or several numbers of playouts are asked for."""
        self._budget(run)
        self._policies(run)

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Play the games that have no file yet, the policies in turn."""
        done = {policy: len(self._read(run, policy)) for policy in self._policies(run)}
        n_games = run.wanted.games_of(self.games)
        for policy, n_done in done.items():
            watch(policy, n_done, n_games, "")
        try:
            with stop_signals() as signals:
                for job, counts in farm.run(count_game, self._missing(run)):
                    with signals.held():
                        text = json.dumps({"job": asdict(job), "counts": asdict(counts)})
                        replace_file(self._path(run, job.policy, job.number), text.encode())
                        done[job.policy] += 1
                        watch(job.policy, done[job.policy], n_games, f"{counts.n_moves} moves")
        except KeyboardInterrupt:
            return "interrupted"
        return ""

    def findings(self, run: Run) -> Findings:
        """The report of the files that are there."""
        found = [PolicyCounts(policy, self._read(run, policy)) for policy in self._policies(run)]
        games = [game for policy in found for game in policy.games]
        n_games, budget = run.wanted.games_of(self.games), self._budget(run)
        return Findings(
            n_done=len(games),
            n_wanted=n_games * len(found),
            scale=f"{n_games:,} games a policy ({self.games:,} in the paper), {len(found)} policies, "
            f"{budget:,} playouts a move ({self.playouts:,} in the paper)",
            date=max((game.ended[:10] for game in games), default=""),
            commits=tuple(sorted({game.commit for game in games} - {""})),
            machines=tuple(sorted({game.machine for game in games})),
            blocks=self.show(run.id, found),
        )

    def _policies(self, run: Run) -> list[str]:
        return choose(run.id, run.wanted.policies, self.policies)

    def _budget(self, run: Run) -> int:
        budgets = run.wanted.playouts_of([self.playouts])
        if len(budgets) > 1:
            raise GoError(f"{run.id} is counted at one number of playouts, not at {len(budgets)}")
        return budgets[0]

    def _job(self, run: Run, policy: str, number: int) -> CountJob:
        budget = self._budget(run)
        player = self.player.format(policy=policy, playouts=budget)
        return CountJob(policy, budget, number, self.size, player)

    def _missing(self, run: Run) -> Iterator[CountJob]:
        for number in range(run.wanted.games_of(self.games)):
            for policy in self._policies(run):
                if not self._path(run, policy, number).exists():
                    yield self._job(run, policy, number)

    def _path(self, run: Run, policy: str, number: int) -> Path:
        return run.folder / HOME / f"{policy}-{self._budget(run)}" / f"game-{number:05}.json"

    def _read(self, run: Run, policy: str) -> list[GameCounts]:
        """The games that count, in the order of their numbers."""
        found = []
        for number in range(run.wanted.games_of(self.games)):
            path = self._path(run, policy, number)
            with suppress(FileNotFoundError):
                found.append(_read_game(path, self._job(run, policy, number)))
        return found


def _read_game(path: Path, job: CountJob) -> GameCounts:
    """A game from its file; GoError if it is damaged or another game."""
    try:
        kept = json.loads(path.read_bytes())
        if kept["job"] != asdict(job):
            raise GoError(f"{path} holds another game than {job}")
        return GameCounts(**kept["counts"])
    except (ValueError, TypeError, KeyError) as error:
        if isinstance(error, GoError):
            raise
        raise GoError(f"{path} is no counted game, or a damaged one: {error}") from None
