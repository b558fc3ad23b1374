"""The one place with compiler options; code_cache.py keeps what is compiled."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core import event

from tengen.core.code_cache import FOLDER, STDERR, CodeCache

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
