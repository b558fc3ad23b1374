"""What reply tables answer and how long replies stay: self-play, counted (Baier & Drake 2010, V.D and V.E).

Two equal players play each other on 19x19 with preset=orego, and every look-up in their tables is counted.
The paper played 100 games at 8,000 playouts a move. Nobody resigns, so that the end of the game is counted
too. One set of games serves Table 1, the mean durations and figures 8 and 9; a game is kept as a file of
its own as soon as it ends.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.rules import parse_rules
from tengen.experiments.answers import Answer, Answers, question_of
from tengen.experiments.document import Block
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where, choose
from tengen.match.executors.serial import Executor
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
    version: int = 1

    @property
    def name(self) -> str:
        """In a folder of the policy and its playouts."""
        return f"{self.policy}-{self.playouts}/game-{self.number:05}"


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
    game = Game(job.size, 7.5, parse_rules("chinese-kgs").where_dead_stay())
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

    takes: ClassVar[tuple[str, ...]] = ("scale", "games", "playouts", "policies")
    where: ClassVar[Where] = "farm"

    def check(self, run: Run) -> None:
        """GoError if a policy is unknown or several numbers of playouts are asked for."""
        self._budget(run)
        self._policies(run)

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Play the games that have no file yet, the policies in turn."""
        jobs, answers = self._jobs(run), _answers(run)
        done, n_games = answers.find_all(jobs), run.wanted.games_of(self.games)

        def tell(policy: str, note: str = "") -> None:
            watch(policy, sum(job.policy == policy for job in done), n_games, note)

        def on_game(job: CountJob, found: Answer[GameCounts]) -> None:
            done[job] = found
            tell(job.policy, f"{found.value.n_moves} moves")

        for policy in self._policies(run):
            tell(policy)
        return answers.find_out([job for job in jobs if job not in done], count_game, farm, on_game)

    def findings(self, run: Run) -> RunSummary:
        """The report of the files that are there."""
        jobs, policies = self._jobs(run), self._policies(run)
        done = _answers(run).find_all(jobs)
        counted = [
            PolicyCounts(policy, [found.value for job, found in done.items() if job.policy == policy])
            for policy in policies
        ]
        n_games, budget = run.wanted.games_of(self.games), self._budget(run)
        return RunSummary(
            n_done=len(done),
            n_wanted=len(jobs),
            unit="games",
            scale=f"{n_games:,} games a policy ({self.games:,} in the paper), {len(policies)} policies, "
            f"{budget:,} playouts a move ({self.playouts:,} in the paper)",
            sources=Sources.of(done.values()),
            blocks=self.show(run.id, counted),
        )

    def _policies(self, run: Run) -> list[str]:
        return choose(run.id, run.wanted.policies, self.policies)

    def _budget(self, run: Run) -> int:
        budgets = run.wanted.playouts_of([self.playouts])
        if len(budgets) > 1:
            raise GoError(f"{run.id} is counted at one number of playouts, not at {len(budgets)}")
        return budgets[0]

    def _jobs(self, run: Run) -> list[CountJob]:
        """Games of the policies in turn, so that a run stopped early has all alike."""
        budget = self._budget(run)
        return [
            CountJob(policy, budget, number, self.size, self.player.format(policy=policy, playouts=budget))
            for number in range(run.wanted.games_of(self.games))
            for policy in self._policies(run)
        ]


def _answers(run: Run) -> Answers[CountJob, GameCounts]:
    """The counted games; those of all four experiments are in one folder."""
    return Answers(run.folder / HOME, lambda value: GameCounts(**value), _older)


def _older(folder: Path, job: CountJob) -> Answer[GameCounts] | None:
    """A game that was kept before files were named by keys: it has its job with it."""
    path = folder / f"{job.name}.json"
    if not path.exists():
        return None
    kept = json.loads(path.read_bytes())
    if kept["job"] | {"version": 1} != question_of(job):
        return None
    counts: dict[str, Any] = kept["counts"]
    made = [str(counts.pop(name)) for name in ("ended", "machine", "commit")]
    return Answer(GameCounts(**counts), *made)
