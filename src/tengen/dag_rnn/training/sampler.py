"""What the recursive net learns from: a batch of positions, and a look at it before it is learned from.

From games to the batches that the territory net learns from.

Games are packed into arrays, one set for each size of board, and split by game: which games are learned
from, which validate, and which are kept for tests depends on the seed alone. A batch of a step is drawn from
the seed and the number of the step: games with the same chance, in each a position before one of its moves,
and one of the eight symmetries. So a training that was killed finds the same batches again.

Cost: a position takes its replay (some microseconds) and its inputs (docs/performance.md); threads share the
work without the GIL, and batches are made ahead while the net learns.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import new_board
from tengen.core.errors import GoError
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE, N_SYMMETRIES, transform_points
from tengen.dag_rnn.features.inputs_jit import N_INPUTS, N_LAST_MOVES, new_scratch
from tengen.dag_rnn.features.propensity_jit import Table
from tengen.dag_rnn.training.sampler_jit import write_positions
from tengen.dag_rnn.training.targets import FINAL, TRUSTED, ScoredGame


class Batch(NamedTuple):
    """Positions of one size of board, seen by the colour to play; points row by row.

    JAX compiles its code for every shape: batches of a size should all be equally long.
    """

    inputs: npt.NDArray[np.float32]  # (positions, area, n_inputs)
    targets: npt.NDArray[np.float32]  # (positions, area): how far the colour to play owns the point, 0 to 1
    moves: npt.NDArray[np.int32]  # (positions,): the next move as a point, or -1 for a pass or none
    legal: npt.NDArray[np.bool_]  # (positions, area): where a move is legal
    weights: npt.NDArray[np.float32]  # (positions, 2): how much the owners and the move of each count
    stones: npt.NDArray[np.int32]  # (positions,): on the board; the phase of the game

    def board_size(self) -> int:
        """The size of the boards."""
        return isqrt(self.targets.shape[1])

    def rows(self, places: slice) -> "Batch":
        """Some of the positions, in the same memory."""
        return Batch(
            self.inputs[places],
            self.targets[places],
            self.moves[places],
            self.legal[places],
            self.weights[places],
            self.stones[places],
        )


def check_batch(batch: Batch, n_inputs: int, where: str) -> None:
    """GoError, beginning with `where`, unless a net with so many inputs can learn from a batch."""
    n_positions, area = batch.targets.shape if batch.targets.ndim == 2 else (0, 0)
    size = isqrt(area)
    if size * size != area or not MIN_SIZE <= size <= MAX_SIZE or not n_positions:
        raise GoError(f"{where} has targets of shape {batch.targets.shape}, not (positions, area)")
    _check_shapes(batch, n_inputs, where)
    for name in ("inputs", "targets", "weights"):
        if not np.isfinite(getattr(batch, name)).all():
            raise GoError(f"{where} has {name} that are not finite")
    if batch.targets.min() < 0 or batch.targets.max() > 1:
        raise GoError(f"{where} has targets that are not between 0 and 1")
    played = batch.moves >= 0
    if batch.moves.min() < -1 or batch.moves.max() >= area:
        raise GoError(f"{where} has moves that are not on the board")
    if not batch.legal[np.flatnonzero(played), batch.moves[played]].all():
        raise GoError(f"{where} has moves that are not legal")


def _check_shapes(batch: Batch, n_inputs: int, where: str) -> None:
    n_positions, area = batch.targets.shape
    expected: dict[str, tuple[tuple[int, ...], Any]] = {
        "inputs": ((n_positions, area, n_inputs), np.float32),
        "targets": ((n_positions, area), np.float32),
        "moves": ((n_positions,), np.int32),
        "legal": ((n_positions, area), np.bool_),
        "weights": ((n_positions, 2), np.float32),
        "stones": ((n_positions,), np.int32),
    }
    for name, (shape, dtype) in expected.items():
        found = getattr(batch, name)
        if found.shape != shape or found.dtype != dtype:
            wanted = f"{np.dtype(dtype)} {shape}"
            raise GoError(f"{where} has {name} as {found.dtype} {found.shape}, not as {wanted}")


# --- Positions drawn from games -------------------------------------------------------------------


LATER_SHARE = 0.25  # w of Equation 1, in the paper's results
MOVES_LATER = 2  # k of Equation 1
_AHEAD = 4  # batches that are made while the net learns


class PackedGames(NamedTuple):
    """Games on one size of board."""

    size: int
    moves: npt.NDArray[np.uint16]  # of all games
    first: npt.NDArray[np.int64]  # (games + 1,) where the moves of each begin
    owners: npt.NDArray[np.uint8]  # (games, size * size) at the end
    trusted: npt.NDArray[np.bool_]  # (games,) whether the owners are known, by the last position or judged
    final: npt.NDArray[np.bool_]  # (games,) whether the last position tells them

    def __len__(self) -> int:
        return len(self.trusted)

    def chosen(self, numbers: npt.NDArray[np.int64]) -> "PackedGames":
        """Some of the games."""
        parts = [self.moves[self.first[one] : self.first[one + 1]] for one in numbers]
        first = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        moves = np.concatenate(parts) if parts else self.moves[:0]
        ends = (self.trusted[numbers], self.final[numbers])
        return PackedGames(self.size, moves, first, self.owners[numbers], *ends)


class PositionSample(NamedTuple):
    """Positions of games; all (positions,)."""

    numbers: npt.NDArray[np.int64]  # of the games
    times: npt.NDArray[np.int64]  # before the moves of these numbers
    symmetries: npt.NDArray[np.int64]  # how the boards are turned


class Share(NamedTuple):
    """The three parts of a set of games."""

    learned: PackedGames
    validation: PackedGames
    test: PackedGames


def pack_games(games: Iterable[ScoredGame]) -> dict[int, PackedGames]:
    """Games by size of board, in their order; games without a move are left out."""
    by_size: dict[int, list[ScoredGame]] = defaultdict(list)
    for game in games:
        if len(game.moves):
            by_size[game.size].append(game)
    return {
        size: PackedGames(
            size,
            np.concatenate([game.moves for game in found]),
            np.cumsum([0, *(len(game.moves) for game in found)], dtype=np.int64),
            np.stack([game.owners for game in found]),
            np.array([game.end in TRUSTED for game in found]),
            np.array([game.end == FINAL for game in found]),
        )
        for size, found in by_size.items()
    }


def split_games(games: PackedGames, validation: float, test: float, seed: int) -> Share:
    """Validation and test take their shares of the games, drawn by the seed; the rest is learned from."""
    order = np.random.default_rng([seed, games.size]).permutation(len(games))
    n_validation, n_test = round(validation * len(games)), round(test * len(games))
    if n_validation == 0 or n_validation + n_test >= len(games):
        raise GoError(
            f"{len(games)} games on {games.size}x{games.size} are too few to learn from and validate"
        )
    parts = np.split(order, [n_validation, n_validation + n_test])
    validating, testing, learned = (games.chosen(np.sort(part)) for part in parts)
    return Share(learned, validating, testing)


class BatchSampler:
    """Makes batches of positions in some threads."""

    def __init__(
        self,
        table: Table,
        n_inputs: int = N_INPUTS,
        *,
        threads: int = 1,
        later_share: float = LATER_SHARE,
        moves_later: int = MOVES_LATER,
        n_symmetries: int = N_SYMMETRIES,
    ) -> None:
        """Positions are seen with this table of propensities; w and k of Equation 1 are named.

        n_inputs     -- N_INPUTS or N_POSITION_INPUTS
        n_symmetries -- how many ways batches to learn from are turned; 1 is not at all
        """
        self._table = table
        self._n_inputs = n_inputs
        self._later = np.float32(later_share), moves_later
        self._n_symmetries = n_symmetries
        self._workers = [
            (new_board(19), np.zeros(N_LAST_MOVES, np.uint32), new_scratch()) for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)

    def make(self, games: PackedGames, drawn: PositionSample) -> Batch:
        """The positions that were drawn from games."""
        n_positions, area = len(drawn.numbers), games.size**2
        batch = Batch(
            inputs=np.zeros((n_positions, area, self._n_inputs), np.float32),
            targets=np.zeros((n_positions, area), np.float32),
            moves=np.zeros(n_positions, np.int32),
            legal=np.zeros((n_positions, area), np.bool_),
            weights=np.zeros((n_positions, 2), np.float32),
            stones=np.zeros(n_positions, np.int32),
        )
        images = transform_points(games.size)
        bounds = np.linspace(0, n_positions, len(self._workers) + 1).astype(np.int64)

        def write(part: int) -> None:
            worker = self._workers[part]
            places = slice(bounds[part], bounds[part + 1])
            mine = PositionSample(*(array[places] for array in drawn)), batch.rows(places)
            write_positions(games, mine[0], images, *self._later, self._table, *worker, mine[1])

        list(self._pool.map(write, range(len(self._workers))))
        return batch

    def draw(self, sets: dict[int, PackedGames], n_positions: int, seed: int, step: int) -> Batch:
        """The batch of a step: positions of one size of board, sizes by their numbers of moves."""
        rng = np.random.default_rng([seed, step])
        sizes = sorted(sets)
        n_moves = np.array([len(sets[size].moves) for size in sizes], float)
        games = sets[sizes[rng.choice(len(sizes), p=n_moves / n_moves.sum())]]
        return self.make(games, _draw(games, rng, n_positions, self._n_symmetries))

    def stream(
        self, sets: dict[int, PackedGames], n_positions: int, seed: int, first_step: int
    ) -> Iterator[Batch]:
        """The batches from a step on, made ahead by a thread of their own."""
        with ThreadPoolExecutor(1) as ahead:
            step = first_step
            waiting: list[Future[Batch]] = []
            while True:
                while len(waiting) < _AHEAD:
                    waiting.append(ahead.submit(self.draw, sets, n_positions, seed, step))
                    step += 1
                yield waiting.pop(0).result()

    def fixed(self, sets: dict[int, PackedGames], n_batches: int, n_positions: int, seed: int) -> list[Batch]:
        """Batches to validate with: as many of each size, always the same, not turned."""
        batches = []
        for size in sorted(sets):
            games = sets[size]
            rng = np.random.default_rng([seed, size])
            for _ in range(n_batches):
                batches.append(self.make(games, _draw(games, rng, n_positions, 1)))
        return batches


def _draw(
    games: PackedGames, rng: np.random.Generator, n_positions: int, n_symmetries: int
) -> PositionSample:
    """Positions at random: games with the same chance, then a move, then one of the first symmetries."""
    numbers = rng.integers(len(games), size=n_positions)
    lengths = games.first[numbers + 1] - games.first[numbers]
    times = (rng.random(n_positions) * lengths).astype(np.int64)
    return PositionSample(numbers, times, rng.integers(n_symmetries, size=n_positions))
