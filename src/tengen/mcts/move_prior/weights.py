"""The weights of the move prior: a file of two rows, one learned on small boards and one on large ones.

What looks the same under the eight symmetries has one learned weight. For the search a row is spread out,
so that it finds a weight by the word of neighbours itself.
"""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tengen.core.array_files import check_numbers, read_arrays, write_arrays
from tengen.core.errors import GoError
from tengen.core.points_jit import NEIGHBOUR_OFFSETS, STRIDE
from tengen.mcts.move_prior.features_jit import N_SHAPES, N_WEIGHTS

SHIPPED = Path(__file__).with_name("weights.safetensors")
LARGEST_SMALL_BOARD = 11
SMALL, LARGE = "small", "large"


def kind_of_board(size: int) -> str:
    """Which of the two rows a board size uses."""
    return SMALL if size <= LARGEST_SMALL_BOARD else LARGE


@cache
def learned_slots() -> npt.NDArray[np.int32]:
    """(N_WEIGHTS,): the learned weight that each slot of a row shares with its mirror images."""
    words = np.arange(N_SHAPES)
    images = [by_byte[words & 255] | by_byte[words >> 8] << 8 for by_byte in _moved_bytes()]
    _, shapes = np.unique(np.min(images, axis=0), return_inverse=True)
    others = shapes.max() + 1 + np.arange(N_WEIGHTS - N_SHAPES)
    return np.concatenate([shapes, others]).astype(np.int32)


def n_learned() -> int:
    """How many weights a learned row has."""
    return int(learned_slots()[-1]) + 1


def _moved_bytes() -> list[npt.NDArray[np.int64]]:
    """For each symmetry (256,): a byte of neighbours after turning and flipping the board."""
    rows = [(offset + STRIDE + 1) // STRIDE - 1 for offset in NEIGHBOUR_OFFSETS]
    steps = [(row, offset - row * STRIDE) for row, offset in zip(rows, NEIGHBOUR_OFFSETS)]
    moved = []
    for symmetry in range(8):
        images = [
            (-row if symmetry & 1 else row, -column if symmetry & 2 else column) for row, column in steps
        ]
        images = [image[::-1] if symmetry & 4 else image for image in images]
        by_byte = np.zeros(256, np.int64)
        for bit, image in enumerate(images):
            by_byte |= ((np.arange(256) >> bit) & 1) << steps.index(image)
        moved.append(by_byte)
    return moved


@cache
def load_weights(kind: str, path: Path = SHIPPED) -> npt.NDArray[np.float32]:
    """A row of a file, spread out for the search, (N_WEIGHTS,); GoError if the file is none of ours."""
    rows, _ = read_arrays(path)
    for name in (SMALL, LARGE):
        if name not in rows or rows[name].shape != (n_learned(),) or rows[name].dtype != np.float32:
            raise GoError(f"{path} holds no weights of a move prior: it needs {n_learned()} of {name}")
        check_numbers(name, rows[name], str(path))
    spread: npt.NDArray[np.float32] = rows[kind][learned_slots()]
    return spread


def save_weights(path: Path, rows: dict[str, npt.NDArray[np.float32]], note: dict[str, str]) -> None:
    """Replace a file of weights in one go; the note tells how they were made."""
    for name, row in rows.items():
        check_numbers(name, row, "the move prior")
    write_arrays(path, rows, note)
