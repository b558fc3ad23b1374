"""Packed files and archives, read in small pieces and within limits.

The standard library does the unpacking. What is added here: a limit on the memory of the .xz
unpacker, a watch on how far a packed archive swells, and a look at each entry before it is read.
Nothing is ever written to disk, so a name that leads out of the folder could do no harm today;
it is refused all the same, for nobody writes such names in good faith.

Where games come from: files, folders and archives, one source after the other.
"""

import bz2
import lzma
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple, Protocol, cast

from tengen.sgf.errors import MIB, RATIO_FREE_BYTES, BadRecord, Limits

# What the standard library raises on broken, cut and hostile files, and on files we may not read.
UNREADABLE = (
    OSError,
    EOFError,
    ValueError,  # also UnicodeDecodeError
    RuntimeError,  # an encrypted .zip; also NotImplementedError and RecursionError
    MemoryError,
    IndexError,  # zipfile, on entries without a name
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    tarfile.TarError,
)

_BLOCK = 1 << 18
_ARCHIVE_SUFFIXES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".7z", ".rar")
_MAX_TAR_HEADER = MIB  # long names and the like; tarfile reads them whole


class Readable(Protocol):
    """Anything that gives the next bytes, at most as many as asked, none at the end."""

    def read(self, n_bytes: int, /) -> bytes: ...


class Source(NamedTuple):
    """A file or an entry of an archive with games in it."""

    name: str
    content: Readable


class Unpacker(Protocol):
    """What `lzma` and `bz2` call a decompressor."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def needs_input(self) -> bool: ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class GzipUnpacker:
    """The same for .gz, out of `zlib`."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


class PackedFile:
    """A packed file as a stream, up to the very byte where it is cut.

    The file objects of the standard library lose what they have when a file ends too early, and
    that of `lzma` takes any memory the file asks for.
    """

    def __init__(self, packed: IO[bytes], new_unpacker: Callable[[], Unpacker]) -> None:
        self._packed = packed
        self._new_unpacker = new_unpacker
        self._unpacker = new_unpacker()

    def read(self, n_bytes: int, /) -> bytes:
        """The next bytes; several packed streams behind each other are one, zeros between them."""
        while True:
            block = b""
            if self._unpacker.eof:
                block = self._unpacker.unused_data.lstrip(b"\0") or self._packed.read(_BLOCK).lstrip(b"\0")
                if not block:
                    return b""
                self._unpacker = self._new_unpacker()
            elif self._unpacker.needs_input:
                block = self._packed.read(_BLOCK)
            data = self._unpacker.decompress(block, n_bytes)
            if data:
                return data
            if not block and not self._unpacker.eof:
                raise EOFError("the file ends inside packed data")


def unpacked(packed: IO[bytes], suffix: str, limits: Limits) -> Readable:
    """The content of a file packed as its suffix tells; the file itself for any other suffix."""
    if suffix in (".gz", ".tgz"):
        return PackedFile(packed, GzipUnpacker)
    if suffix in (".xz", ".txz"):
        return PackedFile(packed, partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, limits.unpacker_bytes))
    if suffix in (".bz2", ".tbz2"):
        return PackedFile(packed, bz2.BZ2Decompressor)
    return packed


