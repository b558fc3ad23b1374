"""What compiled code depends on: keys change with all that it uses, and with nothing else."""

import importlib
import inspect
import json
from pathlib import Path

import pytest

from tengen.core import jit, source_hash
from tengen.core.source_hash import SourceHashes, facts_of

ONE = b'"""One."""\nLIMIT = 3\n\n\ndef one():\n    """Why."""\n    return LIMIT\n'


class Kept:
    """A memory in memory."""

    def __init__(self, data=b""):
        self.data = data

    def read(self):
        return self.data

    def write(self, data):
        self.data = data


@pytest.fixture
def package(tmp_path):
    """Three compiled files: two imports one, three stands alone."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "one_jit.py").write_bytes(ONE)
    (tmp_path / "core" / "two_jit.py").write_text("from package.core.one_jit import one\n")
    (tmp_path / "core" / "three_jit.py").write_text("def three():\n    return 3\n")
    (tmp_path / "core" / "jit.py").write_text("OPTIONS = 1\n")
    return tmp_path


def keys(package, memory=None):
    hashes = SourceHashes(package, memory or Kept())
    return {name: hashes.key(package / "core" / f"{name}_jit.py") for name in ("one", "two", "three")}


def changed(package, before):
    return {name for name, key in keys(package).items() if key != before[name]}


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("LIMIT = 3", "LIMIT = 4", {"one", "two"}),
        ("return LIMIT", "return -LIMIT", {"one", "two"}),
        ("Why.", "Why not.", set()),
        ('"""One."""', "# Another remark", set()),
        ("return LIMIT", "return LIMIT  # as it must be", set()),
    ],
)
def test_a_key_changes_with_what_a_file_and_those_below_it_do(package, old, new, expected):
    before = keys(package)
    path = package / "core" / "one_jit.py"
    path.write_text(path.read_text().replace(old, new))
    assert changed(package, before) == expected


def test_the_options_of_the_compiler_are_in_all_keys(package):
    before = keys(package)
    (package / "core" / "jit.py").write_text("OPTIONS = 2\n")
    assert changed(package, before) == {"one", "two", "three"}


def test_what_was_parsed_once_is_remembered(package, monkeypatch):
    memory, parsed = Kept(), []
    before = keys(package, memory)
    monkeypatch.setattr(source_hash, "facts_of", lambda source: parsed.append(source) or facts_of(source))
    assert keys(package, memory) == before
    assert parsed == []
    (package / "core" / "one_jit.py").write_bytes(ONE + b"MORE = 1\n")
    assert keys(package, memory) != before
    assert parsed == [ONE + b"MORE = 1\n"]


def test_what_another_version_of_this_file_has_found_is_not_believed(package, monkeypatch):
    memory = Kept()
    monkeypatch.setattr(source_hash, "_THIS", b"another")
    monkeypatch.setattr(source_hash, "facts_of", lambda source: ("0", []))
    wrong = keys(package, memory)
    monkeypatch.undo()
    assert keys(package, memory) == keys(package) != wrong


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff", b"{"])
def test_a_memory_that_holds_nonsense_is_none(package, data):
    assert keys(package, Kept(data)) == keys(package)


def test_old_facts_are_forgotten(package, monkeypatch):
    monkeypatch.setattr(source_hash, "_MOST_REMEMBERED", 5)
    memory = Kept(json.dumps({str(number): ["0", []] for number in range(9)}).encode())
    keys(package, memory)
    assert len(json.loads(memory.data)) == 5


def test_an_edit_after_the_first_look_is_seen(package):
    hashes = SourceHashes(package, Kept())
    (package / "core" / "one_jit.py").write_bytes(ONE + b"# a comment\n")
    edited = {name: hashes.is_edited(package / "core" / f"{name}_jit.py") for name in ("one", "two", "three")}
    assert edited == {"one": True, "two": True, "three": False}
    assert keys(package)["one"] == hashes.key(package / "core" / "one_jit.py")


def test_a_file_that_is_no_python_or_is_gone_has_a_key(package):
    before = keys(package)
    (package / "core" / "one_jit.py").write_text("def (")
    assert changed(package, before) == {"one", "two"}
    (package / "core" / "one_jit.py").unlink()
    assert changed(package, before) == {"one", "two"}


def python_of(function):
    """The Python function of a compiled one, or itself."""
    return getattr(function, "py_func", function)


def called_by(function) -> set[str]:
    """The compiled files of all functions that a function names, found by its own globals."""
    named = (python_of(function.__globals__.get(name)) for name in function.__code__.co_names)
    return {
        each.__module__ for each in named if inspect.isfunction(each) and each.__module__.endswith("_jit")
    }


def test_what_compiled_functions_call_lies_within_what_their_keys_cover():
    n_calls = 0
    for path in sorted(jit.PACKAGE.rglob(f"*{source_hash.COMPILED}")):
        name = module_of(path.relative_to(jit.PACKAGE))
        covered = {module_of(each) for each in jit.SOURCES.closure(path)}
        assert name in covered
        for function in map(python_of, vars(importlib.import_module(name)).values()):
            if inspect.isfunction(function) and function.__module__ == name:
                assert called_by(function) <= covered, function
                n_calls += len(called_by(function) - {name})
    assert n_calls > 300


def module_of(path: Path) -> str:
    return ".".join(("tengen", *path.with_suffix("").parts))


def test_the_package_has_its_facts_in_one_small_file(tmp_path: Path):
    memory = Kept()
    SourceHashes(jit.PACKAGE, memory).key(jit.PACKAGE / "mcts" / "search_jit.py")
    assert len(memory.data) < 100_000
