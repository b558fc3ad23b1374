"""What a figure depends on: this machine, the versions in use, the commit, and the command.

Records travel: to other machines and to published pages. So they name files as anybody would, and never by
the folders of this machine.

Packages that only some commands need, and the command that installs them here.
"""

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tengen.core.errors import GoError

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
    folder = Path(__file__).parents[1]
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


# --- Optional packages ----------------------------------------------------------------------------


# What must be importable, by extra as in pyproject.toml.
EXTRAS = {
    "cluster": ("dask_jobqueue",),
    "report": ("matplotlib",),
    "tensorboard": ("tensorboardX",),
    "train": ("jax", "optax"),
}


def check_extra(extra: str, what: str) -> None:
    """GoError that says what to install if something is missing; asked before the work, not after."""
    if missing := missing_packages(extra):
        raise GoError(f"{what} needs {' and '.join(missing)}: {install_command(extra)}")


def missing_packages(extra: str) -> list[str]:
    """Those of an extra that are not there."""
    return [package for package in EXTRAS[extra] if find_spec(package) is None]


def install_command(extra: str = "") -> str:
    """What adds an extra to this installation, or what Tengen itself needs, for a shell in this folder."""
    root, source = checkout(), _source()
    extra = f"[{extra}]" if extra else ""
    if root is None:
        return f"{_pip()} install 'tengen{extra}{f' @ {source}' if source else ''}'"
    enter = "" if Path.cwd() == root else f"cd {shlex.quote(str(root))} && "
    own = root / ".venv" / "bin" / "pip"
    pip = ".venv/bin/pip" if own.exists() and Path(sys.prefix) == root / ".venv" else _pip()
    return f"{enter}{pip} install -e '.{extra}'"


def checkout() -> Path | None:
    """The folder of the sources, if they run from there."""
    found = _direct_url()
    if not found.get("dir_info", {}).get("editable"):
        return None
    return Path(unquote(urlsplit(found["url"]).path))


def _pip() -> str:
    """The one of this environment: `pip` if that is what a shell would find."""
    own = os.path.join(sys.prefix, "bin", "pip")
    return "pip" if shutil.which("pip") == own else f"{sys.executable} -m pip"


def _source() -> str:
    """Where an installation came from, if not from an index of packages: a wheel, a folder, a repository."""
    found = _direct_url()
    if "vcs_info" in found:
        return f"{found['vcs_info']['vcs']}+{found['url']}@{found['vcs_info']['commit_id']}"
    return str(found.get("url", ""))


def _direct_url() -> dict[str, Any]:
    """What pip noted of it (PEP 610)."""
    try:
        return dict(json.loads(distribution("tengen").read_text("direct_url.json") or "{}"))
    except (PackageNotFoundError, ValueError):
        return {}


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))
