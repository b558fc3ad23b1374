"""Where a training stands, in one file: whoever goes on from it gets the same curve.

The file holds the weights, the best weights so far, the state of the optimiser, and the record of all rounds.
It is replaced in one step after every round, so a kill loses at most the round that was under way. The one
before it is kept, and taken if the newest is damaged. The record is written beside it, as JSON lines for
people and programs; it follows from the checkpoint.

Training the recursive net: Adam, validation after every round, early stopping, and resuming exactly.

A *round* is a number of steps, each on one batch, then a validation and a checkpoint. Everything that a round
does follows from the checkpoint before it and from the numbers of its steps, so a training that was killed
and started again has the same curve as one that was not. JAX and optax are imported when training begins.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.array_files import IN_USE, format_in, read_newest, write_next
from tengen.core.errors import GoError, one_line
from tengen.core.files import held_folder, write_atomically
from tengen.core.system_info import check_extra
from tengen.dag_rnn.architecture import Architecture, Array, Weights, check_weights, initial_weights
from tengen.dag_rnn.sweep_jit import MOVE
from tengen.dag_rnn.training.sampler import Batch, check_batch
from tengen.dag_rnn.training.validation import validate

FORMAT = "tengen dag-rnn training 1"
CHECKPOINT = "checkpoint.safetensors"
RECORD = "record.jsonl"


@dataclass(frozen=True)
class Checkpoint:
    """A training after some rounds."""

    plan: dict[str, Any]  # architecture and settings; another training must not go on from it
    weights: Weights
    best: Weights
    optimiser: list[npt.NDArray[Any]]  # in the order of its tree
    rounds: list[dict[str, Any]]


def save_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Replace the checkpoint, then the record."""
    arrays: dict[str, Array] = {f"weights.{name}": array for name, array in checkpoint.weights.items()}
    arrays |= {f"best.{name}": array for name, array in checkpoint.best.items()}
    arrays |= {f"optimiser.{number}": array for number, array in enumerate(checkpoint.optimiser)}
    header = {
        "format": FORMAT,
        "plan": json.dumps(checkpoint.plan),
        "rounds": json.dumps(checkpoint.rounds),
    }
    lines = "".join(json.dumps(row) + "\n" for row in checkpoint.rounds)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_next(folder / CHECKPOINT, arrays, header)
        write_atomically(folder / RECORD, lines.encode())
    except OSError as error:
        raise GoError(f"cannot write the training to {folder}: {error}") from None


