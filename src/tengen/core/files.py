"""Files: plain ones, whole or not there at all, and held by one process at a time."""

import contextlib
import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from tengen.core.errors import GoError


def read_plain_file(path: Path, most: int, *, follow_links: bool = True) -> bytes:
    """All of a file; OSError if it is a pipe, a device or a folder, or longer than so many bytes."""
    links = 0 if follow_links else os.O_NOFOLLOW
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | links)  # a pipe must not make us wait
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError("it is no plain file")
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(f"it is longer than {most:,} bytes")
    return content


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file in one step: a new one beside it, on the disk, then renamed; its mode stays."""
    new = path.parent / f".{path.name[:50]}.{secrets.token_hex(4)}.new"
    try:
        with new.open("xb") as file:
            if (mode := _plain_mode(path)) is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def is_plain_file(path: Path) -> bool:
    """Whether a path is a plain file itself, and not a link to one."""
    return _plain_mode(path) is not None


def _plain_mode(path: Path) -> int | None:
    """The mode of a plain file; None where none is."""
    with contextlib.suppress(OSError):
        found = path.lstat().st_mode
        if stat.S_ISREG(found):
            return stat.S_IMODE(found)
    return None


def replace_file(path: Path, data: bytes) -> None:
    """The same, with its folder if there is none; GoError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise GoError(f"cannot write {path}: {error.strerror}") from None


def hold(lock: Path, taken: str) -> int:
    """Hold a file until the number returned is closed or this process has ended, however it ends.

    The file is never removed, for another process may be waiting for it. GoError that begins with `taken` if
    another process holds it.
    """
    try:
        number = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise GoError(f"cannot open {lock}: {error.strerror}") from None
    try:
        owner = os.read(number, 20).decode("ascii", "replace").strip()
        if owner and not owner.isdecimal():
            raise GoError(f"{lock} is in the way: Tengen would keep a lock there, and the file is another")
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(number, 0)
        os.pwrite(number, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError:
        os.close(number)
        raise GoError(f"{taken} (process {owner})") from None
    except OSError as error:
        os.close(number)
        raise GoError(f"cannot lock {lock}: {error.strerror}") from None
    except GoError:
        os.close(number)
        raise
    return number


@contextlib.contextmanager
def held_folder(folder: Path, taken: str) -> Iterator[None]:
    """A folder that nobody else who asks may work in meanwhile, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GoError(f"cannot make the folder {folder}: {error.strerror}") from None
    lock = hold(folder / "lock", f"{folder} {taken}")
    try:
        yield
    finally:
        os.close(lock)
