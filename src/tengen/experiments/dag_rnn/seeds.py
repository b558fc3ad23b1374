"""The paper's net taught several times: all its figures in one table, with what the first weights decide.

The trainings differ in nothing but their seed, that of first weights and of the order of positions. Each is
kept in a folder of its own and its figures in a file, so a run that was stopped goes on with the training it
was in.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.dag_rnn.training.dataset import Dataset, teach
from tengen.dag_rnn.training.evaluation import (
    GameMean,
    Measure,
    PositionMetrics,
    evaluate_games,
    is_among,
    log_of_mean,
    mean_over_games,
    sample_positions,
)
from tengen.dag_rnn.training.train import Progress, TrainConfig
from tengen.experiments.answers import Answers, key_of, stamped
from tengen.experiments.cached_computation import Amount
from tengen.experiments.dag_rnn.held_out_games import Archives, GameSource, data_folder, lessons_9x9
from tengen.experiments.dag_rnn.move_prediction import PAPER_MOVES
from tengen.experiments.dag_rnn.move_prediction_report import (
    PAPER_NET,
    PAPER_SHARE,
    PAPER_TOP,
    WAYS,
    Temperatures,
    choose_temperatures,
)
from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.statistics import mean_of

N_SEEDS = 5
_ROUNDS, _STEPS, _BATCH = 10, 800, 256  # of `tengen train dag-rnn`: two million positions
_SEED = 1  # of the positions that are looked at
_READINGS: dict[str, Callable[[list[PositionMetrics], Measure], GameMean]] = {
    "mean of log p": mean_over_games,
    "log of mean p": log_of_mean,
}


class Look(NamedTuple):
    """Positions of one size of board whose moves are looked at."""

    size: int
    n_positions: int
    moves: tuple[int, int] | None = None  # numbers of the first and last one, if not all serve


_ENDS = Look(9, 10000)
_VALIDATION = Look(9, 400)
LOOKS = (Look(9, 400), Look(13, 300), Look(19, 300, (PAPER_MOVES[0], PAPER_MOVES[-1])))


@dataclass(frozen=True)
class SeedJob:
    """A training and what its net foretells."""

    seed: int
    steps: int
    scale: float  # of what is looked at
    archives: tuple[str, ...]  # digits of the files of games
    rounds: int = _ROUNDS
    batch: int = _BATCH
    version: int = 1

    @property
    def name(self) -> str:
        """By its seed."""
        return f"seed-{self.seed}-{self.steps}"


def amount_of_seeds(run: Run) -> Amount:
    """Positions learned from."""
    return Amount(N_SEEDS * _ROUNDS * _steps(run) * _BATCH, "positions")


def teach_seeds(run: Run, watch: Watch, source: GameSource | None = None) -> Any:
    """The figures of all trainings, in the order of their seeds."""
    games = source or Archives()
    marks = games.marks(run)
    jobs = [SeedJob(seed, _steps(run), run.wanted.scale, marks) for seed in range(N_SEEDS)]
    return [_figures(run, job, watch, games) for job in jobs]


def _figures(run: Run, job: SeedJob, watch: Watch, source: GameSource) -> dict[str, Any]:
    """The figures of a training, from their file if it is there."""
    answers = Answers[SeedJob, dict[str, Any]](run.home, _parse)
    if found := answers.find(job):
        return found.value
    foresight, seconds = teach_seed(run, job, watch, lessons_9x9(data_folder(run)))
    watch(f"training {job.seed + 1}", 1, 1, "looking at games")
    figures = look_at_all(run, foresight, source) | {"seconds": seconds}
    answers.keep(job, stamped(figures))
    return figures


def _parse(value: Any) -> dict[str, Any]:
    return {name: value[name] for name in ("owners", "moves", "top", "temperatures", "seconds")}


def _steps(run: Run) -> int:
    return max(1, round(_STEPS * run.wanted.scale))


def teach_seed(run: Run, job: SeedJob, watch: Watch, lessons: Dataset) -> tuple[TerritoryEvaluator, float]:
    """The net of a seed and the seconds of its training, which goes on if it was stopped."""

    def tell(progress: Progress) -> None:
        watch(f"training {job.seed + 1}", progress.step, progress.n_steps, f"loss {progress.loss:.4f}")

    file, training = teach(
        lessons,
        "paper",
        TrainConfig(job.rounds, job.steps, seed=job.seed),
        run.home / f"{job.name}-{key_of(job)}",
        f"tengen reproduce {run.id}",
        batch=job.batch,
        threads=max(1, (os.cpu_count() or 1) - 1),
        on_progress=tell,
    )
    return TerritoryEvaluator(file, f"seed {job.seed}"), sum(one["seconds"] for one in training.rounds)


def look_at_all(
    run: Run, foresight: TerritoryEvaluator, source: GameSource, looks: tuple[Look, ...] = LOOKS
) -> dict[str, Any]:
    """What a net foretells of games kept for tests, as plain values."""

    def look(one: Look, *, validating: bool = False, with_areas: bool = True) -> list[PositionMetrics]:
        games = source.kept(run, one.size, validating=validating).games
        n_positions = max(2, round(one.n_positions * run.wanted.scale))
        drawn = sample_positions(games, n_positions, _SEED, one.moves)
        return list(evaluate_games(foresight, games, drawn, with_areas=with_areas))

    ends = look(_ENDS, with_areas=False)
    validation = look(_VALIDATION, validating=True)
    chosen = {by: choose_temperatures(validation, way) for by, way in WAYS.items()}
    seen = {f"{one.size}x{one.size}": look(one) for one in looks}
    return {
        "owners": {
            "relative entropy": mean_over_games(ends, lambda row: row.entropy).value,
            "log loss": mean_over_games(ends, lambda row: row.log_loss).value,
            "owners foretold, %": 100 * mean_over_games(ends, lambda row: row.right).value,
        },
        "temperatures": {by: list(one) for by, one in chosen.items()},
        "moves": {
            by: {place: _readings(by, chosen[by], rows) for place, rows in seen.items()} for by in WAYS
        },
        "top": {
            by: 100 * mean_over_games(seen["19x19"], is_among(way.rank, PAPER_TOP)).value
            for by, way in WAYS.items()
        },
    }


def _readings(by: str, chosen: Temperatures, rows: list[PositionMetrics]) -> dict[str, float]:
    """How likely the moves played are, in both readings of the paper's table, each at its own temperature."""
    return {
        reading: measure(rows, WAYS[by].log_at(temperature)).value
        for (reading, measure), temperature in zip(_READINGS.items(), chosen)
    }


