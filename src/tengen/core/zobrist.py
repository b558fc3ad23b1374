"""Zobrist hashing: a position is the exclusive or of one random word for each stone.

Two positions of one game collide with probability 2^-64 for each pair compared: below 10^-13 for
all pairs of a game of 1,000 moves. The words come from SplitMix64 with a fixed seed, so hashes may
be stored in books and files and mean the same on every machine and with every NumPy.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.points import N_POINTS

_SEED = 0x54656E67656E  # "Tengen"
_WORD = (1 << 64) - 1


def _splitmix64(seed: int, count: int) -> npt.NDArray[np.uint64]:
    """The first words of SplitMix64 (Steele, Lea & Flood 2014), (count,) uint64."""
    words = np.empty(count, np.uint64)
    state = seed
    for index in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        words[index] = word ^ (word >> 31)
    return words


_WORDS = _splitmix64(_SEED, 4 * N_POINTS + 1)

STONE_HASH = _WORDS[: 3 * N_POINTS].reshape(3, N_POINTS)  # [colour, point]; row EMPTY is not used
KO_HASH = _WORDS[3 * N_POINTS : 4 * N_POINTS]  # [point that may not be retaken]
WHITE_TO_PLAY_HASH = _WORDS[4 * N_POINTS]
