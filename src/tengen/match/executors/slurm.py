"""Worker processes through SLURM, as a TOML file says: how many jobs, and what each of them is.

    jobs = 60
    [cluster]          # keys of dask-jobqueue's SLURMCluster
    queue = "normal"
    cores = 1
    memory = "2GB"
    walltime = "12:00:00"

A job of several cores gets as many workers of one thread each: a worker plays one game at a time.
"""

import logging
import shutil
import subprocess
import tempfile
import tomllib
from contextlib import ExitStack
from inspect import signature
from pathlib import Path
from typing import Any

from tengen.core.errors import GoError
from tengen.core.files import read_plain_file
from tengen.core.system_info import check_extra

_LARGEST = 1 << 20  # bytes
_SHOWN = 200


def read_slurm(path: Path) -> tuple[int, dict[str, Any]]:
    """The number of jobs and the settings of one."""
    try:
        content = tomllib.loads(read_plain_file(path, _LARGEST).decode())
    except OSError as error:
        raise GoError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GoError(f"{path} is not TOML: {error}") from None
    if unknown := sorted(set(content) - {"jobs", "cluster"}):
        raise GoError(f"{path}: unknown key {unknown[0]!r}; there are jobs and the table [cluster]")
    jobs, cluster = content.get("jobs"), content.get("cluster")
    if type(jobs) is not int or jobs < 1:
        raise GoError(f"{path}: jobs must be a number from 1, as in jobs = 60")
    if not isinstance(cluster, dict) or type(cluster.get("cores")) is not int or "memory" not in cluster:
        raise GoError(f"{path}: the table [cluster] must name at least cores and memory")
    if cluster.setdefault("processes", cluster["cores"]) != cluster["cores"]:
        raise GoError(f"{path}: processes must equal cores: a worker plays one game in one thread")
    return jobs, cluster


def start_slurm(path: Path, stack: ExitStack, security: Any = None) -> Any:
    """A cluster whose workers SLURM starts; they end with it.

    security -- how dask is to encrypt, and who may take part; None for not at all, and everybody
    """
    jobs, settings = read_slurm(path)
    check_extra("cluster", "SLURM")
    from dask_jobqueue import SLURMCluster

    _check_keys(path, settings)
    options = settings.pop("scheduler_options", {})
    if not {"interface", "host"} & {*settings, *options}:
        raise GoError(
            f'{path}: say which network the workers share, as in interface = "ib0" in [cluster]; '
            "else dask would listen on all of them"
        )
    if security is not None:
        settings |= {"security": security, "protocol": "tls://"}
    if shutil.which("sbatch") is None:
        raise GoError("SLURM's command sbatch is not on the PATH of this machine")
    options = {"dashboard": False, "dashboard_address": "127.0.0.1:0", **options}
    try:
        cluster = SLURMCluster(**settings, scheduler_options=options, silence_logs=logging.CRITICAL)
    except (TypeError, ValueError, RuntimeError) as error:
        raise GoError(f"{path}: {error}") from None
    stack.enter_context(cluster)
    _check_script(path, cluster.job_script())
    cluster.scale(jobs=jobs)
    return cluster


def _check_script(path: Path, script: str) -> None:
    """Ask SLURM whether it would take the job: dask only logs a refusal, and we would wait for ever."""
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as file:
        file.write(script)
        file.flush()
        asked = subprocess.run(["sbatch", "--test-only", file.name], capture_output=True, text=True)
    if asked.returncode != 0:
        raise GoError(f"SLURM refuses the jobs of {path}: {' '.join(asked.stderr.split())[:_SHOWN]}")


def _check_keys(path: Path, settings: dict[str, Any]) -> None:
    """GoError for a key that no part of dask-jobqueue takes; it would complain less clearly."""
    from dask_jobqueue.core import Job, JobQueueCluster
    from dask_jobqueue.slurm import SLURMJob

    known = {
        name for part in (SLURMJob, Job, JobQueueCluster) for name in signature(part.__init__).parameters
    }
    if unknown := sorted(set(settings) - known):
        raise GoError(f"{path}: dask-jobqueue's SLURMCluster has no key {unknown[0]!r}")
