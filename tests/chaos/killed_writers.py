"""Kill processes that write files, at random moments; a program, for only one thread may be there to fork.

    python -m tests.chaos.killed_writers FOLDER KILLS

After each kill the file, and the one before it, must be whole and hold what one of the writers meant.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np

from tengen.core.array_files import previous_of, read_arrays, write_next

N_NUMBERS = 200_000


def write_for_ever(path: Path) -> None:
    """Files whose numbers are all the same, another one each time."""
    for number in range(1, 1 << 30):
        write_next(path, {"numbers": np.full(N_NUMBERS, number % 100, np.float32)}, {"number": str(number)})


def check(path: Path) -> None:
    """Stop unless the file is whole."""
    arrays, header = read_arrays(path)
    assert arrays["numbers"].shape == (N_NUMBERS,)
    assert (arrays["numbers"] == int(header["number"]) % 100).all()


def main(folder: Path, n_kills: int) -> None:
    """Kill, look, and go on."""
    path, rng, n_torn = folder / "numbers", random.Random(1), 0
    write_next(path, {"numbers": np.zeros(N_NUMBERS, np.float32)}, {"number": "0"})
    for _ in range(n_kills):
        child = os.fork()
        if not child:
            write_for_ever(path)
        time.sleep(rng.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        check(path)
        if previous_of(path).exists():
            check(previous_of(path))
        for left in folder.glob(".*.new"):  # what was being written
            n_torn += 1
            left.unlink()
    print(f"{n_kills} kills, {n_torn} in the middle of a file")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
