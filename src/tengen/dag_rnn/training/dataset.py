"""A training of the territory net from files of games to a file of weights.

Which games validate and which are kept for tests is drawn by the seed, game by game; propensity is learned
from the games that the net learns from, so nothing of the others is seen.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen.core.errors import GoError
from tengen.core.points_jit import N_SYMMETRIES
from tengen.dag_rnn.architecture import Architecture, large_net, nine_net, paper_net, small_net
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_INPUTS, N_POSITION_INPUTS
from tengen.dag_rnn.features.propensity_jit import Rows, spread_rows
from tengen.dag_rnn.training.propensity_jit import learn_propensity
from tengen.dag_rnn.training.sampler import (
    LATER_SHARE,
    MOVES_LATER,
    BatchSampler,
    PackedGames,
    pack_games,
    split_games,
)
from tengen.dag_rnn.training.targets import (
    DOUBTFUL,
    FINAL,
    JUDGED,
    ScoredGame,
    format_tally,
    read_scored_games,
)
from tengen.dag_rnn.training.train import NetTraining, Progress, TrainConfig, train
from tengen.dag_rnn.weights import NetWeights, Provenance
from tengen.sgf import BadRecord

SPLIT_SEED, VALIDATION, TEST = 1, 0.03, 0.05  # of the nets that come with Tengen
NETS: dict[str, Callable[[int], Architecture]] = {
    "paper": paper_net,
    "nine": nine_net,
    "small": small_net,
    "large": large_net,
}


@dataclass(frozen=True)
class Dataset:
    """What there is to learn from."""

    learned: dict[int, PackedGames]  # by size of board
    validation: dict[int, PackedGames]
    test: dict[int, PackedGames]
    propensity: Rows
    tally: str  # games by their ends, in words

    def describe(self) -> str:
        """Numbers of games, for headers and for people."""
        return "; ".join([*map(self.describe_split, sorted(self.learned)), self.tally])

    def describe_split(self, size: int) -> str:
        """How the games on a size of board are split; a net with other numbers was taught otherwise."""
        return (
            f"{size}x{size}: {len(self.learned[size])} games learned from, "
            f"{len(self.validation[size])} validate, {len(self.test[size])} kept for tests"
        )


def load_dataset(
    paths: Iterable[str | os.PathLike[str]],
    *,
    seed: int,
    validation: float,
    test: float,
    all_games: bool,
    on_error: Callable[[BadRecord], None],
) -> Dataset:
    """Games of files, split by the seed.

    all_games -- games whose end is not known serve, too, for their moves alone; else they are left out
    """
    tally: Counter[str] = Counter()
    ends = (FINAL, JUDGED, DOUBTFUL) if all_games else (FINAL, JUDGED)
    packed = pack_games(read_scored_games(paths, tally, on_error, ends, judging=not all_games))
    if not packed:
        raise GoError(f"there is no game to learn from: {format_tally(tally)}")
    shares = {size: split_games(games, validation, test, seed) for size, games in packed.items()}
    learned = {size: share.learned for size, share in shares.items()}
    propensity = learn_propensity(ended for games in learned.values() for ended in _trusted(games))
    return Dataset(
        learned,
        {size: share.validation for size, share in shares.items()},
        {size: share.test for size, share in shares.items()},
        propensity,
        format_tally(tally),
    )


def read_whole_games(
    paths: Iterable[str | os.PathLike[str]], on_error: Callable[[BadRecord], None]
) -> dict[int, PackedGames]:
    """All games of files by size of board, not split; owners are known where the last position is final."""
    tally: Counter[str] = Counter()
    ends = (FINAL, JUDGED, DOUBTFUL)
    packed = pack_games(read_scored_games(paths, tally, on_error, ends, judging=False))
    if not packed:
        raise GoError(f"there is no game to look at: {format_tally(tally)}")
    return packed


def _trusted(games: PackedGames) -> Iterable[ScoredGame]:
    """The games whose owners are known."""
    for number in range(len(games)):
        if games.trusted[number]:
            moves = games.moves[games.first[number] : games.first[number + 1]]
            yield ScoredGame(games.size, moves, games.owners[number], FINAL, "")


def teach(
    lessons: Dataset,
    net: str,
    settings: TrainConfig,
    folder: Path,
    command: str,
    *,
    batch: int,
    threads: int,
    on_progress: Callable[[Progress], None],
    on_round: Callable[[dict[str, Any]], None] = lambda row: None,
    later_share: float = LATER_SHARE,
    moves_later: int = MOVES_LATER,
    symmetries: bool = True,
) -> tuple[NetWeights, NetTraining]:
    """Train a net of NETS on lessons; the file of it, and how it went.

    later_share, moves_later -- w and k of Equation 1
    symmetries               -- learn from all eight images of positions
    """
    n_inputs = N_INPUTS if NETS[net](N_INPUTS).n_outputs > 1 else N_POSITION_INPUTS
    architecture = NETS[net](n_inputs)
    maker = BatchSampler(
        spread_rows(lessons.propensity),
        n_inputs,
        threads=threads,
        later_share=later_share,
        moves_later=moves_later,
        n_symmetries=N_SYMMETRIES if symmetries else 1,
    )
    validation = maker.fixed(lessons.validation, max(1, 4096 // batch), batch, settings.seed)
    training = train(
        architecture,
        settings,
        folder,
        lambda step: maker.stream(lessons.learned, batch, settings.seed, step),
        lambda: validation,
        on_progress,
        on_round,
        {
            "batch": batch,
            "later_share": later_share,
            "moves_later": moves_later,
            "symmetries": symmetries,
            "data": lessons.describe(),
        },
    )
    best = training.rounds[training.best_round]["validation"]
    origin = Provenance(tuple(sorted(lessons.learned)), lessons.describe(), command, best)
    names = tuple(one.name for one in INPUTS[:n_inputs])
    tables = {"propensity": lessons.propensity}
    return NetWeights(architecture, training.weights, names, origin, tables), training
