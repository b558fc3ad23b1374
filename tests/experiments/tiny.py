"""Experiments as small as can be: random players on 3x3 in place of the real cells."""

from tengen.experiments.experiment import Experiment, Run, RunOptions
from tengen.experiments.statistics import Claim
from tengen.experiments.strength import Strength, Variant
from tengen.match.executors.serial import SerialExecutor

TINY = Strength(
    size=3,
    variants=(Variant("one", "One", "1"), Variant("two", "Two", "2")),
    playouts=(10, 20),
    games=4,
    claims=(Claim("One is weaker than Two", "below", (("one", "two"),)),),
    player="random:seed={settings}{playouts}",
    opponent="random",
    referee="",
)
TINY_EXPERIMENT = Experiment("lgrf-tiny", "random players", "nothing", ("One is weaker than Two",), TINY)


def tiny_run(folder, **wanted):
    return Run("lgrf-tiny", RunOptions(**wanted), folder)


class Interrupted:
    """A farm that is interrupted after some games."""

    def __init__(self, n_games):
        self.n_games = n_games

    def run(self, play, jobs):
        for number, job in enumerate(jobs):
            if number == self.n_games:
                raise KeyboardInterrupt
            yield job, play(job)


class Silent:
    """Remembers what it was told of each cell, and the order of the cells."""

    def __init__(self):
        self.last = {}
        self.order = []

    def __call__(self, cell, done, wanted, note):
        self.last[cell] = done, wanted, note
        self.order.append((cell, done))


def play_tiny(folder, kind=TINY, **wanted):
    with SerialExecutor() as farm:
        return kind.play(tiny_run(folder, **wanted), farm, Silent())
