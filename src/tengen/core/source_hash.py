"""What compiled code depends on: the compiled files that its own file imports, directly or through others.

Numba puts the bodies and the constants of other functions into the code of their caller, so an edit anywhere
below makes it stale; an edit elsewhere does not. Comments and docstrings change nothing: a file counts by its
syntax tree without them. Parsing all files takes a quarter of a second, so what is found is remembered by
what the files and this one hold (`Memory`).
"""

import ast
import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Protocol

COMPILED = "_jit.py"  # how the names of files end whose functions are compiled
_OPTIONS = Path("core", "jit.py")  # the compiler's, on which all code depends
_DIGITS = 32
_THIS = Path(__file__).read_bytes()  # another way to find facts finds others
_MOST_REMEMBERED = 2000  # files: those of some dozen versions

Facts = tuple[str, list[str]]  # a hash of what a file does, and the modules that it imports


class Memory(Protocol):
    """Where facts are kept from one process to the next."""

    def read(self) -> bytes:
        """What was written last, b"" if there is nothing that can be believed."""

    def write(self, data: bytes) -> None:
        """Keep it if that is possible."""


def facts_of(source: bytes) -> Facts:
    """What a file does and imports; of one that is no Python all that it holds counts."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return hashlib.sha256(source).hexdigest()[:_DIGITS], []
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported.update([node.module, *(f"{node.module}.{name.name}" for name in node.names)])
        elif isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                del node.body[0]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:_DIGITS], sorted(imported)


class SourceHashes:
    """The keys of the compiled files of a package, as they are before they are imported."""

    def __init__(self, package: Path, memory: Memory) -> None:
        """Read all compiled files; they are parsed when a key is asked for."""
        self._package = package
        self._memory = memory
        depths = (f"*/*{COMPILED}", f"*/*/*{COMPILED}")  # no further down, where the page has its packages
        paths = [package / _OPTIONS, *sorted(path for depth in depths for path in package.glob(depth))]
        self._sources = {path.relative_to(package): _read(path) for path in paths}
        self._facts: dict[Path, Facts] = {}
        self._keys: dict[Path, str] = {}

    def key(self, path: Path) -> str:
        """Digits that change when a file, or any that it imports, does something else."""
        if path not in self._keys:
            below = self.closure(path)
            digests = [(each.as_posix(), self._facts[each][0]) for each in below]
            self._keys[path] = hashlib.sha256(repr(digests).encode()).hexdigest()[:_DIGITS]
        return self._keys[path]

    def closure(self, path: Path) -> list[Path]:
        """The compiled files that one depends on, itself too, by their paths in the package."""
        if not self._facts:
            self._facts = self._find_facts()
        found: set[Path] = set()
        waiting = [path.relative_to(self._package), _OPTIONS]
        while waiting:
            if (each := waiting.pop()) in found or each not in self._facts:
                continue
            found.add(each)
            imported = (module.partition(".")[2] for module in self._facts[each][1])
            waiting += [Path(f"{module.replace('.', '/')}.py") for module in imported]
        return sorted(found)

    def is_edited(self, path: Path) -> bool:
        """Whether a file, or one that it imports, is another now."""
        return any(_read(self._package / each) != self._sources[each] for each in self.closure(path))

    def _find_facts(self) -> dict[Path, Facts]:
        """Of all files; only those are parsed that hold what no process has parsed before."""
        known: dict[str, Facts] = {}
        with suppress(ValueError):
            known = json.loads(self._memory.read() or b"{}")
        facts, is_new = {}, False
        for path, source in self._sources.items():
            name = hashlib.sha256(_THIS + source).hexdigest()[:_DIGITS]
            if name not in known:
                known[name], is_new = facts_of(source), True
            digest, imports = known[name]
            facts[path] = digest, imports
        if is_new:
            newest = dict(list(known.items())[-_MOST_REMEMBERED:])
            self._memory.write(json.dumps(newest).encode())
        return facts


def _read(path: Path) -> bytes:
    """What a file holds; nothing where it is no longer."""
    with suppress(OSError):
        return path.read_bytes()
    return b""
