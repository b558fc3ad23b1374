"""The tree holds what it promises: compiled code lies in *_jit.py, and depends on nothing that may go stale.

Numba freezes the globals that compiled code reads. The cache is keyed by the files named *_jit.py alone, so a
constant in any other file could change while the old code still runs.
"""

import ast
from pathlib import Path

import pytest

import tengen

PACKAGE = Path(tengen.__file__).parent
JIT = PACKAGE / "core" / "jit.py"
UNTYPED = "# mypy: allow-untyped-defs, no-check-untyped-defs"
COMPILED = sorted(PACKAGE.rglob("*_jit.py"))
MOST_FILES = 17  # in a folder


def uses_compiler(path: Path) -> bool:
    """Whether a function of a file is compiled."""
    decorators = [
        ast.unparse(decorator)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    ]
    return any(text.startswith(("jit", "jit_inline")) for text in decorators)


def plain_imports(path: Path) -> list[str]:
    """What a file takes from modules of Tengen that are not compiled, as "module.name"."""
    return [
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tengen")
        if not node.module.endswith("_jit") and node.module != "tengen.core.jit"
        for name in node.names
    ]


def test_compiled_functions_lie_in_files_that_the_cache_is_keyed_by():
    assert len(COMPILED) > 40
    plain = [path for path in PACKAGE.rglob("*.py") if path not in COMPILED and path != JIT]
    assert [path for path in plain if uses_compiler(path)] == []


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.stem)
def test_compiled_files_take_only_types_and_errors_from_others(path):
    assert path.read_text().startswith(UNTYPED)
    constants = [
        name for name in plain_imports(path) if not name.rpartition(".")[2][0].isupper() or name.isupper()
    ]
    constants += [name for name in plain_imports(path) if name.rpartition(".")[2].isupper()]
    assert constants == []


def test_no_folder_is_a_heap():
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert {folder: n for folder in folders if (n := len(list(folder.glob("*.py")))) > MOST_FILES} == {}
    assert sorted(path.name for path in PACKAGE.glob("*.py")) == ["__init__.py", "__main__.py"]
