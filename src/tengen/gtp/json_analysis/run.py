"""The turns that wait to be analysed: urgent ones first, equal ones in the order they came.

`tengen analysis`: queries on standard input, answers on standard output, one JSON object a line.

A thread receives: it checks queries, answers what is wrong with them, and acts on `terminate` while
a search runs. The main thread searches, one turn after the other, urgent ones first.
"""

import contextlib
import heapq
import json
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from tengen import __version__
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.gtp.commands.analysis_format import Reporter
from tengen.gtp.json_analysis.answer import analysis_answer, no_results
from tengen.gtp.json_analysis.query import Query, QueryError, parse_query
from tengen.gtp.program import ending_quietly, standard_input
from tengen.gtp.session import stopping
from tengen.players.player import Analysis, Analyst, KeepsCache, Player

MAX_WAITING = 20_000  # turns; beyond, whoever puts more has to wait


@dataclass(order=True)
class AnalysisJob:
    """One turn of a query, or an action that must not run into a search; the smallest is next."""

    rank: tuple[float, int]  # urgent ones have a low first number
    query: Query | None = field(compare=False)
    turn: int = field(default=0, compare=False)
    action: dict[str, Any] = field(default_factory=dict, compare=False)


class JobQueue:
    """Filled by the thread that receives, emptied by the one that searches."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._jobs: list[AnalysisJob] = []
        self._n_put = 0
        self._running: AnalysisJob | None = None
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
            heapq.heappush(self._jobs, AnalysisJob((rank, self._n_put), query, turn, action))
            self.changed.notify_all()

    def take(self) -> AnalysisJob | None:
        """The next job, waited for, which is then the running one; None when all is done."""
        with self.changed:
            self._running, self._is_running_given_up = None, False
            self.changed.wait_for(lambda: self._jobs or self._is_closed)
            if not self._jobs:
                return None
            self._running = heapq.heappop(self._jobs)
            self.changed.notify_all()
            return self._running

    def give_up(self, is_meant: Callable[[Query, int], bool]) -> list[AnalysisJob]:
        """Take away the turns that are meant, to be told that they have no results; the running one ends."""

        def is_given_up(job: AnalysisJob) -> bool:
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


# --- The program ----------------------------------------------------------------------------------


MAX_LINE_BYTES = 16 << 20
_NEVER = 1e9  # seconds between reports that nobody asked for


def run_analysis(player: Player) -> None:
    """Answer queries until the end of input, when all are answered, or until SIGINT or SIGTERM."""
    if not isinstance(player, Analyst):
        raise GoError(f"the player {player.name} cannot analyse")
    with ending_quietly() as answers:
        data, _ = standard_input()
        try:
            JsonAnalysis(player, data, answers).run()
        finally:
            player.stop()  # its threads would keep the process alive


class JsonAnalysis:
    """Answers one stream of queries."""

    def __init__(self, analyst: Analyst, lines: IO[bytes], answers: IO[bytes]) -> None:
        self._analyst = analyst
        self._lines = lines
        self._answers = answers
        self._jobs = JobQueue()
        self._writing = threading.Lock()
        self._error: OSError | None = None  # of the receiver: nobody listens any more

    def run(self) -> None:
        """Work until the input has ended and everything is answered; OSError if nobody listens."""
        threading.Thread(target=self._receive, name="receiver of queries", daemon=True).start()
        while (job := self._jobs.take()) is not None:
            if job.query is None:
                self._clear_cache(job.action)
            else:
                with self._telling_bugs(job.query.id):
                    self._analyse(job.query, job.turn)
        if self._error is not None:
            raise self._error

    def _clear_cache(self, action: dict[str, Any]) -> None:
        if isinstance(self._analyst, KeepsCache):
            self._analyst.clear_cache()
        self._write(action)

    def _analyse(self, query: Query, turn: int) -> None:
        """Search one position and answer, on the way too if that is wanted."""
        game = query.position(turn)
        reporter = Reporter(self._analyst, lambda found: self._answer(query, turn, game, found, True))
        with stopping(self._jobs.changed, lambda: self._jobs.is_running_given_up, self._analyst.stop):
            analysis = self._analyst.analyse(
                game,
                None if query.report_every is None else reporter,
                every=query.report_every or _NEVER,
                playouts=query.visits,
                seconds=query.seconds,
                avoid=query.avoided(game),
            )
        if analysis.visits > 0:
            self._answer(query, turn, game, analysis, False)
        else:
            self._write(no_results(query, turn))

    def _answer(
        self, query: Query, turn: int, game: Game, analysis: Analysis, is_during_search: bool
    ) -> None:
        self._write(analysis_answer(query, turn, game, analysis, is_during_search=is_during_search))

    def _receive(self) -> None:
        try:
            for line in _read_lines(self._lines):
                self._take(line)
        except OSError as error:
            self._error = error
        finally:
            self._jobs.close(at_once=self._error is not None)

    def _take(self, line: bytes | None) -> None:
        """Act on one line; whatever is wrong with it is told."""
        if line is None:
            self._write({"error": f"a line is longer than {MAX_LINE_BYTES} bytes"})
            return
        if not line.strip():
            return
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            self._write({"error": "a line is not JSON"})
            return
        query_id = data.get("id") if isinstance(data, dict) else None
        if not isinstance(query_id, str):
            self._write({"error": "a query must be an object with an id that is text", "field": "id"})
            return
        with self._telling_bugs(query_id):
            try:
                self._act(data, query_id)
            except QueryError as error:
                self._write({"error": str(error), "field": error.field, "id": query_id})

    def _act(self, data: dict[str, Any], query_id: str) -> None:
        """Do what a query or an action asks for; QueryError if it cannot be done."""
        action = data.get("action")
        if "action" not in data:
            query = parse_query(data, query_id)
            for name, warning in query.warnings:
                self._write({"warning": warning, "field": name, "id": query_id})
            self._jobs.put(query)
        elif action == "query_version":
            self._write({**data, "version": __version__, "git_hash": "<omitted>"})
        elif action == "clear_cache":
            self._jobs.put_action(data)
        elif action in ("terminate", "terminate_all"):
            self._terminate(data, everything=action == "terminate_all")
        else:
            raise QueryError(f"unknown action {str(action)[:40]!r}", "action")

    def _terminate(self, data: dict[str, Any], *, everything: bool) -> None:
        """Give up the turns of one query, or of all."""
        query_id, turns = data.get("terminateId"), data.get("turnNumbers")
        if not everything and not isinstance(query_id, str):
            raise QueryError("terminateId must be the id of a query", "terminateId")
        if turns is not None and not isinstance(turns, list):
            raise QueryError("turnNumbers must be a list of numbers", "turnNumbers")

        def is_meant(query: Query, turn: int) -> bool:
            return (everything or query.id == query_id) and (turns is None or turn in turns)

        given_up = self._jobs.give_up(is_meant)
        self._write(data)
        for job in given_up:
            if job.query is not None:
                self._write(no_results(job.query, job.turn))

    @contextlib.contextmanager
    def _telling_bugs(self, query_id: str) -> Iterator[None]:
        """A block in which a bug of ours costs one answer and not all the others."""
        try:
            yield
        except OSError:
            raise
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._write({"error": f"internal error: {type(error).__name__}: {error}", "id": query_id})

    def _write(self, answer: dict[str, Any]) -> None:
        with self._writing:
            self._answers.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
            self._answers.flush()


def _read_lines(lines: IO[bytes]) -> Iterator[bytes | None]:
    """Lines to the end; None for one that is too long, of which nothing is kept."""
    while line := lines.readline(MAX_LINE_BYTES):
        if line.endswith(b"\n") or len(line) < MAX_LINE_BYTES:
            yield line
            continue
        while (rest := lines.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield None
