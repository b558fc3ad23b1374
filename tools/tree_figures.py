"""How large the source tree is and how it is cut, commit by commit, as a Markdown table.

    python tools/tree_figures.py 8d79526 HEAD

Counted are the Python files of src/tengen and tests, as they are in Git.
"""

import ast
import io
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import PurePath
from statistics import fmean

SOURCES, TESTS = PurePath("src/tengen"), PurePath("tests")
LONG_FUNCTION = 60  # lines
MANY_PARAMETERS = 8
SMALL_FILE = 60  # lines

Files = dict[PurePath, str]


def files_of(commit: str) -> Files:
    """The Python files of a commit, by their paths."""
    packed = subprocess.run(["git", "archive", commit, "src", "tests"], stdout=subprocess.PIPE, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        members = [member for member in archive if member.isfile() and member.name.endswith(".py")]
        return {PurePath(member.name): archive.extractfile(member).read().decode() for member in members}


def functions_of(text: str) -> list[ast.FunctionDef]:
    """All functions and methods of a file."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]


def is_compiled(function: ast.FunctionDef) -> bool:
    """Whether one of our decorators compiles it."""
    return any(ast.unparse(each).startswith("jit") for each in function.decorator_list)


def n_parameters(function: ast.FunctionDef) -> int:
    """Of any kind."""
    return len(function.args.posonlyargs + function.args.args + function.args.kwonlyargs)


def figures_of(files: Files) -> dict[str, str]:
    """What is counted, by its name."""
    ours = {path: text for path, text in files.items() if path.is_relative_to(SOURCES)}
    tests = {path: text for path, text in files.items() if path.is_relative_to(TESTS)}
    lines = {path: text.count("\n") for path, text in ours.items()}
    folders = Counter(path.parent for path in ours)
    fullest = max(folders, key=lambda folder: folders[folder])
    functions = [function for text in ours.values() for function in functions_of(text)]
    loose = [path for path in ours if path.parent == SOURCES and not path.stem.startswith("__")]
    packages = {path.relative_to(SOURCES).parts[0] for path in ours if path.parent != SOURCES}
    long = [each for each in functions if each.end_lineno - each.lineno + 1 > LONG_FUNCTION]
    wide = [each for each in functions if is_compiled(each) and n_parameters(each) >= MANY_PARAMETERS]
    return {
        "source files": f"{len(ours):,}",
        "source lines": f"{sum(lines.values()):,}",
        "lines a file, in the mean": f"{fmean(lines.values()):.0f}",
        f"files under {SMALL_FILE} lines": f"{sum(n < SMALL_FILE for n in lines.values()):,}",
        "most files in a folder": f"{folders[fullest]} ({fullest.relative_to(SOURCES.parent)})",
        "modules at the root": f"{len(loose)}",
        "packages at the root": f"{len(packages)}",
        f"functions above {LONG_FUNCTION} lines": f"{len(long)}",
        f"compiled functions with {MANY_PARAMETERS} or more parameters": f"{len(wide)}",
        "test files": f"{len(tests):,}",
        "test lines": f"{sum(text.count(chr(10)) for text in tests.values()):,}",
    }


def main(commits: list[str]) -> None:
    """Print the table, a column a commit."""
    columns = [figures_of(files_of(commit)) for commit in commits]
    print(f"| | {' | '.join(commits)} |")
    print(f"|---|{'---:|' * len(commits)}")
    for name in columns[0]:
        print(f"| {name} | {' | '.join(column[name] for column in columns)} |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["HEAD"])
