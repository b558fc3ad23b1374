"""Runs of one representation and selection as far as they have come (Mayer, Figures 2 and 3).

A run is the unit of all means: its samples depend on each other, and so do the games of one net.

What Mayer says of self-taught nets, and whether our runs agree.

Runs are independent, so each gives one number: two means are compared by Welch's t-test, two-sided, at
p < 0.05, and a mean is compared with the paper's number by its 95 % interval. A test that is not significant
proves nothing: where the paper saw a difference and we do not, the claim stays undecided. The paper's numbers
are those of runs of 1 million games; with other runs only the order of means is judged.
"""

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.experiments.statistics import SIGNIFICANT, Mean, mean_of, welch
from tengen.match.intervals import format_rate
from tengen.td.games_jit import OPPONENTS
from tengen.td.network import REPRESENTATIONS
from tengen.td.training import TdSettings, TdTrainingLog


@dataclass(frozen=True)
class RunCurves:
    """The runs of a setting that have begun."""

    settings: TdSettings
    histories: list[TdTrainingLog]  # without samples after the games of the setting

    @property
    def representation(self) -> str:
        """What the nets see."""
        return self.settings.architecture.representation

    @property
    def n_games(self) -> int:
        """Games of all runs so far."""
        return sum(int(history.games[-1]) for history in self.histories)

    def finished(self) -> list[TdTrainingLog]:
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


# --- Claims ---------------------------------------------------------------------------------------


PAPERS_END = {  # strength after 1 million games, by selection and representation
    "greedy": {"koten": 0.5, "roban": 0.4, "katatsugi": 0.5},
    "creative": {"koten": 0.60, "roban": 0.46, "katatsugi": 0.68},
}
PAPERS_GAMES = 1_000_000  # of a run
PAPERS_RANDOM = 0.98  # against the random player
ORDER = (("roban", "koten"), ("roban", "katatsugi"), ("koten", "katatsugi"))  # the first below the second


class ClaimResult(NamedTuple):
    """A claim, what our runs say of it, and the verdict."""

    words: str
    ours: str
    verdict: str


def format_mean(mean: Mean) -> str:
    """A mean with its 95 % interval and the number of runs."""
    if not mean.n_games:
        return "no runs"
    reach = f" ± {mean.reach:.3f}" if isfinite(mean.reach) else ""
    return f"{mean.value:.3f}{reach} ({mean.n_games})"


def judge_below(words: str, low: Mean, high: Mean) -> ClaimResult:
    """That one mean is below another."""
    if low.n_games < 2 or high.n_games < 2:
        return ClaimResult(words, f"{format_mean(low)} and {format_mean(high)}", "not decided: too few runs")
    t, p = welch(low, high)
    verdict = ("holds" if t > 0 else "contradicted") if p < SIGNIFICANT else "undecided"
    return ClaimResult(words, f"{format_mean(low)} and {format_mean(high)}, p = {p:.2g}", verdict)


def judge_alike(words: str, first: Mean, second: Mean) -> ClaimResult:
    """That two means do not differ, which a test can only contradict."""
    if first.n_games < 2 or second.n_games < 2:
        return ClaimResult(
            words, f"{format_mean(first)} and {format_mean(second)}", "not decided: too few runs"
        )
    t, p = welch(first, second)
    above = "second is above" if t > 0 else "first is above"
    verdict = f"contradicted: the {above}" if p < SIGNIFICANT else "not contradicted"
    return ClaimResult(words, f"{format_mean(first)} and {format_mean(second)}, p = {p:.2g}", verdict)


def judge_number(words: str, ours: Mean, papers: float, games: int) -> ClaimResult:
    """That a mean over runs of so many games is the paper's number: whether our interval holds it."""
    if games != PAPERS_GAMES:
        return ClaimResult(words, format_mean(ours), "not decided: other runs")
    if ours.n_games < 2:
        return ClaimResult(words, format_mean(ours), "not decided: too few runs")
    verdict = "not contradicted"
    if abs(ours.value - papers) > ours.reach:
        verdict = f"ours is {'above' if ours.value > papers else 'below'} by {abs(ours.value - papers):.3f}"
    return ClaimResult(words, format_mean(ours), verdict)


def judge_order(selection: str, learned: list[RunCurves]) -> list[ClaimResult]:
    """Katatsugi first and roban last; with epsilon-greedy the paper's koten ends where katatsugi does."""
    finals = {one.representation: one.final() for one in learned}
    judged = []
    for low, high in ORDER:
        is_alike = PAPERS_END[selection][low] == PAPERS_END[selection][high]
        if is_alike:
            words = f"{low} and {high} end alike"
            judged.append(judge_alike(words, finals[low], finals[high]))
        else:
            judged.append(judge_below(f"{low} ends below {high}", finals[low], finals[high]))
    return judged


def judge_selections(greedy: list[RunCurves], creative: list[RunCurves]) -> list[ClaimResult]:
    """Creative selection above epsilon-greedy for each representation."""
    return [
        judge_below(f"{one.representation}: epsilon-greedy ends below creative", other.final(), one.final())
        for other, one in zip(greedy, creative, strict=True)
    ]


def judge_ends(selection: str, learned: list[RunCurves]) -> list[ClaimResult]:
    """The paper's strengths at the end."""
    papers = PAPERS_END[selection]
    return [
        judge_number(
            f"{one.representation} ends at {papers[one.representation]:g}",
            one.final(),
            papers[one.representation],
            one.settings.games,
        )
        for one in learned
    ]


def judge_random(learned: list[RunCurves]) -> ClaimResult:
    """About 98 % against the random player, over all runs."""
    last = len(learned[0].settings.sampled_at()) - 1
    shares = mean_of([share for one in learned for share in one.strengths(last, "random")])
    words, games = f"about {PAPERS_RANDOM:.0%} against the random player", learned[0].settings.games
    return judge_number(words, shares, PAPERS_RANDOM, games)


def judge_centre(learned: list[RunCurves]) -> ClaimResult:
    """All nets open in the centre."""
    words = "nets open in the centre"
    n_runs, n_centre = sum(len(one.finished()) for one in learned), sum(one.n_centre() for one in learned)
    if not n_runs:
        return ClaimResult(words, "no runs", "not decided: too few runs")
    parts = ", ".join(f"{one.representation} {one.n_centre()} of {len(one.finished())}" for one in learned)
    verdict = "holds" if n_centre == n_runs else f"{n_runs - n_centre} of {n_runs} nets do not"
    return ClaimResult(words, f"{format_rate(n_centre, n_runs)}: {parts}", verdict)


def judge_stagnation(learned: list[RunCurves]) -> list[ClaimResult]:
    """No gain in the second half of the games."""
    half = PAPERS_GAMES // 2
    return [
        judge_number(
            f"{one.representation} gains nothing after {half:,} games",
            one.growth(half),
            0.0,
            one.settings.games,
        )
        for one in learned
    ]
