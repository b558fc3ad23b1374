"""How well a net foretells games, position by position, by compiled inference alone.

Questions to a position: who owns what at the end, where the last position tells it; how likely is the move
played by the net's output for moves; and how likely is it by the area expected after each legal move (1-ply),
with a probability in proportion to e^(area / temperature) as in section 3.4 of Wu & Baldi. The same by
*swing*: what a move is worth to both sides (TerritoryEvaluator.swings). Passes are no moves here.

Of many positions: means with standard errors, overall and by phase of the game. Positions of one game
depend on each other, so a game is the unit: each gives the mean of its positions, and errors come from the
spread between games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, inf, log, nan, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, EMPTY, WHITE, point_at
from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.dag_rnn.sweep_jit import MOVE, OWNER
from tengen.dag_rnn.training.sampler import Batch, BatchSampler, PackedGames, PositionSample

TEMPERATURES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)  # of areas, in points

Floats = npt.NDArray[np.float64]


class PositionMetrics(NamedTuple):
    """How well one position was foretold; nan where there is nothing to tell."""

    game: int  # its number among the games
    stones: int  # on the board
    n_legal: int  # moves without the pass
    entropy: float  # relative entropy of the owners from the targets of Equation 1, a mean over points
    log_loss: float  # of the owners at the end, a mean over the points that have one
    right: float  # share of these points whose owner was foretold
    log_move: float  # of the move played, by the output for moves
    move_rank: float  # of the move played among legal ones, by the same; 1 is the likeliest
    area_rank: float  # the same by the area expected after each move
    swing_rank: float  # the same by swing
    log_gibbs: tuple[float, ...]  # of the move played by these areas, at TEMPERATURES
    log_swing: tuple[float, ...]  # the same by swing


def sample_positions(
    games: PackedGames, n_positions: int, seed: int, moves: tuple[int, int] | None = None
) -> PositionSample:
    """Positions to look at, not turned: games in an order drawn by the seed, each once before any twice.

    moves -- only positions before moves of these numbers, the first of a game being 1, in games that have all
    """
    rng = np.random.default_rng([seed, games.size])
    lengths = np.diff(games.first)
    first, last = moves or (1, 0)
    fitting = np.flatnonzero(lengths >= max(first, last))
    if len(fitting) == 0:
        raise GoError(f"no game on {games.size}x{games.size} has a move {max(first, last)}")
    numbers = np.resize(rng.permutation(fitting), n_positions)
    spans = np.full(n_positions, last - first + 1) if moves else lengths[numbers]
    times = first - 1 + (rng.random(n_positions) * spans).astype(np.int64)
    return PositionSample(numbers, times, np.zeros(n_positions, np.int64))


def evaluate_games(
    foresight: TerritoryEvaluator, games: PackedGames, drawn: PositionSample, *, with_areas: bool = True
) -> Iterator[PositionMetrics]:
    """What a net foretold of each position drawn.

    with_areas -- also by the areas after all legal moves, which costs a look each
    """
    maker = BatchSampler(foresight.view.table, foresight.net.architecture.n_inputs)
    for place in range(len(drawn.numbers)):
        one = PositionSample(*(array[place : place + 1] for array in drawn))
        number, time = int(one.numbers[0]), int(one.times[0])
        game = _replayed(games, number, time)
        batch, logits = maker.make(games, one), foresight.logits(game).astype(float)
        legal = np.flatnonzero(batch.legal[0])
        played = np.flatnonzero(legal == batch.moves[0])  # none for a pass
        log_move = move_rank = nan
        by_area = by_swing = _Ranked(nan, (nan,) * len(TEMPERATURES))
        if len(played) and foresight.knows_moves:
            log_move = _log_shares(logits[legal, MOVE])[played[0]]
            move_rank = _rank(logits[legal, MOVE], played[0])
        if len(played) and with_areas:
            points = [int(point_at(*divmod(index, games.size))) for index in legal.tolist()]
            areas = foresight.areas_after(game, points)
            by_area = _ranked(areas, played[0])
            by_swing = _ranked(areas + foresight.areas_of_opponent(game, points), played[0])
        owners = (nan, nan, nan)
        if games.final[number]:
            owners = _judge_owners(logits[:, OWNER], batch, games.owners[number], (BLACK, WHITE)[time % 2])
        stones = int(batch.stones[0])
        yield PositionMetrics(
            number,
            stones,
            len(legal),
            *owners,
            float(log_move),
            move_rank,
            by_area.rank,
            by_swing.rank,
            by_area.logs,
            by_swing.logs,
        )


def _replayed(games: PackedGames, number: int, time: int) -> Game:
    """The game before the move of a number; records know no superko."""
    game = Game(games.size, rules="chinese")
    for move in games.moves[games.first[number] :][:time].tolist():
        game.play(move)
    return game


def _judge_owners(
    logits: Floats, batch: Batch, owners: npt.NDArray[np.uint8], colour: int
) -> tuple[float, float, float]:
    """Relative entropy, log loss and share of owners foretold."""
    targets = batch.targets[0].astype(float)
    costs = np.logaddexp(0, logits)
    inner = targets[(targets > 0) & (targets < 1)]
    own_entropy = -(inner * np.log(inner) + (1 - inner) * np.log(1 - inner)).sum() / len(targets)
    entropy = float((costs - targets * logits).mean() - own_entropy)
    owned, is_own = owners != EMPTY, owners == colour
    if not owned.any():
        return entropy, nan, nan
    return (
        entropy,
        float((costs - is_own * logits)[owned].mean()),
        float(((logits > 0) == is_own)[owned].mean()),
    )


def _log_shares(values: Floats) -> Floats:
    """Logs of shares in proportion to e^value."""
    above: Floats = values - values.max()
    return above - float(np.log(np.exp(above).sum()))


class _Ranked(NamedTuple):
    """The rank of the move played, and its log probability at TEMPERATURES."""

    rank: float
    logs: tuple[float, ...]


def _ranked(values: Floats, index: int) -> _Ranked:
    logs = tuple(float(_log_shares(values / temperature)[index]) for temperature in TEMPERATURES)
    return _Ranked(_rank(values, index), logs)


def _rank(values: Floats, index: int) -> float:
    """1 for the largest; equals count as one half better, so that a net that knows nothing gains nothing."""
    return float(1 + (values > values[index]).sum() + ((values == values[index]).sum() - 1) / 2)


# --- Of many positions ----------------------------------------------------------------------------


TOP = (1, 5, 10, 30)  # numbers of best moves; the paper names 30

Measure = Callable[[PositionMetrics], float]  # nan where a position has nothing to tell


class GameMean(NamedTuple):
    """A mean over games."""

    value: float  # nan without games
    error: float  # its standard error; infinite for a single game
    n_games: int


def mean_over_games(rows: Iterable[PositionMetrics], value: Callable[[PositionMetrics], float]) -> GameMean:
    """The mean over games of the means of their positions; nan counts for nothing."""
    by_game: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        if (found := value(row)) == found:
            by_game[row.game].append(found)
    means = [fmean(values) for values in by_game.values()]
    if not means:
        return GameMean(nan, inf, 0)
    return GameMean(fmean(means), stdev(means) / sqrt(len(means)) if len(means) > 1 else inf, len(means))


def log_of_mean(rows: Iterable[PositionMetrics], log_value: Callable[[PositionMetrics], float]) -> GameMean:
    """The log of the mean of e^value; its error by the slope of the log."""
    mean = mean_over_games(rows, lambda row: exp(log_value(row)))
    return GameMean(log(mean.value), mean.error / mean.value, mean.n_games) if mean.value > 0 else mean


def log_gibbs_at(temperature: float) -> Callable[[PositionMetrics], float]:
    """The log probability of the move played by areas, at one of TEMPERATURES."""
    place = TEMPERATURES.index(temperature)
    return lambda row: row.log_gibbs[place]


def log_swing_at(temperature: float) -> Callable[[PositionMetrics], float]:
    """The same by swing."""
    place = TEMPERATURES.index(temperature)
    return lambda row: row.log_swing[place]


def is_among(rank: Callable[[PositionMetrics], float], most: int) -> Callable[[PositionMetrics], float]:
    """1 where a rank is among the first, 0 where it is not, nan where there is none."""
    return lambda row: nan if rank(row) != rank(row) else float(rank(row) <= most)


def phase_width(size: int) -> int:
    """Stones of a phase: about an eighth of the board, in tens."""
    return max(10, 10 * round(size * size / 80))


def log_uniform(row: PositionMetrics) -> float:
    """What a player who chooses among legal moves at random gives the move played, if there is one."""
    return -log(row.n_legal) if row.n_legal else nan


def metrics_of(size: int, rows: Sequence[PositionMetrics]) -> dict[str, Any]:
    """All figures of a net on games of one size of board, as plain values and Means."""
    width = phase_width(size)
    phases: dict[int, list[PositionMetrics]] = defaultdict(list)
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


def _basic(rows: Sequence[PositionMetrics]) -> dict[str, Any]:
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


def _among(rows: Sequence[PositionMetrics], most: int) -> dict[str, GameMean]:
    """How often the move played is among the best, by each way to rank."""
    return {
        "by area": mean_over_games(rows, is_among(lambda row: row.area_rank, most)),
        "by swing": mean_over_games(rows, is_among(lambda row: row.swing_rank, most)),
        "by move": mean_over_games(rows, is_among(lambda row: row.move_rank, most)),
        "at random": mean_over_games(rows, lambda row: min(1.0, most / row.n_legal) if row.n_legal else nan),
    }
