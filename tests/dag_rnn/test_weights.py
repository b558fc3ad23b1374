"""The file of a net: what comes back, and what is refused."""

import json

import numpy as np
import pytest
from safetensors.numpy import save_file

from tengen.core.array_files import read_arrays
from tengen.core.errors import GoError
from tengen.dag_rnn.architecture import Architecture, initial_weights, weight_shapes
from tengen.dag_rnn.network import TerritoryNet
from tengen.dag_rnn.weights import NetWeights, Provenance, load_net, save_net

ARCHITECTURE = Architecture(3, states=2)
ORIGIN = Provenance((9, 13), "games.tgz, 3,000 games", "tengen train dag-rnn", {"entropy": 0.31})


def a_file(tmp_path, **changes):
    values = {
        "architecture": ARCHITECTURE,
        "weights": initial_weights(ARCHITECTURE, 1),
        "input_names": ("own", "other", "eyes"),
        "origin": ORIGIN,
        "tables": {"propensity": np.ones((2, 3), np.float32)},
    }
    save_net(tmp_path / "net", NetWeights(**{**values, **changes}))
    return tmp_path / "net"


def test_a_saved_net_comes_back(tmp_path):
    found = load_net(a_file(tmp_path))
    assert (found.architecture, found.input_names, found.origin) == (
        ARCHITECTURE,
        ("own", "other", "eyes"),
        ORIGIN,
    )
    assert found.tables["propensity"].tolist() == [[1, 1, 1], [1, 1, 1]]
    for name, array in initial_weights(ARCHITECTURE, 1).items():
        assert (found.weights[name] == array).all()
    assert TerritoryNet(found.architecture, found.weights).logits(np.zeros((1, 4, 3), np.float32)).any()
    assert [one.name for one in tmp_path.iterdir()] == ["net"]


def with_change(path, change):
    arrays, header = read_arrays(path)
    change(arrays, header)
    save_file(arrays, path, metadata=header)


def an_architecture(**changes):
    return json.dumps({**ARCHITECTURE.as_dict(), **changes})


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda arrays, header: arrays.pop("output.logits"), "net lacks output.logits"),
        (
            lambda arrays, header: arrays.update({"output.hidden": np.zeros((2, 2), np.float32)}),
            r"output.hidden as float32 \(2, 2\), not as float32 \(11, 16\)",
        ),
        (
            lambda arrays, header: arrays.update({"output.logits_bias": np.zeros(1)}),
            "output.logits_bias as float64",
        ),
        (
            lambda arrays, header: arrays["sweep0.side.state"].__setitem__((1, 1), np.nan),
            "numbers in sweep0.side.state that are not finite",
        ),
        (
            lambda arrays, header: arrays["table.propensity"].__setitem__((1, 1), np.inf),
            "numbers in the table propensity that are not finite",
        ),
        (
            lambda arrays, header: arrays.update(more=np.zeros(1, np.float32)),
            "has more, which no such net has",
        ),
        (lambda arrays, header: header.update(format="other"), "no recursive net .* its format is 'other'"),
        (lambda arrays, header: header.clear(), "no recursive net .* its format is None"),
        (lambda arrays, header: header.pop("sizes"), "header of .*net is wrong: KeyError 'sizes'"),
        (lambda arrays, header: header.update(architecture="{"), "header of .*net is wrong: JSONDecodeError"),
        (lambda arrays, header: header.update(architecture="{}"), "header of .*net is wrong: TypeError"),
        (
            lambda arrays, header: header.update(architecture=an_architecture(sweeps=0)),
            "header of .*net is wrong: sweeps of a net must be",
        ),
        (
            lambda arrays, header: header.update(architecture=an_architecture(cell="gated")),
            "net lacks sweep0.lateral.gates",
        ),
        (lambda arrays, header: header.update(inputs='["own"]'), "has 1 names of inputs for 3 inputs"),
        (lambda arrays, header: header.update(inputs="[1, 2, 3]"), "has 3 names of inputs for 3 inputs"),
    ],
)
def test_a_file_that_is_no_such_net_is_refused(tmp_path, change, message):
    path = a_file(tmp_path)
    with_change(path, change)
    with pytest.raises(GoError, match=message):
        load_net(path)


def test_a_file_that_is_cut_off_or_foreign_or_missing_is_refused(tmp_path):
    whole = a_file(tmp_path).read_bytes()
    for content in (whole[:-1], whole[:200], whole[:50], b"", b"\0" * 100, b"<html>" * 50):
        (tmp_path / "net").write_bytes(content)
        with pytest.raises(GoError, match=r"cannot read the weights in .*net|net is damaged: its checksum"):
            load_net(tmp_path / "net")
    with pytest.raises(GoError, match=r"cannot read the weights in .*missing"):
        load_net(tmp_path / "missing")


def test_a_net_that_is_none_is_not_written(tmp_path):
    path = a_file(tmp_path)
    before = path.read_bytes()
    poisoned = initial_weights(ARCHITECTURE, 1)
    poisoned["output.hidden"][0, 0] = np.nan
    for changes in ({"weights": poisoned}, {"weights": {}}, {"input_names": ("own",)}):
        with pytest.raises(GoError, match=r"the net (lacks|has)"):
            a_file(tmp_path, **changes)
    assert path.read_bytes() == before
    with pytest.raises(GoError, match=r"cannot write .*no folder"):
        a_file(tmp_path / "no folder")


def test_shapes_are_those_of_the_weights():
    for name, array in initial_weights(ARCHITECTURE, 1).items():
        assert array.shape == weight_shapes(ARCHITECTURE)[name]
