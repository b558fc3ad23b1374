"""The one place with compiler options, and a cache of compiled code that never goes stale.

Numba's own cache has two traps. A cached caller keeps the old body of a function that lives in
another file and was edited since; and code compiled without bounds checks is loaded again when
bounds checks are asked for, so they check nothing. Both are closed by a cache folder whose name
is a hash of every compiled source and of the mode: other sources or another mode, another folder.

`NUMBA_CACHE_DIR` is not honoured on purpose: it would open both traps again. `TENGEN_CACHE_DIR`
moves the folder that holds the keyed folders.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core import event

PACKAGE = Path(__file__).parent.parent
COMPILED_LAYERS = ("core", "records", "playout", "search", "nets", "book", "bench")
_UNUSED_DAYS = 30


def cache_key(package: Path = PACKAGE) -> str:
    """Name the cache folder: changes with any compiled source and with bounds checking."""
    key = hashlib.sha256(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for layer in COMPILED_LAYERS:
        for source in sorted((package / layer).rglob("*.py")):
            key.update(source.relative_to(package).as_posix().encode())
            key.update(source.read_bytes())
    return key.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one keyed folder for each state of the sources and mode."""
    if "TENGEN_CACHE_DIR" in os.environ:
        return Path(os.environ["TENGEN_CACHE_DIR"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "tengen"


def _choose_cache_folder() -> Path:
    """Point Numba at the keyed folder, mark it used, and drop those unused for a month."""
    folder = cache_root() / cache_key()
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if fresh:
            _sweep(cache_root())
    except OSError:
        pass  # a read-only home: Numba falls back to compiling in memory
    numba.config.CACHE_DIR = str(folder)
    return folder


def _sweep(root: Path) -> None:
    """Remove the cache folders that no start has used for a month."""
    oldest = time.time() - _UNUSED_DAYS * 24 * 3600
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = _choose_cache_folder()


# No reference counts (`_nrt`): compiled code never makes an array, and the caller keeps those it passes.
# Counting them, by atomic steps at every call, took a tenth of a search on 9x9.
_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile for the CPU, without the GIL, with a cache; the only decorator for compiled code."""
    compiled: Callable[..., Any] = numba.njit(**_OPTIONS)(function)
    return compiled


def jit_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `jit`, for the small verbs of the inner loop: LLVM must merge them into their callers."""
    compiled: Callable[..., Any] = numba.njit(forceinline=True, **_OPTIONS)(function)
    return compiled


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
            print(
                f"tengen: compiling {name} (once for this version) ... ", end="", file=sys.stderr, flush=True
            )

    def on_end(self, ended: Any) -> None:
        """Called by Numba when a function is compiled."""
        self._depth -= 1
        if self._depth == 0:
            seconds = time.perf_counter() - self._started
            self.seconds += seconds
            print(f"{seconds:.1f} s", file=sys.stderr, flush=True)


@contextmanager
def compilation_notice() -> Iterator[CompilationNotice]:
    """Announce every compilation on stderr while the context is open."""
    listener = CompilationNotice()
    event.register("numba:compile", listener)
    try:
        yield listener
    finally:
        event.unregister("numba:compile", listener)