def show_seeds(name: str, found: Any) -> list[Block]:
    """The page: one table."""
    columns = ("figure", "board", "the paper", "ours, ± standard error", "lowest to highest")
    return [
        Heading("Setting"),
        Bullets(
            (
                f"The paper's net taught {N_SEEDS} times on games on 9x9 alone, at scale 1 by "
                f"{_ROUNDS * _STEPS * _BATCH:,} positions each; the trainings differ in their seed only.",
                "All figures are of games kept for tests. Owners: those at the end, in games whose last "
                "position is final. Moves: drawn from all of a game on 9x9 and 13x13, one of 80 to 83 of "
                "professional games on 19x19. Every training sees the same positions.",
                "Temperatures are chosen for each training and reading on the games on 9x9 that validate.",
                "By swing is ours: the area after a move less what is left after the opponent's move there.",
            )
        ),
        Heading("Result"),
        Table(columns, tuple(_rows(found) if found else [])),
        Paragraph(_times(found) if found else "Not run yet."),
    ]


def _rows(trainings: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Owners, then moves by area and by swing in both readings, then moves among the best."""
    rows = [
        _row(what, "9x9", "", [one["owners"][what] for one in trainings]) for what in trainings[0]["owners"]
    ]
    for by in WAYS:
        for reading in _READINGS:
            for place, paper in PAPER_NET.items():
                values = [one["moves"][by][place][reading] for one in trainings]
                rows.append(_row(f"{reading}, {by}", place, paper, values))
    for by in WAYS:
        label, paper = f"moves among the best {PAPER_TOP}, {by}, %", f"{100 * PAPER_SHARE:.0f}"
        rows.append(_row(label, "19x19", paper, [one["top"][by] for one in trainings]))
    return rows


def _row(what: str, board: str, paper: str, values: list[float]) -> tuple[str, ...]:
    """A figure over the trainings."""
    mean, form = mean_of(values), ".1f" if "%" in what else ".3f" if not paper else ".2f"
    return (
        what,
        board,
        paper,
        f"{mean.value:{form}} ± {mean.error:{form}}",
        f"{min(values):{form}} to {max(values):{form}}",
    )


def _times(trainings: list[dict[str, Any]]) -> str:
    seconds = [one["seconds"] for one in trainings]
    chosen = "; ".join(
        f"{by}: {', '.join(f'{mean:g} and {of_mean:g}' for mean, of_mean in pairs)}"
        for by, pairs in ((by, [one["temperatures"][by] for one in trainings]) for by in WAYS)
    )
    return (
        f"A training took {fmean(seconds):,.0f} s in the mean. Temperatures for the mean of log p and for "
        f"the log of mean p, training by training: {chosen}."
    )
