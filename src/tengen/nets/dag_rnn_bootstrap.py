"""A territory net that teaches itself on small boards, without games of others (Wu & Baldi, sections 2, 4).

In a *generation* the net plays itself at a temperature that falls from the first generation to the last; the
owners at the end of these games are what it learns; then it plays against moves at random. The paper says no
more than that such nets were made for 5x5 and 7x7. Propensity is learned from games of others: it is 0 here.

After each generation the net is in a file of its own, from which the same bootstrap goes on if it was
stopped.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from tengen.core.errors import GoError
from tengen.core.points import MAX_SIZE, MIN_SIZE
from tengen.files import held_folder
from tengen.nets.array_files import IN_USE
from tengen.nets.dag_rnn import Weights, initial_weights, paper_net
from tengen.nets.dag_rnn_data import BatchMaker, PackedGames, pack_games, split_games
from tengen.nets.dag_rnn_self_play import by_areas, choose_at_random, play_game, points_of_first
from tengen.nets.dag_rnn_training import TrainingSettings, train
from tengen.nets.dag_rnn_weights import NetFile, Origin, load_net, save_net
from tengen.nets.features import INPUTS, N_POSITION_INPUTS
from tengen.nets.foresight import Foresight
from tengen.nets.propensity import N_CELLS, n_rows
from tengen.nets.replay import rows_of_board
from tengen.nets.targets import FINAL, EndedGame

_VALIDATION = 0.1  # share of a generation's games


@dataclass(frozen=True)
class BootstrapSettings:
    """How a net teaches itself."""

    size: int
    generations: int = 20
    games: int = 200  # against itself, a generation
    steps: int = 200  # of learning, a generation
    trials: int = 100  # games against moves at random, a generation
    batch: int = 64
    rate: float = 3e-3
    hottest: float = 5.0  # temperature of the first generation, in points of area
    coldest: float = 0.3  # of the last one, and of trials
    seed: int = 0

    def __post_init__(self) -> None:
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise GoError(f"the board size must be from {MIN_SIZE} to {MAX_SIZE}, not {self.size}")
        if self.games < 10:
            raise GoError(f"a generation needs 10 games to learn from and validate, not {self.games}")

    def temperature(self, generation: int) -> float:
        """It falls by the same factor from each generation to the next."""
        share = generation / max(self.generations - 1, 1)
        return float(self.hottest * (self.coldest / self.hottest) ** share)


Metrics = Mapping[str, float]


def bootstrap(
    settings: BootstrapSettings,
    folder: Path,
    command: str,
    on_progress: Callable[[int, int], None] = lambda generation, n_games: None,
) -> tuple[NetFile, list[Metrics]]:
    """The net of the last generation, and the figures of all of them.

    on_progress -- is told the generation and how many of its games were played
    """
    net, figures = _first_net(settings, command), []
    with held_folder(folder, IN_USE):
        for generation in range(settings.generations):
            path = folder / f"generation-{generation:03}.safetensors"
            if path.exists():
                net = _load_generation(path, net)
            else:
                net = _next_net(settings, net, generation, folder, on_progress)
                save_net(path, net)
            figures.append(net.origin.metrics)
    return net, figures


def _load_generation(path: Path, before: NetFile) -> NetFile:
    """The net of a generation that has ended; GoError that says what to do if it is damaged."""
    try:
        found = load_net(path)
    except GoError as error:
        raise GoError(f"{error}; or move it away, and its generation is made again") from None
    if found.origin.data != before.origin.data:
        raise GoError(f"{path} is of another bootstrap ({found.origin.data}): choose another folder")
    return found


def _first_net(settings: BootstrapSettings, command: str) -> NetFile:
    """Random weights."""
    architecture = paper_net(N_POSITION_INPUTS)
    names = tuple(one.name for one in INPUTS[:N_POSITION_INPUTS])
    origin = Origin((settings.size,), f"own games: {json.dumps(asdict(settings))}", command, {})
    tables = {"propensity": np.zeros((n_rows(), N_CELLS), np.int8)}
    return NetFile(architecture, initial_weights(architecture, settings.seed), names, origin, tables)


def _next_net(
    settings: BootstrapSettings,
    net: NetFile,
    generation: int,
    folder: Path,
    on_progress: Callable[[int, int], None],
) -> NetFile:
    """Play, learn, and be measured."""
    rng = np.random.default_rng([settings.seed, generation])
    foresight = Foresight(net, "the net")
    player = by_areas(foresight, settings.temperature(generation))
    ended = []
    for number in range(settings.games):
        game = play_game(settings.size, player, player, rng)
        owners = np.zeros(settings.size**2, np.uint8)
        rows_of_board(game.owners(), settings.size, owners)
        moves = np.array([move for _, move in game.moves], np.uint16)
        ended.append(EndedGame(settings.size, moves, owners, FINAL, f"game {number}"))
        on_progress(generation, number + 1)
    games = pack_games(ended)[settings.size]
    weights, learned = _learn(settings, net, foresight, generation, games, folder)
    made = NetFile(net.architecture, weights, net.input_names, net.origin, net.tables)
    trial = by_areas(Foresight(made, "the net"), settings.coldest)
    points = points_of_first(settings.size, trial, choose_at_random, settings.trials, rng)
    metrics = {
        "generation": generation,
        "temperature": settings.temperature(generation),
        "moves a game": len(games.moves) / len(games),
        "entropy": learned["entropy"],
        "right": learned["right"],
        "points": points,
        "trials": settings.trials,
    }
    origin = Origin(net.origin.sizes, net.origin.data, net.origin.command, metrics)
    return NetFile(net.architecture, weights, net.input_names, origin, net.tables)


def _learn(
    settings: BootstrapSettings,
    net: NetFile,
    foresight: Foresight,
    generation: int,
    games: PackedGames,
    folder: Path,
) -> tuple[Weights, Metrics]:
    """New weights from the games of a generation, and how well they foretell those kept apart."""
    share = split_games(games, _VALIDATION, 0, settings.seed)
    maker = BatchMaker(foresight.view.table, N_POSITION_INPUTS)
    validation = maker.fixed({settings.size: share.validation}, 4, settings.batch, settings.seed)
    training = train(
        net.architecture,
        TrainingSettings(1, settings.steps, settings.rate, seed=settings.seed),
        folder / f"generation-{generation:03}",
        lambda step: maker.stream({settings.size: share.learned}, settings.batch, settings.seed, step),
        lambda: validation,
        first=net.weights,
    )
    return training.weights, training.rounds[-1]["validation"]
