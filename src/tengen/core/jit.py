"""How functions are compiled, and where compiled code is kept.

Code on disk is found again only if it is that of these sources, whole, and written by nobody else.

Numba's own cache has traps. A cached caller keeps the old body of a function that lives in another file and
was edited since; code compiled without bounds checks is loaded when checks are asked for; two processes that
write at once can exchange their code; a flipped bit is executed, and a full disk ends the program; where the
home cannot be written, it writes beside the sources. Here the folder is named by the mode and the versions.
Each piece of code is a file named by what was compiled and by the sources it depends on (source_hash.py),
replaced in one step, with a SHA-256 in front. What is not found so is compiled again, and kept in memory if
nowhere else.

Numba can store code only as a pickle, and unpickling runs what another wrote. So nothing is read unless the
file and all folders above it belong to this user or root, and nobody else may write there.

`NUMBA_CACHE_DIR` is not honoured on purpose: it would open the traps again. `TENGEN_CACHE_DIR` moves the
folder that holds the keyed folders.

Compiler options stand here and nowhere else.
"""

import hashlib
import os
import pickle
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import event
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tengen.core.source_hash import COMPILED, SourceHashes

PACKAGE = Path(__file__).parent.parent
SUFFIX = ".code"
_FACTS = "sources.facts"  # what is remembered of source files
_KEYED = re.compile(r"[0-9a-f]{16}")  # the names of keyed folders
_UNUSED_DAYS = 30
_DAY = 24 * 3600
_HASH_BYTES = 32


class CacheError(OSError):
    """Why nothing is read from a file or a folder, or written there."""


def cache_key() -> str:
    """Name the cache folder: changes with bounds checking and the versions in use."""
    versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, np.__version__)
    mode = f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}"
    return hashlib.sha256(repr((versions, mode)).encode()).hexdigest()[:16]


def cache_roots() -> Iterator[Path]:
    """The folders that may hold the keyed folders, the best first."""
    named, above = os.environ.get("TENGEN_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME", "")
    if named:
        yield Path(named).absolute()
    elif Path(above).is_absolute():
        yield Path(above, "tengen")
    else:
        with suppress(RuntimeError):  # a user without a home
            yield Path.home() / ".cache" / "tengen"
    yield Path(os.environ.get("TMPDIR") or "/tmp").absolute()


def keyed_folder(root: Path, key: str) -> Path:
    """The folder of a key; under a root that others may write in, as /tmp, in a part of this user's own."""
    with suppress(OSError):
        if root.stat().st_mode & 0o022:
            return root / f"tengen-{os.geteuid()}" / key
    return root / key


def _trusted_owners() -> set[int]:
    """This user and root; and whoever owns `/`, which root does under another number in users' containers."""
    return {os.geteuid(), 0, os.lstat("/").st_uid}


def check_trust(folder: Path) -> None:
    """Raise CacheError if anybody but this user and root could have written there.

    A folder on the way may be open to all if it is sticky, as /tmp is: there nobody moves what is another's.
    """
    given, real = folder.absolute(), folder.resolve()
    owners = _trusted_owners()
    for path in (given, *given.parents, real, *real.parents):
        status = path.lstat()
        if status.st_uid not in owners:
            raise CacheError(f"{path} belongs to another user")
        is_open = bool(status.st_mode & 0o022) and not stat.S_ISLNK(status.st_mode)
        if is_open and (path == real or not status.st_mode & stat.S_ISVTX):
            raise CacheError(f"others may write in {path}")


