"""Files that earlier versions of Tengen wrote, kept for ever; README.md says how they were made."""

import json
from pathlib import Path

import numpy as np
from safetensors import safe_open

from tengen.dag_rnn.training.train import CHECKPOINT, Checkpoint
from tengen.td.training import TdTrainingLog

OLD = Path(__file__).parent / "8d79526"


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Arrays and header as the library reads them, and nothing of ours."""
    with safe_open(path, "numpy") as file:
        return {name: file.get_tensor(name) for name in file.keys()}, file.metadata()  # noqa: SIM118


def old_checkpoint() -> Checkpoint:
    """The training of a territory net."""
    found, header = read(OLD / "dag-rnn.training" / CHECKPOINT)
    parts = [
        {name.removeprefix(part): array for name, array in found.items() if name.startswith(part)}
        for part in ("weights.", "best.", "optimiser.")
    ]
    optimiser = [parts[2][str(number)] for number in range(len(parts[2]))]
    return Checkpoint(json.loads(header["plan"]), parts[0], parts[1], optimiser, json.loads(header["rounds"]))


def old_history() -> TdTrainingLog:
    """A run of a self-taught net."""
    found, _ = read(OLD / "td.safetensors.training" / "run-000.safetensors")
    layers = [found[f"layer{number}"] for number in range(2)]
    return TdTrainingLog(found["games"], found["wins"], found["moves"], layers, found["rng"])
