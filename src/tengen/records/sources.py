"""Where games come from: files, folders and archives, one source after the other."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from tengen.records.errors import BadRecord
from tengen.records.limits import Limits
from tengen.records.unpack import UNREADABLE, Source, describe, tar_sources, unpacked, zip_sources

_TAR_ENDINGS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_ENDINGS = (".sgf", ".gz", ".xz", ".zip", *_TAR_ENDINGS)


def open_sources(paths: Iterable[str | os.PathLike[str]], limits: Limits) -> Iterator[Source | BadRecord]:
    """Open what the paths name, one at a time; a source is closed when the next one is asked for.

    A folder stands for all files in it and below whose names tell that they hold games, in the
    order of their names, and linked folders are not followed. A file that a path names itself is
    read whatever its name. What cannot be opened comes as a BadRecord; nothing is raised.
    """
    for path in map(Path, paths):
        if not path.is_dir():
            yield from _open_file(path, limits)
            continue
        problems: list[OSError] = []
        for folder, folders, files in os.walk(path, onerror=problems.append):
            folders.sort()
            for file in sorted(files):
                if file.lower().endswith(_ENDINGS):
                    yield from _open_file(Path(folder, file), limits)
        for problem in problems:
            yield BadRecord(str(problem.filename), None, None, describe(problem))


def _open_file(path: Path, limits: Limits) -> Iterator[Source | BadRecord]:
    name = str(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # to open a pipe would wait for ever
            yield BadRecord(name, None, None, "not a regular file")
            return
        with path.open("rb") as packed:
            suffix = path.suffix.lower()
            if suffix == ".zip":
                yield from zip_sources(name, packed, limits)
            elif path.name.lower().endswith(_TAR_ENDINGS):
                yield from tar_sources(name, unpacked(packed, suffix, limits), packed, limits)
            else:
                yield Source(name, unpacked(packed, suffix, limits))
    except UNREADABLE as error:
        yield BadRecord(name, None, None, describe(error))
