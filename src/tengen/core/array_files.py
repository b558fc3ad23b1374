"""Named arrays with a header of texts in one file (safetensors), sealed by a checksum, replaced in one step.

The seal is the first entry of the header: the SHA-256 of the file as the library wrote it, before the seal
was set in. It has 80 bytes, so that the arrays stay aligned, and the library reads a sealed file like any
other:

    length of the header {"__metadata__":{"sha256":"<64 digits>",    "format": ... the arrays

So a change of any bit is found, also in the header and in the seal itself. A file of an earlier version has
no seal: it is read, and a line on stderr says that nobody can tell whether it is as it was written.
"""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load, save

from tengen.core.errors import GoError, one_line
from tengen.core.files import read_plain_file, write_atomically

LARGEST_WEIGHT = 10_000.0  # a thousand times the largest of the nets that come with Tengen
_LARGEST_FILE = 1 << 28  # bytes; no net is as large, and no more is read of a foreign file
_LENGTH = Struct("<Q")
_BEGIN = b'{"__metadata__":{'
_SEAL = b'"sha256":"%b",    '
_SEAL_LENGTH = len(_SEAL % (b"0" * 64))
_SEALED = re.compile(rb'.{8}\{"__metadata__":\{("sha256":"([0-9a-f]{64})",    )"', re.DOTALL)
_DIGEST = re.compile("[0-9a-f]{64}")
_ADVICE = "; take another copy of it"
_PREVIOUS = ".previous"
IN_USE = "is in use by another training"  # of a folder, see `held_folder`
_log = logging.getLogger(__name__)


def read_arrays(path: Path) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """Arrays and header of a file; GoError if it cannot be read or is not as it was written."""
    content, digest = _read_unsealed(path)
    if digest is not None and digest != hashlib.sha256(content).hexdigest():
        raise GoError(f"{path} is damaged: its checksum is wrong{_ADVICE}")
    try:
        arrays, header = load(content), _header(content)
    except (SafetensorError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise GoError(
            f"cannot read the weights in {path}: {type(error).__name__} {one_line(str(error), 120)}"
        ) from None
    if digest is None:
        if "sha256" in header or any(_DIGEST.fullmatch(text) for text in header.values()):
            raise GoError(f"{path} is damaged: its checksum is not in its place{_ADVICE}")
        _say_unverified(path)
    return arrays, header


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]], header: Mapping[str, str]) -> None:
    """Replace a file in one step, so that it is whole even if we are killed or power fails."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    try:
        write_atomically(path, sealed(save(whole, metadata=dict(header))))
    except OSError as error:
        raise GoError(f"cannot write {path}: {error.strerror or error}") from None


def format_in(header: Mapping[str, str]) -> str:
    """What a header calls its format, to be told where it is another one."""
    return repr(one_line(header["format"], 60)) if "format" in header else "None"


def fingerprint(path: Path) -> str:
    """The SHA-256 of what a file holds, whether it is sealed or not; GoError if it cannot be read."""
    return hashlib.sha256(_read_unsealed(path)[0]).hexdigest()


def sealed(content: bytes) -> bytes:
    """A file of the library with the seal set in."""
    if not content.startswith(_BEGIN + b'"', _LENGTH.size):
        raise ValueError("only a file with a header of texts can be sealed")
    (length,), place = _LENGTH.unpack_from(content), _LENGTH.size + len(_BEGIN)
    seal = _SEAL % hashlib.sha256(content).hexdigest().encode()
    return _LENGTH.pack(length + len(seal)) + content[_LENGTH.size : place] + seal + content[place:]


def _read_unsealed(path: Path) -> tuple[bytes, str | None]:
    """A file without its seal, and the checksum that the seal tells, None if there is no seal."""
    try:
        content = read_plain_file(path, _LARGEST_FILE)
    except OSError as error:
        raise GoError(f"cannot read the weights in {path}: {error.strerror or error}") from None
    found = _SEALED.match(content)
    if found is None:
        return content, None
    (length,) = _LENGTH.unpack_from(content)
    before, after = content[_LENGTH.size : found.start(1)], content[found.end(1) :]
    return _LENGTH.pack(max(length - _SEAL_LENGTH, 0)) + before + after, found[2].decode()


def _header(content: bytes) -> dict[str, str]:
    """The texts of a file that the library has read."""
    (length,) = _LENGTH.unpack_from(content)
    return dict(json.loads(content[_LENGTH.size : _LENGTH.size + length]).get("__metadata__") or {})


@cache
def _say_unverified(path: Path) -> None:
    """Once for each file and process."""
    _log.warning("tengen: %s has no checksum, as older versions wrote it: it cannot be verified", path)


def check_numbers(name: str, array: npt.NDArray[Any], where: str) -> None:
    """GoError, beginning with `where`, unless all numbers of an array are finite and not absurdly large."""
    if not np.isfinite(array).all():
        raise GoError(f"{where} has numbers in {name} that are not finite")
    largest = float(np.abs(array.astype(np.float64)).max(initial=0))
    if largest > LARGEST_WEIGHT:
        raise GoError(f"{where} has {largest:.3g} in {name}, and no net has weights above {LARGEST_WEIGHT:g}")


# --- Files that are replaced again and again ------------------------------------------------------


def write_next(path: Path, arrays: Mapping[str, npt.NDArray[Any]], header: Mapping[str, str]) -> None:
    """Replace a file as `write_arrays` does, and keep the one before it for `read_newest`."""
    try:
        if path.exists():
            write_atomically(previous_of(path), path.read_bytes())
    except OSError as error:
        raise GoError(f"cannot write {previous_of(path)}: {error.strerror or error}") from None
    write_arrays(path, arrays, header)


def read_newest(path: Path) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """What `read_arrays` finds in a file, or in the one before it if that one is damaged."""
    previous = previous_of(path)
    try:
        return read_arrays(path)
    except GoError as error:
        if not previous.exists():
            raise GoError(f"{error}, or move it away to begin anew") from None
        damage = str(error).removesuffix(_ADVICE)
        try:
            found = read_arrays(previous)
        except GoError as other:
            raise GoError(
                f"{damage}; nor can the one before it be used ({other}): move both away to begin anew"
            ) from None
        _log.warning("tengen: %s; going on from the one before it", damage)
        return found


def previous_of(path: Path) -> Path:
    """Where the file before this one is kept."""
    return path.with_name(path.name + _PREVIOUS)
