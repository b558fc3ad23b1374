"""Certificates, without which nobody takes part in a farm.

dask runs what it is sent, without asking who sent it: whoever reaches a port of it runs programs as its user.
With certificates scheduler, workers and we ourselves talk only with those that have one of the same
authority, and nobody else can read it. docs/scaling.md tells how they are made.

Many games at once: jobs spread by dask.distributed over this machine or over a cluster.

A farm is a number of worker processes, each playing one game at a time in one thread. A worker that
dies takes only its running game with it, or one that ended some milliseconds ago and was not fetched
yet: dask notices, a nanny starts another worker, and the game is played again from its job. What a job
raises itself is a fault of the program and is raised here. `make_executor` is what commands use.

dask takes a second to import, and `tengen gtp` must answer in one: it is imported where it is used.
"""

import logging
import math
import os
import queue
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from tengen.core.errors import GoError
from tengen.match.executors.serial import SerialExecutor
from tengen.match.executors.slurm import start_slurm

AUTHORITY, CERTIFICATE, KEY = "ca.pem", "cert.pem", "key.pem"


def read_certificates(folder: Path) -> Any:
    """What dask is to encrypt with, in all its parts; GoError if the files will not do."""
    from distributed import Security

    authority, certificate, key = (str(folder / name) for name in (AUTHORITY, CERTIFICATE, KEY))
    try:
        if (folder / KEY).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise GoError(f"others may read {key}, which is secret: chmod 600 {key}")
        parts = {f"tls_{part}_cert": certificate for part in ("client", "scheduler", "worker")}
        parts |= {f"tls_{part}_key": key for part in ("client", "scheduler", "worker")}
        security = Security(require_encryption=True, tls_ca_file=authority, **parts)
        security.get_connection_args("client")  # reads them
    except OSError as error:  # of OpenSSL, too
        wrong = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or error
        raise GoError(
            f"the certificates {AUTHORITY}, {CERTIFICATE} and {KEY} in {folder} will not do: {wrong}"
        ) from None
    return security


# --- Workers of dask ------------------------------------------------------------------------------


Job = TypeVar("Job")
Result = TypeVar("Result")

MAX_DEATHS = 9  # a job outlives so many workers; waiting at one that dies counts as well
_AHEAD = 2  # jobs handed out for each worker, so that none waits for us
_CONNECT_SECONDS = 10
_COUNT_SECONDS = 1.0  # how old the number of workers may be
_PATIENCE_SECONDS = 2.0  # without any worker before we say so
_SHOWN = 200
_FOR_EVER = "1000 days"
_PAGES = ("distributed.scheduler.http.routes", "distributed.worker.http.routes")


def make_executor(
    workers: int | None = None,
    scheduler: str | None = None,
    slurm: Path | None = None,
    tls: Path | None = None,
) -> "SerialExecutor | DaskExecutor":
    """Where the games of a command are played, as its options say; GoError if they name several places.

    workers   -- processes of this machine; without any option games are played in this process
    scheduler -- the address of a running dask scheduler
    slurm     -- a TOML file that says how SLURM starts workers
    tls       -- a folder of certificates, without which nobody may join or send anything; see `match.tls`
    """
    options = {"--workers": workers, "--scheduler": scheduler, "--slurm": slurm}
    named = [name for name, value in options.items() if value is not None]
    if len(named) > 1:
        raise GoError(f"games are played in one place, so choose one of {' and '.join(named)}")
    if scheduler is not None:
        return DaskExecutor.at(scheduler, tls)
    if slurm is not None:
        return DaskExecutor.slurm(slurm, tls)
    if workers is None or workers == 1:
        if tls is not None:
            raise GoError(
                "--tls is for workers: name them with --workers (2 or more), --scheduler or --slurm"
            )
        return SerialExecutor()
    return DaskExecutor.local(workers, tls)


