"""Randomness as an argument: one word of state per worker, no global generator.

A 64-bit linear congruential generator with Knuth's MMIX constants, of which only the high 32 bits
are used (the low ones are weak). It is one multiplication and one addition, measured 2.5 % faster
over a whole playout than xorshift64*, and runs unchanged on a GPU. The state is an array of one
uint64, so that it can be passed on and changed; a game is a function of its seed.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.jit import jit_inline

_MULTIPLIER = np.uint64(6364136223846793005)
_INCREMENT = np.uint64(1442695040888963407)
_HALF_WORD = np.uint64(32)


def rng_state(seed: int, stream: int = 0) -> npt.NDArray[np.uint64]:
    """A fresh state, (1,) uint64, for a seed of any size; streams of one seed start far apart."""
    words = np.random.SeedSequence(entropy=seed, spawn_key=(stream,)).generate_state(1, np.uint64)
    return words.astype(np.uint64)


@jit_inline
def random_below(state, n):
    """A random integer in [0, n) as uint32, for n below 2^32; the bias is below n / 2^32."""
    word = state[0] * _MULTIPLIER + _INCREMENT
    state[0] = word
    return np.uint32(((word >> _HALF_WORD) * np.uint64(n)) >> _HALF_WORD)
