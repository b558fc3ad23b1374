"""Reading files that may be anything: plain ones only, and not more than was allowed for."""

import os
import stat
from pathlib import Path


def read_plain_file(path: Path, max_bytes: int) -> bytes:
    """All of a plain file; OSError for a link, pipe, device or folder, and for a file that is too long."""
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(f"{path} is no plain file")
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(f"{path} is too long")
    return data


def is_plain_file(path: Path) -> bool:
    """Whether a path is a plain file itself, and not a link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
