"""The file of a self-taught net: safetensors, with a header that tells what it is and how it learned."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tengen.core.array_files import check_numbers, format_in, read_arrays, write_arrays
from tengen.core.errors import GoError, one_line
from tengen.td.network import Layers, TdArchitecture, TdNet, make_net

FORMAT = "tengen td 1"
SHIPPED_NETS = ("koten", "roban", "katatsugi", "koten-greedy", "roban-greedy", "katatsugi-greedy")


@dataclass(frozen=True)
class TdNetFile:
    """All that a file holds."""

    architecture: TdArchitecture
    layers: Layers
    command: str
    metrics: Mapping[str, float]  # games it learned from, and its strength

    def net(self) -> TdNet:
        """The net itself."""
        return make_net(self.architecture, self.layers)


def save_td_net(path: Path, file: TdNetFile) -> None:
    """Replace a file in one step."""
    check_layers(file.architecture, file.layers, "the net")
    arrays = {f"layer{number}": layer for number, layer in enumerate(file.layers)}
    header = {"format": FORMAT, **architecture_header(file.architecture)}
    write_arrays(path, arrays, {**header, "command": file.command, "metrics": json.dumps(dict(file.metrics))})


def load_td_net(path: Path) -> TdNetFile:
    """What a file holds; GoError in one sentence if it is no net, or not whole."""
    arrays, header = read_arrays(path)
    if header.get("format") != FORMAT:
        raise GoError(f"{path} is no self-taught net of this version: its format is {format_in(header)}")
    architecture = architecture_of(header, path)
    layers = list_layers(architecture, arrays, path)
    check_layers(architecture, layers, str(path))
    try:
        metrics = dict(json.loads(header["metrics"]))
        return TdNetFile(architecture, layers, header["command"], metrics)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise GoError(
            f"the header of {path} is wrong: {type(error).__name__} {one_line(str(error), 120)}"
        ) from None


def find_td_net(name: str) -> TdNetFile:
    """A shipped net, or that of a file; GoError in one sentence if there is none of this name."""
    path = td_net_path(name)
    if name not in SHIPPED_NETS and not path.exists():
        raise GoError(f"there is no net {name!r}: neither one of {', '.join(SHIPPED_NETS)} nor a file")
    return load_td_net(path)


def td_net_path(name: str) -> Path:
    """The file of a shipped net, or the one of this name."""
    return Path(__file__).with_name(f"{name}.safetensors") if name in SHIPPED_NETS else Path(name)


def architecture_header(architecture: TdArchitecture) -> dict[str, str]:
    """An architecture as texts of a header."""
    return {
        "representation": architecture.representation,
        "size": str(architecture.size),
        "hidden": json.dumps(architecture.hidden),
    }


def architecture_of(header: Mapping[str, str], path: Path) -> TdArchitecture:
    """The architecture of a header; GoError if it tells none."""
    try:
        hidden = tuple(int(units) for units in json.loads(header["hidden"]))
        return TdArchitecture(header["representation"], int(header["size"]), hidden)
    except (GoError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise GoError(f"the header of {path} is wrong: {one_line(str(error), 120)}") from None


def list_layers(architecture: TdArchitecture, arrays: Mapping[str, Any], path: Path) -> list[Any]:
    """The arrays of the layers in their order; GoError if one is missing."""
    names = [f"layer{number}" for number in range(len(architecture.shapes()))]
    if missing := [name for name in names if name not in arrays]:
        raise GoError(f"{path} has no {missing[0]}")
    return [arrays[name] for name in names]


def check_layers(architecture: TdArchitecture, layers: Sequence[Any], where: str) -> None:
    """GoError unless the layers have the shapes of the architecture and numbers of a sane size."""
    for number, (layer, shape) in enumerate(zip(layers, architecture.shapes(), strict=True)):
        if layer.shape != shape or layer.dtype != np.float32:
            raise GoError(f"layer{number} of {where} is {layer.shape} {layer.dtype}, not {shape} float32")
        check_numbers(f"layer{number}", layer, where)
