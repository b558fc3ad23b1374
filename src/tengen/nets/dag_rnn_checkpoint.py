"""Where a training stands, in one file: whoever goes on from it gets the same curve.

The file holds the weights, the best weights so far, the state of the optimiser, and the record of all rounds.
It is replaced in one step after every round, so a kill loses at most the round that was under way. The one
before it is kept, and taken if the newest is damaged. The record is written beside it, as JSON lines for
people and programs; it follows from the checkpoint.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.files import write_atomically
from tengen.foreign_text import one_line
from tengen.nets.array_files import format_in, read_newest, write_next
from tengen.nets.dag_rnn import Architecture, Array, Weights, check_weights

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
