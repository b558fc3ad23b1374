"""Where a training stands, in one file: whoever goes on from it gets the same curve.

The file holds the weights, the best weights so far, the state of the optimiser, and the record of all rounds.
It is replaced in one step after every round, so a kill loses at most the round that was under way. The record
is written beside it, as JSON lines for people and programs; it follows from the checkpoint.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.files import write_atomically
from tengen.nets.array_files import read_arrays, write_arrays
from tengen.nets.dag_rnn import Array, Weights

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
        write_arrays(folder / CHECKPOINT, arrays, header)
        write_atomically(folder / RECORD, lines.encode())
    except OSError as error:
        raise GoError(f"cannot write the training to {folder}: {error}") from None


def load_checkpoint(folder: Path, plan: dict[str, Any]) -> Checkpoint | None:
    """Where a training stands, or None if it has not begun; GoError if the folder is another training's."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    arrays, header = read_arrays(path)
    if header.get("format") != FORMAT:
        raise GoError(f"{path} is no checkpoint of a training: its format is {header.get('format')!r}")
    found = json.loads(header["plan"])
    for name in sorted({*found, *plan}):
        if found.get(name) != plan.get(name):
            raise GoError(
                f"{folder} holds a training with {name} {found.get(name)}, not {plan.get(name)}: "
                "choose another folder"
            )
    parts: dict[str, dict[str, Any]] = {"weights": {}, "best": {}, "optimiser": {}}
    for name, array in arrays.items():
        part, rest = name.split(".", 1)
        parts[part][rest] = array
    for name, array in {**parts["weights"], **parts["best"]}.items():
        if not np.isfinite(array).all():
            raise GoError(f"{path} has numbers in {name} that are not finite")
    optimiser = [parts["optimiser"][str(number)] for number in range(len(parts["optimiser"]))]
    return Checkpoint(found, parts["weights"], parts["best"], optimiser, json.loads(header["rounds"]))
