"""Named arrays with a header of texts in one file (safetensors), replaced in one step."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from tengen.core.errors import GoError
from tengen.files import write_atomically


def read_arrays(path: Path) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """Arrays and header of a safetensors file; GoError if it cannot be read."""
    try:
        with safe_open(path, "numpy") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118
    except (OSError, SafetensorError, TypeError, AttributeError) as error:
        raise GoError(f"cannot read the net in {path}: {error}") from None


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]], header: dict[str, str]) -> None:
    """Replace a safetensors file in one step, so that it is whole even if we are killed or power fails."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    try:
        write_atomically(path, save(whole, metadata=header))
    except OSError as error:
        raise GoError(f"cannot write the net to {path}: {error}") from None