def refusal(name: str, n_unpacked: int, n_packed: int | None, limits: Limits) -> str | None:
    """Why an entry of an archive is not read; None if it may be."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match("[A-Za-z]:", name):
        return "a name that leads out of the archive"
    if path.suffix.lower() in _ARCHIVE_SUFFIXES:
        return "an archive inside an archive"
    if n_unpacked > limits.entry_bytes:
        return "larger than the limit for an entry of an archive"
    if n_packed is not None and n_unpacked > max(RATIO_FREE_BYTES, limits.entry_ratio * n_packed):
        return "packed more tightly than the limit"
    return None


def zip_sources(name: str, packed: IO[bytes], limits: Limits) -> Iterator[Source | BadRecord]:
    """The .sgf entries of a .zip, in its order."""
    with zipfile.ZipFile(packed) as archive:
        entries = archive.infolist()
        if len(entries) > limits.archive_entries:
            yield BadRecord(name, None, None, "more entries than the limit")
            entries = []
        for entry in entries:
            entry_name = f"{name}/{entry.filename}"
            reason = refusal(entry.filename, entry.file_size, entry.compress_size, limits)
            if stat.S_ISLNK(entry.external_attr >> 16):
                reason = "a link"
            if entry.filename.endswith("/"):
                continue
            if reason is not None:
                yield BadRecord(entry_name, None, None, reason)
            elif entry.filename.lower().endswith(".sgf"):
                try:
                    content = archive.open(entry)
                except UNREADABLE as error:
                    yield BadRecord(entry_name, None, None, describe(error))
                else:
                    with content:
                        yield Source(entry_name, content)


def tar_sources(
    name: str, content: Readable, packed: IO[bytes], limits: Limits
) -> Iterator[Source | BadRecord]:
    """The .sgf entries of a .tar, in its order; it is read as a stream, so it may be packed."""
    watched = _Watched(content, packed, limits)
    with tarfile.open(fileobj=cast(IO[bytes], watched), mode="r|", tarinfo=_BoundedTarInfo) as archive:
        n_entries = 0
        while (entry := archive.next()) is not None:
            cast(Any, archive).members.clear()  # tarfile remembers every entry otherwise
            n_entries += 1
            if n_entries > limits.archive_entries:
                yield BadRecord(name, None, None, "more entries than the limit")
                return
            entry_name = f"{name}/{entry.name}"
            reason = refusal(entry.name, entry.size, None, limits)
            if entry.issym() or entry.islnk():
                reason = "a link"
            if entry.isdir():
                continue
            if reason is not None:
                yield BadRecord(entry_name, None, None, reason)
            elif entry.isreg() and entry.name.lower().endswith(".sgf"):
                yield Source(entry_name, cast(IO[bytes], archive.extractfile(entry)))
    if not watched.ends_in_zeros:
        yield BadRecord(name, None, None, "the archive is cut off")


def describe(error: BaseException) -> str:
    """An error of the standard library as a reason."""
    return f"{type(error).__name__}: {error}"


class _BoundedTarInfo(tarfile.TarInfo):
    """Refuses headers that tarfile would read into memory whole, whatever their size."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_BoundedTarInfo":
        """Read one header block, as the base class does."""
        entry = super().frombuf(buf, encoding, errors)
        is_file = entry.type in tarfile.REGULAR_TYPES or entry.type in (tarfile.DIRTYPE, tarfile.SYMTYPE)
        if not is_file and entry.size > _MAX_TAR_HEADER:
            raise tarfile.ReadError("a header larger than the limit")
        return entry


class _Watched:
    """A packed archive that may not swell without limit; it also notes whether it ends as a .tar does."""

    def __init__(self, content: Readable, packed: IO[bytes], limits: Limits) -> None:
        self._content = content
        self._packed = packed
        self._ratio = limits.entry_ratio
        self._n_unpacked = 0
        self._last = b""

    def read(self, n_bytes: int, /) -> bytes:
        """The next bytes."""
        data = self._content.read(n_bytes)
        self._n_unpacked += len(data)
        self._last = (self._last + data)[-tarfile.BLOCKSIZE :]
        if self._n_unpacked > max(RATIO_FREE_BYTES, self._ratio * self._packed.tell()):
            raise ValueError("packed more tightly than the limit")
        return data

    @property
    def ends_in_zeros(self) -> bool:
        """Whether the last block read is the empty one that ends every .tar."""
        return len(self._last) == tarfile.BLOCKSIZE and not any(self._last)


# --- Files, folders and archives ------------------------------------------------------------------


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