class DaskExecutor:
    """Worker processes for the length of a `with`; `local`, `at` and `slurm` make one."""

    def __init__(self, start: Callable[[ExitStack, Any], Any], tls: Path | None = None) -> None:
        """Prepare a farm; nothing runs before `with`.

        start -- gives a dask cluster or the address of a scheduler, and says on the stack what must end;
                 also told how dask is to encrypt, None for not at all
        tls   -- a folder of certificates
        """
        self._start = start
        self._tls = tls
        self._stack = ExitStack()
        self._n_workers = 0
        self._counted_at = -_COUNT_SECONDS
        self._tell_at: float | None = None  # when to say that there are no workers; None if there are

    @classmethod
    def local(cls, workers: int, tls: Path | None = None) -> "DaskExecutor":
        """Processes of this machine, reachable only from this machine."""
        if workers < 1:
            raise GoError(f"a farm needs at least one worker, not {workers}")
        return cls(lambda stack, security: _start_local(workers, stack, security), tls)

    @classmethod
    def at(cls, address: str, tls: Path | None = None) -> "DaskExecutor":
        """The workers of a running dask scheduler, as in tcp://10.0.0.1:8786 or, with TLS, tls://..."""
        if tls is not None and not address.startswith("tls://"):
            raise GoError(f"with --tls the scheduler's address begins with tls://, and not as {address}")
        return cls(lambda stack, security: address, tls)

    @classmethod
    def slurm(cls, path: Path, tls: Path | None = None) -> "DaskExecutor":
        """Workers started through SLURM as a TOML file says; docs/examples/slurm.toml shows how."""
        return cls(lambda stack, security: start_slurm(path, stack, security), tls)

    def __enter__(self) -> "DaskExecutor":
        _hush()
        import distributed

        security = None if self._tls is None else read_certificates(self._tls)
        with ExitStack() as stack:
            target = self._start(stack, security)
            try:
                client = distributed.Client(
                    target, timeout=_CONNECT_SECONDS, set_as_default=False, security=security
                )
            except (OSError, ValueError) as error:
                raise GoError(f"no dask scheduler answers at {target}: {error}") from None
            self._client = stack.enter_context(client)
            if not isinstance(target, str):
                client.register_plugin(_deaf_to_interrupts())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def n_workers(self) -> int:
        """How many games can be played at once; workers come and go."""
        if time.monotonic() - self._counted_at >= _COUNT_SECONDS:
            self._n_workers = sum(self._client.nthreads().values())
            self._counted_at = time.monotonic()
        return self._n_workers

    def run(self, play: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Play all jobs and give each with its result as it ends, in any order.

        Jobs are taken as workers need them. Leaving the loop early gives up the others: games that run on
        a farm of our own are ended with it, those of a foreign scheduler end by themselves unheard.
        """
        from distributed import as_completed

        waiting = iter(jobs)
        running: dict[str, tuple[Job, Any]] = {}
        completed = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)
        try:
            while True:
                for job in islice(waiting, self._room(len(running))):
                    future = self._client.submit(play, job, pure=False, retries=0)
                    running[future.key] = job, future
                    completed.add(future)
                if not running:
                    return
                try:
                    future, result = completed.queue.get(timeout=_COUNT_SECONDS)
                except queue.Empty:  # workers that have come meanwhile get their jobs now
                    continue
                job, _ = running.pop(future.key)
                if future.status != "finished":
                    _raise_failure(job, future)
                yield job, result
        finally:
            if running and self._client.status == "running":
                self._client.cancel([future for _, future in running.values()], force=True)

    def _room(self, n_running: int) -> int:
        """How many more jobs to hand out; it is said once if for a while there has been nobody to play."""
        if self.n_workers:
            self._tell_at = None
        elif self._tell_at is None:
            self._tell_at = time.monotonic() + _PATIENCE_SECONDS
        elif time.monotonic() >= self._tell_at:
            where = self._client.scheduler.address
            print(f"tengen: waiting for workers: the scheduler at {where} has none", file=sys.stderr)
            self._tell_at = math.inf
        return max(0, _AHEAD * max(1, self.n_workers) - n_running)


def _raise_failure(job: Any, future: Any) -> None:
    """What the job raised is raised again, and what befell it is a GoError."""
    from distributed import CancelledError, KilledWorker

    try:
        future.result()
    except KilledWorker:
        shown = repr(job)[:_SHOWN]
        raise GoError(f"given up after {MAX_DEATHS + 1} workers died of it or beside it: {shown}") from None
    except CancelledError:
        raise GoError("the dask scheduler has ended or cannot be reached any more") from None


def _start_local(workers: int, stack: ExitStack, security: Any) -> Any:
    """A cluster of processes on the loopback address, without web pages, logs and files that stay."""
    import dask
    import distributed

    folder = tempfile.TemporaryDirectory(prefix="tengen-farm-", ignore_cleanup_errors=True)
    without_pages: dict[str, Any] = {name: [] for name in _PAGES}
    settings = {
        "distributed.scheduler.allowed-failures": MAX_DEATHS,
        # After that time dask gives up a worker that has not come back, as it may on a busy machine or if
        # it dies again meanwhile; in the end there would be none.
        "distributed.deploy.lost-worker-timeout": _FOR_EVER,
        **without_pages,
    }
    stack.enter_context(dask.config.set(settings))
    cluster = distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tcp://" if security is None else "tls://",
        security=security,
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
        memory_limit=None,  # a large search tree is no reason to end a worker
        local_directory=stack.enter_context(folder),
    )
    stack.enter_context(cluster)
    stack.callback(_kill_workers, cluster)
    return cluster


def _kill_workers(cluster: Any) -> None:
    """End the running games: asked politely, a worker would first finish its game for four seconds."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        if nanny.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(nanny.pid, signal.SIGKILL)


def _deaf_to_interrupts() -> Any:
    """A plugin by which workers ignore Ctrl-C: it reaches them as well, but ending them is our part."""
    from distributed import WorkerPlugin

    class DeafToInterrupts(WorkerPlugin):  # type: ignore[misc]
        def setup(self, worker: Any) -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    return DeafToInterrupts()


def _hush() -> None:
    """Keep dask's own messages off the terminal: what matters is raised."""
    import dask

    names = ("distributed", "distributed.client", "tornado", "tornado.application", "bokeh")
    dask.config.set({"logging": dict.fromkeys(names, "critical")})
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
