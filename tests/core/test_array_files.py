"""Files of arrays: sealed by a checksum, told when they are not, and kept when they are replaced."""

import hashlib
import logging
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save, save_file

from tengen.core import array_files
from tengen.core.array_files import (
    LARGEST_WEIGHT,
    check_numbers,
    fingerprint,
    previous_of,
    read_arrays,
    read_newest,
    sealed,
    write_arrays,
    write_next,
)
from tengen.core.errors import GoError

PACKAGE = Path(array_files.__file__).parents[1]
ARRAYS = {"weights": np.arange(6, dtype=np.float32).reshape(2, 3), "n": np.array(3, np.int32)}
REFUSED = r"arrays is damaged: its checksum is|cannot read the weights in"
HEADER = {"format": "test", "text": 'quotes ", braces } and ü'}

# SHA-256 of the files in the package before they were sealed.
SHIPPED = {
    "dag_rnn/large": "fcf102067de7f74c3adccab4dd129fb3705a1629d5d24f357d56dec40011b04c",
    "dag_rnn/nine": "e58213ca8c6687af67efc7f7435ba2c0316aae562b8454678ca48e081d8ce230",
    "dag_rnn/paper": "954d3dbb18e87f83dea0f9bdc2994d6de7d9abaf4d00516b03baa58ed8a3d49d",
    "dag_rnn/small": "3a0836081786fee02a2fe169db5aaecc05ec0f73870d85b8839b9e8aa9366b0c",
    "mcts/move_prior/weights": "5d51662a5e67077ef0130da12b6d0158991411e3d55d4bbca61e2126f5831647",
    "td/katatsugi-greedy": "926249074a7d21ff3b17151008a759739467b7ddaf5ee7b2a1ff861c788d4d0f",
    "td/katatsugi": "3bdc2970e1db4fb03ed371382faedaf4bdb63cc246b980352a3a5d3ed5a284b9",
    "td/koten-greedy": "72bcc9a945d0ca2d2448e8715ee0c70c2f79b3a13b6e4a965d2f5827248f28ec",
    "td/koten": "74e8168321ac2f9a5e83309ec60bf238489362a447fa9c546a058bfcf7ea67d1",
    "td/roban-greedy": "45d62be7189b174c160531fbe364741cfd680227938c514afd9670ce8ed62a93",
    "td/roban": "4d1f166d8ad364739118e600f656d51a7ddb73e172e49fea16749da8cbe7dba1",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arrays"


@pytest.fixture(autouse=True)
def _nothing_said() -> None:
    array_files._say_unverified.cache_clear()


def test_what_was_written_comes_back_and_the_library_reads_it_too(path: Path) -> None:
    write_arrays(path, ARRAYS, HEADER)
    arrays, header = read_arrays(path)
    assert header == HEADER
    found = {name: array.tolist() for name, array in arrays.items()}
    assert found == {"weights": [[0, 1, 2], [3, 4, 5]], "n": [3]}
    theirs = load_file(path)
    assert all((theirs[name] == array).all() for name, array in arrays.items())
    with safe_open(path, "numpy") as file:
        assert file.metadata() == HEADER | {"sha256": fingerprint(path)}
    assert (path.stat().st_size - len(save(ARRAYS, metadata=HEADER))) == 80


def test_a_flipped_bit_is_found_wherever_it_is(path: Path) -> None:
    write_arrays(path, ARRAYS, {"format": "test"})
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        with pytest.raises(GoError, match=REFUSED):
            read_arrays(path)


def test_bytes_that_mean_something_in_a_header_are_found_in_the_seal(path: Path) -> None:
    write_arrays(path, ARRAYS, {"format": "test"})
    whole = path.read_bytes()
    for place in range(8 + 17 + 80):
        for byte in {*b' \t\n\r"0aA{}:,\\/\0'} - {whole[place]}:
            path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            with pytest.raises(GoError, match=REFUSED):
                read_arrays(path)


def test_a_file_without_a_seal_is_read_and_said_to_be_unverified_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save_file(ARRAYS, path, metadata=HEADER)
    for _ in range(3):
        assert read_arrays(path)[1] == HEADER
    assert caplog.record_tuples == [
        (
            "tengen.core.array_files",
            logging.WARNING,
            f"tengen: {path} has no checksum, as older versions wrote it: it cannot be verified",
        )
    ]


def test_a_fingerprint_is_that_of_the_file_without_its_seal(path: Path) -> None:
    plain = save(ARRAYS, metadata=HEADER)
    path.write_bytes(plain)
    assert fingerprint(path) == hashlib.sha256(plain).hexdigest()
    path.write_bytes(sealed(plain))
    assert fingerprint(path) == hashlib.sha256(plain).hexdigest()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_files_are_sealed_and_hold_what_they_always_held(name: str) -> None:
    path = PACKAGE / f"{name}.safetensors"
    assert fingerprint(path) == SHIPPED[name]  # of all bytes: no weight was changed
    assert b'"sha256"' in path.read_bytes()[:40]
    read_arrays(path)


def test_all_shipped_files_are_known() -> None:
    paths = PACKAGE.rglob("*.safetensors")
    assert {str(path.relative_to(PACKAGE).with_suffix("")) for path in paths} == SHIPPED.keys()


def test_numbers_that_no_net_has_are_refused_by_name() -> None:
    check_numbers("layer", np.array([LARGEST_WEIGHT, -LARGEST_WEIGHT, 0], np.float32), "file")
    check_numbers("none", np.zeros(0, np.float32), "file")
    for value, message in (
        (np.nan, "file has numbers in layer that are not finite"),
        (-np.inf, "file has numbers in layer that are not finite"),
        (-1.5e30, r"file has 1\.5e\+30 in layer, and no net has weights above 10000"),
        (10_001, r"file has 1e\+04 in layer, and no net has weights above 10000"),
    ):
        with pytest.raises(GoError, match=message):
            check_numbers("layer", np.array([0, value, 1], np.float32), "file")


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null"])
def test_a_device_is_not_read(name: str) -> None:
    with pytest.raises(GoError, match=f"cannot read the weights in {name}: it is no plain file"):
        read_arrays(Path(name))


def test_the_file_before_is_taken_where_the_newest_is_damaged(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for step in "123":
        write_next(path, ARRAYS, {"step": step})
    assert read_newest(path)[1] == {"step": "3"}
    damage(path)
    assert read_newest(path)[1] == {"step": "2"}
    assert f"tengen: {path} is damaged: its checksum is wrong" in caplog.text
    assert "going on from the one before it" in caplog.text
    damage(previous_of(path))
    with pytest.raises(GoError, match=r"nor can the one before it be used .*: move both away"):
        read_newest(path)
    previous_of(path).unlink()
    with pytest.raises(GoError, match=r"is damaged: .*, or move it away to begin anew"):
        read_newest(path)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