def load_checkpoint(folder: Path, plan: dict[str, Any]) -> Checkpoint | None:
    """Where a training stands, or None if it has not begun; GoError if the folder is another training's.

    Where the checkpoint is damaged, the training stands where it was a round before.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    checkpoint = _parse_checkpoint(path, *read_newest(path))
    for name in sorted({*checkpoint.plan, *plan}):
        there, here = checkpoint.plan.get(name), plan.get(name)
        if there != here:
            raise GoError(
                f"{folder} holds a training with {one_line(name, 30)} {one_line(str(there), 120)}, "
                f"not {here}: choose another folder"
            )
    return checkpoint


def _parse_checkpoint(path: Path, arrays: Mapping[str, Any], header: Mapping[str, str]) -> Checkpoint:
    """What the arrays of a file mean; GoError if it is no checkpoint or makes no sense."""
    if header.get("format") != FORMAT:
        raise GoError(f"{path} is no checkpoint of a training: its format is {format_in(header)}")
    parts: dict[str, dict[str, Any]] = {"weights": {}, "best": {}, "optimiser": {}}
    try:
        plan, rounds = dict(json.loads(header["plan"])), list(json.loads(header["rounds"]))
        architecture = Architecture(**plan["architecture"])
        for row in rounds:
            _check_row(row)
        for name, array in arrays.items():
            part, rest = name.split(".", 1)
            parts[part][rest] = array
        optimiser = [parts["optimiser"][str(number)] for number in range(len(parts["optimiser"]))]
    except (GoError, KeyError, TypeError, ValueError, RecursionError, IndexError) as error:
        raise GoError(
            f"{path} makes no sense as a checkpoint: {type(error).__name__} {one_line(str(error), 120)}"
        ) from None
    for part in ("weights", "best"):
        check_weights(architecture, parts[part], f"{path}, {part},")
    for number, array in enumerate(optimiser):
        if not np.isfinite(array).all():
            raise GoError(f"{path} has numbers in optimiser.{number} that are not finite")
    return Checkpoint(plan, parts["weights"], parts["best"], optimiser, rounds)


def _check_row(row: Any) -> None:
    """ValueError and the like unless a training can go on from such a round."""
    if type(row["best"]) is not bool or type(row["round"]) is not int:
        raise ValueError("a round without its number")
    float(row["validation"]["loss"])
    dict(row["phases"][0])  # shown when the training has ended


# --- Training -------------------------------------------------------------------------------------


_REPORT_EVERY = 0.5  # seconds


@dataclass(frozen=True)
class TrainConfig:
    """How to train."""

    n_rounds: int  # at most
    steps_a_round: int
    rate: float = 3e-3  # of learning, at its highest; it rises in the first steps and falls like a cosine
    rising: float = 0.05  # share of all steps in which the rate rises
    largest_gradient: float = 1.0  # a gradient is cut to this length
    patience: int = 10  # rounds without a better validation before training ends
    seed: int = 0  # of the first weights

    def __post_init__(self) -> None:
        for name in ("n_rounds", "steps_a_round", "rate", "largest_gradient", "patience"):
            if not getattr(self, name) > 0:
                raise GoError(f"{name} of a training must be above 0, not {getattr(self, name)}")

    def n_steps(self) -> int:
        """Steps of all rounds."""
        return self.n_rounds * self.steps_a_round


@dataclass(frozen=True)
class Progress:
    """Where a training is; what a progress bar shows."""

    step: int
    n_steps: int
    loss: float  # mean of the steps of this round
    positions_a_second: float
    seconds_left: float  # if it does not end early


@dataclass(frozen=True)
class NetTraining:
    """What came out of it."""

    weights: Weights  # those with the best validation
    best_round: int
    rounds: list[dict[str, Any]]  # loss, validation and phases of each; also in the file record.jsonl


def train(
    architecture: Architecture,
    settings: TrainConfig,
    folder: Path,
    batches: Callable[[int], Iterator[Batch]],
    validation: Callable[[], Iterable[Batch]],
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_round: Callable[[dict[str, Any]], None] = lambda row: None,
    about: Mapping[str, Any] = MappingProxyType({}),
    first: Weights | None = None,
) -> NetTraining:
    """Train a net, or go on where the training in the folder was left.

    batches    -- the batches from a step on; the batch of a step must always be the same
    validation -- batches of positions that are not learned from
    on_round   -- is told the rounds that are done, those before the training was left first
    about      -- what the batches follow from; a training of other batches does not go on from this one
    first      -- weights to begin with; drawn by the seed if there are none
    """
    plan = {"architecture": architecture.as_dict(), **asdict(settings), **about}
    with held_folder(folder, IN_USE):
        learner = _Learner(architecture, settings)
        checkpoint = load_checkpoint(folder, plan) or learner.start(plan, first)
        rounds = list(checkpoint.rounds)
        for row in rounds:
            on_round(row)
        learner.go_on(checkpoint)
        best = checkpoint.best
        source = batches(len(rounds) * settings.steps_a_round)
        while len(rounds) < settings.n_rounds and not _has_stalled(rounds, settings.patience):
            row = learner.play_round(len(rounds), source, on_progress)
            row |= learner.validate(validation())
            row["best"] = all(row["validation"]["loss"] < one["validation"]["loss"] for one in rounds)
            rounds.append(row)
            weights = learner.numpy_weights()
            best = weights if row["best"] else best
            save_checkpoint(folder, Checkpoint(plan, weights, best, learner.numpy_optimiser(), rounds))
            on_round(row)
    return NetTraining(best, _best_round(rounds), rounds)


def _best_round(rounds: list[dict[str, Any]]) -> int:
    return max((row["round"] for row in rounds if row["best"]), default=0)


def _has_stalled(rounds: list[dict[str, Any]], patience: int) -> bool:
    return len(rounds) - 1 - _best_round(rounds) >= patience


class _Compiled(NamedTuple):
    """What JAX does for a training."""

    step: Callable[..., Any]  # weights, optimiser's state, sum of losses, batch -> the first three anew
    judge: Callable[..., Any]  # weights, batch -> BatchMetrics
    first_state: Callable[..., Any]  # weights -> optimiser's state
    tree: Any  # flattens such states


@cache
def _compile(
    architecture: Architecture, n_steps: int, rate: float, rising: float, largest_gradient: float
) -> _Compiled:
    """Compiled once for each way to train, since that takes seconds."""
    check_extra("train", "training")
    import jax
    import optax

    from tengen.dag_rnn.training import network_jax

    n_rising = int(n_steps * rising)
    schedule = optax.warmup_cosine_decay_schedule(0.0, rate, n_rising, max(n_steps, n_rising + 1))
    optimiser = optax.chain(optax.clip_by_global_norm(largest_gradient), optax.adam(schedule))

    def step(weights: Any, state: Any, total: Any, batch: Batch) -> tuple[Any, Any, Any]:
        loss, gradient = jax.value_and_grad(network_jax.loss, 1)(architecture, weights, batch)
        updates, state = optimiser.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state, total + loss

    def judge(weights: Any, batch: Batch) -> Any:
        return network_jax.judge(architecture, weights, batch)

    return _Compiled(jax.jit(step), jax.jit(judge), optimiser.init, jax.tree)


class _Learner:
    """Weights and optimiser on the device."""

    def __init__(self, architecture: Architecture, settings: TrainConfig) -> None:
        self._architecture, self._settings = architecture, settings
        self._compiled = _compile(
            architecture, settings.n_steps(), settings.rate, settings.rising, settings.largest_gradient
        )

    def start(self, plan: dict[str, Any], first: Weights | None) -> Checkpoint:
        """A training of no rounds."""
        weights = first or initial_weights(self._architecture, self._settings.seed)
        leaves = [
            np.asarray(leaf) for leaf in self._compiled.tree.leaves(self._compiled.first_state(weights))
        ]
        return Checkpoint(plan, weights, weights, leaves, [])

    def go_on(self, checkpoint: Checkpoint) -> None:
        """Take weights and optimiser from a checkpoint."""
        self._weights: Any = dict(checkpoint.weights)
        leaves, structure = self._compiled.tree.flatten(self._compiled.first_state(self._weights))
        wanted = [(np.size(leaf), np.asarray(leaf).dtype) for leaf in leaves]
        if [(array.size, array.dtype) for array in checkpoint.optimiser] != wanted:
            raise GoError("the checkpoint has the state of another optimiser: choose another folder")
        found = [array.reshape(np.shape(leaf)) for leaf, array in zip(leaves, checkpoint.optimiser)]
        self._state = self._compiled.tree.unflatten(structure, found)

    def play_round(
        self, number: int, source: Iterator[Batch], on_progress: Callable[[Progress], None]
    ) -> dict[str, Any]:
        """Take the steps of a round; what to record of it."""
        n_round, n_positions, total = self._settings.steps_a_round, 0, np.float32(0)
        started, reported, step_on = time.monotonic(), time.monotonic(), self._compiled.step
        for done in range(1, n_round + 1):
            step = number * n_round + done
            batch = next(source, None)
            if batch is None:
                raise GoError(f"the batches to learn from end before step {step}")
            check_batch(batch, self._architecture.n_inputs, f"the batch of step {step}")
            self._weights, self._state, total = step_on(self._weights, self._state, total, batch)
            n_positions += len(batch.moves)
            if done == n_round or time.monotonic() - reported > _REPORT_EVERY:
                loss = float(total) / done  # waits for the device
                reported = time.monotonic()
                on_progress(self._progress(step, done, loss, n_positions, reported - started))
        if not np.isfinite(loss):
            raise GoError(f"training failed in round {number}: the loss is {loss}; try a lower rate")
        seconds = round(time.monotonic() - started, 3)
        return {"round": number, "step": step, "positions": n_positions, "loss": loss, "seconds": seconds}

    def _progress(self, step: int, done: int, loss: float, n_positions: int, seconds: float) -> Progress:
        n_steps = self._settings.n_steps()
        left = (n_steps - step) * seconds / done
        return Progress(step, n_steps, loss, n_positions / max(seconds, 1e-9), left)

    def validate(self, batches: Iterable[Batch]) -> dict[str, Any]:
        """How well the net foretells positions that it does not learn from."""

        def checked() -> Iterator[Batch]:
            for number, batch in enumerate(batches):
                check_batch(batch, self._architecture.n_inputs, f"batch {number} for validation")
                yield batch

        has_moves = self._architecture.n_outputs > MOVE
        total, phases = validate(
            lambda batch: self._compiled.judge(self._weights, batch), checked(), has_moves
        )
        return {"validation": total, "phases": phases}

    def numpy_weights(self) -> Weights:
        """The weights now."""
        return {name: np.asarray(array) for name, array in self._weights.items()}

    def numpy_optimiser(self) -> list[Any]:
        """The optimiser's state now, as a list."""
        return [np.asarray(leaf) for leaf in self._compiled.tree.leaves(self._state)]
