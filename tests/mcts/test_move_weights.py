"""The file of weights: what it must hold, and how it is replaced."""

import numpy as np
import pytest
from safetensors.numpy import save_file

from tengen.core.errors import GoError
from tengen.mcts.move_prior.features_jit import N_WEIGHTS
from tengen.mcts.move_prior.weights import (
    SHIPPED,
    kind_of_board,
    learned_slots,
    load_weights,
    n_learned,
    save_weights,
)


def rows(value=0.0):
    return {
        "small": np.full(n_learned(), value, np.float32),
        "large": np.arange(n_learned(), dtype=np.float32),
    }


def test_a_saved_row_comes_back_spread_out(tmp_path):
    path = tmp_path / "weights"
    save_weights(path, rows(), {"seed": "0"})
    assert load_weights("large", path).tolist() == learned_slots().tolist()
    assert [one.name for one in tmp_path.iterdir()] == ["weights"]


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda found: found.pop("small"), "it needs .* of small"),
        (lambda found: found.update(large=np.zeros(3, np.float32)), "it needs .* of large"),
        (lambda found: found.update(large=np.zeros(n_learned())), "it needs .* of large"),
        (lambda found: found["small"].__setitem__(7, np.nan), "has numbers in small that are not finite"),
    ],
)
def test_a_file_without_such_weights_is_refused(tmp_path, change, message):
    found = rows()
    change(found)
    save_file(found, tmp_path / "weights")
    with pytest.raises(GoError, match=message):
        load_weights("small", tmp_path / "weights")


def test_a_file_that_is_none_or_missing_is_refused(tmp_path):
    (tmp_path / "weights").write_bytes(b"\0" * 100)
    for name in ("weights", "missing"):
        with pytest.raises(GoError, match=f"cannot read the weights in .*{name}"):
            load_weights("small", tmp_path / name)


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path):
    with pytest.raises(GoError, match=r"cannot write .*weights"):
        save_weights(tmp_path / "no folder" / "weights", rows(), {"seed": "0"})


@pytest.mark.parametrize(
    "size, kind", [(2, "small"), (9, "small"), (11, "small"), (13, "large"), (19, "large")]
)
def test_the_shipped_file_has_weights_for_every_board(size, kind):
    assert kind_of_board(size) == kind
    weights = load_weights(kind)
    assert weights.shape == (N_WEIGHTS,)
    assert 1 < weights.std() * 100 < 1000
    assert SHIPPED.stat().st_size < 200_000
