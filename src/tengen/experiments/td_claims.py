"""What Mayer says of self-taught nets, and whether our runs agree.

Runs are independent, so each gives one number: two means are compared by Welch's t-test, two-sided, at
p < 0.05, and a mean is compared with the paper's number by its 95 % interval. A test that is not significant
proves nothing: where the paper saw a difference and we do not, the claim stays undecided. The paper's numbers
are those of runs of 1 million games; with other runs only the order of means is judged.
"""

from math import isfinite
from typing import NamedTuple

from tengen.experiments.claims import SIGNIFICANT
from tengen.experiments.measures import Mean, mean_of, welch
from tengen.experiments.td_learned import Learned
from tengen.match.intervals import format_rate

PAPERS_END = {  # strength after 1 million games, by selection and representation
    "greedy": {"koten": 0.5, "roban": 0.4, "katatsugi": 0.5},
    "creative": {"koten": 0.60, "roban": 0.46, "katatsugi": 0.68},
}
PAPERS_GAMES = 1_000_000  # of a run
PAPERS_RANDOM = 0.98  # against the random player
ORDER = (("roban", "koten"), ("roban", "katatsugi"), ("koten", "katatsugi"))  # the first below the second


class Judged(NamedTuple):
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


def judge_below(words: str, low: Mean, high: Mean) -> Judged:
    """That one mean is below another."""
    if low.n_games < 2 or high.n_games < 2:
        return Judged(words, f"{format_mean(low)} and {format_mean(high)}", "not decided: too few runs")
    t, p = welch(low, high)
    verdict = ("holds" if t > 0 else "contradicted") if p < SIGNIFICANT else "undecided"
    return Judged(words, f"{format_mean(low)} and {format_mean(high)}, p = {p:.2g}", verdict)


def judge_alike(words: str, first: Mean, second: Mean) -> Judged:
    """That two means do not differ, which a test can only contradict."""
    if first.n_games < 2 or second.n_games < 2:
        return Judged(words, f"{format_mean(first)} and {format_mean(second)}", "not decided: too few runs")
    t, p = welch(first, second)
    above = "second is above" if t > 0 else "first is above"
    verdict = f"contradicted: the {above}" if p < SIGNIFICANT else "not contradicted"
    return Judged(words, f"{format_mean(first)} and {format_mean(second)}, p = {p:.2g}", verdict)


def judge_number(words: str, ours: Mean, papers: float, games: int) -> Judged:
    """That a mean over runs of so many games is the paper's number: whether our interval holds it."""
    if games != PAPERS_GAMES:
        return Judged(words, format_mean(ours), "not decided: other runs")
    if ours.n_games < 2:
        return Judged(words, format_mean(ours), "not decided: too few runs")
    verdict = "not contradicted"
    if abs(ours.value - papers) > ours.reach:
        verdict = f"ours is {'above' if ours.value > papers else 'below'} by {abs(ours.value - papers):.3f}"
    return Judged(words, format_mean(ours), verdict)


def judge_order(selection: str, learned: list[Learned]) -> list[Judged]:
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


def judge_selections(greedy: list[Learned], creative: list[Learned]) -> list[Judged]:
    """Creative selection above epsilon-greedy for each representation."""
    return [
        judge_below(f"{one.representation}: epsilon-greedy ends below creative", other.final(), one.final())
        for other, one in zip(greedy, creative, strict=True)
    ]


def judge_ends(selection: str, learned: list[Learned]) -> list[Judged]:
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


def judge_random(learned: list[Learned]) -> Judged:
    """About 98 % against the random player, over all runs."""
    last = len(learned[0].settings.sampled_at()) - 1
    shares = mean_of([share for one in learned for share in one.strengths(last, "random")])
    words, games = f"about {PAPERS_RANDOM:.0%} against the random player", learned[0].settings.games
    return judge_number(words, shares, PAPERS_RANDOM, games)


def judge_centre(learned: list[Learned]) -> Judged:
    """All nets open in the centre."""
    words = "nets open in the centre"
    n_runs, n_centre = sum(len(one.finished()) for one in learned), sum(one.n_centre() for one in learned)
    if not n_runs:
        return Judged(words, "no runs", "not decided: too few runs")
    parts = ", ".join(f"{one.representation} {one.n_centre()} of {len(one.finished())}" for one in learned)
    verdict = "holds" if n_centre == n_runs else f"{n_runs - n_centre} of {n_runs} nets do not"
    return Judged(words, f"{format_rate(n_centre, n_runs)}: {parts}", verdict)


def judge_stagnation(learned: list[Learned]) -> list[Judged]:
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
