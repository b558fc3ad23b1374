"""Reading files that may be anything: plain ones only, and not more than was allowed for."""

import stat
from pathlib import Path

from tengen import files


def read_plain_file(path: Path, max_bytes: int) -> bytes:
    """All of a plain file; OSError for a link, pipe, device or folder, and for a file that is too long."""
    return files.read_plain_file(path, max_bytes, follow_links=False)


def is_plain_file(path: Path) -> bool:
    """Whether a path is a plain file itself, and not a link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
