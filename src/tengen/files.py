"""Files that are there as a whole or not at all."""

import contextlib
import os
import secrets
from pathlib import Path

from tengen.core.errors import GoError


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file in one step: a new one beside it, on the disk, then renamed."""
    new = path.parent / f".{path.name[:50]}.{secrets.token_hex(4)}.new"
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def replace_file(path: Path, data: bytes) -> None:
    """The same, with its folder if there is none; GoError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise GoError(f"cannot write {path}: {error.strerror}") from None
