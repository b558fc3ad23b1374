"""Speed by threads and policy (Baier & Drake 2010, V.B, Figure 5).

The paper gives the mean of ten runs of ten seconds from the empty board. A run here measures all rows in
turns, as `tengen bench` does, and is kept as a file of its own. Speed is measured in this process, alone:
other workers would disturb it.
"""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any

from tengen.bench.rows import Row, all_cores, measure
from tengen.core.errors import GoError
from tengen.experiments.claims import SIGNIFICANT
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Findings, Run, Watch, choose
from tengen.experiments.figures import Series, drawing, place_of
from tengen.experiments.measures import Mean, mean_of, welch
from tengen.files import replace_file
from tengen.machine import commit, describe_machine
from tengen.match.here import GameFarm, Here
from tengen.match.stop_signals import stop_signals

_LABELS = {"default": "default", "lgr1": "LGR-1", "lgr2": "LGR-2", "lgrf1": "LGRF-1", "lgrf2": "LGRF-2"}
_SLOWER = 0.05  # share of the default's speed; our reading of "any significant amount"
_DODGE = 0.03  # between policies at the same number of threads

Speeds = dict[tuple[str, int], list[float]]  # playouts a second of each run, by policy and threads


@dataclass(frozen=True)
class Speed:
    """Playouts a second of a search from the empty board."""

    size: int = 19
    policies: tuple[str, ...] = tuple(_LABELS)
    runs: int = 10  # in the paper
    seconds: float = 10.0  # a run of one row, in the paper

    def check(self, run: Run) -> None:
        """GoError if playouts are asked for, or an unknown policy."""
        if run.wanted.playouts:
            raise GoError(f"{run.id} measures by time: --playouts does not apply")
        choose(run.id, run.wanted.policies, self.policies)

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Measure the runs that have no file yet."""
        if not isinstance(farm, Here):
            raise GoError(f"{run.id} measures speed and needs the machine for itself: leave out --workers")
        policies = choose(run.id, run.wanted.policies, self.policies)
        rows = [Row("search", self.size, n, policy) for n in thread_numbers() for policy in policies]
        paths = self._paths(run)
        n_done = sum(path.exists() for path in paths)
        watch("runs", n_done, len(paths), "")
        try:
            with stop_signals() as signals:
                for path in [path for path in paths if not path.exists()]:
                    *_, measured = measure(rows, self._seconds(run))
                    with signals.held():
                        replace_file(path, json.dumps(_kept(measured)).encode())
                        n_done += 1
                        watch("runs", n_done, len(paths), f"{len(rows)} rows each")
        except KeyboardInterrupt:
            return "interrupted"
        return ""

    def findings(self, run: Run) -> Findings:
        """Mean speeds with intervals, and how much slower each policy is than the default."""
        paths = self._paths(run)
        kept = [_read(path) for path in paths if path.exists()]
        policies = choose(run.id, run.wanted.policies, self.policies)
        seconds = self._seconds(run)
        return Findings(
            n_done=len(kept),
            n_wanted=len(paths),
            scale=f"{len(paths)} runs ({self.runs} in the paper) of {seconds:g} s a row ({self.seconds:g})",
            date=max((one["ended"][:10] for one in kept), default=""),
            commits=tuple(sorted({one["commit"] for one in kept} - {""})),
            machines=tuple(sorted({one["machine"] for one in kept})),
            blocks=speed_blocks(run.id, self.size, _speeds(kept, policies)),
        )

    def _paths(self, run: Run) -> list[Path]:
        return [run.home / f"run-{k:02}.json" for k in range(run.wanted.games_of(self.runs))]

    def _seconds(self, run: Run) -> float:
        return self.seconds * run.wanted.scale


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


def _kept(rows: list[Row]) -> dict[str, Any]:
    ended = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        "rows": [asdict(row) for row in rows],
        "ended": ended,
        "machine": describe_machine(),
        "commit": commit(),
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        kept: dict[str, Any] = json.loads(path.read_bytes())
        kept["rows"] = [Row(**row) for row in kept["rows"]]
    except (ValueError, TypeError, KeyError) as error:
        raise GoError(f"{path} is no measured run, or a damaged one: {error}") from None
    return kept


def _speeds(kept: list[dict[str, Any]], policies: list[str]) -> Speeds:
    speeds: Speeds = {}
    for row in (row for one in kept for row in one["rows"]):
        if row.policy in policies:
            speeds.setdefault((row.policy, row.threads), []).append(row.playouts_per_second)
    return speeds
