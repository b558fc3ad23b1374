"""How well a net foretells games, position by position, by compiled inference alone.

Questions to a position: who owns what at the end, where the last position tells it; how likely is the move
played by the net's output for moves; and how likely is it by the area expected after each legal move (1-ply),
with a probability in proportion to e^(area / temperature) as in section 3.4 of Wu & Baldi. The same by
*swing*: what a move is worth to both sides (Foresight.swings). Passes are no moves here. What many positions
say together is in dag_rnn_figures.py.
"""

from collections.abc import Iterator
from math import nan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK, EMPTY, WHITE, point_at
from tengen.nets.dag_rnn import MOVE, OWNER
from tengen.nets.dag_rnn_batch import Batch
from tengen.nets.dag_rnn_data import BatchMaker, Drawn, PackedGames
from tengen.nets.foresight import Foresight

TEMPERATURES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)  # of areas, in points

Floats = npt.NDArray[np.float64]


class Seen(NamedTuple):
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


def draw_positions(
    games: PackedGames, n_positions: int, seed: int, moves: tuple[int, int] | None = None
) -> Drawn:
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
    return Drawn(numbers, times, np.zeros(n_positions, np.int64))


def look_at_games(
    foresight: Foresight, games: PackedGames, drawn: Drawn, *, with_areas: bool = True
) -> Iterator[Seen]:
    """What a net foretold of each position drawn.

    with_areas -- also by the areas after all legal moves, which costs a look each
    """
    maker = BatchMaker(foresight.view.table, foresight.net.architecture.n_inputs)
    for place in range(len(drawn.numbers)):
        one = Drawn(*(array[place : place + 1] for array in drawn))
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
        yield Seen(
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
