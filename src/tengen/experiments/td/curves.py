"""Strength while nets teach themselves (Mayer, Figures 2 and 3): many runs of three representations.

Runs learn in threads of this process, which share one queue: the first run of each representation, then the
second of each, so that a part of the whole tells of all three. Every sample is on disk as it is taken
(`td/training.py`), and the strongest net of each representation is kept as a file by itself.
"""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from statistics import fmean
from typing import Any, ClassVar

from tengen.core.errors import GoError
from tengen.core.files import replace_file
from tengen.core.system_info import commit, describe_machine
from tengen.experiments.answers import Answer
from tengen.experiments.document import Block
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where
from tengen.experiments.td.claims import RunCurves
from tengen.match.executors.serial import Executor, stop_signals
from tengen.td.network import REPRESENTATIONS, TdArchitecture
from tengen.td.training import (
    TdRun,
    TdSettings,
    TdTrainingLog,
    best_sample,
    load_history,
    run_path,
    train_in_threads,
)
from tengen.td.weights import TdNetFile, save_td_net

_SESSION = "session-{started}.json"
_LEAST_RUNS = 2  # one alone has no spread

# The page: its name, runs by representation, those with the other selection, and sessions.
Show = Callable[[str, list[RunCurves], list[RunCurves], list[dict[str, Any]]], list[Block]]


