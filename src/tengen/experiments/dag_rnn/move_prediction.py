"""How likely nets find the moves that were played in games kept for tests (Wu & Baldi, Table 2, Figure 2b).

A cell is a net and a place: games of one size with the moves that are looked at. Games are looked at in
blocks, each kept as a file of its own in a folder of its cell. One set of files serves the table and the
figure.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tengen.dag_rnn.evaluator import load_pretrained
from tengen.dag_rnn.training.evaluation import PositionMetrics, evaluate_games
from tengen.dag_rnn.training.sampler import PackedGames, PositionSample
from tengen.experiments.answers import Answer, Answers
from tengen.experiments.dag_rnn.held_out_games import (
    Archives,
    GameSource,
    HeldOutGames,
    check_nets,
    fingerprint,
    label_of,
    nets_of,
    split_warning,
)
from tengen.experiments.document import Block
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where
from tengen.match.executors.serial import Executor

HOME = "dag-table2"  # keeps the blocks of both experiments
VALIDATION_PLACE = "9x9-validation"  # its positions choose temperatures and are in no table
_GAMES_A_BLOCK = 10
_SEED = 1  # of the moves that are drawn


@dataclass(frozen=True)
class Place:
    """Games of one size and the moves of each that are looked at."""

    name: str
    size: int
    n_drawn: int  # moves of a game, drawn at random
    numbers: tuple[int, ...] = ()  # of moves, instead of drawn ones

    def times(self, length: int, rng: np.random.Generator) -> list[int]:
        """Before which moves of a game to look, the first being 0."""
        if self.numbers:
            return [number - 1 for number in self.numbers if number <= length]
        return sorted(rng.choice(length, min(self.n_drawn, length), replace=False).tolist())


# The paper's moves on 19x19 are the 80th to 83rd; three others tell of other phases.
PAPER_MOVES = (80, 81, 82, 83)
PLACES = (
    Place(VALIDATION_PLACE, 9, 4),
    Place("9x9", 9, 4),
    Place("13x13", 13, 8),
    Place("19x19", 19, 0, (20, *PAPER_MOVES, 140, 200)),
)


@dataclass(frozen=True)
class PredictionBlockJob:
    """Some games to look at with a net, as plain values that can travel."""

    weights: str  # digits of the net
    place: Place
    number: int
    archives: tuple[str, ...]  # digits of the files that the games are from
    n_games: int = _GAMES_A_BLOCK
    seed: int = _SEED
    version: int = 1
    net: str = field(default="", compare=False)
    moves: list[list[int]] = field(default_factory=list, compare=False)
    owners: list[list[int]] = field(default_factory=list, compare=False)  # [] where they are not known
    times: list[list[int]] = field(default_factory=list, compare=False)
    warning: str = field(default="", compare=False)  # about the split of the games

    @property
    def name(self) -> str:
        """In a folder of its cell."""
        return f"{label_of(self.net)}-{self.weights}-{self.place.name}/block-{self.number:04}"


class PredictedMove(NamedTuple):
    """A position and what was foretold of it."""

    time: int  # before the move of this number, the first being 0
    seen: PositionMetrics


@dataclass(frozen=True)
class CellRows:
    """All positions of a net at a place."""

    net: str
    place: str
    rows: list[PredictedMove]


class Looked(NamedTuple):
    """What was foretold of the games of a block, which have their numbers among all of the place."""

    rows: list[PredictedMove]
    warning: str


def evaluate_block(job: PredictionBlockJob) -> Looked:
    """All positions of a block."""
    games = _packed(job)
    numbers = np.repeat(np.arange(len(job.times)), [len(times) for times in job.times])
    times = np.array([time for times in job.times for time in times], np.int64)
    drawn = PositionSample(numbers, times, np.zeros_like(times))
    seen = evaluate_games(load_pretrained(job.net), games, drawn)
    first = job.number * job.n_games
    rows = [
        PredictedMove(time, one._replace(game=first + one.game)) for time, one in zip(times.tolist(), seen)
    ]
    return Looked(rows, job.warning)


def _packed(job: PredictionBlockJob) -> PackedGames:
    first = np.cumsum([0, *map(len, job.moves)], dtype=np.int64)
    known = [bool(owners) for owners in job.owners]
    owners = [owners or [0] * job.place.size**2 for owners in job.owners]
    moves = np.array([move for moves in job.moves for move in moves], np.uint16)
    is_known = np.array(known, np.bool_)
    return PackedGames(job.place.size, moves, first, np.array(owners, np.uint8), is_known, is_known)


@dataclass(frozen=True)
class MovePrediction:
    """Nets look at moves of games; `show` makes the report, with warnings about splits."""

    show: Callable[[str, list[CellRows], list[str]], list[Block]]
    places: tuple[Place, ...] = PLACES
    games: int = 300  # a place, or as many as there are
    source: GameSource = field(default_factory=Archives)

    takes: ClassVar[tuple[str, ...]] = ("scale", "games", "nets", "data")
    where: ClassVar[Where] = "farm"

    def check(self, run: Run) -> None:
        """GoError if a net or the games are missing."""
        check_nets(run)
        self.source.check(run)

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Look at the blocks that have no file yet."""
        jobs, answers, n_blocks = self._jobs(run), _answers(run), self._n_blocks(run)
        done = answers.find_all(jobs)

        def tell(job: PredictionBlockJob, note: str = "") -> None:
            n_done = sum((one.net, one.place) == (job.net, job.place) for one in done)
            watch(f"{label_of(job.net)} {job.place.name}", n_done, n_blocks, note)

        def on_block(job: PredictionBlockJob, found: Answer[Looked]) -> None:
            done[job] = found
            tell(job, f"{len(found.value.rows)} positions")

        for job in jobs[: len(jobs) // n_blocks]:
            tell(job)
        missing = [job for job in jobs if job not in done]
        return answers.find_out(
            missing, evaluate_block, farm, on_block, lambda job: self._with_games(run, job)
        )

    def findings(self, run: Run) -> RunSummary:
        """The report of the blocks that are there."""
        n_blocks = self._n_blocks(run)
        # Without anything on disk neither nets nor games need be there.
        jobs = self._jobs(run) if (run.folder / HOME).exists() else []
        done = _answers(run).find_all(jobs)
        cells = [
            CellRows(
                label_of(net),
                place.name,
                [
                    row
                    for job, found in done.items()
                    if (job.net, job.place) == (net, place)
                    for row in found.value.rows
                ],
            )
            for net in nets_of(run)
            for place in self.places
        ]
        n_games = n_blocks * _GAMES_A_BLOCK
        return RunSummary(
            n_done=len(done),
            n_wanted=len(cells) * n_blocks,
            unit="blocks",
            scale=f"blocks of {_GAMES_A_BLOCK} games, up to {n_games:,} games for each net and board, nets "
            + ", ".join(map(label_of, nets_of(run))),
            sources=Sources.of(done.values()),
            blocks=self.show(run.id, cells, sorted({found.value.warning for found in done.values()} - {""})),
        )

    def _n_blocks(self, run: Run) -> int:
        return -(-run.wanted.games_of(self.games) // _GAMES_A_BLOCK)

    def _jobs(self, run: Run) -> list[PredictionBlockJob]:
        """Blocks of all cells in turn, so that a run stopped early has all alike."""
        marks = {net: fingerprint(net) for net in nets_of(run)}
        archives = self.source.marks(run)
        return [
            PredictionBlockJob(mark, place, number, archives, net=net)
            for number in range(self._n_blocks(run))
            for net, mark in marks.items()
            for place in self.places
        ]

    def _with_games(self, run: Run, job: PredictionBlockJob) -> PredictionBlockJob:
        """The same job with its games."""
        place, kept = job.place, self._kept(run, job.place)
        games = kept.games
        order = np.random.default_rng([job.seed, place.size]).permutation(len(games))
        moves, owners, times = [], [], []
        for game in order[job.number * job.n_games : (job.number + 1) * job.n_games].tolist():
            moves.append(games.moves[games.first[game] : games.first[game + 1]].tolist())
            owners.append(games.owners[game].tolist() if games.final[game] else [])
            times.append(place.times(len(moves[-1]), np.random.default_rng([job.seed, place.size, game])))
        warning = split_warning(job.net, load_pretrained(job.net).origin, kept)
        return replace(job, moves=moves, owners=owners, times=times, warning=warning)

    def _kept(self, run: Run, place: Place) -> HeldOutGames:
        return self.source.kept(run, place.size, validating=place.name == VALIDATION_PLACE)


def _answers(run: Run) -> Answers[PredictionBlockJob, Looked]:
    """Blocks that earlier versions kept do not tell their archives, so they answer no question."""
    return Answers(run.folder / HOME, _parse)


def _parse(value: Any) -> Looked:
    rows, warning = value
    return Looked([PredictedMove(time, PositionMetrics(*seen)) for time, seen in rows], warning)