def _make_folder(folder: Path) -> None:
    """With its parents; whatever the umask, nobody else may write there."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o755)


def choose_folder(key: str) -> tuple[Path | None, str]:
    """The keyed folder, None for memory only; and in one sentence why it is not the usual one, or ""."""
    faults: list[str] = []
    for root in cache_roots():
        folder = keyed_folder(root, key)
        try:
            is_new = not folder.exists()
            _make_folder(folder)
            check_trust(folder)
        except OSError as error:
            faults.append(reason(error, folder))
            continue
        with suppress(OSError):
            if is_new or folder.stat().st_mtime < time.time() - _DAY:
                sweep(folder.parent)
            os.utime(folder)
        return folder.resolve(), f"compiled code is kept in {folder.parent}: {faults[0]}" if faults else ""
    return None, f"compiled code is not kept, each start compiles again: {faults[0]}"


def reason(error: OSError, path: Path) -> str:
    """What stands against a file or folder, in words."""
    unusable = f"{path} cannot be used ({error.strerror or error})"
    return str(error) if isinstance(error, CacheError) else unusable


def unused_folders(root: Path) -> list[Path]:
    """The keyed folders that no start has used for a month; folders of other names are not ours."""
    return [folder for folder in _keyed_folders(root) if _is_unused(folder)]


def _keyed_folders(root: Path) -> list[Path]:
    return [path for path in root.iterdir() if _KEYED.fullmatch(path.name) and path.is_dir()]


def _is_unused(path: Path) -> bool:
    return path.lstat().st_mtime < time.time() - _UNUSED_DAYS * _DAY


def sweep(root: Path) -> None:
    """Remove what is unused: whole folders, and in the others the code of sources that are gone."""
    with suppress(OSError):
        for folder in _keyed_folders(root):
            if _is_unused(folder):
                shutil.rmtree(folder, ignore_errors=True)
                continue
            for path in folder.glob(f"*{SUFFIX}"):
                if _is_unused(path):
                    path.unlink()


def _open_carefully(path: str, flags: int) -> int:
    """Neither through a link, nor waiting for somebody to write into a pipe."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def read_code(path: Path) -> bytes:
    """What was written there, whole and by this user or root; CacheError if it is not."""
    with open(path, "rb", opener=_open_carefully) as file:
        status = os.fstat(file.fileno())
        is_open = bool(status.st_mode & 0o022) or not stat.S_ISREG(status.st_mode)
        if is_open or status.st_uid not in _trusted_owners():
            raise CacheError(f"others could have written {path}")
        stored = file.read()
    code = stored[_HASH_BYTES:]
    if hashlib.sha256(code).digest() != stored[:_HASH_BYTES]:
        raise CacheError(f"{path} is damaged")
    return code


