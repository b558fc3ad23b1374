"""An experiment that is one computation: done in this process and kept as one file of JSON.

It is for measurements and drawings that take minutes; what takes hours is played in parts that are kept apart
(experiments/strength.py, experiments/dag_rnn/move_prediction.py).
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from tengen.experiments.answers import Answer, Answers, stamped
from tengen.experiments.dag_rnn.held_out_games import GameSource
from tengen.experiments.document import Block
from tengen.experiments.experiment import Run, RunOptions, RunSummary, Sources, Watch, Where
from tengen.match.executors.serial import Executor, stop_signals

_OLDER = "result.json"


class Amount(NamedTuple):
    """How much a page tells of, so that it is never replaced by one that tells of less."""

    number: int
    unit: str


@dataclass(frozen=True)
class Question:
    """All that one computation depends on."""

    asked: tuple[tuple[str, Any], ...]  # the options that the experiment takes, but for the files they name
    nets: tuple[str, ...]  # names, and digits of the weights
    games: tuple[str, ...]  # digits of the archives
    version: int

    name: ClassVar[str] = "result"


@dataclass(frozen=True)
class CachedComputation:
    """What is computed, and how it is shown; both get plain values that JSON knows."""

    compute: Callable[[Run, Watch], Any]
    show: Callable[[str, Any], list[Block]]  # the name of the experiment, and what was computed or None
    scale: Callable[[Run], str]  # in words
    takes: tuple[str, ...] = ()
    source: GameSource | None = None  # of games, if it needs any
    check_nets: Callable[[Run], None] = lambda run: None  # GoError if they are not there
    nets: Callable[[Run], list[str]] = lambda run: []  # those that are looked at, each with its digits
    amount: Callable[[Run], Amount] = lambda run: Amount(1, "results")
    version: int = 1  # of what is computed

    where: ClassVar[Where] = "here"

    def check(self, run: Run) -> None:
        """GoError if nets or games are missing."""
        self.check_nets(run)
        if self.source is not None:
            self.source.check(run)

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Compute, unless the same question was answered before."""
        answers, question = self._answers(run), self._question(run)
        kept = answers.find(question)
        watch("result", int(kept is not None), 1, "")
        if kept is None:
            try:
                with stop_signals():
                    value = self.compute(run, watch)
            except KeyboardInterrupt:
                return "interrupted"
            answers.keep(question, stamped(value))
            watch("result", 1, 1, "")
        return ""

    def findings(self, run: Run) -> RunSummary:
        """The report of what was computed; before that neither nets nor games need be there."""
        kept = self._answers(run).find(self._question(run)) if run.home.exists() else None
        number, unit = self.amount(run)
        return RunSummary(
            n_done=number if kept else 0,
            n_wanted=number,
            unit=unit,
            scale=self.scale(run),
            sources=Sources.of([kept] if kept else []),
            blocks=self.show(run.id, kept.value if kept else None),
        )

    def _question(self, run: Run) -> Question:
        asked = [(name, getattr(run.wanted, name)) for name in self.takes if name not in ("nets", "data")]
        games = self.source.marks(run) if self.source else ()
        return Question(tuple(asked), tuple(self.nets(run)), games, self.version)

    def _answers(self, run: Run) -> Answers[Question, Any]:
        return Answers(run.home, older=lambda folder, question: self._older(run, folder))

    def _older(self, run: Run, folder: Path) -> Answer[Any] | None:
        """What was kept before files were named by keys, if nothing but options and nets is asked."""
        path = folder / _OLDER
        if self.version != 1 or self.source is not None or not path.exists():
            return None
        kept: dict[str, Any] = json.loads(path.read_bytes())
        usual = json.loads(json.dumps(asdict(RunOptions())))
        wanted = json.loads(json.dumps(asdict(run.wanted)))
        marks = [net.rpartition("-")[2] for net in self.nets(run)]
        if usual | kept["asked"] != wanted or kept.get("looked at", []) != marks:
            return None
        return Answer(kept["value"], *(str(kept[name]) for name in ("ended", "machine", "commit")))