@dataclass(frozen=True)
class LearningCurves:
    """Runs with one selection of moves; `show` makes the report."""

    selection: str
    show: Show
    rival: str = ""  # the experiment with the other selection
    n_runs: int = 20
    games: int = 1_000_000
    sample_every: int = 50_000
    trials: int = 1000
    size: int = 5

    takes: ClassVar[tuple[str, ...]] = ("scale", "games")
    where: ClassVar[Where] = "threads"

    def check(self, run: Run) -> None:
        """GoError for games that end between two samples."""
        if (run.wanted.games or 0) % self.sample_every:
            every = f"{self.sample_every:,}"
            raise GoError(f"{run.id} looks at nets every {every} games: --games must be a multiple of that")

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Go on with all runs that have not come to their end."""
        runs = self._runs(run)
        session = _Session(run, runs, [_load(one) for one in runs], watch)
        try:
            with stop_signals():
                train_in_threads(runs, run.threads, session.tell)
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            session.save()
            self._keep_best(run)
        return ""

    def findings(self, run: Run) -> RunSummary:
        """The report of the samples that are there."""
        learned, sessions = self.learned(run), _read_sessions(run)
        n_runs, games = self._n_runs(run), self._games(run)
        return RunSummary(
            n_done=sum(one.n_games for one in learned),
            n_wanted=n_runs * games * len(learned),
            unit="games",
            scale=f"{n_runs} runs ({self.n_runs} in the paper) of {games:,} games ({self.games:,}) "
            f"for each of {len(learned)} representations",
            sources=Sources.of(Answer(None, one["ended"], one["machine"], one["commit"]) for one in sessions),
            blocks=self.show(run.id, learned, self._rivals(run), sessions),
        )

    def learned(self, run: Run) -> list[RunCurves]:
        """What is on disk of each representation, cut to the games that were asked for."""
        runs = self._runs(run)
        found = []
        for representation in REPRESENTATIONS:
            own = [one for one in runs if one.settings.architecture.representation == representation]
            histories = [history for one in own if (history := _load(one))]
            found.append(RunCurves(own[0].settings, histories))
        return found

    def _rivals(self, run: Run) -> list[RunCurves]:
        """The same with the other selection."""
        if not self.rival:
            return []
        return replace(self, selection="greedy", rival="").learned(replace(run, id=self.rival))

    def _runs(self, run: Run) -> list[TdRun]:
        """In the order in which they are begun."""
        return [
            TdRun(self._settings(run, name), number, run_path(run.home / name, number))
            for number in range(self._n_runs(run))
            for name in REPRESENTATIONS
        ]

    def _settings(self, run: Run, representation: str) -> TdSettings:
        return TdSettings(
            TdArchitecture(representation, self.size),
            self.selection,
            games=self._games(run),
            sample_every=self.sample_every,
            trials=self.trials,
        )

    def _games(self, run: Run) -> int:
        """Games of a run: those asked for, else by the scale, in whole samples."""
        if run.wanted.games is not None:
            return run.wanted.games
        return self.sample_every * max(1, round(run.wanted.scale * self.games / self.sample_every))

    def _n_runs(self, run: Run) -> int:
        return max(_LEAST_RUNS, round(run.wanted.scale * self.n_runs))

    def _keep_best(self, run: Run) -> None:
        """Write the strongest net of each representation beside its runs."""
        for learned in self.learned(run):
            if learned.histories:
                settings, histories = learned.settings, learned.histories
                number, sample = best_sample(histories, settings.trials)
                best = histories[number]
                strength = float(best.strength(settings.trials)[sample])
                metrics = {"games": float(best.games[sample]), "strength": strength}
                command = f"tengen reproduce {run.id}, {self.selection}, run {number}"
                file = TdNetFile(settings.architecture, best.layers_at(sample), command, metrics)
                save_td_net(run.home / f"{net_name(learned)}.safetensors", file)


def net_name(learned: RunCurves) -> str:
    """As the shipped nets are called: the creative ones by their representation."""
    suffix = "" if learned.settings.selection == "creative" else f"-{learned.settings.selection}"
    return learned.representation + suffix


def _load(run: TdRun) -> TdTrainingLog | None:
    """A run as far as it has come, without samples that were not asked for; None if it has not begun."""
    if not run.path.exists():
        return None
    history = load_history(run.settings, run.number, run.path)
    return history.first(len(run.settings.sampled_at()))


class _Session:
    """One command: what its threads tell is shown, and how fast it was is kept."""

    def __init__(
        self, run: Run, runs: list[TdRun], histories: list[TdTrainingLog | None], watch: Watch
    ) -> None:
        self._run, self._runs, self._watch = run, runs, watch
        self._games = [int(one.games[-1]) if one else 0 for one in histories]
        self._strengths = [
            float(history.strength(one.settings.trials)[-1]) if history else None
            for one, history in zip(runs, histories)
        ]
        self._games_before = sum(self._games)
        self._lock = threading.Lock()
        self._started, self._clocks = datetime.now(UTC), (time.monotonic(), time.process_time())
        for place in range(min(len(runs), len(REPRESENTATIONS))):
            self._show(place)

    def tell(self, place: int, games: int, strength: float) -> bool:
        """A run has come so far; it is never told to stop from here."""
        with self._lock:
            self._games[place], self._strengths[place] = games, strength
            self._show(place)
            if games == self._runs[place].settings.games:
                self.save()
        return True

    def _show(self, place: int) -> None:
        """The line of the representation of a run."""
        name = self._runs[place].settings.architecture.representation
        own = [k for k, one in enumerate(self._runs) if one.settings.architecture.representation == name]
        strengths = [one for k in own if (one := self._strengths[k]) is not None]
        speed = (sum(self._games) - self._games_before) / max(time.monotonic() - self._clocks[0], 1e-9)
        strength = f"strength {fmean(strengths):.3f}, " if strengths else ""
        wanted = len(own) * self._runs[place].settings.games
        self._watch(name, sum(self._games[k] for k in own), wanted, f"{strength}{speed:,.0f} games/s")

    def save(self) -> None:
        """Replace the file of this session, if there was something to do."""
        games = sum(self._games) - self._games_before
        if games:
            started, cpu_started = self._clocks
            kept = {
                "games": games,
                "seconds": time.monotonic() - started,
                "cpu_seconds": time.process_time() - cpu_started,
                "threads": self._run.threads,
                "ended": datetime.now(UTC).isoformat(timespec="seconds"),
                "machine": describe_machine(),
                "commit": commit(),
            }
            name = _SESSION.format(started=f"{self._started:%Y%m%dT%H%M%S%f}")
            replace_file(self._run.home / name, json.dumps(kept).encode())


def _read_sessions(run: Run) -> list[dict[str, Any]]:
    """All sessions in order; GoError names a damaged file."""
    sessions = []
    for path in sorted(run.home.glob(_SESSION.format(started="*"))):
        try:
            session: dict[str, Any] = json.loads(path.read_bytes())
            names = ("games", "seconds", "cpu_seconds", "threads", "ended", "machine", "commit")
            sessions.append({name: session[name] for name in names})
        except (ValueError, TypeError, KeyError) as error:
            raise GoError(f"{path} is no session, or a damaged one: {error}") from None
    return sessions
