"""What a figure depends on: this machine, the versions in use, the commit, and the command.

Records travel: to other machines and to published pages. So they name files as anybody would, and never by
the folders of this machine.
"""

import platform
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

BUILT_FROM = "built_from.txt"  # in a wheel: the commit; a checkout has none and asks Git

# An absolute path within a text: at its beginning or behind what a path is given after, but no URL.
_PATH = re.compile(r"(?<![^\s=:,;('\"`\[])/(?!/)[^\s,;)'\"`\]]+")
_ARGUMENT = re.compile(r"(?P<option>--[a-z-]+=)?(?P<path>/[^/].*)")  # one that is a path as a whole


def command_line() -> str:
    """How this process was started, as records keep it."""
    return shlex.join(map(_argument, ["tengen", *sys.argv[1:]]))


def command_without_paths(command: str) -> str:
    """A command line that was kept as it was typed, as records keep it now."""
    try:
        return shlex.join(map(_argument, shlex.split(command)))
    except ValueError:  # quotes that do not close
        return without_paths(command)


def without_paths(text: str) -> str:
    """A text without absolute paths.

    Those below this folder or its checkout are relative to it, those of the user's home begin with ~, and of
    others the name of the file is left.
    """
    return _PATH.sub(lambda found: _named(found[0]), text)


def _argument(text: str) -> str:
    """The same of one argument; one that is a path may have blanks in it."""
    whole = _ARGUMENT.fullmatch(text)
    if whole and not re.search(r"\s-", text):  # a command line as one argument has options
        return (whole["option"] or "") + _named(whole["path"])
    return without_paths(text)


def _named(absolute: str) -> str:
    """How anybody would name a file."""
    path, here = Path(absolute), Path.cwd()
    checkout = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    for base in (here, checkout):
        if base != Path(base.anchor) and path.is_relative_to(base):
            return str(path.relative_to(base))
    home = Path.home()
    if home != Path(home.anchor) and path.is_relative_to(home):
        return str("~" / path.relative_to(home))
    return path.name


def processor() -> str:
    """The processor's name as the system knows it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit() -> str:
    """The commit of a checkout, "+" if it has changes; of a wheel, the one that it was built from.

    "" for a wheel that was built outside a checkout.
    """
    folder = Path(__file__).parent
    built_from = folder / BUILT_FROM
    if built_from.is_file():
        return built_from.read_text("ascii").strip()
    try:
        described = subprocess.run(
            ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--abbrev=10"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()


def describe_machine() -> str:
    """One line that belongs beside every measured figure."""
    parts = [
        processor(),
        f"Python {platform.python_version()}",
        f"Numba {version('numba')}",
        f"NumPy {version('numpy')}",
        f"Tengen {version('tengen')}",
    ]
    where = commit()
    return ", ".join([*parts, f"commit {where}"] if where else parts)
