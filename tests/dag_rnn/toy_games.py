"""Positions whose owners and moves follow a simple rule: a tiny net learns it in seconds."""

import sys
import time
from pathlib import Path

import numpy as np

from tengen.dag_rnn.architecture import GATED, Architecture
from tengen.dag_rnn.training.sampler import Batch
from tengen.dag_rnn.training.train import TrainConfig, train

SIZE = 5
ARCHITECTURE = Architecture(3, hidden=16, states=8, cell=GATED, n_outputs=2, border_networks=False)
SETTINGS = TrainConfig(n_rounds=3, steps_a_round=40, rate=0.03)


def toy_batch(seed, n_positions=48):
    """A point belongs to the nearest stone, by steps; the move is the empty point nearest to the middle."""
    generator = np.random.default_rng(seed)
    colours = generator.choice(3, (n_positions, SIZE * SIZE), p=[0.7, 0.15, 0.15])  # empty, own, other
    rows, columns = np.divmod(np.arange(SIZE * SIZE), SIZE)
    steps = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    own, other = (np.where(colours[:, None] == colour, steps, 99).min(-1) for colour in (1, 2))
    to_middle = steps[SIZE * SIZE // 2] + np.arange(SIZE * SIZE) / 100
    return Batch(
        inputs=np.eye(3, dtype=np.float32)[colours],
        targets=(0.5 + 0.5 * np.sign(other - own)).astype(np.float32),
        moves=np.where(colours == 0, to_middle, 99).argmin(-1).astype(np.int32),
        legal=colours == 0,
        weights=np.ones((n_positions, 2), np.float32),
        stones=(colours > 0).sum(-1).astype(np.int32),
    )


def batches(first_step):
    """A batch for every step, without end."""
    step = first_step
    while True:
        yield toy_batch(step)
        step += 1


def validation():
    return [toy_batch(1_000_000), toy_batch(1_000_001)]


def slow_training(folder):
    """A training that leaves time to kill it; run as a program by a test."""

    def slow_batches(first_step):
        for batch in batches(first_step):
            time.sleep(0.02)
            yield batch

    train(ARCHITECTURE, SETTINGS, folder, slow_batches, validation)


if __name__ == "__main__":
    slow_training(Path(sys.argv[1]))
