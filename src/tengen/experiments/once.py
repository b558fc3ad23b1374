"""An experiment that is one computation: done in this process and kept as one file of JSON.

The file says what was asked for, and of which nets; another question replaces it. It is for
measurements and drawings that take minutes; what takes hours is played in parts that are kept apart
(strength.py, foretelling.py).
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from tengen.core.errors import GoError
from tengen.experiments.document import Block
from tengen.experiments.experiment import Findings, Run, Watch
from tengen.experiments.net_games import GameSource, check_net_run
from tengen.files import replace_file
from tengen.machine import commit, describe_machine
from tengen.match.here import GameFarm

_NAME = "result.json"


@dataclass(frozen=True)
class Once:
    """What is computed, and how it is shown; both get plain values that JSON knows."""

    compute: Callable[[Run, Watch], Any]
    show: Callable[[str, Any], list[Block]]  # the name of the experiment, and what was computed or None
    scale: Callable[[Run], str]  # in words
    source: GameSource | None = None  # of games, if it needs any
    refuse: Callable[[Run], None] = check_net_run  # GoError if something is asked for that does not apply
    looks_at: Callable[[Run], list[str]] = lambda run: []  # marks of what may change under the same name

    def check(self, run: Run) -> None:
        """GoError if something is asked for that this experiment does not know, or games are missing."""
        self.refuse(run)
        if self.source is not None:
            self.source.check(run)

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Compute, unless the same question was answered before."""
        watch("result", int(self._kept(run) is not None), 1, "")
        if self._kept(run) is None:
            try:
                value = self.compute(run, watch)
            except KeyboardInterrupt:
                return "interrupted"
            kept = {
                "asked": _asked(run),
                "looked at": self.looks_at(run),
                "value": value,
                "ended": datetime.now(UTC).isoformat(timespec="seconds"),
                "machine": describe_machine(),
                "commit": commit(),
            }
            replace_file(run.home / _NAME, json.dumps(kept).encode())
            watch("result", 1, 1, "")
        return ""

    def findings(self, run: Run) -> Findings:
        """The report of what was computed."""
        kept = self._kept(run)
        return Findings(
            n_done=int(kept is not None),
            n_wanted=1,
            scale=self.scale(run),
            date=kept["ended"][:10] if kept else "",
            commits=(kept["commit"],) if kept and kept["commit"] else (),
            machines=(kept["machine"],) if kept else (),
            blocks=self.show(run.id, kept["value"] if kept else None),
        )

    def _kept(self, run: Run) -> dict[str, Any] | None:
        """What is on the disk, if it answers this question."""
        path = run.home / _NAME
        if not path.exists():
            return None
        try:
            kept: dict[str, Any] = json.loads(path.read_bytes())
            is_same = kept["asked"] == _asked(run) and {"value", "ended", "machine", "commit"} <= kept.keys()
        except (ValueError, TypeError, KeyError) as error:
            raise GoError(f"{path} is no result, or a damaged one: {error}") from None
        return kept if is_same and kept.get("looked at", []) == self.looks_at(run) else None


def _asked(run: Run) -> dict[str, Any]:
    """The question as JSON knows it."""
    asked: dict[str, Any] = json.loads(json.dumps(asdict(run.wanted)))
    return asked
