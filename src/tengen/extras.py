"""Packages that only some commands need, and the command that installs them here."""

import json
import os
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tengen.core.errors import GoError

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
