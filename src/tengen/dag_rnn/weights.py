"""The file of a recursive net: safetensors, with a header that tells what the net is and where it comes from.

Weights have their own names, other tables that belong to the net (such as the propensity of patterns) names
that begin with `table.`. The header holds the architecture, the names of the inputs, and how the net was
made. A file is replaced in one step, and refused in one sentence before anything is played with it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy.typing as npt

from tengen.core.array_files import check_numbers, format_in, read_arrays, write_arrays
from tengen.core.errors import GoError, one_line
from tengen.dag_rnn.architecture import Architecture, Weights, check_weights

FORMAT = "tengen dag-rnn 1"
_TABLE = "table."


@dataclass(frozen=True)
class Provenance:
    """How a net was made."""

    sizes: tuple[int, ...]  # boards it was trained on
    data: str  # games it was trained on
    command: str
    metrics: Mapping[str, float]  # on games it was not trained on


@dataclass(frozen=True)
class NetWeights:
    """All that a file holds."""

    architecture: Architecture
    weights: Weights
    input_names: tuple[str, ...]  # in the order of the inputs
    origin: Provenance
    tables: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)


def save_net(path: Path, net: NetWeights) -> None:
    """Replace a file in one step; GoError, and the old file left alone, if the net is none."""
    check_weights(net.architecture, net.weights, "the net")
    _check_names(net.architecture, net.input_names, "the net")
    arrays = {**net.weights, **{_TABLE + name: table for name, table in net.tables.items()}}
    header = {
        "format": FORMAT,
        "architecture": json.dumps(net.architecture.as_dict()),
        "inputs": json.dumps(net.input_names),
        "sizes": json.dumps(net.origin.sizes),
        "data": net.origin.data,
        "command": net.origin.command,
        "metrics": json.dumps(dict(net.origin.metrics)),
    }
    write_arrays(path, arrays, header)


def load_net(path: Path) -> NetWeights:
    """What a file holds; GoError in one sentence if it is no net, or not whole."""
    arrays, header = read_arrays(path)
    if header.get("format") != FORMAT:
        raise GoError(f"{path} is no recursive net of this version: its format is {format_in(header)}")
    try:
        settings = json.loads(header["architecture"])
        names = tuple(json.loads(header["inputs"]))
        sizes, metrics = tuple(json.loads(header["sizes"])), dict(json.loads(header["metrics"]))
        origin = Provenance(sizes, header["data"], header["command"], metrics)
        architecture = Architecture(**settings)
    except GoError as error:
        raise GoError(f"the header of {path} is wrong: {one_line(str(error), 120)}") from None
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise GoError(
            f"the header of {path} is wrong: {type(error).__name__} {one_line(str(error), 120)}"
        ) from None
    tables = {name[len(_TABLE) :]: array for name, array in arrays.items() if name.startswith(_TABLE)}
    weights = {name: array for name, array in arrays.items() if not name.startswith(_TABLE)}
    check_weights(architecture, weights, str(path))
    _check_names(architecture, names, str(path))
    for name, table in tables.items():
        check_numbers(f"the table {name}", table, str(path))
    return NetWeights(architecture, weights, names, origin, tables)


def _check_names(architecture: Architecture, names: tuple[Any, ...], where: str) -> None:
    if len(names) != architecture.n_inputs or not all(isinstance(name, str) for name in names):
        raise GoError(f"{where} has {len(names)} names of inputs for {architecture.n_inputs} inputs")
