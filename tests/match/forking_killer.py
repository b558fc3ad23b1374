"""A script: kill -9 the runner of a match again and again; it says how many were killed at work.

Runners are forked from one process that has everything loaded, so that kills fall into the match and
not into the start of Python. Arguments: the store, the number of games, of kills, and a seed.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from tests.match.matches import play, setting


def main(path, n_games, n_kills, seed):
    match = setting(size=3, random_moves=1)
    play(path.with_name("warm.db"), match, 2)
    before = time.monotonic()
    play(path.with_name("warm.db"), match, 8)
    seconds_a_game = (time.monotonic() - before) / 6
    longest = 2 * seconds_a_game * n_games / (2 * n_kills)  # about half of the match is left at the end
    moments, n_killed = random.Random(seed), 0
    for _ in range(n_kills):
        runner = os.fork()
        if runner == 0:
            play(path, match, n_games)
            os._exit(0)
        time.sleep(moments.uniform(0, longest))
        os.kill(runner, signal.SIGKILL)
        n_killed += os.WIFSIGNALED(os.waitpid(runner, 0)[1])
    print(n_killed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
