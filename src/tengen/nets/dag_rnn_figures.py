"""What a net foretells of many positions: means with standard errors, overall and by phase of the game.

Positions of one game depend on each other, so a game is the unit: each gives the mean of its positions, and
errors come from the spread between games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import exp, inf, log, nan, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tengen.nets.dag_rnn_evaluation import TEMPERATURES, Seen

TOP = (1, 5, 10, 30)  # numbers of best moves; the paper names 30

Measure = Callable[[Seen], float]  # nan where a position has nothing to tell


class Mean(NamedTuple):
    """A mean over games."""

    value: float  # nan without games
    error: float  # its standard error; infinite for a single game
    n_games: int


def mean_over_games(rows: Iterable[Seen], value: Callable[[Seen], float]) -> Mean:
    """The mean over games of the means of their positions; nan counts for nothing."""
    by_game: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        if (found := value(row)) == found:
            by_game[row.game].append(found)
    means = [fmean(values) for values in by_game.values()]
    if not means:
        return Mean(nan, inf, 0)
    return Mean(fmean(means), stdev(means) / sqrt(len(means)) if len(means) > 1 else inf, len(means))


def log_of_mean(rows: Iterable[Seen], log_value: Callable[[Seen], float]) -> Mean:
    """The log of the mean of e^value; its error by the slope of the log."""
    mean = mean_over_games(rows, lambda row: exp(log_value(row)))
    return Mean(log(mean.value), mean.error / mean.value, mean.n_games) if mean.value > 0 else mean


def log_gibbs_at(temperature: float) -> Callable[[Seen], float]:
    """The log probability of the move played by areas, at one of TEMPERATURES."""
    place = TEMPERATURES.index(temperature)
    return lambda row: row.log_gibbs[place]


def log_swing_at(temperature: float) -> Callable[[Seen], float]:
    """The same by swing."""
    place = TEMPERATURES.index(temperature)
    return lambda row: row.log_swing[place]


def is_among(rank: Callable[[Seen], float], most: int) -> Callable[[Seen], float]:
    """1 where a rank is among the first, 0 where it is not, nan where there is none."""
    return lambda row: nan if rank(row) != rank(row) else float(rank(row) <= most)


def phase_width(size: int) -> int:
    """Stones of a phase: about an eighth of the board, in tens."""
    return max(10, 10 * round(size * size / 80))


def log_uniform(row: Seen) -> float:
    """What a player who chooses among legal moves at random gives the move played, if there is one."""
    return -log(row.n_legal) if row.n_legal else nan


def figures_of(size: int, rows: Sequence[Seen]) -> dict[str, Any]:
    """All figures of a net on games of one size of board, as plain values and Means."""
    width = phase_width(size)
    phases: dict[int, list[Seen]] = defaultdict(list)
    for row in rows:
        phases[row.stones // width * width].append(row)
    return {
        "size": size,
        **_basic(rows),
        "phases": [{"stones": first, **_basic(part)} for first, part in sorted(phases.items())],
        "top": [{"m": most, **_among(rows, most)} for most in TOP],
        "gibbs": [
            {
                "temperature": temperature,
                "mean of log p": mean_over_games(rows, log_gibbs_at(temperature)),
                "log of mean p": log_of_mean(rows, log_gibbs_at(temperature)),
                "mean of log p by swing": mean_over_games(rows, log_swing_at(temperature)),
                "log of mean p by swing": log_of_mean(rows, log_swing_at(temperature)),
            }
            for temperature in TEMPERATURES
        ],
    }


def _basic(rows: Sequence[Seen]) -> dict[str, Any]:
    """Owners and moves."""
    return {
        "positions": len(rows),
        "games": len({row.game for row in rows}),
        "entropy": mean_over_games(rows, lambda row: row.entropy),
        "log_loss": mean_over_games(rows, lambda row: row.log_loss),
        "right": mean_over_games(rows, lambda row: row.right),
        "log_uniform": mean_over_games(rows, log_uniform),
        "log_move": mean_over_games(rows, lambda row: row.log_move),
        "log_of_mean_move": log_of_mean(rows, lambda row: row.log_move),
        "first": mean_over_games(rows, is_among(lambda row: row.move_rank, 1)),
    }


def _among(rows: Sequence[Seen], most: int) -> dict[str, Mean]:
    """How often the move played is among the best, by each way to rank."""
    return {
        "by area": mean_over_games(rows, is_among(lambda row: row.area_rank, most)),
        "by swing": mean_over_games(rows, is_among(lambda row: row.swing_rank, most)),
        "by move": mean_over_games(rows, is_among(lambda row: row.move_rank, most)),
        "at random": mean_over_games(rows, lambda row: min(1.0, most / row.n_legal) if row.n_legal else nan),
    }
