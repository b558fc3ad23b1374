"""Which matches are being played: those whose store is held by a runner.

A runner holds a lock on a file beside its store. To see that by taking the lock would turn away a runner that
starts in the same moment, so the kernel's list of locks is read instead. It shows the processes of this
machine that we can see; where there is no such list, nothing counts as held.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from tengen.match.store import lock_path

_LIST = Path("/proc/locks")  # "1: FLOCK  ADVISORY  WRITE 28646 fe:00:2269201 0 EOF"


def held_stores(paths: Iterable[Path]) -> set[Path]:
    """Those of the stores that a runner holds now."""
    locked = _locked_files()
    return {path for path in paths if locked and _identity(lock_path(path)) in locked}


def _locked_files() -> set[tuple[int, int]]:
    """Device and inode of all files with a lock of the kind that runners take."""
    try:
        lines = _LIST.read_text("ascii", "replace").splitlines()
    except OSError:
        return set()
    found = set()
    for fields in map(str.split, lines):
        if len(fields) >= 6 and fields[1] == "FLOCK":
            major, minor, inode = fields[5].split(":")
            found.add((os.makedev(int(major, 16), int(minor, 16)), int(inode)))
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
