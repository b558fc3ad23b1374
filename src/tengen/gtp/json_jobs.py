"""The turns that wait to be analysed: urgent ones first, equal ones in the order they came."""

import heapq
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tengen.gtp.json_query import Query

MAX_WAITING = 20_000  # turns; beyond, whoever puts more has to wait


@dataclass(order=True)
class Job:
    """One turn of a query, or an action that must not run into a search; the smallest is next."""

    rank: tuple[float, int]  # urgent ones have a low first number
    query: Query | None = field(compare=False)
    turn: int = field(default=0, compare=False)
    action: dict[str, Any] = field(default_factory=dict, compare=False)


class JobQueue:
    """Filled by the thread that receives, emptied by the one that searches."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._jobs: list[Job] = []
        self._n_put = 0
        self._running: Job | None = None
        self._is_running_given_up = False
        self._is_closed = False

    def put(self, query: Query) -> None:
        """Add the turns of a query."""
        for turn, priority in zip(query.turns, query.priorities):
            self._put(-priority, query, turn, {})

    def put_action(self, action: dict[str, Any]) -> None:
        """Add an action before all that waits."""
        self._put(float("-inf"), None, 0, action)

    def _put(self, rank: float, query: Query | None, turn: int, action: dict[str, Any]) -> None:
        with self.changed:
            self.changed.wait_for(lambda: len(self._jobs) < MAX_WAITING or self._is_closed)
            self._n_put += 1
            heapq.heappush(self._jobs, Job((rank, self._n_put), query, turn, action))
            self.changed.notify_all()

    def take(self) -> Job | None:
        """The next job, waited for, which is then the running one; None when all is done."""
        with self.changed:
            self._running, self._is_running_given_up = None, False
            self.changed.wait_for(lambda: self._jobs or self._is_closed)
            if not self._jobs:
                return None
            self._running = heapq.heappop(self._jobs)
            self.changed.notify_all()
            return self._running

    def give_up(self, is_meant: Callable[[Query, int], bool]) -> list[Job]:
        """Take away the turns that are meant, to be told that they have no results; the running one ends."""

        def is_given_up(job: Job) -> bool:
            return job.query is not None and is_meant(job.query, job.turn)

        with self.changed:
            given_up = sorted(filter(is_given_up, self._jobs))
            self._jobs = [job for job in self._jobs if not is_given_up(job)]
            heapq.heapify(self._jobs)
            if self._running is not None and is_given_up(self._running):
                self._is_running_given_up = True
            self.changed.notify_all()
        return given_up

    @property
    def is_running_given_up(self) -> bool:
        """Whether the running search is to end now."""
        return self._is_running_given_up

    def close(self, *, at_once: bool = False) -> None:
        """Nothing more will come; `at_once` also gives up all that is left."""
        with self.changed:
            self._is_closed = True
            if at_once:
                self._jobs.clear()
                self._is_running_given_up = True
            self.changed.notify_all()