def write_code(path: Path, code: bytes) -> None:
    """Replace the file in one step. It need not last: one that is torn by a power failure is seen to be."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    _make_folder(path.parent)
    try:
        with open(new, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.write(hashlib.sha256(code).digest() + code)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


class Stderr:
    """Says what the user should know; a stderr that is closed or full stops nothing."""

    def __init__(self) -> None:
        self._said: set[str] = set()
        self._is_within_line = False

    def say(self, text: str, end: str = "\n") -> None:
        """Go on with the line if the last end was none."""
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                print(text, end=end, file=sys.stderr, flush=True)
        self._is_within_line = end != "\n"

    def say_once(self, kind: str, sentence: str) -> None:
        """One sentence for each kind of fault, however many files have it."""
        if kind not in self._said:
            self._said.add(kind)
            self.say("\n" * self._is_within_line + f"tengen: {sentence}")


STDERR = Stderr()
KEY = cache_key()
FOLDER, FAULT = choose_folder(KEY)


class _FactsFile:
    """What is remembered of source files, in the folder of the code; a fault is no more than a miss."""

    def read(self) -> bytes:
        """As `Memory` of source_hash.py says."""
        with suppress(OSError):
            return read_code(FOLDER / _FACTS) if FOLDER else b""
        return b""

    def write(self, data: bytes) -> None:
        """As `Memory` of source_hash.py says."""
        with suppress(OSError):
            if FOLDER:
                write_code(FOLDER / _FACTS, data)


SOURCES = SourceHashes(PACKAGE, _FactsFile())


class CodeCache(NullCache):  # type: ignore[misc]
    """Where a compiled function looks for its code and keeps it, in the place of Numba's FunctionCache.

    Nothing that is wrong with a file is more than a miss. Of Numba's inside it needs `Dispatcher._cache`,
    what NullCache lists, and `CompileResult._reduce` and `_rebuild`: tried with Numba 0.61 to 0.68.
    """

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._source = source = Path(function.__code__.co_filename)
        self._is_keyed = (
            function.__closure__ is None and source.is_relative_to(PACKAGE) and source.name.endswith(COMPILED)
        )

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        return None if FOLDER is None else str(FOLDER)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The code for these types, or None."""
        target_context.refresh()
        if FAULT:
            STDERR.say_once("folder", f"{FAULT}; TENGEN_CACHE_DIR names another folder")
        if FOLDER is None or not self._is_keyed:
            return None
        key = self._key(signature, target_context.codegen())
        path = self._path(FOLDER, key)
        try:
            stored_key, reduced = pickle.loads(read_code(path))
            _note_use(path)
            return CompileResult._rebuild(target_context, *reduced) if stored_key == key else None
        except FileNotFoundError:
            return None
        except Exception as error:
            fault = reason(error, path) if isinstance(error, OSError) else f"{path} cannot be loaded"
            STDERR.say_once("file", f"{fault}: compiled again; `tengen doctor` looks at all such files")
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the code for these types, unless the sources were edited since this process began."""
        if FOLDER is None or not self._is_keyed or SOURCES.is_edited(self._source):
            return
        if result.library.has_dynamic_globals or any(not lifted.can_cache for lifted in result.lifted):
            return
        key = self._key(signature, result.codegen)
        try:
            write_code(self._path(FOLDER, key), dumps((key, result._reduce())))
        except OSError as error:
            STDERR.say_once("write", f"compiled code is not kept: {reason(error, FOLDER)}")

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        """All that the code depends on but what names the folder: function, sources, types, processor."""
        name = (self._function.__module__, self._function.__qualname__, SOURCES.key(self._source))
        return (name, signature, codegen.magic_tuple())

    def _path(self, folder: Path, key: tuple[Any, ...]) -> Path:
        return folder / f"{key[0][1]}-{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}{SUFFIX}"


def _note_use(path: Path) -> None:
    """Code that is used stays; its time is written once a day."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - _DAY:
            os.utime(path)


# --- Compiling ------------------------------------------------------------------------------------


# No reference counts (`_nrt`): compiled code never makes an array, and the caller keeps those it passes.
# Counting them, by atomic steps at every call, took a tenth of a search on 9x9.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def jit(function: Callable[..., Any], **options: bool) -> Callable[..., Any]:
    """Compile for the CPU, without the GIL, with a cache; the only decorator for compiled code."""
    compiled: Any = numba.njit(**_OPTIONS, **options)(function)
    if compiled is not function:  # it is in the interpreted lane
        compiled._cache = CodeCache(compiled.py_func)
    return compiled  # type: ignore[no-any-return]


def jit_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `jit`, for the small verbs of the inner loop: LLVM must merge them into their callers."""
    return jit(function, forceinline=True)


class CompilationNotice(event.Listener):  # type: ignore[misc]
    """Says on stderr that code is being compiled, and how long it took.

    Only real compilation counts; loading from the cache stays silent. Nested compilations are
    part of the outermost one.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._started = 0.0
        self.seconds = 0.0

    def on_start(self, started: Any) -> None:
        """Called by Numba when it begins to compile a function."""
        self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
            name = started.data["dispatcher"].py_func.__name__
            once = " (once for this version)" if FOLDER else ""
            STDERR.say(f"tengen: compiling {name}{once} ... ", end="")

    def on_end(self, ended: Any) -> None:
        """Called by Numba when a function is compiled."""
        self._depth -= 1
        if self._depth == 0:
            seconds = time.perf_counter() - self._started
            self.seconds += seconds
            STDERR.say(f"{seconds:.1f} s")


@contextmanager
def compilation_notice() -> Iterator[CompilationNotice]:
    """Announce every compilation on stderr while the context is open."""
    listener = CompilationNotice()
    event.register("numba:compile", listener)
    try:
        yield listener
    finally:
        event.unregister("numba:compile", listener)
