"""Speed by threads and policy (Baier & Drake 2010, V.B, Figure 5).

The paper gives the mean of ten runs of ten seconds from the empty board. A run here measures all rows in
turns, as `tengen bench` does, and is kept as a file of its own. Speed is measured in this process, alone:
other workers would disturb it.
"""

from dataclasses import dataclass
from math import isfinite
from typing import ClassVar

from tengen.bench.benchmarks import Row, measure
from tengen.core.system_info import all_cores
from tengen.experiments.answers import Answer, Answers
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where, choose
from tengen.experiments.figures import Series, drawing, place_of
from tengen.experiments.statistics import SIGNIFICANT, Mean, mean_of, welch
from tengen.match.executors.serial import Executor

_LABELS = {"default": "default", "lgr1": "LGR-1", "lgr2": "LGR-2", "lgrf1": "LGRF-1", "lgrf2": "LGRF-2"}
_SLOWER = 0.05  # share of the default's speed; our reading of "any significant amount"
_DODGE = 0.03  # between policies at the same number of threads

Speeds = dict[tuple[str, int], list[float]]  # playouts a second of each run, by policy and threads


@dataclass(frozen=True)
class SpeedJob:
    """A run: all policies at all numbers of threads of this machine, measured in turns."""

    number: int
    size: int
    policies: tuple[str, ...]
    seconds: float  # a row
    version: int = 1

    @property
    def name(self) -> str:
        """By its number."""
        return f"run-{self.number:02}"


def measure_run(job: SpeedJob) -> list[Row]:
    """The rows of a run."""
    rows = [Row("search", job.size, n, policy) for n in thread_numbers() for policy in job.policies]
    *_, measured = measure(rows, job.seconds)
    return measured


@dataclass(frozen=True)
class Speed:
    """Playouts a second of a search from the empty board."""

    size: int = 19
    policies: tuple[str, ...] = tuple(_LABELS)
    runs: int = 10  # in the paper
    seconds: float = 10.0  # a run of one row, in the paper

    takes: ClassVar[tuple[str, ...]] = ("scale", "games", "policies")
    where: ClassVar[Where] = "here"

    def check(self, run: Run) -> None:
        """GoError for an unknown policy."""
        choose(run.id, run.wanted.policies, self.policies)

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Measure the runs that have no file yet."""
        jobs, answers = self._jobs(run), _answers(run)
        done = answers.find_all(jobs)

        def on_run(job: SpeedJob, found: Answer[list[Row]]) -> None:
            done[job] = found
            watch("runs", len(done), len(jobs), f"{len(found.value)} rows each")

        watch("runs", len(done), len(jobs), "")
        return answers.find_out([job for job in jobs if job not in done], measure_run, farm, on_run)

    def findings(self, run: Run) -> RunSummary:
        """Mean speeds with intervals, and how much slower each policy is than the default."""
        jobs = self._jobs(run)
        done = _answers(run).find_all(jobs).values()
        return RunSummary(
            n_done=len(done),
            n_wanted=len(jobs),
            unit="runs",
            scale=f"{len(jobs)} runs ({self.runs} in the paper) of {self._seconds(run):g} s a row "
            f"({self.seconds:g})",
            sources=Sources.of(done),
            blocks=speed_blocks(run.id, self.size, _speeds([row for one in done for row in one.value])),
        )

    def _jobs(self, run: Run) -> list[SpeedJob]:
        policies = tuple(choose(run.id, run.wanted.policies, self.policies))
        numbers = range(run.wanted.games_of(self.runs))
        return [SpeedJob(number, self.size, policies, self._seconds(run)) for number in numbers]

    def _seconds(self, run: Run) -> float:
        return self.seconds * run.wanted.scale


def _answers(run: Run) -> Answers[SpeedJob, list[Row]]:
    """Runs that earlier versions kept do not tell how long they measured, so they answer no question."""
    return Answers(run.home, lambda rows: [Row(**row) for row in rows])


def thread_numbers() -> list[int]:
    """1, 2, 4 and so on, and all cores; the paper's numbers are only in its drawing."""
    cores = all_cores()
    return sorted({1 << k for k in range(cores.bit_length()) if 1 << k <= cores} | {cores})


def speed_blocks(name: str, size: int, speeds: Speeds) -> list[Block]:
    """All parts of the report but its head and its foot."""
    rows = []
    for (policy, threads), values in speeds.items():
        own, default = mean_of(values), mean_of(speeds.get(("default", threads), []))
        speed = f"{own.value / 1000:.2f}" + (f" ± {own.reach / 1000:.2f}" if len(values) > 1 else "")
        tested = _against_default(own, default) if default.n_games and policy != "default" else ("", "", "")
        rows.append((_LABELS[policy], str(threads), str(len(values)), speed, *tested))
    claim = (
        "No variant of LGR slows the search by any significant amount. Contradicted is a policy that is "
        f"slower than default by more than {_SLOWER:.0%} (our reading) with p < {SIGNIFICANT:g} "
        "(Welch's t-test, a run is the unit)."
    )
    columns = (
        "policy",
        "threads",
        "runs",
        "thousand playouts a second",
        "of default",
        "p",
        "the paper's claim",
    )
    return [
        Heading("Setting"),
        Bullets((f"Search from the empty {size}x{size} board, all threads on one tree and one memory.",)),
        Heading("Result"),
        _figure(name, size, speeds),
        Table(columns, tuple(rows)),
        Paragraph("The paper gives this result as a drawing only, on other machines."),
        Heading("The paper's claims"),
        Paragraph(claim),
        Heading("What the sample is too small to decide"),
        Paragraph("Differences smaller than the intervals; other programs on the machine widen them."),
    ]


def _figure(name: str, size: int, speeds: Speeds) -> Figure:
    with drawing("threads", "thousand playouts a second") as drawn:
        numbers = sorted({threads for _, threads in speeds})
        for index, policy in enumerate(dict.fromkeys(policy for policy, _ in speeds)):
            own = [mean_of(speeds[policy, threads]) for threads in numbers]
            ys = [mean.value / 1000 for mean in own]
            reaches = [mean.reach / 1000 if isfinite(mean.reach) else 0.0 for mean in own]
            lows, highs = [y - r for y, r in zip(ys, reaches)], [y + r for y, r in zip(ys, reaches)]
            xs = [threads + _DODGE * (index - 2) for threads in numbers]
            drawn.points(place_of(policy, index), Series(_LABELS[policy], xs, ys, lows, highs))
        drawn.axes.set_xticks(numbers)
        drawn.axes.set_ylim(bottom=0)
        drawn.legend()
    return Figure(name, f"Playouts a second on {size}x{size} by threads, with 95 % intervals", drawn.svg)


def _against_default(own: Mean, default: Mean) -> tuple[str, str, str]:
    """The ratio of speeds, p of their difference, and the verdict."""
    _, p = welch(own, default)
    ratio = own.value / default.value
    is_slower = ratio < 1 - _SLOWER and p < SIGNIFICANT
    return f"{ratio:.3f}", f"{p:.3f}", "contradicted" if is_slower else "not contradicted"


def _speeds(rows: list[Row]) -> Speeds:
    speeds: Speeds = {}
    for row in rows:
        assert row.policy is not None
        speeds.setdefault((row.policy, row.threads), []).append(row.playouts_per_second)
    return speeds
