"""Games of a territory net for a bootstrap: by the areas it expects, or at random, to the very end.

A move is drawn in proportion to e^(area / temperature) among legal ones (1-ply, section 3.4 of Wu & Baldi).
Nobody fills own one-point eyes, and who has nothing else left passes: so all stones on the board live at the
end.

A territory net that teaches itself on small boards, without games of others (Wu & Baldi, sections 2, 4).

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

from tengen.core.array_files import IN_USE
from tengen.core.errors import GoError
from tengen.core.files import held_folder
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, MAX_SIZE, MIN_SIZE, PASS
from tengen.dag_rnn.architecture import Weights, initial_weights, paper_net
from tengen.dag_rnn.evaluator import TerritoryEvaluator, playable_moves
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_POSITION_INPUTS
from tengen.dag_rnn.features.propensity_jit import N_CELLS, n_rows
from tengen.dag_rnn.training.sampler import BatchSampler, PackedGames, pack_games, split_games
from tengen.dag_rnn.training.sampler_jit import rows_of_board
from tengen.dag_rnn.training.targets import FINAL, ScoredGame
from tengen.dag_rnn.training.train import TrainConfig, train
from tengen.dag_rnn.weights import NetWeights, Provenance, load_net, save_net

Chooser = Callable[[Game, np.random.Generator], int]
_MOVES_PER_POINT = 4  # at most in a game; superko ends nearly all before


def choose_at_random(game: Game, rng: np.random.Generator) -> int:
    """Any playable move, or PASS without one."""
    moves = playable_moves(game)
    return int(rng.choice(moves)) if moves else PASS


def by_areas(foresight: TerritoryEvaluator, temperature: float) -> Chooser:
    """Playable moves by the areas that a net expects after them."""

    def choose(game: Game, rng: np.random.Generator) -> int:
        moves = playable_moves(game)
        if not moves:
            return PASS
        areas = foresight.areas_after(game, moves) / temperature
        shares = np.exp(areas - areas.max())
        return int(rng.choice(moves, p=shares / shares.sum()))

    return choose


def play_game(size: int, black: Chooser, white: Chooser, rng: np.random.Generator) -> Game:
    """A game until both pass, or very many moves."""
    game = Game(size, komi=0)
    while not game.is_over and len(game.moves) < _MOVES_PER_POINT * size * size:
        game.play((black if game.to_play == BLACK else white)(game, rng))
    return game


def points_of_first(
    size: int, first: Chooser, second: Chooser, n_games: int, rng: np.random.Generator
) -> float:
    """Games won by the first of two, without komi, colours in turns; a draw is half of one."""
    points = 0.0
    for number in range(n_games):
        is_black = number % 2 == 0
        players = (first, second) if is_black else (second, first)
        score = play_game(size, *players, rng).score() * (1 if is_black else -1)
        points += 0.5 if score == 0 else float(score > 0)
    return points


# --- Rounds of learning ---------------------------------------------------------------------------


_VALIDATION = 0.1  # share of a generation's games


@dataclass(frozen=True)
class SelfPlayConfig:
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
    settings: SelfPlayConfig,
    folder: Path,
    command: str,
    on_progress: Callable[[int, int], None] = lambda generation, n_games: None,
) -> tuple[NetWeights, list[Metrics]]:
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


def _load_generation(path: Path, before: NetWeights) -> NetWeights:
    """The net of a generation that has ended; GoError that says what to do if it is damaged."""
    try:
        found = load_net(path)
    except GoError as error:
        raise GoError(f"{error}; or move it away, and its generation is made again") from None
    if found.origin.data != before.origin.data:
        raise GoError(f"{path} is of another bootstrap ({found.origin.data}): choose another folder")
    return found


def _first_net(settings: SelfPlayConfig, command: str) -> NetWeights:
    """Random weights."""
    architecture = paper_net(N_POSITION_INPUTS)
    names = tuple(one.name for one in INPUTS[:N_POSITION_INPUTS])
    origin = Provenance((settings.size,), f"own games: {json.dumps(asdict(settings))}", command, {})
    tables = {"propensity": np.zeros((n_rows(), N_CELLS), np.int8)}
    return NetWeights(architecture, initial_weights(architecture, settings.seed), names, origin, tables)


def _next_net(
    settings: SelfPlayConfig,
    net: NetWeights,
    generation: int,
    folder: Path,
    on_progress: Callable[[int, int], None],
) -> NetWeights:
    """Play, learn, and be measured."""
    rng = np.random.default_rng([settings.seed, generation])
    foresight = TerritoryEvaluator(net, "the net")
    player = by_areas(foresight, settings.temperature(generation))
    ended = []
    for number in range(settings.games):
        game = play_game(settings.size, player, player, rng)
        owners = np.zeros(settings.size**2, np.uint8)
        rows_of_board(game.owners(), settings.size, owners)
        moves = np.array([move for _, move in game.moves], np.uint16)
        ended.append(ScoredGame(settings.size, moves, owners, FINAL, f"game {number}"))
        on_progress(generation, number + 1)
    games = pack_games(ended)[settings.size]
    weights, learned = _learn(settings, net, foresight, generation, games, folder)
    made = NetWeights(net.architecture, weights, net.input_names, net.origin, net.tables)
    trial = by_areas(TerritoryEvaluator(made, "the net"), settings.coldest)
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
    origin = Provenance(net.origin.sizes, net.origin.data, net.origin.command, metrics)
    return NetWeights(net.architecture, weights, net.input_names, origin, net.tables)


def _learn(
    settings: SelfPlayConfig,
    net: NetWeights,
    foresight: TerritoryEvaluator,
    generation: int,
    games: PackedGames,
    folder: Path,
) -> tuple[Weights, Metrics]:
    """New weights from the games of a generation, and how well they foretell those kept apart."""
    share = split_games(games, _VALIDATION, 0, settings.seed)
    maker = BatchSampler(foresight.view.table, N_POSITION_INPUTS)
    validation = maker.fixed({settings.size: share.validation}, 4, settings.batch, settings.seed)
    training = train(
        net.architecture,
        TrainConfig(1, settings.steps, settings.rate, seed=settings.seed),
        folder / f"generation-{generation:03}",
        lambda step: maker.stream({settings.size: share.learned}, settings.batch, settings.seed, step),
        lambda: validation,
        first=net.weights,
    )
    return training.weights, training.rounds[-1]["validation"]
