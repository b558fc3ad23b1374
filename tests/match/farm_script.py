"""A program with a farm, for tests that end it by a signal: it says when its worker is busy."""

import signal
import sys
from pathlib import Path

from tengen.match.executors.dask_executor import DaskExecutor
from tests.match.farm_jobs import Task, play

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let background jobs ignore it
    tasks = [Task(k, Path(sys.argv[1]), seconds=60) for k in range(9)]
    try:
        with DaskExecutor.local(1) as farm:
            list(farm.run(play, tasks))
    except KeyboardInterrupt:
        print("left")
