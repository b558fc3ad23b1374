"""What `tengen bench` measures, and how.

All rows of a run take turns in short slices, and each reports its best slice in CPU seconds: other
programs on the machine then disturb all rows alike, and mostly not at all. Ratios between rows of
one run can be trusted; figures of different days less so.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from tengen.bench.baseline_jit import empty_plain_board, heavy_playouts, plain_playouts
from tengen.book.cursor_jit import NO_BOOK
from tengen.core.board_jit import new_board, new_boards
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.random_jit import rng_state
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.atari_jit import ATARIS
from tengen.playout.memory_jit import new_memory
from tengen.playout.parameters_jit import POLICIES, new_parameters
from tengen.playout.playout_jit import light_playouts, new_playout
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import REPRESENTATIONS, TdArchitecture, initial_layers, make_net
from tengen.td.training import TdSettings, play_slice

KOMI = 7.5
SEARCH_POLICY = "lgrf2"  # of a search when none is named
_SLICE_SECONDS = 0.05
_SEARCH_SLICE_SECONDS = 0.25  # a search begins anew in each slice
_FIRST_PLAYOUTS = 20

# A worker runs n playouts from the empty board and returns their moves.
Worker = Callable[[int], int]


@dataclass(frozen=True)
class Row:
    """One line of the report: what is measured, and its best slice."""

    what: str
    size: int
    threads: int
    policy: str | None
    playouts_per_cpu_second: float = 0.0
    playouts_per_second: float = 0.0  # by the wall clock: what threads gain on an idle machine
    moves_per_playout: float = 0.0
    ns_per_move: float = 0.0

    def as_dict(self) -> dict[str, object]:
        """The row as JSON has it; what a net learns from is called a game."""
        games = {"games_per_cpu_second": self.playouts_per_cpu_second} if self.what == "td" else {}
        return {**asdict(self), **games}


def light_worker(size: int, stream: int) -> Worker:
    """Light playouts with the board of core/."""
    start, boards, playout, state = new_board(size), new_boards(1), new_playout(), rng_state(1, stream)
    return lambda n: int(light_playouts(start, boards, n, KOMI, state, playout)[1])


def plain_worker(size: int, stream: int) -> Worker:
    """Light playouts with the yardstick of bench/baseline_jit.py."""
    boards, state = empty_plain_board(size), rng_state(1, stream)
    return lambda n: int(plain_playouts(boards, size, n, KOMI, state)[1])


def heavy_worker(size: int, stream: int, policy: str) -> Worker:
    """Heavy playouts without a tree, each thread with a memory of its own."""
    start, boards, playout, state = new_board(size), new_boards(1), new_playout(), rng_state(1, stream)
    ataris = np.zeros(2, ATARIS).view(np.recarray)
    memory, book, parameters = new_memory(), NO_BOOK, new_parameters(policy, KOMI)
    return lambda n: int(
        heavy_playouts(start, ataris[1], boards, ataris[:1], memory, book, parameters, n, state, playout)
    )


def search_worker(size: int, threads: int, policy: str) -> Worker:
    """Heavy playouts with tree and priors; all threads share the tree, which begins empty each time."""
    searcher = Searcher(
        size, new_parameters(policy, KOMI), new_search_parameters(), threads=threads, memory_mb=64, seed=1
    )
    game = Game(size)

    def run(n: int) -> int:
        before = searcher.n_moves
        searcher.clear()
        searcher.think(game, playouts=n)
        return searcher.n_moves - before

    return run


def td_worker(size: int, stream: int, representation: str) -> Worker:
    """Games of a self-taught net against itself, each learned from (creative selection)."""
    settings = TdSettings(TdArchitecture(representation, size), seed=1)
    net = make_net(settings.architecture, initial_layers(settings.architecture, 1, stream))
    desk, state = new_training_buffers(net), rng_state(1, stream)
    return lambda n: play_slice(settings, net, desk, n, state)


# What can be measured, and which policies it may have.
WHAT: dict[str, tuple[str, ...]] = {
    "light": (),
    "plain": (),
    "heavy": tuple(POLICIES),
    "search": tuple(POLICIES),
    "td": tuple(REPRESENTATIONS),
}
_USUAL_POLICY = {"heavy": SEARCH_POLICY, "search": SEARCH_POLICY, "td": "koten"}
_USUAL_SIZES = {"td": [5]}


def rows_of(
    what: list[str], sizes: list[int] | None, policies: list[str] | None, threads: list[int]
) -> list[Row]:
    """The rows that are asked for; GoError if there is nothing of a name."""
    for name in what:
        if name not in WHAT:
            raise GoError(f"nothing to measure is called {name!r}: choose from {', '.join(WHAT)}")
    known = dict.fromkeys(policy for some in WHAT.values() for policy in some)
    for name in policies or []:
        if name not in known:
            raise GoError(f"no policy is called {name!r}: choose from {', '.join(known)}")
    return [
        Row(name, size, n_threads, policy)
        for n_threads in threads
        for name in what
        for size in sizes or _USUAL_SIZES.get(name, [9, 19])
        for policy in _policies_of(name, policies)
    ]


def _policies_of(what: str, policies: list[str] | None) -> Sequence[str | None]:
    """Those that were named and fit, or the usual one; what has none is measured once."""
    fitting = [name for name in policies or [] if name in WHAT[what]]
    return fitting or [_USUAL_POLICY.get(what)]


def workers_of(row: Row) -> list[Worker]:
    """What runs a row: a worker for each thread, or one that has threads of its own."""
    if row.what == "search":
        return [search_worker(row.size, row.threads, row.policy or SEARCH_POLICY)]
    if row.what in ("heavy", "td"):
        with_policy = heavy_worker if row.what == "heavy" else td_worker
        policy = row.policy or _USUAL_POLICY[row.what]
        return [with_policy(row.size, stream, policy) for stream in range(row.threads)]
    make = light_worker if row.what == "light" else plain_worker
    return [make(row.size, stream) for stream in range(row.threads)]


def measure(rows: list[Row], seconds: float) -> Iterator[list[Row]]:
    """Measure all rows in turns, `seconds` of wall time for each; yields the rows so far."""
    slices = [_Slices(row) for row in rows]
    deadline = time.perf_counter() + seconds * len(rows)
    while True:
        for one in slices:
            one.run()
        yield [one.best for one in slices]
        if time.perf_counter() >= deadline:
            return


class _Slices:
    """The slices of one row, run by as many threads as it asks for."""

    def __init__(self, row: Row) -> None:
        self.best = row
        self._workers = workers_of(row)
        self._workers[0](1)  # compile or load from the cache before the clock runs
        self._n_playouts = _FIRST_PLAYOUTS
        self._total_playouts = 0
        self._total_moves = 0

    def run(self) -> None:
        """Run one slice, keep it if it is the best, and set the length of the next."""
        moves = np.zeros(len(self._workers), np.int64)
        started, started_cpu = time.perf_counter(), time.process_time()
        self._run_threads(moves)
        cpu_seconds = max(time.process_time() - started_cpu, 1e-6)
        seconds = max(time.perf_counter() - started, 1e-6)
        n_playouts = self._n_playouts * len(self._workers)
        self._total_playouts += n_playouts
        self._total_moves += int(moves.sum())
        moves_per_playout = self._total_moves / self._total_playouts
        speed = max(n_playouts / cpu_seconds, self.best.playouts_per_cpu_second)
        self.best = Row(
            self.best.what,
            self.best.size,
            self.best.threads,
            self.best.policy,
            playouts_per_cpu_second=speed,
            playouts_per_second=max(n_playouts / seconds, self.best.playouts_per_second),
            moves_per_playout=moves_per_playout,
            ns_per_move=1e9 / (speed * moves_per_playout),
        )
        slice_seconds = _SEARCH_SLICE_SECONDS if self.best.what == "search" else _SLICE_SECONDS
        self._n_playouts = max(_FIRST_PLAYOUTS, int(speed * slice_seconds))

    def _run_threads(self, moves: npt.NDArray[np.int64]) -> None:
        if len(self._workers) == 1:
            moves[0] = self._workers[0](self._n_playouts)
            return

        def run_worker(index: int) -> None:
            moves[index] = self._workers[index](self._n_playouts)

        threads = [threading.Thread(target=run_worker, args=(i,)) for i in range(len(self._workers))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
