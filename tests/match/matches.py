"""Settings, jobs and results for tests, and players that misbehave."""

import re
import shlex
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tengen.match.executors.serial import SerialExecutor
from tengen.match.job import GameResult
from tengen.match.runner import run_match
from tengen.match.schedule import MatchConfig, game_job
from tengen.match.store import Store, StoredGame
from tengen.match.tournament import CrossTable
from tests.players.programs import is_running
from tests.waiting import wait_until

ENGINE = Path(__file__).parent / "engines" / "misbehaving.py"


def misbehaving(mode, *arguments):
    """The text of a player that misbehaves in one way."""
    return "gtp:" + shlex.join([sys.executable, "-S", "-E", str(ENGINE), mode, *map(str, arguments)])


def setting(first="random", second="random", **changes):
    """A match on a small board."""
    return MatchConfig(first, second, **{"size": 5, "komi": 0.5, **changes})


def result(winner="B", ending="score", **changes):
    """What may have come of a game."""
    plain = GameResult(
        winner=winner,
        ending=ending,
        reason="",
        score={"B": 3.5, "W": -3.5, None: 0.0}[winner] if ending == "score" else None,
        claim=None,
        moves=("C3", "pass", "pass"),
        black_seconds=1.0,
        white_seconds=2.0,
        started="2026-01-01T00:00:00.000+00:00",
        ended="2026-01-01T00:00:03.000+00:00",
        stderr_tail="",
        black_name="black's name",
        white_name="white's name",
        black_version="1",
        white_version="2",
        black_threads=1,
        white_threads=4,
        machine="a machine",
        commit="abc",
    )
    return replace(plain, **changes)


PLAIN = setting()


def played(number, *arguments, of=PLAIN, **changes):
    """A game of a match as it may have been played."""
    return StoredGame(game_job(of, number), result(*arguments, **changes))


def games_of(*texts):
    """Games from texts such as "a b B": Black, White and who wins, - for a draw, or void."""
    games = []
    for black, white, end in map(str.split, texts):
        job = replace(game_job(PLAIN, 0), black=black, white=white)
        came = result(None, "void") if end == "void" else result(None if end == "-" else end)
        games.append(StoredGame(job, came))
    return games


def table_of(*texts):
    """The cross-table of such games, with the players in the order in which they come."""
    games = games_of(*texts)
    table = CrossTable(list(dict.fromkeys(player for text in texts for player in text.split()[:2])))
    for game in games:
        table.add(game)
    return table


class Prepared:
    """A farm whose games have these results by number, given out in the order of the mapping."""

    def __init__(self, results):
        self.results = results
        self.asked = []

    def run(self, play, jobs):
        for job in jobs:
            self.asked.append(job.number)
            yield job, self.results[job.number]


def play(path, match, n_games, **options):
    """Run a match in this process; its report."""
    with Store(path, match) as store, SerialExecutor() as farm:
        return run_match(match, store, farm, n_games, **options)


def n_stored(path):
    """The games in a store, counted by a reader beside the runner's lock."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            (n_games,) = database.execute("SELECT count(*) FROM game").fetchone()
            return n_games
    except sqlite3.OperationalError:  # not there yet
        return 0


def assert_all_ended(stderr_tail):
    """No process that an engine named on stderr lives any more."""
    numbers = [int(number) for number in re.findall(r"process (\d+)", stderr_tail)]
    assert numbers
    wait_until(lambda: not any(map(is_running, numbers)))  # the kernel ends a grandchild in its own time
