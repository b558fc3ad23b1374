"""Runs of one representation and selection as far as they have come (Mayer, Figures 2 and 3).

A run is the unit of all means: its samples depend on each other, and so do the games of one net.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.experiments.measures import Mean, mean_of
from tengen.nets.td_net import REPRESENTATIONS
from tengen.nets.td_training import TdHistory, TdSettings
from tengen.nets.td_trials import OPPONENTS


@dataclass(frozen=True)
class Learned:
    """The runs of a setting that have begun."""

    settings: TdSettings
    histories: list[TdHistory]  # without samples after the games of the setting

    @property
    def representation(self) -> str:
        """What the nets see."""
        return self.settings.architecture.representation

    @property
    def n_games(self) -> int:
        """Games of all runs so far."""
        return sum(int(history.games[-1]) for history in self.histories)

    def finished(self) -> list[TdHistory]:
        """The runs that have come to their end."""
        return [one for one in self.histories if one.games[-1] == self.settings.games]

    def strengths(self, sample: int, opponent: str = "") -> list[float]:
        """Share of wins over all opponents, or one, at a sample: a number for each run that has it."""
        columns = [list(OPPONENTS).index(opponent)] if opponent else list(range(len(OPPONENTS)))
        return [
            float(one.wins[sample, columns].mean()) / self.settings.trials
            for one in self.histories
            if len(one) > sample
        ]

    def mean_at(self, sample: int, opponent: str = "") -> Mean:
        """The mean of these over the runs."""
        return mean_of(self.strengths(sample, opponent))

    def final(self, opponent: str = "") -> Mean:
        """The mean over the runs that have come to their end."""
        return self.mean_at(len(self.settings.sampled_at()) - 1, opponent)

    def growth(self, since: int) -> Mean:
        """How much strength the runs that have come to their end gained since some games."""
        sampled_at = self.settings.sampled_at()
        if since not in sampled_at:
            return mean_of([])
        strengths = [one.strength(self.settings.trials) for one in self.finished()]
        return mean_of([float(one[-1] - one[sampled_at.index(since)]) for one in strengths])

    def n_centre(self) -> int:
        """How many runs have ended with a net that opens in the centre."""
        size = self.settings.architecture.size
        centre = (size * size) // 2
        return sum(first_move(self.settings, one.layers_at(-1)) == centre for one in self.finished())


def first_move(settings: TdSettings, layers: list[npt.NDArray[np.float32]]) -> int:
    """The place of Black's best first move, row by row; the area of the board is a pass."""
    seen = REPRESENTATIONS[settings.architecture.representation](settings.architecture.size).T
    active = np.vstack([seen, np.zeros(seen.shape[1])])
    for layer in layers[:-1]:
        active = 1 / (1 + np.exp(-active @ layer.astype(np.float64)))
    return int(np.argmax(active @ layers[-1]))
