"""Runs of learning (Mayer, section IV.A): many nets side by side, each with samples of its strength.

A run is a function of its settings and its number. At every *sample* its net is kept, plays trials against
the three opponents, and all is written to the file of the run; a run that was stopped goes on from there and
ends with the same weights. The largest file, of 1 million games, has 21 samples and 60 KB.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.array_files import IN_USE, check_numbers, read_newest, write_next
from tengen.core.errors import GoError
from tengen.core.files import held_folder
from tengen.core.random_jit import rng_state
from tengen.td.games_jit import OPPONENTS, play_eval_games
from tengen.td.learning_jit import (
    EXPLORATION,
    RATE,
    SELECTIONS,
    TrainingBuffers,
    new_training_buffers,
    self_play,
)
from tengen.td.network import TdArchitecture, TdNet, initial_layers, layers_of, make_net, take_lessons
from tengen.td.weights import architecture_header, list_layers

FORMAT = "tengen td run 1"
_SLICE_GAMES = 1000  # between two reports; lessons are taken so often
_TRIALS_STREAM = 1 << 20  # random numbers of trials are not those of games


@dataclass(frozen=True)
class TdSettings:
    """How nets learn."""

    architecture: TdArchitecture
    selection: str = "creative"
    exploration: float = EXPLORATION
    rate: float = RATE
    games: int = 1_000_000
    sample_every: int = 50_000
    trials: int = 1000  # games against each opponent at a sample
    seed: int = 0

    def __post_init__(self) -> None:
        if self.selection not in SELECTIONS:
            raise GoError(f"unknown selection {self.selection!r}: choose one of {', '.join(SELECTIONS)}")
        if self.games < 1 or self.sample_every < 1 or self.trials < 2:
            raise GoError("games and sample-every must be 1 or more, trials 2 or more")
        if not 0 <= self.exploration <= 1 or not 0 < self.rate <= 1:
            raise GoError("exploration must be from 0 to 1, rate above 0 and at most 1")

    def sampled_at(self) -> list[int]:
        """After how many games a sample is taken: at the start, at every step, and at the end."""
        return [*range(0, self.games, self.sample_every), self.games]

    def header(self, number: int) -> dict[str, str]:
        """What makes a run what it is; more games go on with the same run."""
        learning = [self.selection, self.exploration, self.rate, self.sample_every, self.trials]
        text = json.dumps([*learning, self.seed, number])
        return {"format": FORMAT, **architecture_header(self.architecture), "learning": text}


@dataclass(frozen=True)
class TdTrainingLog:
    """The samples of one run, in order."""

    games: npt.NDArray[np.int64]  # (samples,)
    wins: npt.NDArray[np.float64]  # (samples, opponents) of `trials` games each, draws counted half
    moves: npt.NDArray[np.int64]  # (samples,): moves of all games so far
    layers: list[npt.NDArray[np.float32]]  # (samples, inputs, units) each
    rng: npt.NDArray[np.uint64]  # (1,): the state after the last sample

    def __len__(self) -> int:
        return len(self.games)

    def strength(self, trials: int) -> npt.NDArray[np.float64]:
        """(samples,): the share of wins over all opponents."""
        return np.asarray(self.wins.sum(axis=1) / (trials * self.wins.shape[1]))

    def first(self, n_samples: int) -> "TdTrainingLog":
        """The first samples, to look at: whoever goes on from them needs the random numbers of all."""
        games, wins, moves = self.games[:n_samples], self.wins[:n_samples], self.moves[:n_samples]
        return TdTrainingLog(games, wins, moves, [layer[:n_samples] for layer in self.layers], self.rng)

    def layers_at(self, sample: int) -> list[npt.NDArray[np.float32]]:
        """The net of a sample."""
        return [layer[sample] for layer in self.layers]


class TdRun(NamedTuple):
    """A run and the file that keeps it."""

    settings: TdSettings
    number: int
    path: Path


# Told of a run: its number, the games it has played, its last strength. False asks it to stop.
OnProgress = Callable[[int, int, float], bool]


def train_runs(
    settings: TdSettings, n_runs: int, folder: Path, threads: int, on_progress: OnProgress
) -> list[TdTrainingLog]:
    """All runs of a setting, in as many threads; those on disk go on where they were stopped."""
    runs = [TdRun(settings, number, run_path(folder, number)) for number in range(n_runs)]
    return train_in_threads(runs, threads, on_progress)


def train_in_threads(runs: Sequence[TdRun], threads: int, on_progress: OnProgress) -> list[TdTrainingLog]:
    """Runs of any settings, begun in their order; `on_progress` gets the place of a run in the list."""
    stop = threading.Event()

    def learn(place: int) -> TdTrainingLog:
        def told(_: int, games: int, strength: float) -> bool:
            return on_progress(place, games, strength) and not stop.is_set()

        return learn_run(*runs[place], told)

    with ExitStack() as held:
        for folder in sorted({run.path.parent for run in runs}):
            held.enter_context(held_folder(folder, IN_USE))
        pool = held.enter_context(ThreadPoolExecutor(threads))
        learning = [pool.submit(learn, place) for place in range(len(runs))]
        try:
            return [one.result() for one in learning]
        except BaseException:
            stop.set()
            for one in learning:
                one.cancel()
            raise


def run_path(folder: Path, number: int) -> Path:
    """The file of a run."""
    return folder / f"run-{number:03}.safetensors"


def learn_run(settings: TdSettings, number: int, path: Path, on_progress: OnProgress) -> TdTrainingLog:
    """One run, to its end or until `on_progress` says stop; what was sampled is on disk."""
    history = load_history(settings, number, path) if path.exists() else None
    sampled_at = settings.sampled_at()
    while history is None or len(history) < len(sampled_at):
        if history is None:
            history = _first_sample(settings, number)
        else:
            learned = _learn(settings, number, history, sampled_at[len(history)], on_progress)
            if learned is None:
                break
            history = learned
        save_history(settings, number, path, history)
    on_progress(number, int(history.games[-1]), float(history.strength(settings.trials)[-1]))
    return history


def _first_sample(settings: TdSettings, number: int) -> TdTrainingLog:
    """The random net that a run begins with."""
    layers = initial_layers(settings.architecture, settings.seed, number)
    net = make_net(settings.architecture, layers)
    wins = measure(settings, number, 0, net, new_training_buffers(net))
    return TdTrainingLog(
        np.zeros(1, np.int64),
        wins[None],
        np.zeros(1, np.int64),
        [layer[None] for layer in layers],
        rng_state(settings.seed, number),
    )


def _learn(
    settings: TdSettings, number: int, history: TdTrainingLog, until: int, on_progress: OnProgress
) -> TdTrainingLog | None:
    """The history with one more sample, or None if told to stop."""
    net = make_net(settings.architecture, history.layers_at(-1))
    desk, state = new_training_buffers(net), history.rng.copy()
    games, moves = int(history.games[-1]), int(history.moves[-1])
    strength = float(history.strength(settings.trials)[-1])
    while games < until:
        if not on_progress(number, games, strength):
            return None
        n_games = min(_SLICE_GAMES, until - games)
        moves += play_slice(settings, net, desk, n_games, state)
        games += n_games
    wins = measure(settings, number, len(history), net, desk)
    return TdTrainingLog(
        np.append(history.games, games),
        np.vstack([history.wins, wins]),
        np.append(history.moves, moves),
        [np.concatenate([old, new[None]]) for old, new in zip(history.layers, layers_of(net), strict=True)],
        state,
    )


def play_slice(
    settings: TdSettings, net: TdNet, desk: TrainingBuffers, n_games: int, state: npt.NDArray[np.uint64]
) -> int:
    """Some games of learning; returns their moves."""
    n_moves, _ = self_play(
        net,
        desk,
        settings.architecture.size,
        SELECTIONS[settings.selection],
        settings.exploration,
        settings.rate,
        n_games,
        state,
    )
    take_lessons(net)
    return int(n_moves)


def measure(
    settings: TdSettings, number: int, sample: int, net: TdNet, desk: TrainingBuffers
) -> npt.NDArray[np.float64]:
    """(opponents,): wins in trials against each opponent."""
    state = rng_state(settings.seed, _TRIALS_STREAM * (sample + 1) + number)
    size = settings.architecture.size
    return np.array(
        [play_eval_games(net, desk, size, code, settings.trials, state) for code in OPPONENTS.values()]
    )


def save_history(settings: TdSettings, number: int, path: Path, history: TdTrainingLog) -> None:
    """Replace the file of a run in one step."""
    arrays: dict[str, npt.NDArray[Any]] = {f"layer{n}": layer for n, layer in enumerate(history.layers)}
    arrays |= {"games": history.games, "wins": history.wins, "moves": history.moves, "rng": history.rng}
    write_next(path, arrays, settings.header(number))


def load_history(settings: TdSettings, number: int, path: Path) -> TdTrainingLog:
    """What a file holds, or the one before it if that is damaged; GoError if it is of another run."""
    arrays, header = read_newest(path)
    if header != settings.header(number):
        raise GoError(f"{path} is of another run: choose another folder")
    _check_arrays(settings, arrays, path)
    layers = list_layers(settings.architecture, arrays, path)
    history = TdTrainingLog(arrays["games"], arrays["wins"], arrays["moves"], layers, arrays["rng"])
    sampled_at = settings.sampled_at()
    if history.games.tolist()[: len(sampled_at)] != sampled_at[: len(history)]:
        raise GoError(f"{path} has samples after {history.games.tolist()} games: choose another folder")
    return history


def _check_arrays(settings: TdSettings, arrays: Mapping[str, npt.NDArray[Any]], path: Path) -> None:
    """GoError unless these are all arrays of a history, with numbers that a run may have."""
    n_samples = arrays["games"].size if "games" in arrays else 0
    layers = {f"layer{n}": shape for n, shape in enumerate(settings.architecture.shapes())}
    kinds: dict[str, tuple[tuple[int, ...], type]] = {
        "games": ((n_samples,), np.int64),
        "wins": ((n_samples, len(OPPONENTS)), np.float64),
        "moves": ((n_samples,), np.int64),
        "rng": ((1,), np.uint64),
        **{name: ((n_samples, *shape), np.float32) for name, shape in layers.items()},
    }
    for name, (shape, kind) in kinds.items():
        if name not in arrays or not n_samples:
            raise GoError(f"{path} has no {name}")
        if arrays[name].shape != shape or arrays[name].dtype != kind:
            found = f"{arrays[name].shape} {arrays[name].dtype}"
            raise GoError(f"{name} of {path} is {found}, not {shape} {np.dtype(kind)}")
    for name in layers:
        check_numbers(name, arrays[name], str(path))
    if not ((arrays["wins"] >= 0) & (arrays["wins"] <= settings.trials)).all():
        raise GoError(f"{path} has wins of more games than the {settings.trials} of a trial")


def best_sample(histories: list[TdTrainingLog], trials: int) -> tuple[int, int]:
    """Which run and which sample of it is the strongest of all."""
    candidates: Iterator[tuple[float, int, int]] = (
        (float(strength), run, sample)
        for run, history in enumerate(histories)
        for sample, strength in enumerate(history.strength(trials))
    )
    _, run, sample = max(candidates, key=lambda candidate: candidate[0])
    return run, sample
