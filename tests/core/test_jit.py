"""The cache of compiled code: both of Numba's traps are closed, and old folders are swept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import config

from tengen.core import jit

INNER = "from package.core.jit import jit\n\n@jit\ndef answer(values):\n    return {expression}\n"
OUTER = (
    "from package.core.jit import jit\n"
    "from package.core.inner import answer\n\n"
    "@jit\ndef ask(values):\n    return answer(values)\n"
)
MAIN = "import numpy as np; from package.core.outer import ask; print(ask(np.arange(4)))"


@pytest.fixture
def package(tmp_path):
    """A package of three files: our jit.py, a function, and its caller in another file."""
    core = tmp_path / "package" / "core"
    core.mkdir(parents=True)
    shutil.copy(jit.__file__, core / "jit.py")
    (core / "outer.py").write_text(OUTER)
    write_inner(core, "1")
    return core


def write_inner(core, expression):
    (core / "inner.py").write_text(INNER.format(expression=expression))


def run(core, **environment):
    """Run the caller in a fresh process with a cache beside the package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    root = core.parent.parent
    environment = {**kept, "PYTHONPATH": str(root), "TENGEN_CACHE_DIR": str(root / "cache"), **environment}
    done = subprocess.run([sys.executable, "-c", MAIN], env=environment, capture_output=True, text=True)
    return done.stdout.strip() or done.stderr


def test_an_edited_function_is_not_called_stale_through_its_cached_caller(package):
    assert run(package) == "1"
    assert run(package) == "1"
    write_inner(package, "2")
    assert run(package) == "2"


def test_numba_alone_would_call_the_stale_function(package):
    """The trap is real: with one cache folder for all states of the sources the old answer returns."""
    text = (package / "jit.py").read_text()
    (package / "jit.py").write_text(text.replace("cache_root() / cache_key()", "cache_root() / 'one'"))
    assert run(package) == "1"
    write_inner(package, "2")
    assert run(package) == "1"


def test_bounds_checks_check_although_the_cache_is_warm_without_them(package):
    write_inner(package, "values[len(values)] * 0")
    assert run(package) == "0"
    assert "IndexError" in run(package, NUMBA_BOUNDSCHECK="1")
    assert run(package) == "0"


def test_the_key_names_every_compiled_layer():
    """A file that uses the decorators lies in a layer whose sources are part of the key."""
    for source in jit.PACKAGE.rglob("*.py"):
        if "@jit" in source.read_text() and source.name != "jit.py":
            assert source.relative_to(jit.PACKAGE).parts[0] in jit.COMPILED_LAYERS


def test_folders_unused_for_a_month_are_swept(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        (folder / "sub").mkdir(parents=True)
    os.utime(old, (0, 0))
    jit._sweep(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_a_cold_use_says_that_it_compiles_and_how_long_it_took(package):
    main = (
        "import numpy as np; from package.core.jit import compilation_notice\n"
        "from package.core.outer import ask\n"
        "with compilation_notice():\n    ask(np.arange(4))\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {
        "PYTHONPATH": str(package.parent.parent),
        "TENGEN_CACHE_DIR": str(package.parent / "cache"),
    }
    cold, warm = (
        subprocess.run([sys.executable, "-c", main], env=environment, capture_output=True, text=True).stderr
        for _ in range(2)
    )
    assert "compiling ask" in cold
    assert cold.strip().endswith(" s")
    assert warm == ""


def test_a_read_only_home_does_not_stop_anything(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OSError("read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setenv("TENGEN_CACHE_DIR", "/nowhere/at/all")
    monkeypatch.setattr("numba.config.CACHE_DIR", "unchanged")
    assert jit._choose_cache_folder() == Path("/nowhere/at/all") / jit.cache_key()


def test_the_cache_follows_the_users_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("TENGEN_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert jit.cache_root() == tmp_path / "tengen"


@pytest.mark.skipif(config.DISABLE_JIT, reason="looks at compiled code")
def test_compiled_code_counts_no_references():
    def total(pair):
        return helper(pair[0]) + helper(pair[1])

    @jit.jit
    def helper(values):
        return values[0]

    arrays = np.arange(3), np.arange(5)
    for compile_, counts in ((jit.jit, False), (numba.njit, True)):
        compiled = compile_(total)
        assert compiled(arrays) == 0
        assert any("NRT_decref" in text for text in compiled.inspect_llvm().values()) == counts
