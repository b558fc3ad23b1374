"""The cache of compiled code: Numba's traps are closed, old folders are swept; tests/chaos attacks it."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import config

from tengen.core import jit, source_hash

INNER = "from package.core.jit import jit\n\n@jit\ndef answer(values):\n    return {expression}\n"
OUTER = (
    "from package.core.jit import jit\n"
    "from package.core.inner_jit import answer\n\n"
    "@jit\ndef ask(values):\n    return answer(values)\n"
)
MAIN = "import numpy as np; from package.core.outer_jit import ask; print(ask(np.arange(4)))"


@pytest.fixture
def package(tmp_path):
    """A package of our core/jit.py, a function, and its caller in another file."""
    core = tmp_path / "package" / "core"
    core.mkdir(parents=True)
    for module in (jit, source_hash):
        text = Path(module.__file__).read_text().replace("tengen.core", "package.core")
        (core / Path(module.__file__).name).write_text(text)
    (core / "outer_jit.py").write_text(OUTER)
    write_inner(core, "1")
    return core


def write_inner(core, expression):
    (core / "inner_jit.py").write_text(INNER.format(expression=expression))


def run(core, main=MAIN, **environment):
    """Run the caller in a fresh process with a cache beside the package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    root = core.parent.parent
    environment = {**kept, "PYTHONPATH": str(root), "TENGEN_CACHE_DIR": str(root / "cache"), **environment}
    done = subprocess.run([sys.executable, "-c", main], env=environment, capture_output=True, text=True)
    return done.stdout.strip() or done.stderr


def test_an_edited_function_is_not_called_stale_through_its_cached_caller(package):
    assert run(package) == "1"
    assert run(package) == "1"
    write_inner(package, "2")
    assert run(package) == "2"


def count_code(package):
    return len(list(package.parent.parent.glob(f"cache/*/*{jit.SUFFIX}")))


def test_only_what_uses_an_edited_function_is_compiled_again(package):
    (package / "other_jit.py").write_text(INNER.format(expression="3"))
    main = f"from package.core.other_jit import answer; answer(np.arange(4)); {MAIN}"
    assert run(package, f"import numpy as np; {main}") == "1"
    assert count_code(package) == 3
    (package / "other_jit.py").write_text(INNER.format(expression="4"))
    assert run(package, f"import numpy as np; {main}") == "1"
    assert count_code(package) == 4  # the other one alone
    write_inner(package, "2")
    assert run(package, f"import numpy as np; {main}") == "2"
    assert count_code(package) == 6  # and now inner and outer


def test_comments_and_docstrings_compile_nothing_again(package):
    assert run(package) == "1"
    n_files = count_code(package)
    write_inner(package, "1  # the first of all numbers")
    outer, options = package / "outer_jit.py", package / "jit.py"
    outer.write_text(f'"""What it is."""\n\n{OUTER}'.replace("(values):", "(values):\n    # a comment"))
    options.write_text(f"# why\n{options.read_text()}")
    assert run(package) == "1"
    assert count_code(package) == n_files


def test_with_one_key_for_all_states_of_the_sources_the_stale_function_would_be_called(package):
    """The trap is real."""
    hashes = package / "source_hash.py"
    hashes.write_text(hashes.read_text().replace("return self._keys[path]", "return 'the same'"))
    assert run(package) == "1"
    write_inner(package, "2")
    assert run(package) == "1"


def test_bounds_checks_check_although_the_cache_is_warm_without_them(package):
    write_inner(package, "values[len(values)] * 0")
    assert run(package) == "0"
    assert "IndexError" in run(package, NUMBA_BOUNDSCHECK="1")
    assert run(package) == "0"


def test_the_key_changes_with_what_compiles(monkeypatch):
    keys = [jit.cache_key()]
    for module in (jit.numba, jit.llvmlite, jit.np):
        monkeypatch.setattr(module, "__version__", "0")
        keys.append(jit.cache_key())
    is_checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0" if is_checked else "1")
    assert len({*keys, jit.cache_key()}) == 5


def test_folders_unused_for_a_month_are_swept_and_what_is_not_ours_is_left(tmp_path):
    old, new, foreign, file = (tmp_path / name for name in ("0" * 16, "1" * 16, "photographs", "2" * 16))
    for folder in (old, new, foreign):
        (folder / "sub").mkdir(parents=True)
    file.write_text("")
    for path in (old, foreign, file):
        os.utime(path, (0, 0))
    jit.sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == [new, file, foreign]
    jit.sweep(tmp_path / "nowhere")


def test_a_cold_use_says_that_it_compiles_and_how_long_it_took(package):
    main = (
        "import numpy as np; from package.core.jit import compilation_notice\n"
        "from package.core.outer_jit import ask\n"
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


@pytest.mark.parametrize(
    "settings, expected",
    [
        ({"TENGEN_CACHE_DIR": "/own/folder", "XDG_CACHE_HOME": "/xdg"}, ["/own/folder", "/tmp"]),
        ({"XDG_CACHE_HOME": "/xdg", "TMPDIR": "/scratch"}, ["/xdg/tengen", "/scratch"]),
        ({"TENGEN_CACHE_DIR": "", "XDG_CACHE_HOME": "", "TMPDIR": ""}, ["/home/go/.cache/tengen", "/tmp"]),
        ({"XDG_CACHE_HOME": "relative"}, ["/home/go/.cache/tengen", "/tmp"]),
    ],
)
def test_the_cache_follows_the_users_settings(monkeypatch, settings, expected):
    for name in ("TENGEN_CACHE_DIR", "XDG_CACHE_HOME", "TMPDIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/go", **settings}.items():
        monkeypatch.setenv(name, value)
    assert [str(root) for root in jit.cache_roots()] == expected


def test_a_relative_folder_is_the_same_from_everywhere(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_CACHE_DIR", "cache")
    monkeypatch.chdir(tmp_path)
    assert next(jit.cache_roots()) == tmp_path / "cache"


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
